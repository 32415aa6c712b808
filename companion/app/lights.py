"""What the light strip shows: where to act, what is wrong, what was just done, and whose turn it is."""

from collections.abc import Iterable, Mapping, Sequence

from companion.app.base import BoardLights
from companion.games.base import Space
from companion.session.snapshot import Snapshot
from companion.settings.people import SIDES, Side
from hardware.lights import Light

COUNT = 60
DARK: Light = (0, 0, 0)
TAKE: Light = (255, 140, 0)
PUT: Light = (0, 220, 80)
WRONG: Light = (255, 0, 0)
ASK: Light = (60, 90, 255)
LAST: Light = (50, 50, 45)
TURN: Light = (26, 22, 14)

_SQUARE_MM = (500.0, 500.0)
"""The table's middle where no board lies."""


def pattern(
    board: BoardLights | None,
    snapshot: Snapshot | None,
    count: int = COUNT,
    seats: Mapping[str, Side] = {},
    spots: Mapping[Side, Light] = {},
    hinted: Iterable[Space] = (),
) -> list[Light]:
    """One colour a lamp, clockwise from the board's top left corner.

    A space is shown by the lamps in its row and in its column, on the sides nearest to it. `seats` are
    those of the players by name: the lamps in front of who is to act glow. `hinted` are spaces to
    look at. `spots` lie on top of it all.
    """
    shown = [DARK] * count
    size_mm = board.size_mm if board else _SQUARE_MM
    if snapshot and snapshot.turn in seats:
        _lay(shown, _seat_lamps(seats[snapshot.turn], size_mm, count), TURN)
    if snapshot and board:
        for space, light in board.marks(snapshot):
            _lay(shown, _space_lamps(board, space, count), light)
        for space in hinted:
            _lay(shown, _space_lamps(board, space, count), ASK)
    for seat, light in spots.items():
        _lay(shown, _seat_lamps(seat, size_mm, count), light)
    return shown


def _lay(shown: list[Light], beside: Iterable[int], light: Light) -> None:
    for lamp in beside:
        shown[lamp] = light


def _seat_lamps(seat: Side, size_mm: tuple[float, float], count: int) -> Sequence[int]:
    """The lamps in front of a seat: half of a side of the board, or a quarter of both sides of a corner."""
    width, height = size_mm
    middles = (
        width / 2, width, width + height / 2, width + height,
        1.5 * width + height, 2 * width + height, 2 * width + 1.5 * height, 2 * (width + height),
    )  # fmt: skip
    i = SIDES.index(seat)
    before, after = ((width, width), (width, height), (height, height), (height, width))[i % 4]
    start, stop = middles[i] - before / 4, middles[i] + after / 4
    lamp_mm = 2 * (width + height) / count
    return [lamp % count for lamp in range(round(start / lamp_mm), round(stop / lamp_mm))]


def _space_lamps(board: BoardLights, space: Space, count: int) -> tuple[int, int]:
    (x_mm, y_mm), (width_mm, height_mm) = board.place_mm(space), board.size_mm
    left, above = x_mm < width_mm / 2, y_mm < height_mm / 2
    perimeter_mm = 2 * (width_mm + height_mm)
    column_mm = x_mm if above else 2 * width_mm + height_mm - x_mm
    row_mm = perimeter_mm - y_mm if left else width_mm + y_mm
    return round(column_mm / perimeter_mm * count) % count, round(row_mm / perimeter_mm * count) % count
