"""Fate in front of a camera: reading, watching, captures and demo."""

from companion.app.camera_game import CameraGame, CaptureForm
from companion.app.fate.demo import FateDemo
from companion.app.fate.seeing import SEEING
from companion.app.fate.watch import compared_events, open_watch
from companion.games.fate.position import GRIMHEIM

CAMERA = CameraGame(
    seeing=SEEING,
    open_watch=open_watch,
    captures=CaptureForm(events=compared_events, areas=(GRIMHEIM,)),
    demo=FateDemo,
)
