"""How a game of Fae is looked back on: the lines of its colours, and its board."""

from collections.abc import Mapping

from kivy.uix.widget import Widget

from companion.games.base import Table
from companion.session.fae.words import COLOURS
from ui.games.fae.art import DRUID_COLOURS
from ui.games.fae.board import FaeBoard, SpaceMark
from ui.services import Where
from ui.widgets.chart import LineLook

LINES: Mapping[str, LineLook] = {
    code: LineLook(f"druid-{code}", DRUID_COLOURS[code], title) for code, title in COLOURS.items()
}


def board(table: Table, where: Where) -> Widget:
    """The board with these druids, the move before and its rituals; nothing on it can be touched."""
    made = FaeBoard(disabled=True)
    move = (int(where.move[0]), int(where.move[1])) if where.move else None
    made.show({int(space): pieces for space, pieces in table.items()}, move)
    made.marks = tuple(SpaceMark(int(space), "ritual") for space in where.spaces)
    return made
