"""A card on a table is found, and its photo shows it upright."""

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Picture
from vision.photo import card_corners, coded, from_above

SIZE = (1280, 960)


def table(angle_deg: float, seed: int = 1) -> tuple[Picture, Floats]:
    """A card, its upper half red, on a wooden sort of table seen aslant; and its corners."""
    chance = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(chance.normal(0, 1, SIZE[::-1]), (0, 0), 3, sigmaY=30) * 60
    picture = np.clip(np.array([70, 100, 140]) + grain[..., None], 0, 255).astype(np.uint8)
    card = np.full((176, 126, 3), 235, np.uint8)
    card[12:80, 12:-12] = (40, 40, 200)
    turn = np.radians(angle_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    own = np.array([[0, 0], [126, 0], [126, 176], [0, 176]], np.float32)
    there = (own - [63, 88]) @ spin.T
    there = there * (1 + 0.0006 * there[:, 1:]) + [500, 430]
    homography = cv2.getPerspectiveTransform(own, there.astype(np.float32))
    over = cv2.warpPerspective(card, homography, SIZE)
    mask = cv2.warpPerspective(np.full(card.shape, 255, np.uint8), homography, SIZE) > 128
    picture[mask] = over[mask]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8), there


@pytest.mark.parametrize("angle_deg", [0, 17, -40, 80])
def test_a_card_is_found_and_shown_from_above(angle_deg: float) -> None:
    picture, corners = table(angle_deg)
    found = card_corners(picture)
    assert found is not None
    assert np.abs(found - corners).max() < 6
    photo = from_above(picture, found)
    wide, high = photo.shape[1], photo.shape[0]
    assert 1.2 < high / wide < 1.6 and high <= 360
    assert photo[high // 4, wide // 2, 2] > 120 > photo[high // 4, wide // 2, 0], "its upper half is red"
    assert photo[high * 3 // 4, wide // 2].min() > 180
    assert coded(photo).startswith(b"\xff\xd8\xff") and len(coded(photo)) < 60_000


def test_no_card_is_found_on_an_empty_table() -> None:
    picture, _ = table(0)
    assert card_corners(np.ascontiguousarray(picture[600:, 700:])) is None
