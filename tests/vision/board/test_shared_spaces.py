"""Several pawns on one space, as at home in ludo."""

from functools import partial

import pytest

from companion.games.base import Table
from companion.table.guide import GuideStep
from tests.slow import slow_but
from vision.base import PieceMark
from vision.board.piece_kinds import ExpectedColour, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_taps

BOARD = PrintedBoard.grid(8, 8, 40.0, frame_mm=15.0)
HUES_DEG = {"red": 30.0, "yellow": 90.0, "green": 150.0, "blue": 270.0}
PAWNS = PieceKinds(
    [
        PieceKind(
            name, PieceMark(name[0], (200, 200, 200)), 13.0, 25.0, False, ExpectedColour(52, 12, hue, 15, 0.3)
        )
        for name, hue in HUES_DEG.items()
    ],
    per_space=4,
)
HOMES: Table = {"a8": {"red": 4}, "h8": {"yellow": 4}, "h1": {"green": 4}, "a1": {"blue": 4}}


@pytest.mark.parametrize("tilt_deg", slow_but(1, [0.0, 35.0]))
def test_four_pawns_at_home_are_learnt_as_whole_ones(tilt_deg: float) -> None:
    """Their home is nearly all pawn: its ground is known from the other spaces."""
    stage = SimulatedBoard(BOARD, PAWNS, HOMES, 0, tilt_deg=tilt_deg)
    frames = [*stage.frames([GuideStep("move", "h8", "e4", {"yellow": 1})], 2.0)]
    reader = BoardReader(BOARD, PAWNS, partial(from_taps, BOARD, taps_px=frames[0].corners_px), HOMES)
    assert reader.look("0", 0.0, frames[0].picture).table == HOMES
    assert (reader.learnt.shape > 0.5).sum(1).min() > 70  # of 100 points; bodies alone are 45
    reader.accept(HOMES)
    seen = reader.look("1", 9.0, frames[-1].picture)
    assert seen.table == {**HOMES, "h8": {"yellow": 3}, "e4": {"yellow": 1}}
