"""Fairy Tile in front of a camera: reading, watching, captures and demo."""

from companion.app.camera_game import CameraGame, CaptureForm
from companion.app.fairytile.demo import FairyDemo
from companion.app.fairytile.seeing import SEEING
from companion.app.fairytile.watch import kingdom_events, open_watch

CAMERA = CameraGame(
    seeing=SEEING, open_watch=open_watch, captures=CaptureForm(events=kingdom_events), demo=FairyDemo
)
