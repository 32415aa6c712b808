import cv2
import numpy as np
import pytest

from vision.board import colours
from vision.board.params import PARAMS
from vision.fae.board import PLASTIC

PLASTIC_BGR = {
    "red": (40, 40, 200),
    "yellow": (30, 190, 230),
    "blue": (170, 70, 20),
    "purple": (140, 40, 100),
    "black": (28, 26, 25),
}


def lab(bgr: tuple[int, int, int]) -> np.ndarray:
    return np.asarray(cv2.cvtColor(np.full((1, 1, 3), bgr, np.uint8), cv2.COLOR_BGR2LAB), dtype=np.uint8)


def total(density: colours.LogDensity) -> float:
    return float(np.exp(density.astype(np.float64)).sum())


@pytest.fixture
def counts() -> np.ndarray:
    counts = np.zeros(colours.BIN_COUNT, np.float32)
    counts[colours.to_bins(lab((170, 70, 20)))] = 300
    counts[colours.to_bins(lab((40, 40, 200)))] = 100
    return counts


def test_a_density_sums_to_one(counts: np.ndarray) -> None:
    assert total(colours.log_density(counts)) == pytest.approx(1, abs=1e-4)
    assert total(colours.log_density(np.zeros_like(counts))) == pytest.approx(PARAMS.uniform_share, rel=1e-3)


@pytest.mark.parametrize("kind", PLASTIC_BGR)
def test_a_guess_sums_to_one(kind: str) -> None:
    assert total(colours.expected(PLASTIC[kind])) == pytest.approx(1, abs=1e-4)


def test_a_mixture_is_that_share_of_both(counts: np.ndarray) -> None:
    first, second = colours.log_density(counts), colours.expected(PLASTIC["yellow"])
    mixed = colours.mix(first, second, 0.7)
    assert total(mixed) == pytest.approx(1, abs=1e-4)
    assert np.exp(mixed) == pytest.approx(0.7 * np.exp(first) + 0.3 * np.exp(second), rel=1e-3)


def test_what_was_counted_is_likely_and_nothing_is_impossible(counts: np.ndarray) -> None:
    density = colours.log_density(counts)
    often, rarely = (density[colours.to_bins(lab(bgr))].item() for bgr in ((170, 70, 20), (40, 40, 200)))
    assert often == density.max()
    assert often - rarely == pytest.approx(np.log(3), abs=0.05)
    assert density.min() == pytest.approx(np.log(PARAMS.uniform_share / colours.BIN_COUNT), abs=0.01)


def test_bins_are_2_units_wide_and_clipped() -> None:
    levels = np.array(
        [[[0, 0, 0], [255, 255, 255], [128, 128, 128], [128, 128, 129], [128, 128, 130]]], np.uint8
    )
    low, high, grey, same, other = colours.to_bins(levels)[0]
    assert (low, high) == (0, colours.BIN_COUNT - 1)
    assert grey == same == other - 1


@pytest.mark.parametrize("kind", PLASTIC_BGR)
def test_usual_plastic_is_taken_for_its_own_kind(kind: str) -> None:
    seen = colours.to_bins(lab(PLASTIC_BGR[kind]))
    guesses = {other: colours.expected(PLASTIC[other])[seen].item() for other in PLASTIC_BGR}
    assert max(guesses, key=lambda other: guesses[other]) == kind
