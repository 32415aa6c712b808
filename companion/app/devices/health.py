"""Health of camera and reader, and their last errors; cheap enough to run all the time."""

import time
from collections import deque
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from vision.cameras.state import CameraState

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from vision.arrays import Picture

KEPT = 20
"""Number of errors kept, and of pictures that a figure averages over."""
STALE_S = 3.0
"""Age in seconds after which picture figures are out of date."""
LIGHT_STEP_PX = 16
_CAMERA_GONE = frozenset({"no_camera", "camera_lost", "bad_source"})


class Health:
    """Written by the camera's and the game's thread, read by the window's.

    `lost`: the camera failed and has given no picture since. `camera`: what the opened camera really gives.
    `extent`: width and height of what its lens shows at distance 1; None until a board was found with it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pictures: deque[float] = deque(maxlen=KEPT)
        self._readings_ms: deque[float] = deque(maxlen=KEPT)
        self._light: float | None = None
        self._errors: deque[tuple[str, CompanionError]] = deque(maxlen=KEPT)
        self.lost = False
        self.camera: CameraState | None = None
        self.extent: tuple[float, float] | None = None

    def picture(self, picture: "Picture") -> None:
        """Record a new picture, (h, w, 3)."""
        self._pictures.append(self._clock())
        self._light = float(picture[::LIGHT_STEP_PX, ::LIGHT_STEP_PX].mean()) / 255
        self.lost = False

    def reading(self, took_s: float) -> None:
        """Record the reading time of a picture, in seconds."""
        self._readings_ms.append(took_s * 1000)

    def failed(self, error: CompanionError) -> None:
        """Record an error; a repeated one only updates its time."""
        self.lost = self.lost or error.code in _CAMERA_GONE
        if self._errors and str(self._errors[-1][1]) == str(error):
            self._errors.pop()
        self._errors.append((time.strftime("%H:%M"), error))

    @property
    def pictures_s(self) -> float | None:
        """Pictures per second; None while there are none."""
        times = [at for at in tuple(self._pictures) if at > self._clock() - STALE_S]
        if len(times) < 2 or times[-1] == times[0]:
            return None
        return (len(times) - 1) / (times[-1] - times[0])

    @property
    def reading_ms(self) -> float | None:
        """Median reading time of the last pictures, in ms."""
        readings = tuple(self._readings_ms)
        return median(readings) if readings else None

    @property
    def light(self) -> float | None:
        """Mean brightness of the last picture, 0..1; None while there are none."""
        return self._light if self.pictures_s is not None else None

    @property
    def errors(self) -> tuple[tuple[str, CompanionError], ...]:
        """The last errors with the time of day, newest first."""
        return tuple(reversed(self._errors))
