"""Board of a hint of Fae: spaces to look at, then good moves."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.games.fae import Move
from ui.games.fae import marks
from ui.games.fae.board import FaeBoard, SpaceMark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Board with marked spaces, or an arrow with a letter for each move; it takes no touches."""
    made = FaeBoard(disabled=True)
    made.show({int(space): pieces for space, pieces in table.items()}, None)
    moves = [Move(int(source), int(target)) for source, target in ways]
    made.ways = tuple((move.source, move.target) for move in moves)
    letters = (SpaceMark(at, "ask", chr(ord("A") + i)) for i, at in enumerate(marks.letters(moves)))
    made.marks = (*(SpaceMark(int(space), "move") for space in spaces), *letters)
    return made
