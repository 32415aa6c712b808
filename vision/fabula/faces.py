"""The known faces, and pictures of cards made comparable block by block.

Takes pictures of cards; returns normalised blocks whose products are correlations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Picture
from vision.fabula import local_features
from vision.fabula.cards import CARD_MM
from vision.fabula.local_features import LocalFeatures
from vision.fabula.params import PARAMS

FACE_PX, CARD_PX, SMALL_PX = (
    (round(CARD_MM[0] * scale), round(CARD_MM[1] * scale))
    for scale in (PARAMS.face_px_per_mm, PARAMS.face_px_per_mm / 2, PARAMS.small_px_per_mm)
)
"""Width and height of a face for its print, for the fine and for the coarse match."""
ACROSS, DOWN = PARAMS.blocks
BLOCKS = ACROSS * DOWN


class Level(NamedTuple):
    """Faces (n, h, w) without shading, at one resolution, and their steepest descent images (n, h * w, 6)."""

    px_per_mm: float
    pictures: FloatMap
    slopes: FloatMap


def blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """Return the blocks (n, 99, d) of pictures of cards, BGR (n, 88, 63, 3), without their means.

    Their length is 1, less if there is little to see. The product of two blocks is their correlation.
    """
    lab = [cv2.cvtColor(picture, cv2.COLOR_BGR2Lab) for picture in pictures]
    weighted = np.array(lab, np.float32).reshape(pictures.shape) * np.array(
        (1, PARAMS.chroma_weight, PARAMS.chroma_weight), np.float32
    )
    return _normed(weighted, ACROSS, DOWN)


def small_blocks(pictures: npt.NDArray[np.uint8]) -> FloatMap:
    """Return the blocks (n, 16, d) of small pictures of cards, BGR (n, 44, 32, 3), see `blocks`."""
    return _normed(pictures.astype(np.float32), *PARAMS.small_blocks)


def _normed(pictures: FloatMap, across: int, down: int) -> FloatMap:
    count, height, width, depth = pictures.shape
    split = pictures.reshape(count, down, height // down, across, width // across, depth)
    parts = split.transpose(0, 1, 3, 2, 4, 5).reshape(
        count, down * across, (height // down) * (width // across), depth
    )
    parts = (parts - parts.mean(2, keepdims=True)).reshape(
        count, down * across, height * width * depth // (down * across)
    )
    floor = PARAMS.flat_grey**2 * parts.shape[2]
    return np.asarray(parts / np.sqrt((parts**2).sum(2, keepdims=True) + floor), np.float32)


def remove_shading(grey: Picture, px_per_mm: float) -> FloatMap:
    """Return a grey picture (h, w) with local mean 0 and spread about 1."""
    sharp = grey.astype(np.float32)
    side = round(PARAMS.shading_mm * px_per_mm) | 1
    mean = cv2.blur(sharp, (side, side))
    spread = cv2.blur(sharp * sharp, (side, side)) - mean * mean
    return np.asarray((sharp - mean) / np.sqrt(np.maximum(spread, 0) + PARAMS.shading_floor_grey**2))


def halved(picture: Picture) -> Picture:
    """Return a picture at half its size."""
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)


def small(picture: Picture) -> Picture:
    """Return a card's picture at the resolution of the coarse match."""
    return np.asarray(cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8)


class Faces:
    """Known faces: `ids` (n,) and their `pictures`, BGR (n, 176, 126, 3)."""

    def __init__(self, ids: Sequence[str], pictures: npt.NDArray[np.uint8]) -> None:
        self.ids = tuple(ids)
        self.pictures = pictures
        self._cards = np.array([halved(picture) for picture in pictures], np.uint8).reshape(-1, 88, 63, 3)

    @cached_property
    def blocks(self) -> FloatMap:
        """Blocks of the faces (n, 99, d), see `blocks`."""
        return blocks(self._cards)

    @cached_property
    def small(self) -> npt.NDArray[np.uint8]:
        """Faces at the resolution of the coarse match, BGR (n, 44, 32, 3)."""
        return np.array([small(card) for card in self._cards], np.uint8).reshape(-1, 44, 32, 3)

    @cached_property
    def small_blocks(self) -> FloatMap:
        """Small blocks of the faces (n, 16, d), see `small_blocks`."""
        return small_blocks(self.small)

    @cached_property
    def similarity(self) -> FloatMap:
        """Correlation of every two faces in each block, (n, n, 99)."""
        return np.asarray(np.einsum("nbd,mbd->nmb", self.blocks, self.blocks, optimize=True), np.float32)

    @cached_property
    def levels(self) -> tuple[Level, Level]:
        """The faces at 0.5 and 1 px/mm, for the coarse and the fine alignment."""
        grey = [np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8) for card in self._cards]
        return _level([small(card) for card in grey], 0.5), _level(grey, 1.0)

    @cached_property
    def features(self) -> LocalFeatures:
        """Local features of all faces; places are mm from the middle of the card."""
        return local_features.of_faces(
            [np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8) for face in self.pictures]
        )


def _level(pictures: Sequence[Picture], px_per_mm: float) -> Level:
    even = np.array([remove_shading(face, px_per_mm) for face in pictures])
    across = np.array([cv2.Sobel(face, cv2.CV_32F, 1, 0, ksize=3) / 8 for face in even])
    down = np.array([cv2.Sobel(face, cv2.CV_32F, 0, 1, ksize=3) / 8 for face in even])
    x, y = centred(even.shape[2], even.shape[1])
    slopes = [across, down, across * x, across * y, down * x, down * y]
    return Level(px_per_mm, even, np.stack([slope.reshape(len(even), -1) for slope in slopes], -1))


def centred(width: int, height: int) -> tuple[FloatMap, FloatMap]:
    """Return columns and rows of a card's picture from its middle, in half cards, (h, w) each."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return (
        ((x - width / 2 + 0.5) / (width / 2)).astype(np.float32),
        ((y - height / 2 + 0.5) / (height / 2)).astype(np.float32),
    )
