"""Contract of all readers. The test of a game is a subclass with its reader and its table."""

from abc import ABC, abstractmethod
from collections import Counter
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
import pytest

from companion.errors import VisionError
from companion.table.guide import GuideStep
from tests.slow import slow_but
from vision.arrays import Picture
from vision.base import TableReader
from vision.geometry.find_board import FindableBoard, Locate, from_markers, from_taps
from vision.simulated import SimulatedStage
from vision.simulated.props import StageFrame

SHAPE = (960, 1280, 3)
NOTHING = {
    "noise": np.random.default_rng(1).integers(0, 256, SHAPE, dtype=np.uint8),
    "tiny": np.full((6, 8, 3), 120, np.uint8),
    "grey": np.full(SHAPE, 120, np.uint8),
    "black": np.zeros(SHAPE, np.uint8),
}
LATER = {name: NOTHING[name] for name in ("grey", "noise", "tiny", "black")}
"""The same, the quickest first."""
nothing = pytest.mark.parametrize("picture", slow_but(3, NOTHING.values()), ids=NOTHING)


class ReaderContract(ABC):
    """Base of the tests; pictures are those of the game's simulated table with markers."""

    board: FindableBoard
    act: GuideStep
    """An act of a hand on that table."""

    @classmethod
    @abstractmethod
    def reader(cls, locate: Locate) -> TableReader:
        """A new reader."""

    @classmethod
    @abstractmethod
    def stage(cls) -> SimulatedStage[Any]:
        """A table at the beginning of a game or later."""

    @pytest.fixture(scope="class")
    @classmethod
    def frames(cls) -> list[StageFrame[Any]]:
        """Pictures of the table before, during and after the act."""
        return list(cls.stage().frames([cls.act], fps=5))

    @pytest.fixture(scope="class")
    @classmethod
    def used(cls, frames: list[StageFrame[Any]]) -> TableReader:
        """A reader after one picture. Shared: a test that changes it uses `begun`."""
        reader = cls.reader(partial(from_markers, cls.board))
        reader.accept(reader.look("0", 0.0, frames[0].picture).table)
        return reader

    @pytest.fixture
    def begun(self, used: TableReader) -> TableReader:
        """A copy of the reader after one picture."""
        return deepcopy(used)

    @pytest.fixture
    def first(self, frames: list[StageFrame[Any]]) -> Picture:
        return frames[0].picture

    @nothing
    def test_a_first_picture_of_nothing_is_no_board(self, picture: Picture) -> None:
        reader = self.reader(partial(from_markers, self.board))
        with pytest.raises(VisionError) as error:
            reader.look("0", 0.0, picture)
        assert error.value.code == "no_board"
        assert reader.view is None
        assert not reader.pieces

    @nothing
    def test_taps_on_a_first_picture_of_nothing_find_no_board(self, picture: Picture) -> None:
        height, width = picture.shape[:2]
        taps = self.board.taps_mm[:, :2] - self.board.taps_mm[:, :2].min(0)
        inside = (0.1 + 0.8 * taps / taps.max(0)) * (width, height)
        reader = self.reader(partial(from_taps, self.board, taps_px=inside))
        with pytest.raises(VisionError) as error:
            reader.look("0", 0.0, picture)
        assert error.value.code == "no_board"

    @pytest.mark.parametrize("picture", slow_but(1, LATER.values()), ids=LATER)
    def test_later_it_is_a_lost_board_and_never_a_table(
        self, begun: TableReader, first: Picture, picture: Picture
    ) -> None:
        seen = begun.look("1", 1.0, picture)
        assert seen.trouble == "board_lost"
        assert seen.table == {}
        assert not seen.changed
        assert begun.look("2", 2.0, first).trouble is None

    def test_a_hand_over_the_board_is_trouble(
        self, begun: TableReader, frames: list[StageFrame[Any]]
    ) -> None:
        reaching = [frame for frame in frames if frame.hand_in_view]
        frame = reaching[len(reaching) // 2]
        seen = begun.look("1", frame.time_s, frame.picture)
        assert seen.trouble == "hand"
        assert seen.table == {}
        assert seen.hidden <= set(begun.plan.spaces)
        assert seen.hidden

    def test_a_reading_can_be_drawn_over_the_picture(
        self, begun: TableReader, frames: list[StageFrame[Any]]
    ) -> None:
        seen = begun.look("1", frames[-1].time_s, frames[-1].picture)
        begun.accept(seen.table)
        assert begun.view is not None
        counts = Counter((piece.space, piece.kind) for piece in begun.pieces)
        assert counts == {(s, kind): n for s, kinds in seen.table.items() for kind, n in kinds.items()}
        assert {piece.kind for piece in begun.pieces} <= set(begun.plan.marks)
        assert set(seen.table) <= set(begun.plan.spaces)

    def test_no_two_kinds_are_marked_alike(self) -> None:
        marks = self.reader(partial(from_markers, self.board)).plan.marks
        letters = [mark.letters for mark in marks.values()]
        assert len(set(letters)) == len(letters), "colour is not the only difference"
