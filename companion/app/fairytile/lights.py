"""Geometry of the lamps around a table with a kingdom: they point at its cells."""

from collections.abc import Iterable, Sequence

from companion.app.base import BoardLights
from companion.app.devices.secret_lamps import SecretLight
from companion.games.base import Space
from companion.games.fairytile.board import read_cell
from companion.games.fairytile.geometry import centre_mm
from companion.games.fairytile.rules import tellable
from companion.session.fairytile.snapshot import FairySnapshot

TABLE_MM = (900.0, 600.0)
"""Size of the area inside the strip; the first tile is at its centre, cells beyond use the nearest lamps."""


def _cells(spaces: Iterable[Space]) -> Iterable[Space]:
    return (space for space in spaces if read_cell(str(space)))


def place_mm(space: Space) -> tuple[float, float]:
    """Centre of a cell, from the table's top left corner."""
    cell = read_cell(str(space))
    if cell is None:
        raise ValueError(f"expected a cell such as 0,0, found {space!r}")
    x_mm, y_mm = centre_mm(cell)
    return TABLE_MM[0] / 2 + x_mm, TABLE_MM[1] / 2 + y_mm


def page_light(book: Sequence[int], player: str, snapshot: FairySnapshot) -> SecretLight | None:
    """Lamp signal for the page in hand; None without a page.

    Two green blinks if the page can be narrated now, one amber blink if not.
    """
    if not book or snapshot.over:
        return None
    return FULFILLED if player == snapshot.turn and tellable(snapshot.position, book[0]) else NOT_YET


FULFILLED, NOT_YET = SecretLight((0, 255, 0), 2), SecretLight((255, 120, 0), 1)
LIGHTS = BoardLights(size_mm=TABLE_MM, place_mm=place_mm, where=lambda _, space: _cells([space]))
