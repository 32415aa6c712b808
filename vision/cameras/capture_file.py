"""Captures: the pictures of a moment and what was believed, as a ZIP that can be replayed.

It holds `scene.json`, `0000.jpg` …, `believed.jsonl`, `expected.json` and `version.txt`, and may hold what
its users have taught, `learnt/SORT/FILE`.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.errors import VisionError
from companion.games import strict
from vision import npz
from vision.cameras.picture_files import decoded, wrong_input
from vision.frame import Frame

SUFFIX = ".zip"
MAX_BYTES = 5_000_000
"""Maximum size of a capture in bytes, packed."""
MAX_PICTURES = 200
MAX_LEARNT_BYTES = 3_500_000
"""Maximum size of all learnt files in it, in bytes: 120 cards fit, and some pictures beside them."""
_MAX_LEARNT = 8
"""Maximum number of learnt files in it."""
_MAX_TEXT_BYTES = 1_000_000
"""Maximum size of each text in it after unpacking, in bytes; those of 200 pictures take a fifth of it."""
_SCENE, _BELIEVED, _EXPECTED, _VERSION = "scene.json", "believed.jsonl", "expected.json", "version.txt"
_TEXTS = {_SCENE, _BELIEVED, _EXPECTED, _VERSION}
_PICTURE = re.compile(r"\d{4}\.jpg", re.ASCII)
_LEARNT = "learnt/"
_LEARNT_FILE = re.compile(rf"{_LEARNT}[a-z_]{{1,40}}/[a-z0-9][a-z0-9-]{{0,39}}\.[a-z]{{1,8}}", re.ASCII)

Json: TypeAlias = Mapping[str, Any]


class CapturedPicture(NamedTuple):
    """A JPEG and its time in seconds; `settled`: the expected table was beyond doubt in it."""

    jpeg: bytes
    time_s: float
    moving: bool = False
    settled: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureContent:
    """The content of a capture.

    `scene` describes the table: game, camera, corners, and the position at the first picture if it can be
    replayed from there. `believed` are the events; `expected` is the expected table by name of the picture.
    `learnt` are the files of what was taught and is used here, by "SORT/FILE"; nobody has checked them.
    """

    scene: Json
    pictures: Sequence[CapturedPicture]
    believed: Sequence[Json]
    expected: Json
    version: str
    learnt: Mapping[str, bytes] = field(default_factory=dict)


def picture_name(number: int) -> str:
    """Return the file name of a picture, counted from 0."""
    return f"{number:04d}.jpg"


def encode(capture: CaptureContent) -> bytes:
    """Return the content of a capture file; equal captures give equal files."""
    listed = [
        {"file": picture_name(number), "time_s": round(time_s, 3), "moving": moving, "settled": settled}
        for number, (_, time_s, moving, settled) in enumerate(capture.pictures)
    ]
    texts = {
        _SCENE: _text({**capture.scene, "pictures": listed}),
        _BELIEVED: "".join(_text(event) + "\n" for event in capture.believed),
        _EXPECTED: _text(capture.expected),
        _VERSION: capture.version + "\n",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in texts.items():
            packed.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
        for number, picture in enumerate(capture.pictures):
            packed.writestr(zipfile.ZipInfo(picture_name(number)), picture.jpeg)
        for name, content in capture.learnt.items():
            packed.writestr(zipfile.ZipInfo(_LEARNT + name), content)
    return file.getvalue()


def read(path: Path) -> CaptureContent:
    """Read a capture file. Raises VisionError `bad_capture` that says what was expected and found."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _bad(path, error.strerror or str(error)) from error
    return decoded_from(content, path)


def decoded_from(content: bytes, path: Path) -> CaptureContent:
    """Read the content of the capture file at `path`. Raises VisionError `bad_capture` as `read`."""
    try:
        return decode(content)
    except (ValueError, TypeError, KeyError) as error:
        raise _bad(path, f"{error}") from error


