"""How a game of Fate is looked back on: the town and the monsters, and its board."""

from collections.abc import Mapping

from kivy.uix.widget import Widget

from companion.games.base import N_, Table
from ui import theme
from ui.games.fate.board import FateBoard
from ui.games.fate.pieces import BoardPiece, HexMark
from ui.services import Where
from ui.widgets.chart import LineLook

LINES: Mapping[str, LineLook] = {
    "town": LineLook("house", theme.ACCENT, N_("Town")),
    "monsters": LineLook("skull", theme.BAD, N_("Monsters"), theme.BAD),
    "killed": LineLook("attack", theme.GOOD, N_("Monsters killed"), theme.GOOD),
}


def board(table: Table, where: Where) -> Widget:
    """The board with these pieces and where something happened; nothing on it can be touched."""
    made = FateBoard(disabled=True)
    made.pieces = tuple(BoardPiece(str(hex_), kind) for hex_, kinds in table.items() for kind in kinds)
    made.marks = tuple(HexMark(str(space), "ask") for space in where.spaces)
    return made
