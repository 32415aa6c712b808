"""What the light strip shows: where to act, what is wrong, what was just done."""

from collections.abc import Iterable
from typing import TypeAlias

from companion.games.base import Space
from companion.games.fae import board as fae_board
from companion.games.fate import geometry as fate_board
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.snapshot import Snapshot as FateSnapshot
from companion.session.snapshot import Snapshot
from hardware.lights import Light
from ui.controller import AnySnapshot

COUNT = 60
DARK: Light = (0, 0, 0)
TAKE: Light = (255, 140, 0)
PUT: Light = (0, 220, 80)
WRONG: Light = (255, 0, 0)
ASK: Light = (60, 90, 255)
LAST: Light = (50, 50, 45)

Marks: TypeAlias = Iterable[tuple[Space, Light]]
"""Spaces and their light, the most important last."""


def lamps(snapshot: AnySnapshot | None, count: int = COUNT) -> list[Light]:
    """One colour a lamp, clockwise from the board's top left corner.

    A space is shown by the lamps in its row and in its column, on the sides nearest to it.
    """
    shown = [DARK] * count
    match snapshot:
        case Snapshot():
            lit = [(_fae_lamps(space, count), light) for space, light in _fae_marks(snapshot)]
        case FateSnapshot():
            lit = [(_fate_lamps(space, count), light) for space, light in _fate_marks(snapshot)]
        case None:
            lit = []
    for beside, light in lit:
        for lamp in beside:
            shown[lamp] = light
    return shown


def _fae_marks(snapshot: Snapshot) -> Marks:
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


def _fate_marks(snapshot: FateSnapshot) -> Marks:
    if snapshot.choice and snapshot.stage == "choice":
        yield from ((space, ASK) for option in snapshot.choice.options for space in option.spaces)
    if snapshot.stage == "heroes":
        yield snapshot.position.heroes[snapshot.position.turn].hex, LAST
    yield from ((difference.space, WRONG) for difference in snapshot.differences)
    for act in snapshot.steps[snapshot.at].acts if snapshot.at < len(snapshot.steps) else ():
        if act.space is not None:
            yield act.space, PUT if act.act == "place" else TAKE
        if act.target is not None:
            yield act.target, PUT


def _fae_lamps(space: Space, count: int) -> tuple[int, int]:
    (x, y), (width, height) = fae_board.CENTRES[int(space)], fae_board.MAP_MM
    return _beside((x * width, y * height), fae_board.MAP_MM, fae_board.FRAME_MM, count)


def _fate_lamps(space: Space, count: int) -> tuple[int, int]:
    middle = fate_board.centre_mm("9,9" if space == GRIMHEIM else str(space))
    return _beside(middle, fate_board.MAP_MM, fate_board.FRAME_MM, count)


def _beside(
    centre_mm: tuple[float, float], map_mm: tuple[float, float], frame_mm: float, count: int
) -> tuple[int, int]:
    (x_mm, y_mm), (width_mm, height_mm) = centre_mm, (side + 2 * frame_mm for side in map_mm)
    left, above = x_mm < map_mm[0] / 2, y_mm < map_mm[1] / 2
    x_mm, y_mm = frame_mm + x_mm, frame_mm + y_mm
    perimeter_mm = 2 * (width_mm + height_mm)
    column_mm = x_mm if above else 2 * width_mm + height_mm - x_mm
    row_mm = perimeter_mm - y_mm if left else width_mm + y_mm
    return round(column_mm / perimeter_mm * count) % count, round(row_mm / perimeter_mm * count) % count
