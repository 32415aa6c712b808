"""How likely a pixel's colour is if it shows the same as a reference: the same thing, or the same ground."""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatMap, Floats
from vision.fae.colours import BIN_VOLUME, mix
from vision.light.change import Comparison, Pixels
from vision.light.params import PARAMS as LIGHT

SHADOW_SHARE = 0.08
SHADOW_SIGMA_L, LEAST_SIGMA_L = 60.0, 4.0
LOG_BIN = float(np.log(BIN_VOLUME / (2 * np.pi) ** 1.5))


class DensityComparison(Comparison):
    """A comparison as log densities, for pixels that may show a piece of a colour that was learnt."""

    def same_density(self, pixels: Pixels) -> FloatMap:
        """Log density per colour bin if the picture shows the same thing as the reference."""
        sigma_l, sigma_ab = self.sigmas(pixels)
        density = LOG_BIN - np.log(sigma_l * sigma_ab**2) - 0.5 * self.distance(pixels) ** 2
        return np.asarray(density, dtype=np.float32)

    def ground_density(self, pixels: Pixels, printed: FloatMap) -> FloatMap:
        """Log density per colour bin if it shows the same ground, lit as before or in a shadow.

        `printed` are nats for its print being seen; the edge of a shadow may hide that.
        """
        shadow = (
            LOG_BIN - np.log(SHADOW_SIGMA_L * LIGHT.chroma_sigma**2) - 0.5 * self.shadow_distance(pixels) ** 2
        )
        shadow = np.asarray(shadow + np.maximum(printed, 0), dtype=np.float32)
        return mix(shadow, self.same_density(pixels) + printed, SHADOW_SHARE)

    def cast_density(self, pixels: Pixels, depth: Floats, sigma: float) -> FloatMap:
        """Log density per colour bin if it shows the same ground in a shadow that a lamp casts, by the median
        (n,) and the standard deviation of the logarithm of how dark that is."""
        dimmed, miss = self.dimmed(pixels)
        sigma_l = np.maximum(sigma * np.exp(depth) * self.reference[pixels, 0], LEAST_SIGMA_L)
        density = (
            LOG_BIN - np.log(sigma_l * LIGHT.chroma_sigma**2) - 0.5 * (miss + ((dimmed - depth) / sigma) ** 2)
        )
        return np.asarray(density, dtype=np.float32)
