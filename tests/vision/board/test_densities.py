import numpy as np
import pytest

from tests.vision.pictures import EVERYWHERE, INNER, PATCH
from vision.arrays import Picture
from vision.board.densities import DensityComparison
from vision.light.change import to_lab

NEUTRAL = np.zeros(INNER.size, np.float32)


def test_densities_are_those_of_the_pixels_asked_for(board: Picture, painted: Picture) -> None:
    some = np.array([640 * 230 + 330, 7, 640 * 100 + 5])
    compared = DensityComparison(to_lab(painted), to_lab(board))
    printed = np.linspace(-2, 1, EVERYWHERE.size, dtype=np.float32)
    assert np.array_equal(compared.same_density(some), compared.same_density(EVERYWHERE)[some])
    everywhere = compared.ground_density(EVERYWHERE, printed)
    assert np.array_equal(compared.ground_density(some, printed[some]), everywhere[some])


def test_the_density_of_the_same_falls_with_the_square_of_the_distance(
    board: Picture, painted: Picture
) -> None:
    here, there = (DensityComparison(to_lab(now), to_lab(board)) for now in (board, painted))
    loss = here.same_density(INNER) - there.same_density(INNER)
    assert loss == pytest.approx(there.distance(INNER) ** 2 / 2, rel=1e-3)


def test_ground_may_lie_in_a_shadow(board: Picture, painted: Picture, dimmed: Picture) -> None:
    lit, shaded, other = (
        np.median(DensityComparison(now, to_lab(board)).ground_density(INNER, NEUTRAL))
        for now in (to_lab(board), dimmed, to_lab(painted))
    )
    assert lit > shaded > other + 5


def test_a_deep_shadow_is_likelier_ground_than_the_same_thing(board: Picture) -> None:
    now = to_lab(board).astype(np.float32)
    neutral = np.array([0, 128, 128])
    now[PATCH] = (now[PATCH] - neutral) * 0.4 + neutral
    compared = DensityComparison(np.rint(now).astype(np.uint8), to_lab(board))
    assert np.median(compared.ground_density(INNER, NEUTRAL) - compared.same_density(INNER)) > 5


def test_a_lost_print_speaks_against_ground_as_lit_before_but_not_against_a_shadow(
    board: Picture, dimmed: Picture
) -> None:
    lit, shaded = (DensityComparison(now, to_lab(board)) for now in (to_lab(board), dimmed))
    losses = [
        np.median(at.ground_density(INNER, NEUTRAL) - at.ground_density(INNER, NEUTRAL - 2))
        for at in (lit, shaded)
    ]
    assert losses[0] > 1 > 0.5 > losses[1]
