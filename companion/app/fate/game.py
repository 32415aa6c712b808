"""Lights, words and camera of Fate: what the app loads when the game is used."""

from typing import TYPE_CHECKING

from companion.app.base import AppGame
from companion.app.fate.event_text import event_text
from companion.app.fate.lights import LIGHTS

if TYPE_CHECKING:
    from companion.app.camera_game import CameraGame


def _camera() -> "CameraGame":
    from companion.app.fate.camera import CAMERA

    return CAMERA


GAME = AppGame(camera=_camera, lights=LIGHTS, event_text=event_text)
