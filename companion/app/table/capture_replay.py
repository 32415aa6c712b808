"""Replays a capture: reads its pictures again and reports the events, as they were told.

It is read with what was taught as it holds it, and leaves nothing behind. A capture of an older version holds
none of that: it is read with what this machine has learnt.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.camera.board_finder import Dragged
from companion.app.camera.frame_reader import FrameReader
from companion.app.camera_game import CameraGame, CaptureForm, Seeing
from companion.app.game_loader import camera_game
from companion.app.table.learnt_files import WHOLE, Home, at_home
from companion.errors import RuleError, VisionError
from companion.games import registry
from companion.games.base import Space, Table
from companion.session.events import Event
from companion.session.messages import Seen
from companion.simulation.watch import WatchLoop
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.base import Outlined, TableReader
from vision.cameras.capture_file import CaptureCamera, CaptureContent, picture_name
from vision.cameras.picture_files import decoded, wrong_input
from vision.cameras.sources import Frame

log = logging.getLogger(__name__)
_AXES = 2
_MOST_PIECES = 1000
"""Maximum number of pieces of a kind on a space."""


class CaptureWatcher:
    """Reads the pictures of a capture with what was known when they were taken."""

    def __init__(
        self,
        game: str,
        form: CaptureForm,
        reader: FrameReader[Any],
        content: CaptureContent,
        tables: Mapping[str, Table],
        home: Home | None,
    ) -> None:
        self.game = game
        self._form, self._reader = form, reader
        self._tables, self._home = tables, home
        self.seen: Observation | None = None
        self._settled = {picture_name(n): one.settled for n, one in enumerate(content.pictures)}
        written = content.scene.get("start")
        self._session = form.follow(written) if form.follow and isinstance(written, dict) else None

    def look(self, frame: Frame) -> Iterable[Event]:
        """Return the events of a picture. Raises VisionError, RuleError."""
        with at_home(self._home):
            return self._look(frame)

    def _look(self, frame: Frame) -> Iterable[Event]:
        self.seen = seen = self._reader.look(frame)
        if self._session is not None:
            self._session.tell(Seen(0, seen))
            self._reader.accept(self._session.settled_table)
            return self._session.happened
        expected = self._tables.get(frame.name)
        events = tuple(self._form.events(self._reader.reader, seen, expected) if self._form.events else ())
        self._reader.accept(expected if self._settled[frame.name] else None)
        return events

    @property
    def reader(self) -> TableReader:
        """The reader of the last picture."""
        reader: TableReader = self._reader.reader
        return reader

    def end(self) -> None:
        """Return nothing: a capture ends in the middle of a game."""


def open_replay(path: Path) -> WatchLoop[CaptureWatcher]:
    """Open a capture. Raises VisionError `bad_capture` for one that cannot be replayed."""
    camera = CaptureCamera(path)
    content = camera.capture
    game = game_of(path, content)
    brings = camera_game(game)
    sees = brings.seeing
    simulated = content.scene.get("simulated") is True
    dragged = _dragged(path, content)
    find = sees.locate(game, lambda: dragged)
    home = _home(path, game, sees, content)
    tables = expected_tables(path, content)
    form = _form(path, brings)
    with at_home(home):
        new_reader = sees.new_reader(find, simulated)
        if sees.board:  # without a board, spaces and kinds are what people have taught
            _check_known(path, new_reader(None).plan, form.areas, tables)
        reader = FrameReader(new_reader, tables.get(picture_name(0)))
    try:
        watcher = CaptureWatcher(game, form, reader, content, tables, home)
    except RuleError as error:
        raise damaged(path, f"a wrong start in scene.json: {error}") from error
    return WatchLoop(camera, watcher)


def game_of(path: Path, content: CaptureContent) -> str:
    """Return the game of a capture. Raises VisionError `bad_capture` if it is not installed."""
    name = content.scene.get("game")
    if name not in registry.names():
        raise _unfit(path, f"the game {name!r:.40}")
    return str(name)


def expected_tables(path: Path, content: CaptureContent) -> dict[str, Table]:
    """Return the expected table of each picture, by its name. Raises VisionError `bad_capture`."""
    try:
        return {name: _table(written) for name, written in content.expected.items()}
    except (ValueError, AttributeError) as error:
        raise damaged(path, f"{error} in expected.json") from error


def _check_known(path: Path, plan: Outlined, areas: Collection[Space], tables: Mapping[str, Table]) -> None:
    """Refuse spaces and kinds that the game does not have; its reader would look them up."""
    for picture, table in tables.items():
        for space, kinds in table.items():
            if space not in plan.spaces and space not in areas:
                raise damaged(path, f"the space {space!r:.40} in expected.json, {picture:.40}")
            for kind in kinds.keys() - plan.marks.keys():
                raise damaged(path, f"the kind {kind!r:.40} on {space} in expected.json, {picture:.40}")


def _form(path: Path, brings: CameraGame) -> CaptureForm:
    if brings.captures is None:
        raise _unfit(path, "a game without captures")
    return brings.captures


def _table(written: dict[str, Any]) -> Table:
    table = {
        _space(space): {kinds: 1} if isinstance(kinds, str) else kinds for space, kinds in written.items()
    }
    for kinds in table.values():
        if not all(isinstance(number, int) and 0 < number <= _MOST_PIECES for number in kinds.values()):
            raise ValueError(f"numbers of pieces {kinds!s:.60}")
    return table


def _space(written: str) -> Space:
    return int(written) if written.isdecimal() else written


def _home(path: Path, game: str, sees: Seeing, content: CaptureContent) -> Home | None:
    """Return what was learnt as the capture holds it; None for a capture of an older version."""
    if WHOLE not in content.scene:
        return None
    if content.scene[WHOLE] is not True:
        log.warning(
            "%s: some of what was taught is not in it, being too large: it may be read otherwise", path
        )
    try:
        return Home(game, sees, content.learnt)
    except ValueError as error:
        raise damaged(path, str(error)) from error


def _dragged(path: Path, content: CaptureContent) -> Dragged | None:
    """Return where the board lies in the first picture; it is looked for where it does not lie there."""
    corners = _corners(path, content)
    if corners is None:
        return None
    height, width = decoded(content.pictures[0].jpeg, path / picture_name(0)).shape[:2]
    shares = [(x / width, y / height) for x, y in corners.tolist()]
    return Dragged(tuple(shares), (width, height))


def _corners(path: Path, content: CaptureContent) -> Floats | None:
    corners = content.scene.get("corners_px")
    if corners is None:
        return None
    try:
        points = np.array(corners, np.float64)
    except (ValueError, TypeError) as error:
        raise damaged(path, "corners_px that are no points") from error
    if points.ndim != _AXES or points.shape[1] != _AXES or not np.isfinite(points).all():
        raise damaged(path, "corners_px that are no points")
    return points


def _unfit(path: Path, found: str) -> VisionError:
    message = f"{path}: expected a capture of a game that is installed here, found {found}; install it first"
    return wrong_input("bad_capture", message, path=str(path), found=found)


def damaged(path: Path, found: str) -> VisionError:
    """Return the error `bad_capture` of a capture that holds something wrong."""
    message = f"{path}: expected a capture as this app writes it, found {found}; copy the file again"
    return wrong_input("bad_capture", message, path=str(path), found=found)