def decode(content: bytes) -> CaptureContent:
    """Read the content of a capture file. Raises ValueError, TypeError or KeyError for a damaged one."""
    if len(content) > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES} bytes")
    with npz.opening(content) as packed:
        sizes = {entry.filename: entry.file_size for entry in packed.infolist()}
        _check_files(sizes, len(packed.infolist()))
        scene, expected = (strict.loads(packed.read(name), _MAX_TEXT_BYTES) for name in (_SCENE, _EXPECTED))
        lines = packed.read(_BELIEVED).decode().splitlines()
        believed = [strict.loads(line) for line in lines]
        if not all(isinstance(found, dict) for found in (scene, expected, *believed)):
            raise ValueError("a text that is no JSON object")
        pictures = [_picture(packed, listed) for listed in scene["pictures"]]
        learnt = {name.removeprefix(_LEARNT): _stored(packed, name) for name in sizes if _is_learnt(name)}
        if len(pictures) != (there := len(sizes) - len(_TEXTS) - len(learnt)):
            raise ValueError(f"{there} pictures, of which {len(pictures)} are listed")
        if not pictures:
            raise ValueError("no picture")
        version = packed.read(_VERSION).decode().strip()
    return CaptureContent(
        scene=scene, pictures=pictures, believed=believed, expected=expected, version=version, learnt=learnt
    )


class CaptureCamera:
    """The pictures of a capture, each at its time."""

    def __init__(self, path: Path) -> None:
        """Read the capture. Raises VisionError `bad_capture`."""
        self.capture = read(path)
        self._path, self._next = path, 0

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError naming a broken one."""
        if self._next == len(self.capture.pictures):
            return None
        name, picture = picture_name(self._next), self.capture.pictures[self._next]
        self._next += 1
        return Frame(
            name, picture.time_s, decoded(picture.jpeg, self._path / name), still=True, moving=picture.moving
        )

    def close(self) -> None:
        """Do nothing: no file is held open."""


def _check_files(sizes: Mapping[str, int], count: int) -> None:
    """Refuse files that do not belong into a capture, and sizes that only compression could reach."""
    if count != len(sizes) or not sizes.keys() >= _TEXTS:
        raise ValueError(f"no file {', '.join(sorted(_TEXTS - sizes.keys())) or 'only once'}")
    learnt = [name for name in sizes if _is_learnt(name)]
    known = _TEXTS.union(learnt)
    if strange := [name for name in sizes if name not in known and not _PICTURE.fullmatch(name)]:
        raise ValueError(f"a file {strange[0]!r:.60}")
    if count > MAX_PICTURES + len(known):
        raise ValueError(f"more than {MAX_PICTURES} pictures")
    if len(learnt) > _MAX_LEARNT:
        raise ValueError(f"more than {_MAX_LEARNT} learnt files")
    for name, size in sizes.items():
        if size > (_MAX_TEXT_BYTES if name in _TEXTS else MAX_BYTES):
            raise ValueError(f"{name} of {size} bytes")


def _picture(packed: zipfile.ZipFile, listed: Json) -> CapturedPicture:
    time_s, moving, settled = listed["time_s"], listed["moving"], listed["settled"]
    if not (isinstance(time_s, int | float) and isinstance(moving, bool) and isinstance(settled, bool)):
        raise ValueError(f"a picture described by {strict.begin(dict(listed), 80)}")
    return CapturedPicture(_stored(packed, str(listed["file"])), float(time_s), moving, settled)


def _is_learnt(name: str) -> bool:
    return _LEARNT_FILE.fullmatch(name) is not None


def _stored(packed: zipfile.ZipFile, name: str) -> bytes:
    entry = packed.getinfo(name)
    if entry.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{entry.filename} that is compressed")
    return packed.read(entry)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _bad(path: Path, found: str) -> VisionError:
    return wrong_input(
        "bad_capture",
        f"{path}: expected a capture of this app (a ZIP of at most {MAX_BYTES // 1_000_000} MB), "
        f"found {found}; copy the file again",
        path=str(path),
        found=found,
    )
