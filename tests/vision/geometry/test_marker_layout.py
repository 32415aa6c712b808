"""Corner markers turned, printed at another size or swapped: the board is found or the mistake named."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from companion.app.camera.board_finder import locate
from companion.errors import VisionError
from tests.architecture.tree import ROOT
from tests.slow import slow_but
from tests.vision.pictures import OPENING, picture
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fae.board import fae_board
from vision.fate.board_geometry import fate_plan
from vision.geometry import find_board
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard
from vision.geometry.markers import marker_squares

NEAR_PX = 6.0


class Seen(NamedTuple):
    board: FindableBoard
    picture: Picture
    view: View

    def cards(self, size: float = 1.0, turns: Sequence[int] = (0, 0, 0, 0)) -> dict[int, Floats]:
        """Return the pixels of cards `size` times the true size, turned by quarters."""
        squares = marker_squares(self.board.corners_mm)
        squares_px = {}
        for number, square in squares.items():
            corner = [*self.board.corners_mm[number, :2], square[0, 2]]
            squares_px[number] = np.roll(
                self.view.project(corner + size * (square - corner)), turns[number], 0
            )
        return squares_px

    def apart_px(self, cards: Mapping[int, Floats]) -> float:
        """Return the largest error in mm of the board found by these cards."""
        found = find_board.from_markers(self.board, self.picture, cards)
        points = self.board.taps_mm
        return float(np.linalg.norm(found.project(points) - self.view.project(points), axis=1).max())


@pytest.fixture(params=["fae", "fate"], scope="module")
def seen(request: pytest.FixtureRequest, opening_view: View) -> Seen:
    if request.param == "fae":
        return Seen(fae_board(), picture(OPENING, 0), opening_view)
    folder = ROOT / "tests/data/fate_scenes/minis_parchment"
    corners = np.array(json.loads((folder / "scene.json").read_text("utf-8"))["corners_px"])
    first = load_picture(folder / "frame_000.jpg")
    return Seen(fate_plan(), first, find_board.from_taps(fate_plan(), first, corners))


@pytest.mark.parametrize("size", slow_but(1, [0.5, 2.0, 0.7, 0.9, 1.0, 1.1, 1.4]))
def test_markers_of_another_size_find_the_board(seen: Seen, size: float) -> None:
    cards = seen.cards(size)
    assert seen.apart_px(cards) < NEAR_PX
    del cards[2]
    assert seen.apart_px(cards) < NEAR_PX


@pytest.mark.parametrize("turns", slow_but(1, [[1, 2, 3, 0], [1, 0, 0, 0], [2, 2, 2, 2]]))
def test_markers_may_be_turned_on_the_spot(seen: Seen, turns: list[int]) -> None:
    assert seen.apart_px(seen.cards(turns=turns)) < NEAR_PX


@pytest.mark.parametrize("on", slow_but(1, [1, 2, 3]))
def test_markers_may_begin_at_another_corner(seen: Seen, on: int) -> None:
    cards = {(number + on) % 4: square for number, square in seen.cards().items()}
    assert seen.apart_px(cards) < NEAR_PX


@pytest.mark.parametrize(
    ("numbers", "order"),
    [((1, 0, 2, 3), "0, 2, 3, 1"), ((2, 1, 0, 3), "0, 3, 2, 1"), ((1, 0, 3, 2), "0, 3, 2, 1")],
)
def test_swapped_markers_are_named(seen: Seen, numbers: tuple[int, ...], order: str) -> None:
    cards = dict(zip(numbers, seen.cards().values(), strict=True))
    expected = f"lie in the order {order} clockwise, expected 0, 1, 2, 3; lay them around the board"
    with pytest.raises(VisionError, match=expected) as error:
        locate("fae", seen.board, markers=cards)(seen.picture)
    assert error.value.code == "markers_swapped"
