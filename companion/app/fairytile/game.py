"""Camera, lights, demo and prints: what the app loads when the game is used."""

from companion.app.base import AppGame, CaptureForm
from companion.app.fairytile.demo import FairyDemo
from companion.app.fairytile.event_text import event_text
from companion.app.fairytile.lights import LIGHTS, page_light
from companion.app.fairytile.seeing import SEEING
from companion.app.fairytile.tile_sheets import sheets
from companion.app.fairytile.watch import kingdom_events, open_watch

GAME = AppGame(
    seeing=SEEING,
    lights=LIGHTS,
    secret_light=page_light,
    event_text=event_text,
    open_watch=open_watch,
    captures=CaptureForm(events=kingdom_events),
    demo=FairyDemo,
    prints={"": sheets},
)
