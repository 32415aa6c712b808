"""Cameras that lie in a drawer: few pixels, noise, compression and little light, over any picture.

CheapCamera(640, 8.0, 60, 0.5)    640 pixels wide, noise of 8 levels, JPEG quality 60, half of the light
"""

from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from tests.bench.optics import lit
from vision.arrays import Picture
from vision.cameras.sources import Camera, Frame

WIDTHS_PX = (640, 960, 1280, 1920)
NOISE_LEVELS = (0.0, 2.0, 4.0, 8.0, 12.0, 16.0)
QUALITIES = (40, 90)
LIGHTS = (1.0, 0.25)


class CheapCamera(NamedTuple):
    """A camera: width of its pictures, noise in grey levels, JPEG quality (0: none), share of the light."""

    width_px: int
    noise_levels: float = 0.0
    quality: int = 0
    light: float = 1.0

    def __str__(self) -> str:
        """Return for example `640 px, noise 8, JPEG 60, light 0.5`."""
        parts = [f"{self.width_px} px", f"noise {self.noise_levels:g}"]
        parts += [f"JPEG {self.quality}"] if self.quality else []
        return ", ".join(parts + ([f"light {self.light:g}"] if self.light != 1 else []))

    def taken(self, picture: Picture, chance: Generator) -> Picture:
        """Return a picture as this camera takes it. The noise is that of grey: all colours alike."""
        height = round(picture.shape[0] * self.width_px / picture.shape[1])
        way = cv2.INTER_AREA if self.width_px < picture.shape[1] else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(picture, (self.width_px, height), interpolation=way), np.uint8)
        dark: Picture = small if self.light == 1 else lit(small, np.full(3, self.light))
        noise = chance.normal(0, self.noise_levels, (height, self.width_px, 1)) if self.noise_levels else 0.0
        taken: Picture = np.clip(np.rint(dark + noise), 0, 255).astype(np.uint8)
        if not self.quality:
            return taken
        code = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def every_camera() -> list[CheapCamera]:
    """Return one camera of each width, noise, quality and light."""
    return [CheapCamera(*about) for about in product(WIDTHS_PX, NOISE_LEVELS, QUALITIES, LIGHTS)]


class Taken:
    """Pictures of a simulated table, taken by a cheap camera; all else is that of the table's own one."""

    def __init__(self, camera: Camera, cheap: CheapCamera, seed: int = 1) -> None:
        self._camera: Any = camera
        self._cheap, self._chance = cheap, np.random.default_rng(seed)

    def __getattr__(self, name: str) -> Any:
        """Return what only the simulated camera has."""
        return getattr(self._camera, name)

    def read(self) -> Frame | None:
        """Return the next picture."""
        frame: Frame | None = self._camera.read()
        return frame and replace(frame, picture=self._cheap.taken(frame.picture, self._chance))

    def close(self) -> None:
        """Close the table's own camera."""
        self._camera.close()


def arm(picture: Picture, reach: float, colour: tuple[int, int, int]) -> Picture:
    """Draw an arm that reaches in from the right edge, by a share of the width; 0 is a fingertip's width."""
    height, width = picture.shape[:2]
    shown, thick = picture.copy(), round(0.03 * width)
    tip = (round(width * (1 - reach)) - thick // 2, round(0.45 * height))
    cv2.line(shown, (width + thick, round(0.6 * height)), tip, colour, thick, cv2.LINE_AA)
    return shown
