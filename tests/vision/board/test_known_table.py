"""A reader that is told a table: the bare board, then its pieces; boards that look alike when turned."""

from functools import partial

import numpy as np
import pytest

from companion.games.base import Table
from companion.table.compare import SURE
from companion.table.guide import GuideStep
from tests.slow import slow_but
from vision.arrays import Floats, Picture
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_markers, from_taps
from vision.geometry.orientation import upright

BOARD = PrintedBoard.grid(8, 8, 40.0, frame_mm=15.0, chequered=True)
MEN = PieceKinds(
    [
        PieceKind("light", PieceMark("L", (220, 220, 220)), 30.0, 8.0, colour=LIGHT),
        PieceKind("dark", PieceMark("D", (40, 40, 40)), 30.0, 8.0, colour=DARK),
    ]
)
START: Table = {
    **{space: {"light": 1} for space in ("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2")},
    **{space: {"dark": 1} for space in ("b8", "d8", "f8", "h8", "a7", "c7", "e7", "g7")},
}


def at_rest(table: Table, seed: int, *acts: GuideStep) -> tuple[list[Picture], Floats, Table]:
    """Return pictures of the table before and after the acts, the taps, and the last table."""
    stage = SimulatedBoard(BOARD, MEN, table, seed, tilt_deg=25.0)
    frames = [frame for frame in stage.frames(acts, fps=2.0) if not frame.hand_in_view]
    return [frames[0].picture, frames[-1].picture], frames[0].corners_px, frames[-1].truth


@pytest.mark.parametrize("seed", slow_but(1, [1, 2]))
def test_a_reader_is_taught_the_pieces_after_the_bare_board(seed: int) -> None:
    (bare, _), taps_px, _ = at_rest({}, seed)
    (first, after), _, truth = at_rest(START, seed, GuideStep("move", "b2", "c3", {"light": 1}))
    reader = BoardReader(BOARD, MEN, partial(from_taps, BOARD, taps_px=taps_px))
    assert reader.look("bare", 0.0, bare).table == {}
    reader.accept({})
    assert reader.teach(first, START) is None
    assert {piece.space for piece in reader.pieces} == {*START}
    seen = reader.look("after", 1.0, after)
    assert seen.trouble is None
    assert seen.table == truth != START
    assert all(seen.confidence.get(space, 1.0) >= SURE for space in seen.changed & {*truth})


def test_it_must_have_read_a_picture_before() -> None:
    reader = BoardReader(BOARD, MEN, partial(from_taps, BOARD, taps_px=np.zeros((4, 2))))
    with pytest.raises(ValueError, match="first picture"):
        reader.teach(np.zeros((960, 1280, 3), np.uint8), START)


@pytest.mark.parametrize("turn", range(4))
def test_taps_on_a_square_board_are_believed(turn: int) -> None:
    (picture, _), taps_px, _ = at_rest(START, 1)
    given_px = np.roll(taps_px, turn, 0)
    found_px = upright(BOARD, picture, BOARD.taps_mm, given_px)
    assert found_px is not None
    assert np.array_equal(found_px, given_px)


def test_numbered_markers_say_how_a_square_board_lies() -> None:
    stage = SimulatedBoard(BOARD, MEN, START, 4, tilt_deg=20.0, markers=True)
    frame = next(stage.frames([]))
    view = from_markers(BOARD, frame.picture)
    assert np.abs(view.project(BOARD.taps_mm) - frame.corners_px).max() < 3
    turned = np.ascontiguousarray(np.rot90(frame.picture, 2))
    far = np.array(turned.shape[1::-1]) - 1 - frame.corners_px
    assert np.abs(from_markers(BOARD, turned).project(BOARD.taps_mm) - far).max() < 3
