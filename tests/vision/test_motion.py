import cv2
import numpy as np
import pytest

from companion.settings.settings import DEFAULTS, load
from tests.bench.cheap_cameras import CheapCamera
from tests.bench.gate import seen, tried, with_camera
from tests.slow import slow_but
from tests.vision.pictures import OPENING, picture
from vision.arrays import Picture
from vision.motion import Stillness


@pytest.fixture(scope="module")
def board() -> Picture:
    return picture(OPENING, 0)


def noisy(image: Picture, seed: int, gain: float = 1.0) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image * gain + noise, 0, 255).astype(np.uint8)


def test_a_picture_stands_still_after_some_time(board: Picture) -> None:
    stillness = Stillness(hold_s=0.6)
    assert [stillness.still(noisy(board, n), 10 + 0.2 * n) for n in range(5)] == [False] * 3 + [True] * 2


@pytest.mark.parametrize(("pictures_a_second", "equal"), [(4, 3), (8, 3), (10, 3), (15, 4), (30, 7)])
def test_a_table_is_read_after_a_few_equal_pictures(
    board: Picture, pictures_a_second: int, equal: int
) -> None:
    stillness = Stillness(load(DEFAULTS).camera.hold_s)
    found = [stillness.still(noisy(board, n), 10 + n / pictures_a_second) for n in range(equal)]
    assert found == [False] * (equal - 1) + [True]


def test_motion_starts_the_time_anew(board: Picture) -> None:
    stillness = Stillness(hold_s=0.4)
    moved = board.copy()
    moved[300:400, 500:600] = 255 - moved[300:400, 500:600]
    shown = [board, board, board, moved, moved, moved]
    found = [stillness.still(image, 0.2 * n) for n, image in enumerate(shown)]
    assert found == [False, False, True, False, False, True]


def test_a_flickering_lamp_is_no_motion(board: Picture) -> None:
    stillness = Stillness(hold_s=0.4)
    found = [stillness.still(noisy(board, n, 1 + 0.04 * (-1) ** n), 0.2 * n) for n in range(4)]
    assert found == [False, False, True, True]


def test_a_lamp_that_flickers_in_bands_is_no_motion(board: Picture) -> None:
    stillness = Stillness(hold_s=0.4)
    rows = np.linspace(0, 1, board.shape[0])[:, None, None]

    def banded(n: int) -> Picture:
        return noisy(board * (1 - 0.1 * np.cos(2 * np.pi * (3 * rows + 0.37 * n))), n)  # type: ignore[arg-type]  # floats

    assert [stillness.still(banded(n), 0.2 * n) for n in range(4)] == [False, False, True, True]


def test_a_lens_that_hunts_for_focus_is_no_motion(board: Picture) -> None:
    stillness = Stillness(hold_s=0.4)
    soft = [np.asarray(cv2.GaussianBlur(board, (0, 0), 3.0 - 0.4 * n), np.uint8) for n in range(6)]
    assert [stillness.still(noisy(one, n), 0.2 * n) for n, one in enumerate(soft)] == [False] * 2 + [True] * 4


def test_soft_shadows_of_people_around_the_table_are_no_motion(board: Picture) -> None:
    stillness = Stillness(hold_s=0.4)
    across = np.linspace(-1, 1, board.shape[1])[None, :, None]

    def shaded(n: int) -> Picture:
        return noisy(board * (1 - 0.15 / (1 + np.exp(-4 * (across - 0.2 * n)))), n)  # type: ignore[arg-type]  # floats

    assert [stillness.still(shaded(n), 0.2 * n) for n in range(4)] == [False, False, True, True]


@pytest.mark.parametrize("game", slow_but(1, with_camera()))
def test_a_cheap_camera_in_half_of_the_light_sees_arms_and_rest(game: str) -> None:
    """A webcam of 640 pixels with much noise and compression; `make bench-gate` tries many."""
    found = tried(seen(game), CheapCamera(640, 8.0, 60, 0.5), load(DEFAULTS).camera.hold_s)
    assert found.moving == 24 and found.opened == 0
    assert max(found.waits_s) <= 0.5


def test_without_holding_the_first_picture_is_still(board: Picture) -> None:
    assert Stillness(hold_s=0.0).still(board, 3.0)
