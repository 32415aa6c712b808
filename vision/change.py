"""How unlike two pictures of the same place are: the same thing, the same thing in shadow, or another."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.colours import BIN_VOLUME

Picture = npt.NDArray[np.uint8]
FloatMap = npt.NDArray[np.float32]

SIGMA_L, SIGMA_AB = 10.0, 5.0
SHADOW_SHARE = 0.08
SHADOW_DEPTH = 0.5
SHADOW_SIGMA_L = 60.0
LOG_BIN = float(np.log(BIN_VOLUME / (2 * np.pi) ** 1.5))


def distance(lab: Picture, reference: Picture) -> FloatMap:
    """Standard deviations to the nearest of the reference's 3 x 3 neighbours, both Lab, (h, w)."""
    kernel = np.ones((3, 3), np.uint8)
    over = cv2.subtract(lab, cv2.dilate(reference, kernel))
    under = cv2.subtract(cv2.erode(reference, kernel), lab)
    excess = cv2.max(over, under).astype(np.float32)
    sigma_l, sigma_ab = _sigmas(reference)
    miss = (excess[..., 0] / sigma_l) ** 2 + (excess[..., 1] ** 2 + excess[..., 2] ** 2) / sigma_ab**2
    return np.asarray(np.sqrt(miss), dtype=np.float32)


def shadow_distance(lab: Picture, reference: Picture) -> FloatMap:
    """Standard deviations to the reference dimmed or brightened, all channels alike, (h, w)."""
    now, then = (cv2.blur(picture, (3, 3)).astype(np.float32) for picture in (lab, reference))
    dimmed = np.clip((now[..., 0] + 4) / (then[..., 0] + 4), 0.05, 3.0)
    miss = ((now[..., 1:] - 128 - (then[..., 1:] - 128) * dimmed[..., None]) / SIGMA_AB) ** 2
    return np.asarray(np.sqrt(miss.sum(-1) + (np.log(dimmed) / SHADOW_DEPTH) ** 2), dtype=np.float32)


def same_density(deviations: FloatMap, reference: Picture) -> FloatMap:
    """Log density per colour bin of what `distance` to the reference gave, flattened."""
    sigma_l, sigma_ab = _sigmas(reference)
    return np.asarray(LOG_BIN - np.log(sigma_l * sigma_ab**2) - 0.5 * deviations**2, np.float32).ravel()


def ground_density(bare: FloatMap, shaded: FloatMap, reference: Picture) -> FloatMap:
    """Log density per colour bin of bare ground, lit as before or in a shadow, flattened.

    `bare` and `shaded` are the distance and shadow distance to the reference.
    """
    shadow = LOG_BIN - np.log(SHADOW_SIGMA_L * SIGMA_AB**2) - 0.5 * shaded.ravel() ** 2
    lit = same_density(bare, reference)
    both = np.logaddexp(lit + np.log(1 - SHADOW_SHARE), shadow + np.log(SHADOW_SHARE))
    return np.asarray(both, dtype=np.float32)


def _sigmas(lab: Picture) -> tuple[FloatMap, FloatMap]:
    """Spread of lightness and of a and b of one thing seen twice, (h, w) each: brighter varies more."""
    lightness = lab[..., 0].astype(np.float32)
    sigma_l, sigma_ab = SIGMA_L * (0.25 + lightness / 170), SIGMA_AB * (0.4 + lightness / 200)
    return np.asarray(sigma_l, dtype=np.float32), np.asarray(sigma_ab, dtype=np.float32)
