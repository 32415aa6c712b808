"""Fábula in front of a camera: reading, watching, captures and demo."""

from companion.app.camera_game import CameraGame, CaptureForm
from companion.app.fabula.demo import FabulaDemo
from companion.app.fabula.seeing import SEEING
from companion.app.fabula.watch import card_events, open_watch

CAMERA = CameraGame(
    seeing=SEEING, open_watch=open_watch, captures=CaptureForm(events=card_events), demo=FabulaDemo
)
