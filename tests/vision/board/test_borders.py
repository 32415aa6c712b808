"""Which space a druid near a border is counted for."""

import cv2
import numpy as np
import pytest

from companion.games.base import Space
from companion.table.observation import Observation
from vision.base import PlacedPiece
from vision.board.borders import Borders
from vision.board.params import PARAMS
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.scene import candidate_places
from vision.fae.board import DRUIDS

Spot = tuple[float, float]


@pytest.fixture(scope="module")
def borders(opening: tuple[BoardReader, Observation]) -> Borders:
    return Borders(opening[0].layout)


@pytest.fixture(scope="module")
def between(plan: PrintedBoard) -> tuple[Spot, Space, Space]:
    """The middle of a border, and the spaces on both sides of it."""
    corners = {
        space: {(round(x, 3), round(y, 3)) for x, y in outline} for space, outline in plan.spaces.items()
    }
    for one in corners:
        for other in corners:
            if one != other and len(shared := sorted(corners[one] & corners[other])) > 2:
                x, y = shared[len(shared) // 2]
                return (x, y), one, other
    raise AssertionError("no two spaces share a border")


def test_deep_inside_nothing_is_lost(borders: Borders, plan: PrintedBoard) -> None:
    for space, places in candidate_places(plan, DRUIDS).items():
        outline = plan.spaces[space].astype(np.float32)
        x, y = max(places.tolist(), key=lambda place: cv2.pointPolygonTest(outline, place, True))
        assert borders.outside_nats((x, y), space) < PARAMS.decisive_nats / 2
        assert all(borders.outside_nats((x, y), other) > 0 for other in plan.spaces if other != space)


def test_on_a_border_both_sides_are_as_likely(borders: Borders, between: tuple[Spot, Space, Space]) -> None:
    spot, one, other = between
    assert borders.outside_nats(spot, one) == pytest.approx(borders.outside_nats(spot, other), abs=0.2)
    assert borders.neighbours(PlacedPiece("red", one, spot))[other] < 0.2


def test_a_druid_belongs_where_it_stands_but_only_to_spaces_that_are_looked_at(
    borders: Borders, plan: PrintedBoard, between: tuple[Spot, Space, Space]
) -> None:
    spot, one, other = between
    way = plan.spaces[other].mean(0) - spot
    x, y = np.array(spot) + 3 * way / np.linalg.norm(way)
    assert borders.likeliest((x, y), one, {one, other}) == other
    assert borders.likeliest((x, y), one, {one}) == one
