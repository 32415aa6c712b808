"""Camera, lights, demo and prints: what the app loads when the game is used."""

from companion.app.base import AppGame
from companion.app.fae.capture_form import CAPTURES
from companion.app.fae.demo import FaeDemo
from companion.app.fae.event_text import event_text
from companion.app.fae.lights import LIGHTS, spirit_light
from companion.app.fae.seeing import SEEING
from companion.app.fae.watch import open_watch

GAME = AppGame(
    seeing=SEEING,
    lights=LIGHTS,
    secret_light=spirit_light,
    open_watch=open_watch,
    event_text=event_text,
    captures=CAPTURES,
    demo=FaeDemo,
)
