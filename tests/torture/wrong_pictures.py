"""Changes of a picture: objects on the table, light on it, a moved camera."""

import cv2
import numpy as np
from numpy.random import Generator

from vision.arrays import Picture


def bumped(picture: Picture, chance: Generator) -> Picture:
    return _warped(picture, [[1, 0, 14.0], [0, 1, -9.0], [0, 0, 1]])


def turned_round(picture: Picture, chance: Generator) -> Picture:
    return np.ascontiguousarray(picture[::-1, ::-1])


def camera_slips(picture: Picture, chance: Generator) -> Picture:
    return _warped(picture, [[0.97, 0.02, 25.0], [-0.01, 0.96, 30.0], [0, 2e-5, 1]])


def camera_turned(picture: Picture, chance: Generator) -> Picture:
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 7.0, 1.0)
    return _warped(picture, [*turn.tolist(), [0, 0, 1]])


def lamp_off(picture: Picture, chance: Generator) -> Picture:
    return np.clip(picture * 0.1 + chance.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def sun_patch(picture: Picture, chance: Generator) -> Picture:
    height, width = picture.shape[:2]
    lit = np.ones(picture.shape[:2], np.float32)
    x, y = chance.integers(width // 4, width // 2), chance.integers(height // 4, height // 2)
    cv2.fillConvexPoly(lit, np.array([[x, y], [x + 260, y - 40], [x + 300, y + 200], [x + 20, y + 240]]), 2.4)
    soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), 5))
    return np.asarray(np.clip(picture * soft[..., None], 0, 255), dtype=np.uint8)


def phone(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    cv2.rectangle(covered, (x, y), (x + 90, y + 180), (28, 26, 24), -1)
    return covered


def cup(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    cv2.circle(covered, (x, y), 62, (205, 210, 214), -1, cv2.LINE_AA)
    cv2.circle(covered, (x, y), 50, (30, 44, 74), -1, cv2.LINE_AA)
    return covered


def sleeve(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    bottom = picture.shape[0]
    outline = np.array([[x - 70, bottom], [x - 45, y], [x + 45, y - 10], [x + 90, bottom]])
    cv2.fillConvexPoly(covered, outline, (120, 60, 40), cv2.LINE_AA)
    return covered


def lens_covered(picture: Picture, chance: Generator) -> Picture:
    return np.full_like(picture, 9)


def markers_taken_away(picture: Picture, chance: Generator) -> Picture:
    """Cover the corners of the picture, beside the board, with their mean colour."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    for x in (0, width - 90):
        for y in (0, height - 90):
            covered[y : y + 90, x : x + 90] = covered[y : y + 90, x : x + 90].mean((0, 1))
    return covered


def _warped(picture: Picture, homography: object) -> Picture:
    height, width = picture.shape[:2]
    moved = cv2.warpPerspective(
        picture, np.array(homography, float), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, dtype=np.uint8)


def _place(picture: Picture, chance: Generator) -> tuple[int, int]:
    height, width = picture.shape[:2]
    x, y = (int(chance.integers(most * 2 // 5, most * 3 // 5)) for most in (width, height))
    return x, y
