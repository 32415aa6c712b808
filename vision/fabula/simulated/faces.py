"""Invented faces of cards, drawn from their names; equal names give equal faces."""

from __future__ import annotations

from functools import cache
from zlib import crc32

import cv2
import numpy as np

from companion.kept import kept
from vision.arrays import Picture
from vision.fabula.rows import BACK
from vision.fabula.samples import KEPT_PX

Colour = tuple[int, int, int]
_BORDER: Colour = (30, 28, 26)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_WORDS = (
    "when",
    "it",
    "comes",
    "draw",
    "a",
    "card",
    "then",
    "tap",
    "one",
    "ally",
    "of",
    "the",
    "other",
    "side",
)


@kept
@cache
def drawn(name: str) -> Picture:
    """Return the face of a card by its name, BGR (352, 252, 3); `back` is the back of all."""
    chance = np.random.default_rng(crc32(name.encode()))
    width, height = KEPT_PX
    face = np.full((height, width, 3), _BORDER, np.uint8)
    if name == BACK:
        return _back(face)
    hue = int(chance.integers(180))
    cv2.rectangle(face, (12, 12), (width - 13, height - 13), _colour(hue, 140, 150), -1)
    _box(face, (18, 18), (width - 19, 50), hue)
    cv2.putText(face, name.replace("_", " ").title()[:15], (24, 42), _FONT, 0.6, _BORDER, 1, cv2.LINE_AA)
    face[56:200, 18 : width - 18] = _picture(hue, chance)
    _box(face, (18, 208), (width - 19, height - 19), hue)
    for line in range(226, height - 60, 16):
        words = " ".join(chance.choice(_WORDS, int(chance.integers(3, 7))))
        cv2.putText(face, words, (26, line), cv2.FONT_HERSHEY_SIMPLEX, 0.38, _BORDER, 1, cv2.LINE_AA)
    for x, hue_of in ((42, 0), (126, 25), (210, 60)):
        cv2.circle(face, (x, height - 38), 16, _colour(hue_of, 190, 130), -1, cv2.LINE_AA)
        digit = str(chance.integers(10))
        cv2.putText(face, digit, (x - 8, height - 30), _FONT, 0.8, (250, 250, 250), 2, cv2.LINE_AA)
    return face


def _back(face: Picture) -> Picture:
    height, width = face.shape[:2]
    cv2.rectangle(face, (12, 12), (width - 13, height - 13), (92, 46, 38), -1)
    for shift in range(-height, width, 16):
        cv2.line(face, (shift, 12), (shift + height, height - 12), (110, 66, 58), 2, cv2.LINE_AA)
    cv2.rectangle(face, (12, 12), (width - 13, height - 13), (120, 180, 210), 4)
    cv2.circle(face, (width // 2, height // 2), 64, (120, 180, 210), 6, cv2.LINE_AA)
    angles = np.arange(16) * np.pi / 8
    radius = np.where(np.arange(16) % 2, 22, 56)[:, None]
    star = np.stack([np.cos(angles), np.sin(angles)], 1) * radius + (width / 2, height / 2)
    cv2.fillPoly(face, [np.rint(star).astype(np.int32)], (140, 200, 230), cv2.LINE_AA)
    return face


def _picture(hue: int, chance: np.random.Generator) -> Picture:
    width, height = KEPT_PX[0] - 36, 144
    sky, ground = np.array(_colour(hue, 90, 220)), np.array(_colour(hue + 20, 130, 90))
    down = np.linspace(0, 1, height)[:, None, None]
    scene = np.broadcast_to(sky * (1 - down) + ground * down, (height, width, 3)).astype(np.uint8).copy()
    for _ in range(int(chance.integers(5, 10))):
        centre = chance.uniform((20, 20), (width - 20, height - 20))
        away = chance.normal(0, 26, (int(chance.integers(3, 7)), 2))
        colour = _colour(
            int(chance.integers(180)), int(chance.integers(60, 230)), int(chance.integers(40, 250))
        )
        hull = cv2.convexHull(np.rint(centre + away).astype(np.int32))
        cv2.fillConvexPoly(scene, hull, colour, cv2.LINE_AA)
    return scene


def _box(face: Picture, corner: tuple[int, int], opposite: tuple[int, int], hue: int) -> None:
    cv2.rectangle(face, corner, opposite, _colour(hue, 30, 225), -1)
    cv2.rectangle(face, corner, opposite, _BORDER, 1)


def _colour(hue: int, saturation: int, value: int) -> Colour:
    hsv = np.array([[[hue % 180, saturation, value]]], np.uint8)
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)
