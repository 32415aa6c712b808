"""A camera's pictures as observations: wait until nothing moves, then read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.errors import ExitCode, VisionError
from companion.games.base import Table
from companion.table.observation import Observation
from vision.base import TableReader
from vision.cameras.sources import Frame
from vision.motion import Stillness

ReaderT = TypeVar("ReaderT", bound=TableReader)
HAND_S = 5.0
"""A hand comes with every move; one that is there for longer may have made several."""


@dataclass
class LongestTime:
    """The longest time without something, in seconds, since `longest_s` was set to 0."""

    last_s: float | None = None
    longest_s: float = 0.0

    def until(self, time_s: float) -> float:
        """Now."""
        if self.last_s is not None:
            self.longest_s = max(self.longest_s, time_s - self.last_s)
        return self.longest_s


class FrameReader(Generic[ReaderT]):
    """Reads the pictures of one camera for one game.

    `new_reader` makes a reader that knows what lies there at first, if anything is known. A picture is
    read when nothing has moved for `hold_s`; 0 reads every one.
    """

    def __init__(
        self, new_reader: Callable[[Table | None], ReaderT], start: Table | None = None, hold_s: float = 0.0
    ) -> None:
        self._new_reader, self._hold_s = new_reader, hold_s
        self.forget(start)

    def forget(self, start: Table | None = None) -> None:
        """Find the board anew; what lies there is `start`, if it is known."""
        self.reader = self._new_reader(start)
        self._stillness = Stillness(self._hold_s)
        self._unseen, self._covered, self._clear_s = LongestTime(), LongestTime(), 0.0

    def look(self, frame: Frame) -> Observation:
        """What a picture shows. Raises VisionError when the first one read has no board."""
        unseen_s, covered_s = self._unseen.until(frame.time_s), self._covered.until(frame.time_s)
        if self._hold_s and not self._stillness.still(frame.picture, frame.time_s):
            self._watched(frame.time_s, passing=True)
            return Observation(frame.name, frame.time_s, trouble="motion")
        try:
            seen = self.reader.look(frame.name, frame.time_s, frame.picture)
        except VisionError as error:
            error.exit_code = ExitCode.WRONG_INPUT
            error.params["file"] = frame.name
            raise
        if seen.trouble in (None, "hand"):  # of a picture that shows nothing nobody knows what it missed
            self._watched(frame.time_s, seen.trouble is not None, bool(seen.hidden))
        return replace(seen, unseen_s=unseen_s, covered_s=covered_s)

    def accept(self, table: Table | None) -> None:
        """What the game says lies there beyond doubt after the last picture, if anything."""
        if table is not None:
            self.reader.accept(table)
            self._unseen.longest_s = self._covered.longest_s = 0.0

    def _watched(self, time_s: float, passing: bool, covered: bool = False) -> None:
        """A picture that shows the table: somebody may be `passing`, or a thing lie there that has `covered`
        some of it."""
        self._unseen.last_s = time_s
        if clear := not (passing or covered):
            self._clear_s = time_s
        if clear or (passing and time_s < self._clear_s + HAND_S):
            self._covered.last_s = time_s
