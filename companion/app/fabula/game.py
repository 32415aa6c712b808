"""Camera, lights, demo and prints: what the app loads when the game is used."""

from companion.app.base import AppGame, CaptureForm
from companion.app.fabula.card_sheet import PRINTS
from companion.app.fabula.demo import FabulaDemo
from companion.app.fabula.event_text import event_text
from companion.app.fabula.lights import LIGHTS
from companion.app.fabula.seeing import SEEING
from companion.app.fabula.watch import card_events, open_watch

GAME = AppGame(
    seeing=SEEING,
    lights=LIGHTS,
    open_alone=True,
    open_watch=open_watch,
    event_text=event_text,
    captures=CaptureForm(events=card_events),
    demo=FabulaDemo,
    prints=PRINTS,
)
