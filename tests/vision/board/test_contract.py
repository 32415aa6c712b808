from companion.games import fae
from companion.games.fae.board import COLOURS
from companion.table.guide import GuideStep
from tests.games.fae.openings import opening
from tests.vision.contract import ReaderContract
from vision.base import TableReader
from vision.fae.board import MARKS, fae_board, fae_reader
from vision.fae.simulated import SimulatedFaeTable
from vision.geometry.find_board import Locate


class TestFaeReader(ReaderContract):
    board = fae_board()
    act = GuideStep("move", 20, 45)

    @classmethod
    def reader(cls, locate: Locate) -> TableReader:
        return fae_reader(locate)

    @classmethod
    def stage(cls) -> SimulatedFaeTable:
        return SimulatedFaeTable(fae.table(opening(1)), 3, rest_s=0.4)


def test_every_druid_has_a_mark() -> None:
    assert set(MARKS) == set(COLOURS)
