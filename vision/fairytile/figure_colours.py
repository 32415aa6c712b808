"""Colour histograms of the three figures: usual paint as a prior, and pixels seen of this set.

Takes tones of pixels; returns the likelihood of each under the paint of each figure.
"""

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
"""Histogram bins of pixels, (...)."""

LOWEST, BIN, BINS = -1.2, 0.1, 32
DARKEST, LIGHT_BIN, LIGHT_BINS = 2.4, 0.4, 8
"""Lowest tone, width and number of bins of colours and lightness; stored histograms depend on them."""
SHAPE = (LIGHT_BINS, BINS, BINS)
COLOURS: Mapping[Figure, Sequence[tuple[float, float, float]]] = {
    "princess": ((0.70, 0.37, 0.6), (0.2, -0.8, 0.15), (0.17, -0.13, 0.1)),
    "knight": ((-0.03, 0.03, 0.55), (-0.35, 0.55, 0.3)),
    "dragon": ((1.3, 0.0, 0.8), (0.27, -0.64, 0.1)),
}
"""Red beside green and blue beside green, logarithms, and share of what figures usually are painted with."""


class FigurePaint:
    """Paint of the figures of one set; `counts`: pixels seen of each figure by tone bin, (8, 32, 32)."""

    def __init__(self, counts: Mapping[Figure, FloatMap] | None = None) -> None:
        self.counts = dict(counts or {})

    def likely(self, bins: Bins, figure: Figure) -> FloatMap:
        """Return the likelihood of pixels under a figure's paint.

        About 1 for its main tones, 0.01 at least.
        """
        return self._tables[figure][bins]

    def with_pixels(self, figure: Figure, bins: Bins, weights: Floats) -> FigurePaint:
        """Add pixels of a figure, (n,), with weights 0..1."""
        return self.joined(FigurePaint({figure: counted(bins, weights)}))

    def joined(self, more: FigurePaint) -> FigurePaint:
        """Add counts seen later; of more than `history_pixels` the older ones fade."""
        every = dict(self.counts)
        for figure, counts in more.counts.items():
            now = every[figure] + counts if figure in every else counts
            every[figure] = now * min(1.0, PARAMS.history_pixels / max(float(now.sum()), 1.0))
        return FigurePaint(every)

    @cached_property
    def _tables(self) -> Mapping[Figure, FloatMap]:
        return {figure: _table(self.counts.get(figure), figure) for figure in FIGURES}


def tone_bins(seen: FloatMap) -> Bins:
    """Return the histogram bin of each pixel's tones, (..., 3): (...)."""
    colours = np.clip((seen[..., 1:] - (LOWEST - BIN / 2)) / BIN, 0, BINS - 1).astype(np.intp)
    lightness = np.clip((seen[..., 0] - DARKEST) / LIGHT_BIN, 0, LIGHT_BINS - 1).astype(np.intp)
    return np.asarray((lightness * BINS + colours[..., 0]) * BINS + colours[..., 1])


def counted(bins: Bins, weights: Floats | None = None) -> FloatMap:
    """Return the histogram of bins, (8, 32, 32)."""
    found = np.bincount(bins.ravel(), weights, LIGHT_BINS * BINS * BINS)
    return found.reshape(SHAPE).astype(np.float32)


def softened(counts: FloatMap) -> FloatMap:
    """Smooth a histogram, (8, 32, 32), over neighbouring bins."""
    planes = np.moveaxis(counts, 0, -1).copy()
    smoothed = np.moveaxis(cv2.GaussianBlur(planes, (0, 0), PARAMS.histogram_blur_bins), -1, 0)
    mixed = 0.5 * smoothed
    mixed[1:] += 0.25 * smoothed[:-1]
    mixed[:-1] += 0.25 * smoothed[1:]
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
    """Shares of the tones that figures usually show, (8, 32, 32), equal for every lightness."""
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
