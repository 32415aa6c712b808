"""How a game of Fate is looked back on: the town and the monsters, and its board."""

from collections.abc import Mapping

from kivy.uix.widget import Widget

from companion.games.base import N_, Table
from ui import theme
from ui.games.fate.board import FateBoard
from ui.games.fate.pieces import BoardPiece
from ui.widgets.chart import LineLook

LINES: Mapping[str, LineLook] = {
    "town": LineLook("house", theme.ACCENT, N_("Town")),
    "monsters": LineLook("skull", theme.BAD, N_("Monsters"), theme.BAD),
    "killed": LineLook("attack", theme.GOOD, N_("Monsters killed"), theme.GOOD),
}


def board(table: Table) -> Widget:
    """The board with these pieces; nothing on it can be touched."""
    made = FateBoard(disabled=True)
    made.pieces = tuple(BoardPiece(str(hex_), kind) for hex_, kinds in table.items() for kind in kinds)
    return made
