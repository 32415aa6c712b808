"""Lights, words, prints and camera of Fairy Tile: what the app loads when the game is used."""

from typing import TYPE_CHECKING

from companion.app.base import AppGame
from companion.app.fairytile.event_text import event_text
from companion.app.fairytile.lights import LIGHTS, page_light
from companion.games.base import Translations

if TYPE_CHECKING:
    from companion.app.camera_game import CameraGame


def _camera() -> "CameraGame":
    from companion.app.fairytile.camera import CAMERA

    return CAMERA


def _sheets(tr: Translations) -> bytes:
    from companion.app.fairytile.tile_sheets import sheets

    return sheets(tr)


GAME = AppGame(
    camera=_camera, lights=LIGHTS, secret_light=page_light, event_text=event_text, prints={"": _sheets}
)
