"""Textures of surfaces: noise, relief, table tops."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import FloatMap, Picture

Rng = np.random.Generator
Bgr = tuple[float, float, float]

PX_PER_MM = 3.0
"""Resolution of a painted board, about twice that of the camera."""
_BAND_PX = 16
"""Number of rows that `lit` computes at once."""

_TABLES: dict[str, Bgr] = {
    "wood": (40, 56, 92), "oak": (98, 142, 182), "cloth": (74, 92, 60),
    "white": (206, 212, 214), "dark": (42, 40, 40),
}  # fmt: skip
TABLES = tuple(_TABLES)


def table_top(material: str, size: tuple[int, int], rng: Rng) -> Picture:
    """Paint (height, width) pixels of a table, one pixel a millimetre."""
    colour = np.array(_TABLES[material]) * rng.uniform(0.85, 1.15)
    if material not in ("wood", "oak"):
        return mottled(colour, size, rng, 0.04, 0.05 if material == "cloth" else 0.015)
    width = size[1]
    grain = noise(size, (300, 9), rng) * 0.06 + noise(size, (500, 3), rng) * 0.05
    planks, gaps = np.ones((width, 1)), np.ones((width, 1))
    plank, x = 96, int(rng.integers(20, 90))
    for left in range(x - plank, width, plank):
        planks[max(left, 0) : max(left + plank, 0)] = rng.uniform(0.86, 1.1)
        gaps[max(left, 0) : max(left + 2, 0)] = 0.55
    return lit(colour, 1 + grain, planks, gaps)


def noise(size: tuple[int, int], grain: tuple[int, int], rng: Rng) -> FloatMap:
    """Return smooth noise, mean 0, deviation about 1; `grain` is the blob size (down, across) in px."""
    height, width = size
    coarse = rng.standard_normal((height // grain[0] + 3, width // grain[1] + 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def mottled(
    colour: NDArray[np.float64], size: tuple[int, int], rng: Rng, broad: float, fine: float
) -> Picture:
    """Return an even colour with broad and fine blotches; strengths as shares."""
    shade = 1 + broad * noise(size, (60, 60), rng) + fine * noise(size, (3, 3), rng)
    return lit(colour.astype(np.float32), shade)


def relief(size: tuple[int, int], grain: int, rng: Rng, strength: float) -> FloatMap:
    """Return the brightness of a rough surface lit from the top left."""
    rough = noise(size, (grain, grain), rng) + 0.5 * noise(size, (grain // 2, grain // 2), rng)
    slope = cv2.Sobel(rough, cv2.CV_32F, 1, 0, ksize=3) + cv2.Sobel(rough, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.clip(1 + strength * slope, 0.45, 1.5), np.float32)


def lit(ground: NDArray[Any], shade: FloatMap, *tints: NDArray[np.float64]) -> Picture:
    """Multiply a colour or a picture by `shade` (h, w) and, in every row, by `tints`.

    Works on a few rows at a time, which is faster: large floating point pictures take longer to store than to
    compute.
    """
    painted = np.empty((*shade.shape, 3), np.uint8)
    ground = np.broadcast_to(ground, painted.shape)
    for top in range(0, len(shade), _BAND_PX):
        rows = slice(top, top + _BAND_PX)
        bright = ground[rows] * shade[rows, :, None]
        for tint in tints:
            bright *= tint
        painted[rows] = np.clip(bright, 0, 255, out=bright)
    return painted


def to_bytes(picture: NDArray[np.floating]) -> Picture:
    """Clip to 0..255 and convert to 8 bits."""
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def spots(size: tuple[int, int], spacing: int, rng: Rng) -> NDArray[np.int64]:
    """Return random points (n, 2) in pixels, one in every square of `spacing`, in random order."""
    down, across = np.mgrid[0 : size[0] : spacing, 0 : size[1] : spacing]
    grid = np.column_stack([across.ravel(), down.ravel()])
    return np.asarray(rng.permutation(grid + rng.integers(0, spacing, grid.shape)))
