"""Fate as the window knows it."""

from typing import Any

from companion.session.fate.snapshot import Snapshot
from companion.session.fate.words import name
from ui.boards import tiles
from ui.games.base import Face
from ui.games.fate.art import HEROES, LEGENDS, MONSTERS, picture
from ui.games.fate.end import FateEndScreen
from ui.games.fate.looking_back import LINES, painted
from ui.games.fate.options import OPENING
from ui.games.fate.play import FatePlayScreen
from ui.games.fate.topics import ICONS, topics


def _over(snapshot: Snapshot) -> bool:
    return snapshot.stage == "over"


def _names(snapshot: Snapshot) -> tuple[str, ...]:
    return tuple(hero.player for hero in snapshot.position.heroes)


def _screen_for(app: Any, snapshot: Snapshot) -> str:
    return "fate_end" if _over(snapshot) and not app.board_wanted else "fate_play"


FATE = Face(
    name="fate",
    title="Fate",
    tile=tiles.FATE,
    players=(1, 4),
    snapshot=Snapshot,
    screens={"fate_play": FatePlayScreen, "fate_end": FateEndScreen},
    screen_for=_screen_for,
    over=_over,
    opening=OPENING,
    names=_names,
    lines=LINES,
    painted=painted,
    topics=topics,
    topic_icons=ICONS,
    kinds={kind: (picture(kind), name(kind)) for kind in (*MONSTERS, *LEGENDS, *HEROES)},
)
