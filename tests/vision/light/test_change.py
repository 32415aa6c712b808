import numpy as np
import pytest

from tests.vision.pictures import EVERYWHERE, INNER, PATCH
from vision.arrays import Picture
from vision.light.change import Comparison, to_lab
from vision.light.params import PARAMS


def test_the_same_picture_is_no_distance(board: Picture) -> None:
    same = Comparison(to_lab(board), to_lab(board))
    assert not same.distance(EVERYWHERE).any()
    assert same.shadow_distance(EVERYWHERE).max() == pytest.approx(0)
    assert not same.changed(0.1).any()


def test_a_pixel_aside_is_no_change(board: Picture) -> None:
    aside = np.roll(board, (1, 1), (0, 1))
    distance = Comparison(to_lab(aside), to_lab(board)).distance(EVERYWHERE).reshape(480, 640)
    assert not distance[1:, 1:].any()


def test_noise_is_little_and_another_colour_much(board: Picture, painted: Picture) -> None:
    noise = np.random.default_rng(1).normal(0, 2, board.shape)
    now = np.clip(painted + noise, 0, 255).astype(np.uint8)
    distance = Comparison(to_lab(now), to_lab(board)).distance(EVERYWHERE)
    assert distance[INNER].min() > 2 * PARAMS.changed_distance_sigma
    assert np.percentile(distance[~PATCH.ravel()], 99.5) < PARAMS.changed_distance_sigma


def test_pixels_are_those_asked_for(board: Picture, painted: Picture) -> None:
    some = np.array([640 * 230 + 330, 7, 640 * 100 + 5])
    compared = Comparison(to_lab(painted), to_lab(board))
    for measure in (compared.distance, compared.shadow_distance):
        assert np.array_equal(measure(some), measure(EVERYWHERE)[some])


def test_changed_are_the_pixels_beyond_so_many_deviations(board: Picture, painted: Picture) -> None:
    compared = Comparison(to_lab(painted), to_lab(board))
    changed = compared.changed(PARAMS.changed_distance_sigma)
    assert changed[INNER].all()
    assert np.array_equal(changed, compared.distance(EVERYWHERE) > PARAMS.changed_distance_sigma)


def test_a_shadow_is_a_change_but_no_other_colour(board: Picture, dimmed: Picture) -> None:
    compared = Comparison(dimmed, to_lab(board))
    assert np.median(compared.distance(INNER)) > PARAMS.changed_distance_sigma
    # the log of the dimming in units of the usual depth of a shadow; half a step is rounding
    expected = abs(np.log(0.6)) / PARAMS.shadow_depth
    assert np.median(compared.shadow_distance(INNER)) == pytest.approx(expected, abs=0.5)


def test_another_colour_is_no_shadow(board: Picture, painted: Picture) -> None:
    assert (
        Comparison(to_lab(painted), to_lab(board)).shadow_distance(INNER).min()
        > PARAMS.changed_distance_sigma
    )
