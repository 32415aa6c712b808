"""What the three figures are painted with: what sets usually have, and what was seen of this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.fairytile.board import FIGURES, Figure
from vision.arrays import FloatMap, Floats
from vision.fairytile.params import PARAMS

Bins = npt.NDArray[np.intp]
"""Which of the counted tones pixels have, (...)."""

LOWEST, BIN, BINS = -1.2, 0.1, 32
DARKEST, LIGHT_BIN, LIGHT_BINS = 2.4, 0.4, 8
"""Colours, and lightness, are counted by steps of their logarithms."""
SHAPE = (LIGHT_BINS, BINS, BINS)
COLOURS: Mapping[Figure, Sequence[tuple[float, float, float]]] = {
    "princess": ((0.70, 0.37, 0.6), (0.2, -0.8, 0.15), (0.17, -0.13, 0.1)),
    "knight": ((-0.03, 0.03, 0.55), (-0.35, 0.55, 0.3)),
    "dragon": ((1.3, 0.0, 0.8), (0.27, -0.64, 0.1)),
}
"""Red beside green and blue beside green, logarithms, and share of what figures usually are painted with."""


class FigureLooks:
    """The paint of the figures of one set: `counts` are pixels seen of each by their tones, (8, 32, 32)."""

    def __init__(self, counts: Mapping[Figure, FloatMap] | None = None) -> None:
        self.counts = dict(counts or {})

    def likely(self, bins: Bins, figure: Figure) -> FloatMap:
        """How likely pixels are the figure's: about 1 for what it mostly shows, 0.01 for what never."""
        return self._tables[figure][bins]

    def and_also(self, figure: Figure, bins: Bins, weights: Floats) -> FigureLooks:
        """With more pixels of a figure, (n,), that count so much, 0..1."""
        return self.joined(FigureLooks({figure: counted(bins, weights)}))

    def joined(self, more: FigureLooks) -> FigureLooks:
        """With what was seen later."""
        every = dict(self.counts)
        for figure, counts in more.counts.items():
            now = every[figure] + counts if figure in every else counts
            every[figure] = now * min(1.0, PARAMS.history_pixels / max(float(now.sum()), 1.0))
        return FigureLooks(every)

    @cached_property
    def _tables(self) -> Mapping[Figure, FloatMap]:
        return {figure: _table(self.counts.get(figure), figure) for figure in FIGURES}


def tone_bins(seen: FloatMap) -> Bins:
    """Which of the counted tones pixels, (..., 3), have."""
    colours = np.clip((seen[..., 1:] - (LOWEST - BIN / 2)) / BIN, 0, BINS - 1).astype(np.intp)
    lightness = np.clip((seen[..., 0] - DARKEST) / LIGHT_BIN, 0, LIGHT_BINS - 1).astype(np.intp)
    return np.asarray((lightness * BINS + colours[..., 0]) * BINS + colours[..., 1])


def counted(bins: Bins, weights: Floats | None = None) -> FloatMap:
    """How many pixels have each tone, (8, 32, 32)."""
    found = np.bincount(bins.ravel(), weights, LIGHT_BINS * BINS * BINS)
    return found.reshape(SHAPE).astype(np.float32)


def softened(counts: FloatMap) -> FloatMap:
    """Counts (8, 32, 32) with what is nearly the same tone."""
    planes = np.moveaxis(counts, 0, -1).copy()
    soft = np.moveaxis(cv2.GaussianBlur(planes, (0, 0), PARAMS.histogram_blur_bins), -1, 0)
    mixed = 0.5 * soft
    mixed[1:] += 0.25 * soft[:-1]
    mixed[:-1] += 0.25 * soft[1:]
    return np.asarray(mixed, np.float32)


def _table(counts: FloatMap | None, figure: Figure) -> FloatMap:
    shares = PARAMS.prior_pixels * _usual(figure)
    if counts is not None:
        shares = shares + softened(counts)
    shares = shares / shares.sum()
    nats = np.log(shares + 1e-9)
    nats -= (shares * nats).sum()
    return np.asarray(np.exp(np.clip(nats, PARAMS.paint_nats[0], PARAMS.paint_nats[1])).ravel(), np.float32)


@cache
def _usual(figure: Figure) -> FloatMap:
    """Shares of the tones that figures usually show, (8, 32, 32), in any lightness."""
    steps = LOWEST + BIN * np.arange(BINS)
    red, blue = np.meshgrid(steps, steps, indexing="ij")
    shares = np.zeros((BINS, BINS))
    for own_red, own_blue, share in COLOURS[figure]:
        length = max(own_red**2 + own_blue**2, 1e-6)
        pale = np.clip((red * own_red + blue * own_blue) / length, PARAMS.paint_palest, 1.1)
        off = ((red - pale * own_red) ** 2 + (blue - pale * own_blue) ** 2) / PARAMS.paint_sigma**2
        spot = np.exp(-off / 2)
        shares += share * spot / spot.sum()
    return np.asarray(np.broadcast_to(shares / shares.sum() / LIGHT_BINS, SHAPE), np.float32)
