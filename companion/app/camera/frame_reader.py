"""Turns frames into observations: waits for stillness, then reads."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.errors import ExitCode, VisionError
from companion.games.base import Table
from companion.table.observation import Observation, Trouble
from vision.base import TableReader
from vision.cameras.sources import Frame
from vision.motion import Stillness

ReaderT = TypeVar("ReaderT", bound=TableReader)
WATCHED: Collection[Trouble | None] = (None, "hand", "blurred")
"""Results of frames that show the table, readable or not yet: a lens that hunts for focus misses no picture.
A frame without board, or a dark one, reveals nothing about missed changes."""
HAND_S = 5.0
"""Time in seconds after which a hand may have made several moves; every move takes a hand."""


@dataclass
class LongestTime:
    """Longest time in seconds since a state last held (`last_s`); restart it by `longest_s` = 0."""

    last_s: float | None = None
    longest_s: float = 0.0

    def until(self, time_s: float) -> float:
        """Include the time up to `time_s` and return the longest."""
        if self.last_s is not None:
            self.longest_s = max(self.longest_s, time_s - self.last_s)
        return self.longest_s


class FrameReader(Generic[ReaderT]):
    """Reads the frames of one camera for one game.

    `new_reader` makes a reader, given the table if it is known. A frame is read if nothing has moved for
    `hold_s` seconds; 0 reads every frame. A still picture is always read.
    """

    def __init__(
        self, new_reader: Callable[[Table | None], ReaderT], start: Table | None = None, hold_s: float = 0.0
    ) -> None:
        self._new_reader, self._hold_s = new_reader, hold_s
        self.forget(start)

    def forget(self, start: Table | None = None) -> None:
        """Find the board again; `start` is the table, if it is known."""
        self.reader = self._new_reader(start)
        self._accepted, self._shape = start, (0, 0)
        self._stillness = Stillness(self._hold_s)
        self._unseen, self._covered, self._clear_s = LongestTime(), LongestTime(), 0.0

    def look(self, frame: Frame) -> Observation:
        """Read a frame. Raises VisionError if the first one read has no board."""
        unseen_s, covered_s = self._unseen.until(frame.time_s), self._covered.until(frame.time_s)
        waits = self._hold_s and not frame.still
        if frame.moving or (waits and not self._stillness.still(frame.picture, frame.time_s)):
            self._watched(frame.time_s, passing=True)
            return Observation(frame.name, frame.time_s, trouble="motion")
        try:
            seen = self._look_anew(frame) if self._other_size(frame) else self._look(frame)
        except VisionError as error:
            error.exit_code = ExitCode.WRONG_INPUT
            error.params["file"] = frame.name
            raise
        if frame.still and seen.trouble == "motion":  # noise, and no more pictures of it will come
            seen = replace(seen, trouble="unclear")
        if seen.trouble in WATCHED:
            self._watched(frame.time_s, seen.trouble is not None, bool(seen.hidden))
        return replace(seen, unseen_s=unseen_s, covered_s=covered_s)

    def accept(self, table: Table | None) -> None:
        """Accept the table that the game considers certain after the last frame, if any."""
        if table is not None:
            self._accepted = table
            self.reader.accept(table)
            self._unseen.longest_s = self._covered.longest_s = 0.0

    def _other_size(self, frame: Frame) -> bool:
        """Return whether a still picture has another size than the one read before."""
        return frame.still and self._shape not in ((0, 0), frame.picture.shape[:2])

    def _look(self, frame: Frame) -> Observation:
        seen = self.reader.look(frame.name, frame.time_s, frame.picture)
        self._shape = frame.picture.shape[:2]
        return seen

    def _look_anew(self, frame: Frame) -> Observation:
        """Read a picture of another size with a new reader, which is kept if it reads the table."""
        before, shape = self.reader, self._shape
        self.reader = self._new_reader(self._accepted)
        try:
            seen = self._look(frame)
        except VisionError:
            seen = Observation(frame.name, frame.time_s, trouble="board_lost")
        if seen.trouble:
            self.reader, self._shape = before, shape
        return seen

    def _watched(self, time_s: float, passing: bool, covered: bool = False) -> None:
        """Update the watching times for a frame that shows the table.

        `passing`: a hand or blur hides the table for a moment; `covered`: an object has covered part of it.
        """
        self._unseen.last_s = time_s
        if clear := not (passing or covered):
            self._clear_s = time_s
        if clear or (passing and time_s < self._clear_s + HAND_S):
            self._covered.last_s = time_s
