"""Application layer of Fae."""

from companion.app.base import AppGame
from companion.app.fae.demo import FaeDemo
from companion.app.fae.event_text import event_text
from companion.app.fae.history import PAST
from companion.app.fae.lights import LIGHTS, spirit_light
from companion.app.fae.seeing import SEEING
from companion.app.fae.watch import open_watch

GAME = AppGame(
    past=PAST,
    seeing=SEEING,
    lights=LIGHTS,
    secret_light=spirit_light,
    open_watch=open_watch,
    event_text=event_text,
    demo=FaeDemo,
)
