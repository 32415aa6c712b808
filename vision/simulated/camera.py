"""The simulated table as a camera like any other."""

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
    """Shows a table while `acts` are played on it; None once they are done.

    With `realtime` a picture comes when its time has come, else as fast as it is drawn. `last` is the
    latest picture with the truth about it, `locked` what `lock` was told. `unplug_after` pictures the
    camera is lost, to see what the app does then; `delay_s` makes it slow, `garbled` turns pictures to noise.
    """

    delay_s = 0.0
    garbled = False

    def __init__(
        self, table: SimulatedStage[Any], acts: Acts, *, fps: float = 10.0,
        realtime: bool = False, unplug_after: int | None = None,
    ) -> None:  # fmt: skip
        """Sit down at the table; nothing is drawn before the first `read`."""
        self._frames = table.frames(acts, fps)
        self._realtime, self._unplug_after = realtime, unplug_after
        self._count, self._start_s = 0, time.monotonic()
        self.last: StageFrame[Any] | None = None
        self.locked = Lock(exposure=False, white_balance=False)

    def read(self) -> Frame | None:
        """The next picture. Raises VisionError once it is unplugged."""
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

    def lock(self, exposure: bool, white_balance: bool) -> Lock:
        """Remember what was wished; the light here does not change for it."""
        self.locked = Lock(exposure, white_balance)
        return self.locked

    def close(self) -> None:
        """Stop the play."""
        self._frames.close()

    def _sent(self, picture: Picture) -> Picture:
        if not self.garbled:
            return picture
        return np.random.default_rng(self._count).integers(0, 256, picture.shape, dtype=np.uint8)
