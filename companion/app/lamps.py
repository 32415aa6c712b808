"""What the light strip shows: where to act, what is wrong, what was just done."""

from collections.abc import Iterable

from companion.games.base import Space
from companion.games.fae.board import CENTRES, FRAME_MM, MAP_MM
from companion.session.snapshot import Snapshot
from hardware.lights import Light

COUNT = 60
DARK: Light = (0, 0, 0)
TAKE: Light = (255, 140, 0)
PUT: Light = (0, 220, 80)
WRONG: Light = (255, 0, 0)
ASK: Light = (60, 90, 255)
LAST: Light = (50, 50, 45)

_WIDTH_MM, _HEIGHT_MM = (side + 2 * FRAME_MM for side in MAP_MM)


def lamps(snapshot: Snapshot | None, count: int = COUNT) -> list[Light]:
    """One colour a lamp, clockwise from the board's top left corner.

    A space is shown by the lamps in its row and in its column, on the sides nearest to it.
    """
    shown = [DARK] * count
    if snapshot is None:
        return shown
    for space, light in _marks(snapshot):
        for lamp in _beside(space, count):
            shown[lamp] = light
    return shown


def _marks(snapshot: Snapshot) -> Iterable[tuple[Space, Light]]:
    """Spaces and their light, the most important last."""
    step = snapshot.step
    if snapshot.log and step is None:
        move = snapshot.log[-1].move
        yield from ((move.source, LAST), (move.target, LAST))
    if snapshot.illegal:
        yield from ((space, WRONG) for space in snapshot.illegal.spaces)
    yield from ((space, ASK) for move in snapshot.doubt for space in (move.source, move.target))
    yield from ((space, ASK) for space in snapshot.choose)
    if step and step.space is not None:
        yield step.space, PUT if step.act == "place" else TAKE
        if step.target is not None:
            yield step.target, PUT


def _beside(space: Space, count: int) -> tuple[int, int]:
    x, y = CENTRES[int(space)]
    x_mm, y_mm = FRAME_MM + x * MAP_MM[0], FRAME_MM + y * MAP_MM[1]
    perimeter_mm = 2 * (_WIDTH_MM + _HEIGHT_MM)
    column_mm = x_mm if y < 0.5 else 2 * _WIDTH_MM + _HEIGHT_MM - x_mm
    row_mm = perimeter_mm - y_mm if x < 0.5 else _WIDTH_MM + y_mm
    return round(column_mm / perimeter_mm * count) % count, round(row_mm / perimeter_mm * count) % count
