import cv2
import numpy as np
import pytest

from tests.bench.markers import poor
from tests.vision.pictures import camera
from vision.arrays import Floats, Picture
from vision.board.printed_board import PrintedBoard
from vision.geometry.calibrate import View
from vision.geometry.markers import CARD_MM, IDS, QUIET_MM, SQUARE_MM, card_px, find_markers, marker_squares

PLAYED_ON_MM = np.array([[0.0, 0.0], [400.0, 0.0], [400.0, 300.0], [0.0, 300.0]])
"""Part of a bare table."""


@pytest.fixture(scope="module")
def view(plan: PrintedBoard) -> View:
    return camera(plan, tilt_deg=25.0, roll_deg=4.0)


def bare_table(view: View, squares_mm: dict[int, Floats]) -> Picture:
    """Nothing but white paper with markers, as a camera sees it."""
    width, height = view.size_px
    picture = np.full((height, width), 225, np.uint8)
    for number, square_mm in squares_mm.items():
        card = card_px(number, 20)
        edge = card.shape[0] - 0.5
        printed = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge], [-0.5, edge]], np.float32)
        place = cv2.getPerspectiveTransform(printed, view.project(square_mm).astype(np.float32))
        cv2.warpPerspective(card, place, (width, height), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def test_markers_are_found_on_a_bare_table(view: View) -> None:
    squares = marker_squares(PLAYED_ON_MM, depth_mm=0.0)
    found = find_markers(bare_table(view, squares))
    assert sorted(found) == [*IDS]


@pytest.mark.parametrize(("width", "noise"), [(1280, 20.0), (640, 14.0)])
def test_markers_are_found_in_noisy_sharpened_pictures(view: View, width: int, noise: float) -> None:
    shown = bare_table(view, marker_squares(PLAYED_ON_MM, depth_mm=0.0))
    for seed in range(3):
        assert sorted(find_markers(poor(shown, width, noise, seed))) == [*IDS]


@pytest.mark.parametrize("noise", [8.0, 20.0])
def test_noise_is_no_marker(noise: float) -> None:
    blank = np.full((960, 1280, 3), 150, np.uint8)
    assert not find_markers(poor(blank, 640, noise, 1))


def test_cards_touch_the_corners_and_lie_below_a_board() -> None:
    squares = marker_squares(PLAYED_ON_MM)
    assert [square[0, :2].tolist() for square in squares.values()] == [
        [QUIET_MM - CARD_MM, QUIET_MM - CARD_MM],
        [400.0 + QUIET_MM, QUIET_MM - CARD_MM],
        [400.0 + QUIET_MM, 300.0 + QUIET_MM],
        [QUIET_MM - CARD_MM, 300.0 + QUIET_MM],
    ]
    for square in squares.values():
        assert np.ptp(square, axis=0).tolist() == [SQUARE_MM, SQUARE_MM, 0.0]
        assert (square[:, 2] > 2).all()
