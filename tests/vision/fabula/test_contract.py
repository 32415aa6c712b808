from typing import Any

import numpy as np
import pytest

from companion.table.guide import GuideStep
from tests.vision.contract import ReaderContract, nothing
from tests.vision.fabula.test_simulated import _faces, _table
from vision.arrays import Picture
from vision.base import TableReader
from vision.fabula.reader import FabulaReader
from vision.fabula.simulated import SimulatedFabulaTable
from vision.geometry.find_board import Locate


class TestFabulaReader(ReaderContract):
    """There is no board: the cards determine the view, and an empty table is no error."""

    board: Any = None
    act = GuideStep("remove", "near battle 2", pieces={"spark_runner": 1})

    @classmethod
    def reader(cls, locate: Locate) -> TableReader:
        return FabulaReader(_faces())

    @classmethod
    def stage(cls) -> SimulatedFabulaTable:
        return SimulatedFabulaTable(_table(), 3, rest_s=0.4)

    @nothing
    def test_a_first_picture_of_nothing_is_no_board(self, picture: Picture) -> None:
        reader = FabulaReader(_faces())
        assert reader.look("0", 0.0, picture).table == {}
        assert reader.view is None
        assert not reader.pieces

    @pytest.mark.skip("a table without a board has no corners to point at")
    def test_taps_on_a_first_picture_of_nothing_find_no_board(self, picture: Picture) -> None:
        """A table without a board has no corners."""


def test_a_bare_table_may_be_the_first() -> None:
    bare = np.full((480, 640, 3), 120, np.uint8)
    assert FabulaReader(_faces()).look("0", 0.0, bare).trouble != "board_lost"
