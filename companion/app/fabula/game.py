"""Lights, words, prints and camera of Fábula: what the app loads when the game is used."""

from typing import TYPE_CHECKING

from companion.app.base import AppGame
from companion.app.fabula.card_sheet import PRINTS
from companion.app.fabula.event_text import event_text
from companion.app.fabula.lights import LIGHTS

if TYPE_CHECKING:
    from companion.app.camera_game import CameraGame


def _camera() -> "CameraGame":
    from companion.app.fabula.camera import CAMERA

    return CAMERA


GAME = AppGame(camera=_camera, lights=LIGHTS, open_alone=True, event_text=event_text, prints=PRINTS)
