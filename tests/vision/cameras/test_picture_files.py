"""Pictures of any phone: every format upright, reduced within bounds, refused with a clear error."""

import base64
import resource
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ExitCode, VisionError
from tests.architecture.tree import ROOT
from tests.slow import slow_but
from vision.arrays import Picture
from vision.cameras.params import PARAMS
from vision.cameras.picture_files import decode, decoded, load_picture, load_scaled
from vision.cameras.picture_header import FORMATS, is_complete, picture_format, size_px

SUFFIXES = {"JPEG": ".jpg", "PNG": ".png", "WebP": ".webp", "TIFF": ".tif", "BMP": ".bmp"}
HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA"
    "AAAAADRpbG9jAAAAAERAAAIAAQAAAAABxQABAAAAAAAAAN0AAgAAAAACogABAAAAAAAAACQAAAA4aWluZgAAAAAAAgAAABVp"
    "bmZlAgAAAAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA4GlwcnAAAADAaXBjbwAAAHho"
    "dmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAA"
    "AwAAAwAeoDCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAA"
    "AAAAAABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAJaXJvdAMAAAAYaXBtYQAAAAAAAAABAAEFgQIDBIUAAAAaaXJlZgAAAAAA"
    "AAAOY2RzYwACAAEAAQAAAQltZGF0AAAA2SgBrwng4wybUR///ei+//9uY9D/WtWB5k8i/0vMt/wJiP/oz72EUfe3rTUMMwcL"
    "GvTIHSGZHBopWZgg/SA/C40ll6YM1z9DR4zpowGWbJmXm3kJqcJZAaop5F7fTPed9q16dnsDz/c/xGJP/+kN7x/S6v//vnot"
    "I1v6l6de9Ui94Qg91H3ZBSxFGKhKm8T+J+B/2A3I81+0u0rSabmeXgsMt4dpnGkd/RKXlLAk8+euv91Aird0eT/6SCI+T8Z7"
    "rqfGjb2aFUl3qEpXoa3yD0l7hUbbf/+Bz/wAAAAGRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAA="
)
"""96 x 64 pixels as stored, to be turned by 90 degrees clockwise: red, green / blue, white before."""


def upright() -> Picture:
    """Four colours and no symmetry, 96 x 64."""
    picture = np.zeros((64, 96, 3), np.uint8)
    picture[:32, :48], picture[:32, 48:], picture[32:, :48] = (0, 0, 255), (0, 255, 0), (255, 0, 0)
    picture[32:, 48:] = 255
    return picture


def stored(picture: Picture, orientation: int) -> Picture:
    """An upright picture as a camera stores it with that EXIF orientation (TIFF 6.0, tag 274)."""
    change = {
        1: lambda p: p,
        2: lambda p: p[:, ::-1],
        3: lambda p: p[::-1, ::-1],
        4: lambda p: p[::-1],
        5: lambda p: p.transpose(1, 0, 2),
        6: lambda p: np.rot90(p, 1),
        7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
        8: lambda p: np.rot90(p, -1),
    }
    return np.ascontiguousarray(change[orientation](picture))


def exif(orientation: int) -> bytes:
    """An EXIF block that holds an orientation only."""
    return b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HHI", orientation, 0, 0)


