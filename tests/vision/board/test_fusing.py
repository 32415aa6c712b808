import cv2
import numpy as np
import pytest

from tests.vision.pictures import OPENING, picture, small
from vision.arrays import Picture
from vision.board.fusing import Fusion
from vision.board.params import PARAMS

CLEAN = small(picture(OPENING, 0))
MOVED = small(picture(OPENING, 3))


def noisy(clean: Picture, levels: float, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, levels, clean.shape)
    return np.clip(np.rint(clean + noise), 0, 255).astype(np.uint8)


def coded(image: Picture) -> Picture:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def off(image: Picture) -> float:
    return float(np.abs(image.astype(np.float64) - CLEAN).mean())


def test_pictures_of_a_good_camera_are_taken_as_they_are() -> None:
    fusion = Fusion()
    for seed in range(3):
        image = noisy(CLEAN, 1.5, seed)
        assert fusion.add(image).picture is image
    assert fusion.add(MOVED).picture is MOVED


def test_noise_goes_the_more_pictures_there_are() -> None:
    fusion = Fusion()
    seen = [fusion.add(coded(noisy(CLEAN, 14, seed))) for seed in range(PARAMS.max_fused_pictures)]
    noise = [each.noise for each in seen[1:]]
    assert max(noise) == noise[0]
    assert noise[0] > 3 * noise[-1]
    assert off(seen[-1].picture) < 0.6 * off(seen[0].picture)


@pytest.mark.parametrize("levels", [8, 10, 14])
def test_noise_is_known_though_compression_smooths_each_picture(levels: float) -> None:
    """As two cameras' pictures of the same moment differ."""
    cameras = Fusion(), Fusion()
    for number in range(4):
        here, there = (
            camera.add(coded(noisy(CLEAN, levels, 10 * n + number))) for n, camera in enumerate(cameras)
        )
        apart = (here.picture.astype(np.float64) - there.picture).std() / 2**0.5
        if number:  # a single picture shows only what compression has left
            assert np.hypot(here.noise, PARAMS.min_noise_levels) > 0.98 * apart


def test_other_light_alone_is_no_motion() -> None:
    fusion = Fusion()
    for seed in range(4):
        before = fusion.add(noisy(CLEAN, 10, seed)).noise
    assert fusion.add(noisy(np.minimum(CLEAN, 249) + np.uint8(6), 10, 9)).noise < before


def test_a_lamp_that_goes_off_is_no_noise() -> None:
    """Print shows the light most: half as bright in one corner, as before in the other."""
    room_light = np.linspace(0.5, 1.0, CLEAN.shape[1])[:, None]
    dimmed = np.rint(CLEAN * room_light).astype(np.uint8)
    fusion = Fusion()
    fusion.add(noisy(CLEAN, 1.5, 0))
    assert fusion.add(noisy(dimmed, 1.5, 1)).noise == 0
    assert fusion.add(noisy(CLEAN, 8.0, 2)).noise > 3


def test_a_druid_that_moved_begins_another_moment() -> None:
    fusion = Fusion()
    for seed in range(6):
        fusion.add(coded(noisy(CLEAN, 12, seed)))
    after = coded(noisy(MOVED, 12, 9))
    assert (fusion.add(after).picture == after).all()


def test_a_camera_that_was_knocked_far_begins_another_moment() -> None:
    fusion = Fusion()
    for seed in range(6):
        fusion.add(noisy(CLEAN, 8, seed))
    after = noisy(np.roll(CLEAN, (50, 100), (0, 1)), 8, 9)
    assert (fusion.add(after).picture == after).all()


def test_a_bumped_camera_is_no_noise() -> None:
    fusion = Fusion()
    for seed in range(2):
        fusion.add(noisy(CLEAN, 2.0, seed))
    bumped = np.asarray(np.roll(noisy(CLEAN, 2.0, 3), (5, 3), (0, 1)), np.uint8)
    assert fusion.add(bumped).noise > 0
    assert fusion.moved() == 0
    assert fusion.add(noisy(bumped, 0.5, 4)).noise == 0
