import cv2
import numpy as np
import pytest

from tests.vision.pictures import OPENING, picture, small
from vision import change
from vision.change import Comparison
from vision.fae.reader import CHANGED_DISTANCE, Picture

EVERYWHERE = np.arange(480 * 640)
PATCH = np.zeros((480, 640), bool)
PATCH[200:260, 300:360] = True
INNER = np.flatnonzero(cv2.erode(PATCH.astype(np.uint8), np.ones((7, 7), np.uint8)))


def lab(image: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), dtype=np.uint8)


@pytest.fixture(scope="module")
def board() -> Picture:
    """The board, smooth enough that every level counts."""
    return np.asarray(cv2.GaussianBlur(small(picture(OPENING, 0)), (0, 0), 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def painted(board: Picture) -> Picture:
    now = board.copy()
    now[PATCH] = (200, 60, 200)
    return now


@pytest.fixture(scope="module")
def dimmed(board: Picture) -> Picture:
    """In Lab: less light on the patch scales lightness and colour alike."""
    now = lab(board).astype(np.float32)
    neutral = np.array([0, 128, 128])
    now[PATCH] = (now[PATCH] - neutral) * 0.6 + neutral
    return np.asarray(np.rint(now), dtype=np.uint8)


def test_the_same_picture_is_no_distance(board: Picture) -> None:
    same = Comparison(lab(board), lab(board))
    assert not same.distance(EVERYWHERE).any()
    assert same.shadow_distance(EVERYWHERE).max() == pytest.approx(0)
    assert not same.changed(0.1).any()


def test_a_pixel_aside_is_no_change(board: Picture) -> None:
    aside = np.roll(board, (1, 1), (0, 1))
    distance = Comparison(lab(aside), lab(board)).distance(EVERYWHERE).reshape(480, 640)
    assert not distance[1:, 1:].any()


def test_noise_is_little_and_another_colour_much(board: Picture, painted: Picture) -> None:
    noise = np.random.default_rng(1).normal(0, 2, board.shape)
    now = np.clip(painted + noise, 0, 255).astype(np.uint8)
    distance = Comparison(lab(now), lab(board)).distance(EVERYWHERE)
    assert distance[INNER].min() > 2 * CHANGED_DISTANCE
    assert np.percentile(distance[~PATCH.ravel()], 99.5) < CHANGED_DISTANCE


def test_pixels_are_those_asked_for(board: Picture, painted: Picture) -> None:
    some = np.array([640 * 230 + 330, 7, 640 * 100 + 5])
    compared = Comparison(lab(painted), lab(board))
    for measure in (
        compared.distance, compared.shadow_distance, compared.same_density, compared.ground_density
    ):  # fmt: skip
        assert np.array_equal(measure(some), measure(EVERYWHERE)[some])


def test_changed_are_the_pixels_beyond_so_many_deviations(board: Picture, painted: Picture) -> None:
    compared = Comparison(lab(painted), lab(board))
    changed = compared.changed(CHANGED_DISTANCE)
    assert changed[INNER].all()
    assert np.array_equal(changed, compared.distance(EVERYWHERE) > CHANGED_DISTANCE)


def test_a_shadow_is_a_change_but_no_other_colour(board: Picture, dimmed: Picture) -> None:
    compared = Comparison(dimmed, lab(board))
    assert np.median(compared.distance(INNER)) > CHANGED_DISTANCE
    # the log of the dimming in units of the usual depth of a shadow; half a step is rounding
    expected = abs(np.log(0.6)) / change.SHADOW_DEPTH
    assert np.median(compared.shadow_distance(INNER)) == pytest.approx(expected, abs=0.5)


def test_another_colour_is_no_shadow(board: Picture, painted: Picture) -> None:
    assert Comparison(lab(painted), lab(board)).shadow_distance(INNER).min() > CHANGED_DISTANCE


def test_the_density_of_the_same_falls_with_the_square_of_the_distance(
    board: Picture, painted: Picture
) -> None:
    here, there = (Comparison(lab(now), lab(board)) for now in (board, painted))
    loss = here.same_density(INNER) - there.same_density(INNER)
    assert loss == pytest.approx(there.distance(INNER) ** 2 / 2, rel=1e-3)


def test_ground_may_lie_in_a_shadow(board: Picture, painted: Picture, dimmed: Picture) -> None:
    lit, shaded, other = (
        np.median(Comparison(now, lab(board)).ground_density(INNER))
        for now in (lab(board), dimmed, lab(painted))
    )
    assert lit > shaded > other + 5


def test_a_deep_shadow_is_likelier_ground_than_the_same_thing(board: Picture) -> None:
    now = lab(board).astype(np.float32)
    neutral = np.array([0, 128, 128])
    now[PATCH] = (now[PATCH] - neutral) * 0.4 + neutral
    compared = Comparison(np.rint(now).astype(np.uint8), lab(board))
    assert np.median(compared.ground_density(INNER) - compared.same_density(INNER)) > 5
