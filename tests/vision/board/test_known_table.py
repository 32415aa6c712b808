"""A reader that is told a table: the bare board, then its pieces; boards that look alike when turned."""

from functools import partial

import cv2
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


@pytest.mark.parametrize("blurred_px", [3.0, 4.5])
def test_a_move_is_read_in_a_picture_out_of_focus_and_then_in_a_sharp_one(blurred_px: float) -> None:
    """The blurred picture leaves the earlier ones as they are, but where the piece left and came."""
    there = {space: counts for space, counts in START.items() if space != "b2"} | {"c3": {"light": 1}}
    (first, after), taps_px, _ = at_rest(START, 1, GuideStep("move", "b2", "c3", {"light": 1}))
    (_, last), _, truth = at_rest(there, 1, GuideStep("move", "d2", "e3", {"light": 1}))
    reader = BoardReader(BOARD, MEN, partial(from_taps, BOARD, taps_px=taps_px), START)
    assert reader.look("first", 0.0, first).table == START
    reader.accept(START)
    soft = np.asarray(cv2.GaussianBlur(after, (0, 0), blurred_px), np.uint8)
    seen = reader.look("soft", 1.0, soft)
    assert (seen.trouble, seen.table) == (None, there)
    sharp = reader.memory.work.copy() if reader.memory else None
    reader.accept(there)
    assert reader.memory is not None and sharp is not None
    assert np.mean(np.any(reader.memory.work != sharp, -1)) < 0.05
    assert reader.look("last", 2.0, last).table == truth


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
