"""Pictures of both boards that are too poor to be read."""

import cv2
import numpy as np
import pytest

from tests.slow import slow_but
from tests.vision.geometry.test_orientation import TABLES, Tapped
from vision.arrays import Floats, Picture
from vision.geometry.calibrate import view_from_points
from vision.light.picture_check import ReferencePrint, first_flaw, share_in_view


def small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def blurred(picture: Picture, sigma_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), dtype=np.uint8)


def smeared(picture: Picture, length_px: int) -> Picture:
    """The camera moved to the right while the picture was taken."""
    return np.asarray(cv2.blur(picture, (length_px, 1)), dtype=np.uint8)


def noisy(picture: Picture, sigma: float, gain: float = 1.0) -> Picture:
    noise = np.random.default_rng(1).normal(0, sigma, picture.shape)
    return np.clip(picture * gain + noise, 0, 255).astype(np.uint8)


@pytest.fixture(params=slow_but(2, dict.fromkeys(["dark_markers", "minis_parchment", *TABLES])))
def table(request: pytest.FixtureRequest) -> Tapped:
    return TABLES[str(request.param)]


def outline_px(table: Tapped) -> Floats:
    """The board's edge at working size."""
    view = view_from_points(table.board.taps_mm, table.taps_px, (1280, 960)).scaled(0.5)
    return view.project(table.board.corners_mm)


@pytest.fixture
def good(table: Tapped) -> ReferencePrint:
    return ReferencePrint(small(table.picture), outline_px(table))


def first(table: Tapped, picture: Picture) -> str | None:
    return first_flaw(small(picture), outline_px(table), table.board.corners_mm)


# -- the first picture


def test_a_good_first_picture_has_no_flaw_with_or_without_noise(table: Tapped) -> None:
    assert first(table, table.picture) is None
    assert first(table, noisy(table.picture, 8.0)) is None


def test_a_poor_first_picture_has_its_flaw(table: Tapped) -> None:
    assert first(table, blurred(table.picture, 4.0)) == "blurred"
    assert first(table, noisy(table.picture, 2.0, 0.2)) == "dark"


def test_a_board_far_away_or_out_of_view_is_not_read(table: Tapped) -> None:
    outline, work = outline_px(table), small(table.picture)
    assert first_flaw(work, outline * 0.4 + 100, table.board.corners_mm) == "far"
    assert first_flaw(work, outline - [500, 0], table.board.corners_mm) == "cut_off"


def test_half_of_a_square_is_in_view() -> None:
    square = np.array([[-50.0, 0], [50, 0], [50, 100], [-50, 100]])
    assert share_in_view(square, (640, 480)) == pytest.approx(0.5)
    assert share_in_view(square - [100, 0], (640, 480)) == 0


# -- later ones


def test_noise_other_light_and_hands_are_no_flaw(table: Tapped, good: ReferencePrint) -> None:
    covered = table.picture.copy()
    cv2.rectangle(covered, (500, 500), (800, 960), (120, 150, 200), -1)
    for later in (table.picture, noisy(table.picture, 14.0), noisy(table.picture, 3.0, 0.6), covered):
        assert good.flaw(small(later)) is None


def test_a_little_softer_is_still_read(table: Tapped, good: ReferencePrint) -> None:
    assert good.flaw(small(blurred(table.picture, 1.0))) is None


@pytest.mark.parametrize("sigma_px", [2.0, 3.0, 4.0])
def test_out_of_focus_is_found_in_noise(table: Tapped, good: ReferencePrint, sigma_px: float) -> None:
    assert good.flaw(small(blurred(table.picture, sigma_px))) == "blurred"
    assert good.flaw(small(noisy(blurred(table.picture, sigma_px), 6.0))) == "blurred"


def test_motion_blur_is_found(table: Tapped, good: ReferencePrint) -> None:
    assert good.flaw(small(smeared(table.picture, 9))) == "blurred"


@pytest.mark.parametrize("sigma_px", [2.0, 4.0])
def test_the_softness_is_about_that_of_the_lens(table: Tapped, good: ReferencePrint, sigma_px: float) -> None:
    soft_px = good.softness_px(small(blurred(table.picture, sigma_px)))
    assert soft_px is not None  # the working picture is half as large
    assert all(abs(each - sigma_px / 2) <= 1.0 for each in soft_px)


def test_a_camera_that_moved_sideways_is_soft_along_that_way(table: Tapped, good: ReferencePrint) -> None:
    soft_px = good.softness_px(small(smeared(table.picture, 13)))
    assert soft_px is not None and soft_px[0] > soft_px[1]


def test_what_shows_no_print_any_more_has_no_softness(table: Tapped, good: ReferencePrint) -> None:
    assert good.softness_px(small(blurred(table.picture, 16.0))) is None


def test_too_little_light_is_found(table: Tapped, good: ReferencePrint) -> None:
    assert good.flaw(small(noisy(table.picture, 2.0, 0.25))) == "dark"


def shifted(picture: Picture, x_px: float, y_px: float) -> Picture:
    moved = cv2.warpAffine(
        picture, np.array([[1, 0, x_px], [0, 1, y_px]]), (640, 480), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, dtype=np.uint8)


def test_a_picture_is_compared_where_the_camera_moved_to(table: Tapped, good: ReferencePrint) -> None:
    """After a picture with a flaw, again with where the last good one was taken."""
    moved = np.array([[1, 0, 60.0], [0, 1, -40.0], [0, 0, 1]])
    assert good.flaw(shifted(small(blurred(table.picture, 3.0)), 60.0, -40.0), moved) == "blurred"
    assert good.flaw(small(blurred(table.picture, 3.0))) == "blurred"
    assert good.flaw(shifted(small(table.picture), 60.0, -40.0), moved) is None
    assert good.flaw(shifted(small(blurred(table.picture, 3.0)), 60.0, -40.0)) == "blurred"


def test_a_camera_that_sinks_unnoticed_makes_nothing_blurred(table: Tapped, good: ReferencePrint) -> None:
    """Each step is too small to count as a movement of the camera."""
    for step in range(1, 13):
        assert good.flaw(shifted(small(table.picture), 0.3 * step, 0.4 * step)) is None, step
    late = shifted(small(blurred(table.picture, 3.0)), 3.6, 4.8)
    assert good.flaw(late) == "blurred"


def test_another_picture_is_no_worse_one(good: ReferencePrint) -> None:
    assert good.flaw(np.full((480, 640, 3), 120, np.uint8)) is None


def test_strips_leave_out_what_lies_beside_the_board(table: Tapped, good: ReferencePrint) -> None:
    """Changes beside the board do not count."""
    beside = small(table.picture)
    mask = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline_px(table)).astype(np.int32), 1)
    around = cv2.dilate(mask, np.ones((9, 9), np.uint8)) == 0
    beside[around] = np.random.default_rng(2).integers(0, 255, (int(around.sum()), 3))
    assert good.flaw(beside) is None
