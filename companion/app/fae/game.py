"""Lights, words and camera of Fae: what the app loads when the game is used."""

from typing import TYPE_CHECKING

from companion.app.base import AppGame
from companion.app.fae.event_text import event_text
from companion.app.fae.lights import LIGHTS, spirit_light

if TYPE_CHECKING:
    from companion.app.camera_game import CameraGame


def _camera() -> "CameraGame":
    from companion.app.fae.camera import CAMERA

    return CAMERA


GAME = AppGame(camera=_camera, lights=LIGHTS, secret_light=spirit_light, event_text=event_text)
