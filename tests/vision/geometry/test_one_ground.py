"""Boards whose spaces all look alike: given corners tell how they lie, drawn lines that they are there."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from companion.errors import VisionError
from companion.games.base import Space
from tests.bench.board_photos import draughts
from tests.slow import slow_but
from vision.arrays import Floats
from vision.board.printed_board import PrintedBoard
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_markers, from_taps
from vision.geometry.markers import find_markers
from vision.simulated.props import StageFrame

NEAR_PX = 10.0
"""Fingers miss by about 4 px, and the search corrects most of it."""


def hexagon() -> PrintedBoard:
    """Return 37 hexagons in a hexagon, without a word on its symmetry."""
    side_mm, wide_mm, high_mm = 24.0, 24.0 * 3**0.5, 36.0
    centres: dict[Space, tuple[float, float]] = {
        f"{row}.{column}": (wide_mm * (column + 0.5 + abs(row - 3) / 2), side_mm + high_mm * row)
        for row in range(7)
        for column in range(7 - abs(row - 3))
    }
    return PrintedBoard.hex(centres, side_mm, (7 * wide_mm, 6 * high_mm + 2 * side_mm), 12.0, pointed=True)


BOARDS = {
    "7x6": PrintedBoard.grid(7, 6, 40.0, 10.0),
    "9x4": PrintedBoard.grid(9, 4, 38.0),
    "hexagon": hexagon(),
}


@cache
def shown(name: str, tilt_deg: float) -> StageFrame[Space]:
    board = BOARDS[name]
    table = {space: {"light": 1} for space in [*board.spaces][::3]}
    stage = SimulatedBoard(board, draughts(26.0, 6.0), table, 6, tilt_deg=tilt_deg, markers=True)
    return next(stage.frames([]))


def turned_by(name: str, corners_px: Floats, tilt_deg: float) -> int:
    """Return by how many corners the board is turned from its own first one, which must be near."""
    own_px = shown(name, tilt_deg).corners_px
    miss_px = [np.linalg.norm(np.roll(corners_px, turn, 0) - own_px, axis=1).max() for turn in range(4)]
    assert min(miss_px) < NEAR_PX
    return int(np.argmin(miss_px))


def possible(name: str, turn: int) -> set[int]:
    """Return the turns in which a board may be found that is given so: a quarter turn is corrected."""
    return {turn} if turn % 2 == 0 else {0, 2}


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(
    ("name", "tilt_deg"), slow_but(3, [*((n, 25.0) for n in BOARDS), *((n, 38.0) for n in BOARDS)])
)
def test_it_is_found_by_taps_from_any_corner(name: str, tilt_deg: float, turn: int) -> None:
    board, frame = BOARDS[name], shown(name, tilt_deg)
    missed_px = np.random.default_rng(turn).normal(0, 3, (4, 2))
    view = from_taps(board, frame.picture, np.roll(frame.corners_px, turn, 0) + missed_px)
    assert (-turned_by(name, view.project(board.corners_mm), tilt_deg)) % 4 in possible(name, turn)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("name", BOARDS)
def test_it_is_found_by_markers_from_any_corner(name: str, turn: int) -> None:
    board, frame = BOARDS[name], shown(name, 25.0)
    cards = {(number + turn) % 4: square for number, square in find_markers(frame.picture).items()}
    assert len(cards) == 4
    view = from_markers(board, frame.picture, cards)
    assert turned_by(name, view.project(board.corners_mm), 25.0) in possible(name, turn)


@pytest.mark.parametrize(("name", "other"), [*permutations(BOARDS, 2)])
def test_another_board_is_not_taken_for_it(name: str, other: str) -> None:
    frame = shown(other, 25.0)
    with pytest.raises(VisionError) as error:
        from_taps(BOARDS[name], frame.picture, frame.corners_px)
    assert error.value.code == "no_board"
    with pytest.raises(VisionError) as error:
        from_markers(BOARDS[name], frame.picture)
    assert error.value.code == "no_board"


@pytest.mark.parametrize("name", BOARDS)
def test_a_bare_table_has_none(name: str) -> None:
    frame = shown("9x4", 25.0)
    middle = frame.corners_px.mean(0)
    picture = np.asarray(np.roll(frame.picture, 480, 0))
    with pytest.raises(VisionError) as error:
        from_taps(BOARDS[name], picture, middle + 0.7 * (frame.corners_px - middle))
    assert error.value.code == "no_board"


def test_a_grid_in_a_plain_picture_is_not_there() -> None:
    plain = np.full((960, 1280, 3), 120, np.uint8)
    taps_px = np.array([[300.0, 200], [900, 200], [900, 800], [300, 800]])
    with pytest.raises(VisionError) as error:
        from_taps(BOARDS["7x6"], plain, taps_px)
    assert error.value.code == "no_board"
