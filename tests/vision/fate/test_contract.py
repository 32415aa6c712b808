from companion.games.base import Table
from companion.table.guide import GuideStep
from tests.vision.contract import ReaderContract
from vision.base import TableReader
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import KINDS
from vision.fate.marks import MARKS
from vision.fate.reader import FateReader
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.find_board import Locate

LYING: Table = {"10,4": {"goblin": 1}, "6,10": {"brute": 1}, "9,6": {"bjorn": 1}}


class TestFateReader(ReaderContract):
    board = fate_plan()
    act = GuideStep("move", "10,4", "10,6", {"goblin": 1})

    @classmethod
    def reader(cls, locate: Locate) -> TableReader:
        return FateReader(locate, "tiles")

    @classmethod
    def stage(cls) -> SimulatedFateTable:
        return SimulatedFateTable(LYING, 3, rest_s=0.4, markers=True)


def test_every_piece_has_a_mark() -> None:
    assert set(MARKS) == set(KINDS)
