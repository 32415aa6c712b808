"""Replays a capture: reads its pictures again and reports the events, as they were told."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.base import AppGame, CaptureForm
from companion.app.game_loader import app_game, seeing
from companion.app.table.frame_reader import FrameReader
from companion.errors import VisionError
from companion.games import registry
from companion.games.base import Space, Table
from companion.session.events import Event
from companion.session.messages import Seen
from companion.simulation.watch import WatchLoop
from vision.cameras.capture_file import CaptureCamera, CaptureContent, picture_name
from vision.cameras.picture_files import wrong_input
from vision.cameras.sources import Frame


class CaptureWatcher:
    """Reads the pictures of a capture with what was known when they were taken."""

    def __init__(
        self, game: str, form: CaptureForm, reader: FrameReader[Any], content: CaptureContent
    ) -> None:
        self.game = game
        self._form, self._reader = form, reader
        self._tables = expected_tables(content)
        self._settled = {picture_name(n): one.settled for n, one in enumerate(content.pictures)}
        written = content.scene.get("start")
        self._session = form.follow(written) if form.follow and isinstance(written, dict) else None

    def look(self, frame: Frame) -> Iterable[Event]:
        """Return the events of a picture. Raises VisionError, RuleError."""
        seen = self._reader.look(frame)
        if self._session is not None:
            self._session.tell(Seen(0, seen))
            self._reader.accept(self._session.settled_table)
            return self._session.happened
        expected = self._tables.get(frame.name)
        events = tuple(self._form.events(self._reader.reader, seen, expected) if self._form.events else ())
        self._reader.accept(expected if self._settled[frame.name] else None)
        return events

    def end(self) -> None:
        """Return nothing: a capture ends in the middle of a game."""


def open_replay(path: Path) -> WatchLoop[CaptureWatcher]:
    """Open a capture. Raises VisionError `bad_capture`, RuleError for a damaged position."""
    camera = CaptureCamera(path)
    content = camera.capture
    game = game_of(path, content)
    brings, sees = app_game(game), seeing(game)
    simulated = content.scene.get("simulated") is True
    find = sees.locate(game, _corners(content))
    known = expected_tables(content).get(picture_name(0))
    form = _form(path, brings)
    reader = FrameReader(sees.new_reader(find, simulated), known)
    return WatchLoop(camera, CaptureWatcher(game, form, reader, content))


def game_of(path: Path, content: CaptureContent) -> str:
    """Return the game of a capture. Raises VisionError `bad_capture` if it is not installed."""
    name = content.scene.get("game")
    if name not in registry.names():
        raise _unfit(path, f"the game {name!r:.40}")
    return str(name)


def expected_tables(content: CaptureContent) -> dict[str, Table]:
    """Return the expected table of each picture, by its name."""
    return {name: _table(written) for name, written in content.expected.items() if isinstance(written, dict)}


def _form(path: Path, brings: AppGame) -> CaptureForm:
    if brings.captures is None:
        raise _unfit(path, "a game without captures")
    return brings.captures


def _table(written: dict[str, Any]) -> Table:
    return {_space(space): {kinds: 1} if isinstance(kinds, str) else kinds for space, kinds in written.items()}


def _space(written: str) -> Space:
    return int(written) if written.isdecimal() else written


def _corners(content: CaptureContent) -> Any:
    corners = content.scene.get("corners_px")
    return np.array(corners, np.float64) if isinstance(corners, list) else None


def _unfit(path: Path, found: str) -> VisionError:
    message = f"{path}: expected a capture of a game that is installed here, found {found}; install it first"
    return wrong_input("bad_capture", message, path=str(path), found=found)
