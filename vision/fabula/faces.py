"""Cards by how they look: pictures of faces and of what lies on the table, made comparable block by block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Picture
from vision.fabula.cards import CARD_MM

FINE_PX_PER_MM = 2
FINE_PX = (round(CARD_MM[0] * FINE_PX_PER_MM), round(CARD_MM[1] * FINE_PX_PER_MM))
"""Width and height of a card as it is compared."""
ACROSS, DOWN = 9, 11
BLOCKS = ACROSS * DOWN
FLAT_GREY = 6.0
"""A block whose grey levels differ by less, root mean square, says little."""
SMALL_PX, SMALL_BLOCKS = (32, 44), (4, 4)
"""Size of a card as it is looked up, and how many blocks it has then."""
SMALL_FLAT = 4.0
EVENED_MM = 10.0
EVENED_GREY = 10.0


class Level(NamedTuple):
    """Faces (n, h, w), evened, at one size, and how they change when a card is shifted (n, h * w, 6)."""

    pictures: FloatMap
    slopes: FloatMap


def blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """Grey pictures of cards, (n, 176, 126), by blocks, (n, 99, d): each without its mean and of length 1,
    shorter where there is little to see. The product of two blocks is their correlation.
    """
    return _normed(_split(pictures[..., None].astype(np.float32), ACROSS, DOWN), FLAT_GREY)


def small_blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """The same of small coloured ones, (n, 44, 32, 3): (n, 16, d)."""
    return _normed(_split(pictures.astype(np.float32), *SMALL_BLOCKS), SMALL_FLAT)


def _split(pictures: FloatMap, across: int, down: int) -> FloatMap:
    count, height, width, depth = pictures.shape
    parts = pictures.reshape(count, down, height // down, across, width // across, depth)
    return parts.transpose(0, 1, 3, 2, 4, 5).reshape(count, down * across, -1, depth)


def _normed(parts: FloatMap, flat: float) -> FloatMap:
    parts = parts - parts.mean(2, keepdims=True)
    parts = parts.reshape(*parts.shape[:2], -1)
    floor = flat * np.sqrt(parts.shape[2])
    return np.asarray(parts / np.sqrt((parts**2).sum(2, keepdims=True) + floor**2))


def evened(grey: Picture, px_per_mm: float) -> FloatMap:
    """A grey picture (h, w) without shading, about -2..2."""
    sharp = grey.astype(np.float32)
    side = round(EVENED_MM * px_per_mm) | 1
    mean = cv2.blur(sharp, (side, side))
    spread = cv2.blur(sharp * sharp, (side, side)) - mean * mean
    return np.asarray((sharp - mean) / np.sqrt(np.maximum(spread, 0) + EVENED_GREY**2))


def halved(picture: Picture) -> Picture:
    """A picture at half its size."""
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)


def small(picture: Picture) -> Picture:
    """A card's picture, BGR, as it is looked up."""
    return np.asarray(cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8)


class Faces:
    """The faces of a gallery: `ids` (n,) and their pictures, BGR (n, 176, 126, 3)."""

    def __init__(self, ids: Sequence[str], pictures: npt.NDArray[np.uint8]) -> None:
        self.ids = tuple(ids)
        self._pictures = pictures.reshape(-1, FINE_PX[1], FINE_PX[0], 3)

    @cached_property
    def grey(self) -> npt.NDArray[np.uint8]:
        """(n, 176, 126)."""
        return np.array([cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) for face in self._pictures], np.uint8)

    @cached_property
    def blocks(self) -> FloatMap:
        """(n, 99, d), see `blocks`."""
        return blocks(self.grey)

    @cached_property
    def small_blocks(self) -> FloatMap:
        """(n, 16, d), see `small_blocks`."""
        return small_blocks(np.array([small(face) for face in self._pictures]))

    @cached_property
    def alike(self) -> Floats:
        """How far two faces look the same in each block, (n, n, 99), up to 1."""
        return np.einsum("nbd,mbd->nmb", self.blocks, self.blocks, optimize=True).astype(np.float64)

    @cached_property
    def levels(self) -> tuple[Level, Level]:
        """The faces at half a pixel and a pixel a mm."""
        half = [halved(face) for face in self.grey]
        return _level([halved(face) for face in half], 0.5), _level(half, 1.0)


def _level(pictures: Sequence[Picture], px_per_mm: float) -> Level:
    even = np.array([evened(face, px_per_mm) for face in pictures])
    across = np.array([cv2.Sobel(face, cv2.CV_32F, 1, 0, ksize=3) / 8 for face in even])
    down = np.array([cv2.Sobel(face, cv2.CV_32F, 0, 1, ksize=3) / 8 for face in even])
    x, y = centred(even.shape[2], even.shape[1])
    slopes = [across, down, across * x, across * y, down * x, down * y]
    return Level(even, np.stack([slope.reshape(len(even), -1) for slope in slopes], -1))


def centred(width: int, height: int) -> tuple[FloatMap, FloatMap]:
    """Columns and rows of a card's picture from its middle, in half cards, (h, w) each."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return (
        ((x - width / 2 + 0.5) / (width / 2)).astype(np.float32),
        ((y - height / 2 + 0.5) / (height / 2)).astype(np.float32),
    )
