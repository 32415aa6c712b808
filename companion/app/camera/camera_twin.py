"""The simulated camera with its faults."""

import time
from dataclasses import replace

import numpy as np

from hardware.twin import Twin
from vision.cameras.live_camera import Lock, camera_lost
from vision.cameras.sources import Camera, Frame


class CameraTwin:
    """A simulated camera with injectable faults; while stuck it repeats its last picture."""

    def __init__(self, camera: Camera, twin: Twin) -> None:
        self._camera, self._twin = camera, twin
        self._last: Frame | None = None
        self._count = 0
        if not twin.plugged_in:
            self.close()
        self._check()

    def read(self) -> Frame | None:
        """Return the next picture. Raises VisionError `camera_lost` while unplugged."""
        self._check()
        time.sleep(self._twin.delay_s)
        if not (self._twin.stuck and self._last):
            self._last = self._camera.read()
        self._count += 1
        if self._last is None or not self._twin.garbled:
            return self._last
        noise = np.random.default_rng(self._count).integers(0, 256, self._last.picture.shape, np.uint8)
        return replace(self._last, picture=noise)

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        """Do nothing: a simulated camera has no exposure to lock."""
        return Lock(exposure, white_balance, focus)

    def close(self) -> None:
        """Stop the simulation."""
        self._camera.close()

    def _check(self) -> None:
        if not self._twin.plugged_in:
            raise camera_lost("sim", self._count)
