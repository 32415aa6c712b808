"""File format of a gallery, the learnt faces of a set: a ZIP of `gallery.json` and one JPEG per card.

`gallery.json` is `{"format": "fabula-cards", "version": 1, "cards": [{"id": "bandit", "file": "0001.jpg"}]}`;
every picture is a face upright, cut to its edges, 252 x 352 px (4 px/mm). The name `back` is the back.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games import strict
from vision import npz
from vision.arrays import Picture
from vision.cameras.picture_files import decoded
from vision.fabula.faces import FACE_PX, Faces

FORMAT, VERSION = "fabula-cards", 1
KEPT_PX = (252, 352)
MOST_CARDS = 400
MOST_PICTURE_BYTES, MOST_LIST_BYTES = 400_000, 100_000
QUALITY = 95
LIST = "gallery.json"
ID = re.compile(r"[\w][\w.' -]{0,79}")

Gallery: TypeAlias = Mapping[str, Picture]
"""Faces by name, BGR (352, 252, 3)."""


class BadGalleryError(ValueError):
    """Invalid content of a file; the message says the place, what was expected and what was found."""


def faces(gallery: Gallery) -> Faces:
    """Return the faces of a gallery, ready for comparison."""
    small = [cv2.resize(face, FACE_PX, interpolation=cv2.INTER_AREA) for face in gallery.values()]
    return Faces(tuple(gallery), np.array(small, np.uint8).reshape(-1, FACE_PX[1], FACE_PX[0], 3))


def encode(gallery: Gallery) -> bytes:
    """Return the content of a gallery file. Raises BadGalleryError if it holds too many cards."""
    if len(gallery) > MOST_CARDS:
        raise BadGalleryError(f"expected at most {MOST_CARDS} cards, found {len(gallery)}")
    file = io.BytesIO()
    listed = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for number, (name, face) in enumerate(gallery.items(), 1):
            _, content = cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            listed.append({"id": name, "file": f"{number:04}.jpg"})
            archive.writestr(zipfile.ZipInfo(f"{number:04}.jpg"), content.tobytes())
        listing = {"format": FORMAT, "version": VERSION, "cards": listed}
        archive.writestr(zipfile.ZipInfo(LIST), json.dumps(listing, ensure_ascii=False))
    return file.getvalue()


def decode(content: bytes) -> dict[str, Picture]:
    """Return the gallery in a file. Raises BadGalleryError."""
    try:
        with npz.opening(content) as archive:
            listed = _listed(_read(archive, LIST, MOST_LIST_BYTES))
            return {name: _face(archive, file) for name, file in listed.items()}
    except BadGalleryError:
        raise
    except ValueError as error:
        raise BadGalleryError(f"expected a ZIP file, found {error}") from error


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    try:
        size = archive.getinfo(name).file_size
    except KeyError:
        raise BadGalleryError(f"expected {name} in the file, found none") from None
    if size > most:
        raise BadGalleryError(f"{name}: expected at most {most} bytes, found {size}")
    return archive.read(name)


def _listed(content: bytes) -> dict[str, str]:
    try:
        listing = strict.loads(content, MOST_LIST_BYTES)
    except ValueError as error:
        raise BadGalleryError(f"{LIST}: expected JSON, found {error}") from error
    found = listing.get("format") if isinstance(listing, dict) else listing
    if found != FORMAT:
        raise BadGalleryError(f'{LIST}: expected "format": "{FORMAT}", found {found!r:.40}')
    if listing.get("version") != VERSION:
        raise BadGalleryError(f"{LIST}: expected version {VERSION}, found {listing.get('version')!r:.40}")
    cards = listing.get("cards")
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise BadGalleryError(f'{LIST}: expected "cards", a list of at most {MOST_CARDS}')
    return reduce(_with_card, enumerate(cards, 1), {})


def _with_card(listed: dict[str, str], numbered: tuple[int, Any]) -> dict[str, str]:
    number, card = numbered
    name = card.get("id") if isinstance(card, dict) else None
    file = card.get("file") if isinstance(card, dict) else None
    if not isinstance(name, str) or not isinstance(file, str) or not good_id(name):
        raise BadGalleryError(f'{LIST}: card {number}: expected "id" and "file", found {card!r:.60}')
    if name in listed:
        raise BadGalleryError(f"{LIST}: card {number}: expected every card once, found {name} again")
    return {**listed, name: file}


def good_id(name: str) -> bool:
    """Return true if a card can have this name: letters, digits and `_ . ' -`, at most 80 characters."""
    return ID.fullmatch(name) is not None


def _face(archive: zipfile.ZipFile, file: str) -> Picture:
    width, height = KEPT_PX
    try:
        face = decoded(_read(archive, file, MOST_PICTURE_BYTES), Path(file), max(KEPT_PX))
    except VisionError as error:
        raise BadGalleryError(str(error)) from error
    if face.shape != (height, width, 3):
        found = f"{face.shape[1]} x {face.shape[0]} pixels"
        raise BadGalleryError(f"{file}: expected a picture of {width} x {height} pixels, found {found}")
    return face
