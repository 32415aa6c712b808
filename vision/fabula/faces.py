"""Cards by how they look: pictures of faces and of what lies on the table, made comparable block by block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Picture

FACE_PX = (126, 176)
"""Width and height of a face as it is kept to compare with: two pixels a mm."""
CARD_PX = (63, 88)
ACROSS, DOWN = 9, 11
BLOCKS = ACROSS * DOWN
CHROMA = 3.0
"""Colours count so much more than light and dark: twins often differ in nothing else."""
FLAT = 4.0
"""A block whose pixels differ by less, root mean square, says little."""
SMALL_PX, SMALL_BLOCKS = (32, 44), (4, 4)
"""Size of a card as it is looked up, and how many blocks it has then."""
EVENED_MM = 10.0
EVENED_GREY = 10.0


class Level(NamedTuple):
    """Faces (n, h, w), evened, at one size, and how they change when a card is shifted (n, h * w, 6)."""

    px_per_mm: float
    pictures: FloatMap
    slopes: FloatMap


def blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """Pictures of cards, BGR (n, 88, 63, 3), by blocks, (n, 99, d): each without its mean and of length 1,
    shorter where there is little to see. The product of two blocks is their correlation.
    """
    lab = [cv2.cvtColor(picture, cv2.COLOR_BGR2Lab) for picture in pictures]
    weighted = np.array(lab, np.float32).reshape(pictures.shape) * np.array((1, CHROMA, CHROMA), np.float32)
    return _normed(weighted, ACROSS, DOWN)


def small_blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """The same of small ones, (n, 44, 32, 3): (n, 16, d)."""
    return _normed(pictures.astype(np.float32), *SMALL_BLOCKS)


def _normed(pictures: FloatMap, across: int, down: int) -> FloatMap:
    count, height, width, depth = pictures.shape
    split = pictures.reshape(count, down, height // down, across, width // across, depth)
    parts = split.transpose(0, 1, 3, 2, 4, 5).reshape(
        count, down * across, (height // down) * (width // across), depth
    )
    parts = (parts - parts.mean(2, keepdims=True)).reshape(
        count, down * across, height * width * depth // (down * across)
    )
    floor = FLAT**2 * parts.shape[2]
    return np.asarray(parts / np.sqrt((parts**2).sum(2, keepdims=True) + floor), np.float32)


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
    """A card's picture as it is looked up."""
    return np.asarray(cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8)


class Faces:
    """The faces of a gallery: `ids` (n,) and their `pictures`, BGR (n, 176, 126, 3)."""

    def __init__(self, ids: Sequence[str], pictures: npt.NDArray[np.uint8]) -> None:
        self.ids = tuple(ids)
        self.pictures = pictures
        self._cards = np.array([halved(picture) for picture in pictures], np.uint8).reshape(-1, 88, 63, 3)

    @cached_property
    def blocks(self) -> FloatMap:
        """(n, 99, d), see `blocks`."""
        return blocks(self._cards)

    @cached_property
    def small(self) -> npt.NDArray[np.uint8]:
        """As they are looked up, (n, 44, 32, 3)."""
        return np.array([small(card) for card in self._cards], np.uint8).reshape(-1, 44, 32, 3)

    @cached_property
    def small_blocks(self) -> FloatMap:
        """(n, 16, d), see `small_blocks`."""
        return small_blocks(self.small)

    @cached_property
    def alike(self) -> FloatMap:
        """How far two faces look the same in each block, (n, n, 99), up to 1."""
        return np.asarray(np.einsum("nbd,mbd->nmb", self.blocks, self.blocks, optimize=True), np.float32)

    @cached_property
    def levels(self) -> tuple[Level, Level]:
        """The faces at half a pixel and a pixel a mm."""
        grey = [np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8) for card in self._cards]
        return _level([small(card) for card in grey], 0.5), _level(grey, 1.0)


def _level(pictures: Sequence[Picture], px_per_mm: float) -> Level:
    even = np.array([evened(face, px_per_mm) for face in pictures])
    across = np.array([cv2.Sobel(face, cv2.CV_32F, 1, 0, ksize=3) / 8 for face in even])
    down = np.array([cv2.Sobel(face, cv2.CV_32F, 0, 1, ksize=3) / 8 for face in even])
    x, y = centred(even.shape[2], even.shape[1])
    slopes = [across, down, across * x, across * y, down * x, down * y]
    return Level(px_per_mm, even, np.stack([slope.reshape(len(even), -1) for slope in slopes], -1))


def centred(width: int, height: int) -> tuple[FloatMap, FloatMap]:
    """Columns and rows of a card's picture from its middle, in half cards, (h, w) each."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return (
        ((x - width / 2 + 0.5) / (width / 2)).astype(np.float32),
        ((y - height / 2 + 0.5) / (height / 2)).astype(np.float32),
    )
