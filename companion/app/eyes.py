"""A camera's pictures as observations: wait until nothing moves, then read."""

import numpy as np
import numpy.typing as npt

from companion.errors import ExitCode, VisionError
from companion.games.base import Table
from companion.table.observation import Observation
from vision.cameras import Frame
from vision.motion import Stillness
from vision.plan import fae_plan
from vision.reader import Reader

Corners = npt.NDArray[np.float64]


class Eyes:
    """Reads the pictures of one camera for one game.

    `corners_px` (4, 2) are the board's outer corners, else the markers are looked for; `start` is what
    lies there in the first picture, else it must show the set-up. A picture is read when nothing has
    moved for `hold_s`; 0 reads every one.
    """

    def __init__(
        self, corners_px: Corners | None = None, start: Table | None = None, hold_s: float = 0.0
    ) -> None:
        self._corners_px, self._hold_s = corners_px, hold_s
        self.forget(start)

    def forget(self, start: Table | None = None) -> None:
        """Find the board anew; what lies there is `start`, else the set-up."""
        self.reader = Reader(fae_plan(), self._corners_px, start)
        self._stillness = Stillness(self._hold_s)

    def look(self, frame: Frame) -> Observation:
        """What a picture shows. Raises VisionError when the first one read has no board."""
        if self._hold_s and not self._stillness.still(frame.picture, frame.time_s):
            return Observation(frame.name, frame.time_s, trouble="motion")
        try:
            return self.reader.look(frame.name, frame.time_s, frame.picture)
        except VisionError as error:
            error.exit_code = ExitCode.WRONG_INPUT
            raise

    def accept(self, table: Table | None) -> None:
        """What the game says lies there beyond doubt after the last picture, if anything."""
        if table is not None:
            self.reader.accept(table)
