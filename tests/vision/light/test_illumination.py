import cv2
import numpy as np
import pytest

from tests.vision.pictures import OPENING, PILES, picture, small
from vision.arrays import Floats, Picture
from vision.light import illumination
from vision.light.illumination import Lighting
from vision.light.params import PARAMS

EVERYWHERE = np.ones((480, 640), bool)
BLOCK = np.s_[180:300, 250:400]


@pytest.fixture(scope="module")
def reference() -> Picture:
    return small(picture(OPENING, 0))


@pytest.fixture(scope="module")
def lamp() -> Lighting:
    """Dimmer to the left, warm, with a reflection in one corner."""
    y, x = np.mgrid[0:1:31j, 0:1:41j]
    gain = np.stack([0.6 + 0.2 * x, 0.7 + 0.2 * x, 0.8 + 0.2 * x], -1)
    haze = np.repeat((18 * x * y)[..., None], 3, -1)
    return Lighting(gain.astype(np.float32), haze.astype(np.float32))


def off_levels(one: Picture, other: Picture) -> np.ndarray:
    return np.asarray(cv2.absdiff(one, other).max(-1))


def test_light_comes_off_as_it_was_put_on(reference: Picture, lamp: Lighting) -> None:
    assert off_levels(lamp.apply(reference), reference).mean() > 20
    assert off_levels(lamp.remove(lamp.apply(reference)), reference).max() <= 3


def test_known_light_is_undone_although_something_covers_part(reference: Picture, lamp: Lighting) -> None:
    now = lamp.apply(reference)
    now[BLOCK] = (40, 200, 240)
    relit, found = illumination.relight(now, reference, EVERYWHERE)
    rest = EVERYWHERE.copy()
    rest[BLOCK] = False
    rest &= reference.max(-1) < 250
    off = off_levels(relit, reference)
    assert np.median(off[rest]) <= 3
    assert np.percentile(off[rest], 95) <= 8
    assert np.median(off[BLOCK]) > 40
    assert found.gain.mean() == pytest.approx(lamp.gain.mean(), abs=0.05)
    assert found.strength == pytest.approx(lamp.strength, abs=0.08)


def test_unusable_pixels_do_not_count(reference: Picture, lamp: Lighting) -> None:
    """Two thirds of the picture are in another light: more than outliers may be."""
    now = lamp.apply(reference)
    now[:320] = reference[:320] // 3
    usable = EVERYWHERE.copy()
    usable[:320] = False
    relit, _ = illumination.relight(now, reference, usable)
    assert np.median(off_levels(relit, reference)[330:]) <= 3


def test_a_bright_spot_beside_a_small_board_lights_no_far_corner_of_it(reference: Picture) -> None:
    """A plain table does not tell dimmer light from a reflection; the board must not pay for that."""
    board = np.s_[130:370, 160:480]
    then = np.full_like(reference, 60)
    then[board] = cv2.resize(reference, (320, 240), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[:480, :640]
    spot = 90 * np.exp(-(((x - 150) / 130) ** 2 + ((y - 420) / 110) ** 2) / 2)
    noise = np.random.default_rng(1).normal(0, 3, then.shape)
    now = np.clip(0.93 * then + spot[..., None] + noise, 0, 255).astype(np.uint8)
    relit, found = illumination.relight(now, then, EVERYWHERE)
    assert 0.7 < found.gain.min() < found.gain.max() < 1.3
    assert np.median(off_levels(relit, then)[130:190, 400:480]) <= 12


def test_the_same_light_leaves_the_picture_alone(reference: Picture) -> None:
    relit, found = illumination.relight(reference.copy(), reference, EVERYWHERE)
    assert np.array_equal(relit, reference)
    assert found.strength < PARAMS.same_light


def test_too_little_board_tells_nothing(reference: Picture, lamp: Lighting) -> None:
    now = lamp.apply(reference)
    relit, found = illumination.relight(now, reference, np.zeros_like(EVERYWHERE))
    assert np.array_equal(relit, now)
    assert found.strength == 0


# -- shadows


def in_shadow(image: Picture, deep: float) -> tuple[Picture, np.ndarray]:
    """A soft shadow over the middle of the board, a little bluish, and how much light it leaves."""
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.ellipse(mask, (330, 260), (110, 70), 25, 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), 12)
    gain = 1 - soft[..., None] * (1 - np.array([1.1, 1.0, 0.95]) * deep)
    return np.clip(image * gain, 0, 255).astype(np.uint8), gain.mean(-1)


