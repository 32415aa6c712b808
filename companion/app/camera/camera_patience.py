"""Patience with a camera that cannot be opened yet: what is shown meanwhile, and when to try again."""

import time
from collections.abc import Callable

from companion.errors import CompanionError, VisionError
from companion.games.base import N_, Sentence

RETRY_S = 3.0
SOON_S = 1.0
"""Pause before the next try while the camera may still be starting."""
PATIENCE_S = 15.0
"""Time in seconds that a camera may take to start, before people are asked to check its cable."""
_STARTING = Sentence(N_("The camera gives no picture yet; the app tries again."))


class CameraPatience:
    """Some cameras are silent after a start of the computer, and come back later, as another device.

    A camera that cannot be opened is no fault before `PATIENCE_S`; one that gave pictures and stopped is
    one at once.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._lost = False
        self.pause_s = RETRY_S
        """Seconds to wait before the next try."""

    def picture_received(self) -> None:
        """Note that a picture came."""
        self._since, self._lost = None, False

    def opening(self) -> None:
        """Note that a camera is being opened."""
        if self._since is None:
            self._since = self._clock()

    def failed(self, error: CompanionError) -> CompanionError:
        """Return the error to show: the one that occurred, or that the camera may still be starting."""
        now_s = self._clock()
        self._lost = self._lost or error.code != "no_camera"
        waited_s = now_s - (now_s if self._since is None else self._since)
        if self._lost or waited_s >= PATIENCE_S:
            self.pause_s = RETRY_S
            return error
        self.pause_s = SOON_S
        return VisionError("camera_starting", str(_STARTING), sentences=(_STARTING,))
