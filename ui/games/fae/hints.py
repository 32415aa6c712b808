"""Board of a hint of Fae: spaces to look at, then good moves."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.session.answering import lettered
from ui.games.fae.board import FaeBoard, SpaceMark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Board with marked spaces, or an arrow with a letter for each move; it takes no touches."""
    made = FaeBoard(disabled=True)
    made.show({int(space): pieces for space, pieces in table.items()}, None)
    made.ways = tuple((int(source), int(target)) for source, target in ways)
    letters = (SpaceMark(int(at), "ask", letter) for at, letter in lettered(ways))
    made.marks = (*(SpaceMark(int(space), "move") for space in spaces), *letters)
    return made
