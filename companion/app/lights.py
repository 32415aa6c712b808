"""What the light strip shows: where to act, what is wrong, what was just done, and whose turn it is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from companion.games.base import Space
from companion.games.fae import board as fae_board
from companion.games.fate import geometry as fate_board
from companion.games.fate.position import GRIMHEIM
from companion.session.fae.snapshot import Snapshot
from companion.session.fate.snapshot import Snapshot as FateSnapshot
from companion.settings.people import SIDES, Side
from hardware.lights import Light
from ui.controller import AnySnapshot

COUNT = 60
DARK: Light = (0, 0, 0)
TAKE: Light = (255, 140, 0)
PUT: Light = (0, 220, 80)
WRONG: Light = (255, 0, 0)
ASK: Light = (60, 90, 255)
LAST: Light = (50, 50, 45)
TURN: Light = (26, 22, 14)

Marks: TypeAlias = Iterable[tuple[Space, Light]]
"""Spaces and their light, the most important last."""


def lamps(
    snapshot: AnySnapshot | None,
    count: int = COUNT,
    seats: Mapping[str, Side] = {},
    spots: Mapping[Side, Light] = {},
) -> list[Light]:
    """One colour a lamp, clockwise from the board's top left corner.

    A space is shown by the lamps in its row and in its column, on the sides nearest to it. `seats` are
    those of the players by name: the lamps in front of who is to move glow. `spots` lie on top of it all.
    """
    shown = [DARK] * count
    match snapshot:
        case Snapshot():
            turn = "" if snapshot.status == "finished" else snapshot.turn
            board, marks = _FAE_MM, _fae_marks(snapshot)
        case FateSnapshot():
            turn = _hero_to_act(snapshot)
            board, marks = _FATE_MM, _fate_marks(snapshot)
        case None:
            turn, board, marks = "", _FAE_MM, ()
    if turn in seats:
        _lay(shown, _seat_lamps(seats[turn], board, count), TURN)
    for space, light in marks:
        _lay(shown, (_fae_lamps if board is _FAE_MM else _fate_lamps)(space, count), light)
    for seat, light in spots.items():
        _lay(shown, _seat_lamps(seat, board, count), light)
    return shown


def _lay(shown: list[Light], beside: Iterable[int], light: Light) -> None:
    for lamp in beside:
        shown[lamp] = light


def _hero_to_act(snapshot: FateSnapshot) -> str:
    position = snapshot.position
    return position.heroes[position.turn].player if position.phase == "heroes" else ""


def _seat_lamps(seat: Side, board_mm: tuple[float, float], count: int) -> Sequence[int]:
    """The lamps in front of a seat: half of a side of the board, or a quarter of both sides of a corner."""
    width, height = board_mm
    middles = (
        width / 2, width, width + height / 2, width + height,
        1.5 * width + height, 2 * width + height, 2 * width + 1.5 * height, 2 * (width + height),
    )  # fmt: skip
    i = SIDES.index(seat)
    before, after = ((width, width), (width, height), (height, height), (height, width))[i % 4]
    start, stop = middles[i] - before / 4, middles[i] + after / 4
    lamp_mm = 2 * (width + height) / count
    return [lamp % count for lamp in range(round(start / lamp_mm), round(stop / lamp_mm))]


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


_FAE_MM, _FATE_MM = (
    (board.MAP_MM[0] + 2 * board.FRAME_MM, board.MAP_MM[1] + 2 * board.FRAME_MM)
    for board in (fae_board, fate_board)
)
"""Width and height of the boards."""


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
