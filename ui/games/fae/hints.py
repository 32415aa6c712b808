"""Board of a hint of Fae: spaces to look at, then good moves."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.session.answering import numbered
from ui.games.fae.board import FaeBoard, SpaceMark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Board with marked spaces, or an arrow with a number for each move; it takes no touches."""
    made = FaeBoard(disabled=True)
    made.show({int(space): pieces for space, pieces in table.items()}, None)
    made.ways = tuple((int(way[0]), int(way[1])) for way in ways if way)
    numbers = (SpaceMark(int(at), "ask", number) for at, number in numbered(ways))
    made.marks = (*(SpaceMark(int(space), "move") for space in spaces), *numbers)
    return made
