"""Likelihood of pixels that show the same thing, or the same ground, as a reference.

Takes flat pixel indices; returns log densities per colour bin, comparable with those of `colours`.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatMap, Floats
from vision.board.colours import BIN_VOLUME, mix
from vision.board.params import PARAMS
from vision.light.change import Comparison, Pixels
from vision.light.params import PARAMS as LIGHT

LOG_BIN = float(np.log(BIN_VOLUME / (2 * np.pi) ** 1.5))


class DensityComparison(Comparison):
    """Comparison in log densities, for pixels that may also show a piece of a learnt colour."""

    def same_density(self, pixels: Pixels) -> FloatMap:
        """Log density per colour bin if the picture shows the same thing as the reference."""
        sigma_l, sigma_ab = self.sigmas(pixels)
        density = LOG_BIN - np.log(sigma_l * sigma_ab**2) - 0.5 * self.distance(pixels) ** 2
        return np.asarray(density, dtype=np.float32)

    def ground_density(self, pixels: Pixels, printed: FloatMap) -> FloatMap:
        """Log density per colour bin if it shows the same ground, lit as before or in a shadow.

        `printed` are nats for its print being visible; positive ones only support the shadow, as the edge of
        a shadow may hide the print.
        """
        shadow = (
            LOG_BIN
            - np.log(PARAMS.shadow_sigma_levels * LIGHT.chroma_sigma**2)
            - 0.5 * self.shadow_distance(pixels) ** 2
        )
        shadow = np.asarray(shadow + np.maximum(printed, 0), dtype=np.float32)
        return mix(shadow, self.same_density(pixels) + printed, PARAMS.shadow_share)

    def cast_density(self, pixels: Pixels, depth: Floats, sigma: float) -> FloatMap:
        """Log density per colour bin if it shows the same ground in a cast shadow.

        `depth` (n,) is the expected log ratio of lightness in the shadow, `sigma` its standard deviation.
        """
        dimmed, miss = self.dimmed(pixels)
        sigma_l = np.maximum(sigma * np.exp(depth) * self.reference[pixels, 0], PARAMS.min_cast_sigma_levels)
        density = (
            LOG_BIN - np.log(sigma_l * LIGHT.chroma_sigma**2) - 0.5 * (miss + ((dimmed - depth) / sigma) ** 2)
        )
        return np.asarray(density, dtype=np.float32)
