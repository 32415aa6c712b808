"""The games that can be played: what each shows of itself. A new game adds its face to `FACES`."""

from collections.abc import Mapping
from typing import Any

from kivy.uix.screenmanager import Screen

from ui.games.base import Face as Face
from ui.games.fae.face import FAE
from ui.games.fate.face import FATE

FACES: Mapping[str, Face] = {face.name: face for face in (FAE, FATE)}


def face_of(snapshot: Any) -> Face:
    """The game that a snapshot is of."""
    return next(face for face in FACES.values() if isinstance(snapshot, face.snapshot))


def screens() -> dict[str, type[Screen]]:
    """All screens of all games by name."""
    return {name: made for face in FACES.values() for name, made in face.screens.items()}