def encoded(picture: Picture, form: str, orientation: int = 1) -> bytes:
    """A file of that format with an EXIF orientation."""
    content: bytes = cv2.imencode(SUFFIXES[form], picture)[1].tobytes()
    block = exif(orientation)
    if form == "JPEG":
        block = b"Exif\0\0" + block
        return content[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + content[2:]
    if form == "PNG":
        chunk = (
            struct.pack(">I", len(block)) + b"eXIf" + block + struct.pack(">I", zlib.crc32(b"eXIf" + block))
        )
        return content[:33] + chunk + content[33:]
    if form == "WebP":
        height, width = picture.shape[:2]
        extended: bytes = b"VP8X" + struct.pack("<II", 10, 8) + (width - 1).to_bytes(3, "little")
        body: bytes = b"WEBP" + extended + (height - 1).to_bytes(3, "little") + content[12:]
        body += b"EXIF" + struct.pack("<I", len(block)) + block
        return b"RIFF" + struct.pack("<I", len(body)) + body
    return content


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WebP"])
def test_every_exif_orientation_gives_the_same_picture(form: str, orientation: int) -> None:
    picture = decode(encoded(stored(upright(), orientation), form, orientation))
    assert picture.shape == (64, 96, 3)
    assert np.abs(picture.astype(int) - upright())[4::8, 4::8].max() < 40


@pytest.mark.parametrize("orientation", slow_but(2, [6, 7, 1, 2, 3, 4, 5, 8]))
def test_a_reduced_picture_is_upright_too(tmp_path: Path, orientation: int) -> None:
    large = cv2.resize(upright(), (96 * 60, 64 * 60), interpolation=cv2.INTER_NEAREST)
    path = tmp_path / "IMG_1.JPG"
    path.write_bytes(encoded(stored(np.asarray(large, np.uint8), orientation), "JPEG", orientation))
    picture, scale = load_scaled(path)
    assert max(picture.shape) == PARAMS.longest_side_px
    assert scale == pytest.approx(5760 / PARAMS.longest_side_px)
    small = cv2.resize(picture, (96, 64), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - upright())[4::8, 4::8].max() < 40


@pytest.mark.parametrize("form", SUFFIXES)
def test_format_and_size_are_known_without_decoding(form: str) -> None:
    content = encoded(upright(), form)
    assert picture_format(content[:32]) == form
    assert size_px(content, form) == (96, 64)
    if form == "WebP":
        lossless = cv2.imencode(".webp", upright(), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
        lossy = cv2.imencode(".webp", upright(), [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
        assert size_px(lossless, "WebP") == size_px(lossy, "WebP") == (96, 64)


@pytest.mark.parametrize("form", SUFFIXES)
def test_a_truncated_file_of_any_format_is_refused(form: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 96, 3), np.uint8)
    content = encoded(noise, form)
    assert decode(content).shape == (64, 96, 3)
    for part in (0.2, 0.5, 0.9):
        with pytest.raises(ValueError, match=r"without its end|damaged|holds no size"):
            decode(content[: int(len(content) * part)])


def test_what_a_phone_appends_to_a_jpeg_does_no_harm() -> None:
    content = encoded(upright(), "JPEG")
    assert decode(content + b"\0\0\0\x18ftypmp42" + bytes(5000)).shape == (64, 96, 3)
    assert not is_complete(content[:-2], "JPEG")


@pytest.mark.parametrize(("suffix", "limit_mb"), [(".jpg", 200), (".png", 350)])
def test_fifty_megapixels_stay_within_memory(tmp_path: Path, suffix: str, limit_mb: int) -> None:
    path = tmp_path / f"IMG_50{suffix}"
    ramp = np.tile(np.arange(8160, dtype=np.uint32).astype(np.uint8), (6120, 1))
    cv2.imwrite(str(path), np.dstack([ramp] * 3))
    script = (
        "import resource, sys; from pathlib import Path\n"
        "from vision.cameras.picture_files import load_scaled\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "picture, scale = load_scaled(Path(sys.argv[1]))\n"
        "print(*picture.shape, scale, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    command = [sys.executable, "-c", script, str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert answer[:4] == ["1920", "2560", "3", "3.1875"]
    assert int(answer[4]) < limit_mb * 1024


@pytest.mark.parametrize("form", ["WebP", "TIFF", "BMP"])
def test_a_bomb_is_refused_by_its_header(form: str) -> None:
    content = bytearray(encoded(upright(), form))
    if form == "WebP":
        content[24:30] = (16_000).to_bytes(3, "little") * 2
    elif form == "BMP":
        content[18:26] = struct.pack("<ii", 16_000, 16_000)
    else:
        at = content.index(struct.pack("<HHI", 256, 3, 1))
        content[at + 8 : at + 10] = struct.pack("<H", 16_000)
        at = content.index(struct.pack("<HHI", 257, 3, 1))
        content[at + 8 : at + 10] = struct.pack("<H", 16_000)
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match=r"(16000|16001) x (16000|16001) pixels"):
        decode(bytes(content))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 50_000


def test_a_heic_picture_is_read_and_turned_once() -> None:
    pytest.importorskip("pi_heif")
    picture = decode(HEIC)
    assert picture.shape == (96, 64, 3)
    assert picture[8, 8].argmax() == 0 and picture[8, 56].argmax() == 2, "blue and red are above"
    with pytest.raises(ValueError, match="damaged"):
        decode(HEIC[:-100])


def test_without_its_library_a_heic_picture_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    path = tmp_path / "IMG_1.jpg"  # some apps keep the wrong name
    path.write_bytes(HEIC)
    with pytest.raises(
        VisionError, match=r"IMG_1\.jpg: .*table-companion\[heic\].*Most Compatible"
    ) as caught:
        load_picture(path)
    assert (caught.value.code, caught.value.exit_code) == ("no_heic", ExitCode.WRONG_INPUT)


def test_a_file_that_is_no_picture_lists_what_would_be_one(tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(b"GIF89a" + bytes(100))
    with pytest.raises(VisionError) as caught:
        load_picture(path)
    assert all(form in str(caught.value) for form in FORMATS)


HIDING = {
    "fill bytes": b"\xff",
    "no marker": b"\xff\x00",
    "skipped by its length": b"\xff\x00\x00\x20",
}


@pytest.mark.parametrize("hiding", HIDING)
def test_a_huge_size_cannot_be_hidden_from_the_check(hiding: str) -> None:
    content = encoded(upright(), "JPEG")
    at = content.find(b"\xff\xc0")
    huge = content[: at + 5] + struct.pack(">HH", 30_000, 30_000) + content[at + 9 :]
    hidden = huge[:at] + HIDING[hiding] + huge[at:]
    assert size_px(hidden, "JPEG") == (30_000, 30_000)
    with pytest.raises(ValueError, match="30000 x 30000 pixels, 64000000 at most expected"):
        decode(hidden)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF", "BMP"])
def test_a_picture_without_a_size_is_not_decoded(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.cameras.picture_files.size_px", lambda *_: (0, 0))
    with pytest.raises(ValueError, match="holds no size"):
        decode(encoded(upright(), form))


def test_a_side_may_be_limited_before_decoding() -> None:
    content = encoded(upright(), "PNG")
    assert decoded(content, Path("a.png"), 96).shape == (64, 96, 3)
    with pytest.raises(VisionError, match=r"a\.png: .*found 96 x 64 pixels, a side of 95 at most expected"):
        decoded(content, Path("a.png"), 95)
