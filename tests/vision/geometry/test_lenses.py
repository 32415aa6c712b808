"""Boards seen by other lenses than the standard one."""

import numpy as np
import pytest

from tests.bench.lenses import GAMES, TAP_PX, seen
from tests.slow import slow_but
from vision.board.printed_board import PrintedBoard
from vision.geometry.calibrate import STANDARD, View
from vision.geometry.find_board import from_markers, from_taps
from vision.geometry.params import PARAMS, Lens

LENSES = {
    "120 degrees, bent": (0.33, 0.55),
    "tele": (1.30, 0.0),
    "102 degrees": (0.40, 0.3),
    "between": (0.50, 0.5),
    "usual, bent": (0.80, 0.85),
}
HARDEST = [("fae", "120 degrees, bent"), ("fate", "tele")]


@pytest.mark.parametrize(
    ("game", "lens"),
    slow_but(1, dict.fromkeys([*HARDEST, *((game, lens) for lens in LENSES for game in GAMES)])),
)
def test_a_board_is_found_by_any_lens(game: str, lens: str) -> None:
    board, one = GAMES[game][0](), seen(game, *LENSES[lens], 1)
    off = np.random.default_rng(1).uniform(-TAP_PX, TAP_PX, one.taps_px.shape)
    for view in (from_taps(board, one.picture, one.taps_px + off), from_markers(board, one.picture)):
        assert np.linalg.norm(view.project(board.taps_mm) - one.taps_px, axis=1).max() < 6


@pytest.mark.slow
def test_a_wrong_lens_that_fits_many_borders_is_not_taken() -> None:
    board, one = GAMES["fate"][0](), seen("fate", 0.80, 0.85, 4)
    view = from_markers(board, one.picture)
    assert np.linalg.norm(view.project(board.taps_mm) - one.taps_px, axis=1).max() < 6


def test_a_standard_picture_keeps_the_standard_lens() -> None:
    board, one = GAMES["fae"][0](), seen("fae", 0.8, 0.0, 2)
    assert from_taps(board, one.picture, one.taps_px).lens is STANDARD


@pytest.mark.parametrize("lens", PARAMS.lenses, ids=lambda lens: lens.name)
def test_pixels_of_every_lens_are_mapped_back(plan: PrintedBoard, lens: Lens) -> None:
    k1, k2 = lens.distortion
    offset_mm = np.array([0.0, 0.0, 1000 * lens.focal_share]) - plan.corners_mm.mean(0)
    view = View(
        (1280, 960), lens.focal_share * 1280, k1, np.zeros(3), offset_mm, second=k2, lens=lens
    )  # fmt: skip
    points = plan.lines[0]
    assert view.to_board(view.project(points)) == pytest.approx(points[:, :2], abs=0.1)
    assert view.slopes(points)[0] == pytest.approx(view.project(points), abs=1e-6)
