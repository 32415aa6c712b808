"""A camera's pictures as observations: wait until nothing moves, then read."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.app.learnt import Tapped, locate, own_pieces
from companion.errors import ExitCode, VisionError
from companion.games.base import Table
from companion.table.observation import Observation
from vision.cameras import Frame, Picture
from vision.fae.plan import fae_plan
from vision.fae.reader import Reader as FaeReader
from vision.fate.kinds import Edition
from vision.fate.plan import fate_plan
from vision.fate.reader import Reader as FateReader
from vision.motion import Stillness


class PictureReader(Protocol):
    """Reads the pictures of one board through one camera."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """What a BGR picture shows. Raises VisionError when the first one has no board."""

    def accept(self, table: Table) -> None:
        """What the game says lies there beyond doubt."""


ReaderT = TypeVar("ReaderT", bound=PictureReader)


class Eyes(Generic[ReaderT]):
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


def fae_eyes(
    corners: Tapped | None = None, start: Table | None = None, hold_s: float = 0.0
) -> Eyes[FaeReader]:
    """Eyes for Fae: `corners`, (4, 2), are the board's outer ones; else markers and boards learnt help.

    Without `start` the first picture must show the set-up.
    """
    plan = fae_plan()
    find = locate("fae", plan, corners)
    return Eyes(lambda known: FaeReader(plan, find, known), start, hold_s)


def fate_eyes(
    corners: Tapped | None = None,
    hold_s: float = 0.0,
    edition: Edition | None = None,
    pieces: str | None = None,
) -> Eyes[FateReader]:
    """Eyes for Fate: `corners`, (6, 2), are the corner hexes; else markers and boards learnt help.

    `pieces` names the learnt ones that lie there, `learnt.PRINTED_MARKS` none; else those learnt last.
    """
    find, known_pieces = locate("fate", fate_plan(), corners), own_pieces(pieces, edition)

    def new_reader(known: Table | None) -> FateReader:
        reader = FateReader(find, edition, known_pieces)
        reader.accept(known or {})
        return reader

    return Eyes(new_reader, hold_s=hold_s)
