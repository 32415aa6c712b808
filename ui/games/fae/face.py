"""Fae as the window knows it."""

from typing import Any

from companion.games.base import N_
from companion.i18n.phrases import COLOURS
from companion.session.fae.snapshot import Snapshot
from ui.boards import tiles
from ui.games.base import Choice, Face, MenuEntry
from ui.games.fae.end import EndScreen
from ui.games.fae.look import LookScreen
from ui.games.fae.looking_back import LINES, painted
from ui.games.fae.options import OPENING
from ui.games.fae.play import PlayScreen
from ui.games.fae.setup import SetupPage
from ui.games.fae.topics import ICONS, topics


def _over(snapshot: Snapshot) -> bool:
    return snapshot.status == "finished"


def _names(snapshot: Snapshot) -> tuple[str, ...]:
    return snapshot.players


def _screen_for(app: Any, snapshot: Snapshot) -> str:
    if app.controller.unseen():
        return "fae_look"
    return "fae_end" if _over(snapshot) and not app.board_wanted else "fae_play"


def _menu(snapshot: Snapshot) -> tuple[MenuEntry, ...]:
    hidden = snapshot.spirits_dealt and not snapshot.spirits
    return (MenuEntry("eye", N_("Look at my spirit"), "fae_secret"),) if hidden else ()


FAE = Face(
    name="fae",
    title="Fae",
    tile=tiles.FAE,
    players=(2, 4),
    snapshot=Snapshot,
    screens={"fae_setup": SetupPage, "fae_look": LookScreen, "fae_play": PlayScreen, "fae_end": EndScreen},
    screen_for=_screen_for,
    over=_over,
    opening=OPENING,
    names=_names,
    lines=LINES,
    painted=painted,
    menu=_menu,
    topics=topics,
    topic_icons=ICONS,
    setup_pieces=tuple(Choice(colour, f"druid-{colour}", words) for colour, words in COLOURS.items()),
)
