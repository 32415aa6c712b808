"""Simulated camera over a simulated table."""

import time
from typing import Any

import numpy as np

from companion.errors import VisionError
from vision.arrays import Picture
from vision.cameras.live_camera import Lock
from vision.frame import Frame
from vision.simulated.props import StageFrame
from vision.simulated.stage import Acts, SimulatedStage


class SimulatedCamera:
    """Shows a table while `acts` are played on it; returns None after the last act.

    With `realtime` pictures come at their time, otherwise as fast as they are drawn. `last` is the latest
    picture with its true content, `locked` the last argument of `lock`. Faults for tests: the camera is lost
    after `unplug_after` pictures, `delay_s` delays each picture, `garbled` replaces pictures by noise.
    """

    delay_s = 0.0
    garbled = False

    def __init__(
        self, table: SimulatedStage[Any], acts: Acts, *, fps: float = 10.0,
        realtime: bool = False, unplug_after: int | None = None,
    ) -> None:  # fmt: skip
        """Prepare the pictures; nothing is drawn before the first `read`."""
        self._frames = table.frames(acts, fps)
        self._realtime, self._unplug_after = realtime, unplug_after
        self._count, self._start_s = 0, time.monotonic()
        self.last: StageFrame[Any] | None = None
        self.locked = Lock(exposure=False, white_balance=False)

    def read(self) -> Frame | None:
        """Return the next picture. Raises VisionError `camera_lost` once the camera is unplugged."""
        if self._count == self._unplug_after:
            raise VisionError(
                "camera_lost", f"simulated camera: unplugged after {self._count} pictures; start it again",
                camera="sim", pictures=self._count,
            )  # fmt: skip
        self.last = next(self._frames, None)
        if self.last is None:
            return None
        self._count += 1
        if self._realtime:
            time.sleep(max(0.0, self._start_s + self.last.time_s - time.monotonic()))
        time.sleep(self.delay_s)
        return Frame(f"{self._count - 1:06d}", self.last.time_s, self._sent(self.last.picture))

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        """Store the settings; the simulated light does not change with them."""
        self.locked = Lock(exposure, white_balance, focus)
        return self.locked

    def close(self) -> None:
        """Stop the simulation."""
        self._frames.close()

    def _sent(self, picture: Picture) -> Picture:
        if not self.garbled:
            return picture
        return np.random.default_rng(self._count).integers(0, 256, picture.shape, dtype=np.uint8)
