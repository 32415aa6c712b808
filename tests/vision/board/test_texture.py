"""The print of the ground, seen, dimmed, blurred, or gone."""

import cv2
import numpy as np
import pytest

from vision.arrays import FloatMap, Mask, Picture
from vision.board.params import PARAMS
from vision.board.texture import print_seen, roughness
from vision.light.change import to_lab

PATCH = np.s_[40:60, 60:90]
INSIDE = np.s_[44:56, 64:86]


@pytest.fixture(scope="module")
def printed() -> Picture:
    """Yellow blotches a few pixels wide, BGR."""
    chance = np.random.default_rng(3)
    spots = cv2.resize(chance.normal(0, 1, (30, 40)), (160, 120), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(spots[..., None] * 25 + (40, 150, 170), 0, 255), np.uint8)


def again(picture: Picture) -> Picture:
    """With the noise of another picture."""
    noise = np.random.default_rng(4).normal(0, 1.5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def nats(now: Picture, printed: Picture, calm: Mask) -> FloatMap:
    """Return nats for all pixels, (h, w)."""
    lightness, before = to_lab(now)[..., 0], to_lab(printed)[..., 0]
    return print_seen(lightness, before, calm, 0.0, np.arange(calm.size)).reshape(calm.shape)


def judged(now: Picture, printed: Picture) -> float:
    """The median in the patch."""
    return float(np.median(nats(now, printed, np.ones(printed.shape[:2], bool))[INSIDE]))


def test_a_smooth_patch_of_the_same_colour_hides_the_print(printed: Picture) -> None:
    patched = printed.copy()
    patched[PATCH] = (40, 150, 170)
    assert judged(again(patched), printed) < -1
    assert judged(again(printed), printed) == PARAMS.print_nats[1]


def test_a_shadow_leaves_the_print(printed: Picture) -> None:
    dimmed = printed.copy()
    dimmed[PATCH] = dimmed[PATCH] * 0.6
    assert judged(again(dimmed), printed) > 0.5


def test_a_blurred_picture_is_not_without_its_print(printed: Picture) -> None:
    blurred = np.asarray(cv2.GaussianBlur(again(printed), (0, 0), 2.5), np.uint8)
    assert judged(blurred, printed) > -0.5


def test_a_plain_ground_tells_nothing(printed: Picture) -> None:
    plain = np.full_like(printed, (40, 150, 170))
    assert judged(again(plain), plain) == 0
    assert judged(again(printed), plain) == 0


def test_a_piece_does_not_spoil_the_print_beside_it(printed: Picture) -> None:
    covered = printed.copy()
    covered[PATCH] = (130, 20, 20)
    calm: Mask = np.ones(printed.shape[:2], bool)
    calm[PATCH] = False
    seen = nats(again(covered), printed, calm)
    assert np.median(seen[38:40, 62:88]) > 0.5
    assert not seen[INSIDE].any()


def test_a_selection_of_pixels_has_the_nats_of_all(printed: Picture) -> None:
    calm: Mask = np.ones(printed.shape[:2], bool)
    some = np.flatnonzero(np.random.default_rng(5).random(calm.shape).ravel() < 0.01)
    lightness, before = to_lab(again(printed))[..., 0], to_lab(printed)[..., 0]
    seen = print_seen(lightness, before, calm, 0.0, some)
    assert seen == pytest.approx(nats(again(printed), printed, calm).ravel()[some], abs=0.05)


def test_where_a_smooth_thing_was_the_print_of_a_rough_ground_is_none_of_it(printed: Picture) -> None:
    smooth = printed.copy()
    smooth[PATCH] = (40, 150, 170)
    before, everywhere = to_lab(smooth)[..., 0], np.ones(printed.shape[:2], bool)
    rough = np.full(before.shape, float(np.median(roughness(to_lab(printed)[..., 0]))), np.float32)
    for now, least, most in ((printed, PARAMS.print_nats[0], -1.0), (smooth, 0.5, PARAMS.print_nats[1])):
        seen = print_seen(to_lab(again(now))[..., 0], before, everywhere, 0.0, np.arange(before.size), rough)
        assert least <= np.median(seen.reshape(before.shape)[INSIDE]) <= most
