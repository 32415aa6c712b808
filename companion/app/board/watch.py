"""Events of a board game for `companion watch`."""

from collections.abc import Sequence
from typing import Any

from companion.app.camera.frame_reader import FrameReader
from companion.session.board.session import BoardSession
from companion.session.events import Event
from companion.session.messages import Seen
from vision.board.reader import BoardReader
from vision.cameras.sources import Frame


class BoardWatcher:
    """Follows one game from its start."""

    def __init__(self, reader: FrameReader[BoardReader], session: BoardSession[Any, Any]) -> None:
        self.session = session
        self._reader = reader

    def look(self, frame: Frame) -> Sequence[Event]:
        """Return the events of one frame. Raises VisionError."""
        self.session.tell(Seen(0, self._reader.look(frame)))
        self._reader.accept(self.session.settled_table)
        return self.session.happened

    def end(self) -> Event | None:
        """Return the state of the game."""
        return self.session.end()