@pytest.mark.parametrize("deep", [0.35, 0.6, 0.8])
def test_a_shadow_is_taken_off(reference: Picture, deep: float) -> None:
    now, left = in_shadow(reference, deep)
    lit, where = illumination.unshaded(now, reference, EVERYWHERE)
    assert where is not None
    assert where[left < deep + 0.05].mean() > 0.95
    assert not where[left > 0.99].any()
    before, after = (np.median(off_levels(each, reference)[where]) for each in (now, lit))
    assert before > 10
    assert after < before / 5


def test_a_druid_that_came_into_a_shadow_is_not(reference: Picture) -> None:
    moved = small(picture(OPENING, 3))
    apart = off_levels(moved, reference) > 60
    lit, _ = illumination.unshaded(in_shadow(moved, 0.5)[0], reference, EVERYWHERE)
    assert apart.sum() > 100
    assert (off_levels(lit, reference)[apart] > 30).mean() > 0.8


def test_a_thing_is_no_shadow(reference: Picture) -> None:
    covered = reference.copy()
    covered[BLOCK] = (60, 60, 60)
    lit, where = illumination.unshaded(covered, reference, EVERYWHERE)
    assert where is None or where[BLOCK].mean() < 0.1
    assert (off_levels(lit, covered) == 0).mean() > 0.98


def test_nor_is_anything_beside_the_board(reference: Picture) -> None:
    now, _ = in_shadow(reference, 0.5)
    assert illumination.unshaded(now, reference, ~EVERYWHERE) == (now, None)


def test_grey_without_shading_looks_alike_in_any_light(reference: Picture, lamp: Lighting) -> None:
    plain, flat = (
        np.abs(f(lamp.apply(reference)).astype(float) - f(reference)).mean()
        for f in (lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), illumination.flat_grey)
    )
    assert flat < plain / 4


# -- the camera's place


BOARD = np.full((480, 640), 255, np.uint8)


def shift(now: Picture, then: Picture) -> Floats | None:
    return illumination.shift(now, then, illumination.features(then, BOARD))


def warped(image: Picture, homography: np.ndarray) -> Picture:
    return np.asarray(
        cv2.warpPerspective(image, homography, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@pytest.mark.parametrize("size", [1.0, 3.0])
def test_a_bumped_camera_is_noticed(reference: Picture, size: float) -> None:
    true = np.array(
        [[1 + 1e-3 * size, -4e-3 * size, 3.0 * size], [4e-3 * size, 1, -2.5 * size], [0, 1e-6 * size, 1]]
    )
    found = shift(illumination.flat_grey(warped(reference, true)), illumination.flat_grey(reference))
    assert found is not None
    inside = np.array([[[80, 80], [560, 80], [560, 400], [80, 400]]], np.float32)
    there, said = cv2.perspectiveTransform(inside, true), cv2.perspectiveTransform(inside, found)
    assert np.abs(there - inside).max() > 2
    assert np.abs(said - there).max() < 0.5


def test_a_still_camera_stays_where_it_is_in_noise_and_other_light(
    reference: Picture, lamp: Lighting
) -> None:
    noise = np.random.default_rng(4).normal(0, 3, reference.shape)
    now = np.clip(lamp.apply(reference) + noise, 0, 255).astype(np.uint8)
    found = shift(illumination.flat_grey(now), illumination.flat_grey(reference))
    assert found is not None
    assert np.array_equal(found, np.eye(3))


def test_another_table_is_not_the_board(reference: Picture) -> None:
    other = small(picture(PILES, 0))
    assert shift(illumination.flat_grey(other), illumination.flat_grey(reference)) is None


def test_an_empty_picture_is_not_the_board(reference: Picture) -> None:
    dark = illumination.flat_grey(np.zeros_like(reference))
    assert shift(dark, illumination.flat_grey(reference)) is None
    assert shift(illumination.flat_grey(reference), dark) is None
