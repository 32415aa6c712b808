"""Camera, lights, demo and prints: what the app loads when the game is used."""

from companion.app.base import AppGame, CaptureForm
from companion.app.fate.demo import FateDemo
from companion.app.fate.event_text import event_text
from companion.app.fate.lights import LIGHTS
from companion.app.fate.seeing import SEEING
from companion.app.fate.watch import compared_events, open_watch
from companion.games.fate.position import GRIMHEIM

GAME = AppGame(
    seeing=SEEING,
    lights=LIGHTS,
    open_watch=open_watch,
    event_text=event_text,
    captures=CaptureForm(events=compared_events, areas=(GRIMHEIM,)),
    demo=FateDemo,
)
