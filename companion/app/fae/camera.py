"""Fae in front of a camera: reading, watching, captures and demo."""

from companion.app.camera_game import CameraGame
from companion.app.fae.capture_form import CAPTURES
from companion.app.fae.demo import FaeDemo
from companion.app.fae.seeing import SEEING
from companion.app.fae.watch import open_watch

CAMERA = CameraGame(seeing=SEEING, open_watch=open_watch, captures=CAPTURES, demo=FaeDemo)
