from functools import cache
from typing import Any

import pytest

from companion.app.fairytile import hands
from companion.errors import VisionError
from companion.games import fairytile
from companion.games.fairytile.board import FIGURES
from companion.games.fairytile.position import Position
from companion.table.guide import GuideStep
from tests.vision.contract import ReaderContract, nothing
from vision.arrays import Picture
from vision.base import TableReader
from vision.fairytile.reader import KingdomReader
from vision.fairytile.simulated import SimulatedKingdom, sample_classifier
from vision.geometry.find_board import Locate
from vision.simulated.props import StageFrame


@cache
def opening() -> Position:
    return hands.opening(5)


def move() -> GuideStep:
    figure, start = next(iter(opening().figure_cells.items()))
    to = min(fairytile.reachable(opening(), figure))
    source, target = (f"{q},{r}" for q, r in (start, to))
    return GuideStep("move", source, target, {figure: 1})


class TestKingdomReader(ReaderContract):
    """There is no board: the kingdom is found by its tiles."""

    board: Any = None
    act = move()

    @classmethod
    def reader(cls, locate: Locate) -> TableReader:
        reader = KingdomReader(classifier=sample_classifier())
        reader.accept(fairytile.table(opening()))
        return reader

    @classmethod
    def stage(cls) -> SimulatedKingdom:
        return SimulatedKingdom(fairytile.table(opening()), 5, rest_s=0.5)

    @nothing
    def test_a_first_picture_of_nothing_is_no_board(self, picture: Picture) -> None:
        """Tiles are missing, or the picture is too poor to tell."""
        reader = KingdomReader(classifier=sample_classifier())
        try:
            assert reader.look("0", 0.0, picture).trouble == "blurred"
        except VisionError as error:
            assert error.code == "no_tiles"
        assert reader.view is None
        assert not reader.pieces

    def test_a_reading_can_be_drawn_over_the_picture(
        self, begun: TableReader, frames: list[StageFrame[Any]]
    ) -> None:
        """The figures; lands are no pieces."""
        seen = begun.look("1", frames[-1].time_s, frames[-1].picture)
        begun.accept(seen.table)
        shown = {(piece.space, piece.kind) for piece in begun.pieces}
        assert begun.view is not None
        assert {kind for _, kind in shown} == set(FIGURES) <= set(begun.plan.marks)
        assert all(kind in seen.table[space] for space, kind in shown)

    @pytest.mark.skip("nobody points at a table without a board")
    def test_taps_on_a_first_picture_of_nothing_find_no_board(self) -> None:  # type: ignore[override]  # no taps here
        """There is nothing to point at."""
