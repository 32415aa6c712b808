import io
import json
import zipfile
from typing import Any

import cv2
import numpy as np
import pytest

from vision.fabula import samples
from vision.fabula.samples import BadGalleryError


def _face(seed: int) -> np.ndarray:
    coarse = np.random.default_rng(seed).integers(0, 256, (11, 9, 3)).astype(np.uint8)
    return np.kron(coarse, np.ones((32, 28, 1), np.uint8))


def _file(listing: object, **files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(samples.LIST, listing if isinstance(listing, str) else json.dumps(listing))
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return file.getvalue()


def _listing(**changed: object) -> dict[str, Any]:
    listing: dict[str, Any] = {
        "format": "fabula-cards",
        "version": 1,
        "cards": [{"id": "bandit", "file": "1.jpg"}],
    }
    return {**listing, **changed}


def _claiming(width: int, height: int) -> bytes:
    """A small JPEG whose header claims another size (ITU-T T.81, B.2.2)."""
    content = cv2.imencode(".jpg", _face(1))[1].tobytes()
    at = content.index(b"\xff\xc0")
    return content[: at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + content[at + 9 :]


def _repacked(method: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(samples.LIST, json.dumps(_listing()))
    return file.getvalue()


def test_what_is_kept_is_read_again() -> None:
    faces = {"bandit": _face(1), "back": _face(2)}
    again = samples.decode(samples.encode(faces))
    assert list(again) == ["bandit", "back"]
    assert all(np.abs(again[name].astype(int) - faces[name]).mean() < 6 for name in faces)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no zip", "expected a ZIP file"),
        (_file("{"), "expected JSON"),
        (_file(_listing(format="other")), 'expected "format": "fabula-cards"'),
        (_file(_listing(version=2)), "expected version 1, found 2"),
        (_file(_listing(cards={})), 'expected "cards", a list'),
        (_file(_listing(cards=[{"id": 5, "file": "1.jpg"}])), 'card 1: expected "id" and "file"'),
        (_file(_listing(cards=[{"id": "/x", "file": "1.jpg"}])), 'card 1: expected "id" and "file"'),
        (
            _file(_listing(cards=[{"id": "a", "file": "1.jpg"}] * 2)),
            "card 2: expected every card once, found a",
        ),
        (_file(_listing()), "expected 1.jpg in the file"),
        (
            _file(_listing(), **{"1_jpg": b"no picture"}),
            "1.jpg: expected a complete JPEG, PNG, WebP, TIFF, BMP or HEIC picture, found 10 bytes",
        ),
        (_file(_listing(), **{"1_jpg": b"0" * 500_000}), "1.jpg: expected at most 400000 bytes"),
        (_file(_listing(), **{"1_jpg": _claiming(16_000, 16_000)}), "16000 x 16000 pixels"),
        (_repacked(zipfile.ZIP_LZMA), "expected a ZIP file, found a compression"),
        (_repacked(zipfile.ZIP_BZIP2), "expected a ZIP file, found a compression"),
        (_file(_listing(cards=[{"id": str(n), "file": "1.jpg"} for n in range(401)])), "at most 400"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(BadGalleryError, match=reason.replace("(", r"\(")):
        samples.decode(content)


def test_too_many_cards_are_not_kept() -> None:
    face = _face(1)
    with pytest.raises(BadGalleryError, match="at most 400 cards, found 401"):
        samples.encode({str(number): face for number in range(401)})
