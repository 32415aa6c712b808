"""A demo: the app at a simulated table, where one game is played to the end without a touch."""

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, cast

from companion.games import registry
from companion.session.base import GameConfig
from companion.session.messages import Message, Reveal
from companion.session.snapshot import Snapshot
from companion.session.view_json import sentence
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.report_page import DrawnFrame, page
from companion.simulation.terminal import Lines, SnapshotT, TerminalEcho
from companion.storage import export
from companion.storage.journal import Journal
from ui.controller import Controller
from vision.cameras.sources import Camera

TOUCH_S = 2.0
"""Longest time in seconds that players wait for the screen to change after a touch."""

Rows = Sequence[tuple[str, str]]


class DemoApp(Controller, Protocol):
    """The app that a demo runs."""

    def latest_frame(self) -> DrawnFrame | None:
        """Return the last camera frame, if any."""

    def stop_game(self) -> None:
        """Stop following the game."""

    def close(self) -> None:
        """Stop everything."""


class NewApp(Protocol):
    """Makes the app of a demo; `simulated` makes its camera, `over` is called when a game is over."""

    def __call__(self, *, simulated: Callable[[SimulatedGame], Camera], over: Callable[[], None]) -> DemoApp:
        """Return a new app."""


class Report(NamedTuple):
    """Rows of label and value, and whether the game followed is the game played."""

    rows: Rows
    faithful: bool


class Demo(ABC, Generic[SnapshotT]):
    """A game at the simulated table, played to the end; a game adds its players and its report.

    `frames` are camera frames for the report.
    """

    game: ClassVar[str]
    snapshot: ClassVar[type[Any]]
    reveals: ClassVar[bool] = False
    """Players show their secrets when the game is over."""
    most_frames: ClassVar[int] = 4
    """Maximum number of frames kept before the game is over."""

    def __init__(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self._journal, self._seed, self._pace = journal, seed, pace
        self.frames: list[DrawnFrame] = []
        self._last: SnapshotT | None = None
        self._changed, self._finished = threading.Event(), threading.Event()
        self.app = new_app(simulated=self._camera, over=self._over)
        self.app.subscribe(self._receive)

    def begin(self) -> None:
        """Begin the game with simulated players."""
        self.app.begin(self.game, self._config(), "simulated")

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until the game is over, at most this long; return whether it is over."""
        return self._finished.wait(timeout_s)

    def echo(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> None:
        """Print the game as text from now on; with `live` the terminal may be drawn over."""
        screen = TerminalEcho(self._lines(tr, live), echo)
        self.app.subscribe(lambda shown: screen.show(self._typed(shown)))

    def document(self) -> dict[str, Any] | None:
        """Return the game in the script format; None before it began."""
        if self._last is None or self._last.stored_as is None:
            return None
        return export.export(self._journal, self._last.stored_as)

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[Rows, bool]:
        """Write index.html and game.json; return rows of label and value, and whether all was right."""
        document = self.document()
        if document is None or self._last is None:
            return self._rows_without_game(tr), False
        path = out / "game.json"
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
        report = self._report(tr, json.loads(path.read_text("utf-8")), self._last)
        story = [sentence(line.text, tr) for line in self._last.story]
        written = page(registry.rules(self.game).title, report.rows, self.frames, story)
        (out / "index.html").write_text(written, "utf-8")
        return report.rows, report.faithful

    def close(self) -> None:
        """Stop everything."""
        self.app.close()

    @abstractmethod
    def _config(self) -> GameConfig:
        """Return the players and options of the game."""

    @abstractmethod
    def _camera(self, game: SimulatedGame) -> Camera:
        """Return the camera at a table where the whole game is played."""

    @abstractmethod
    def _lines(self, tr: NullTranslations, live: bool) -> Lines[SnapshotT]:
        """Return the game's text for a terminal."""

    @abstractmethod
    def _worth_keeping(self, before: SnapshotT | None, shown: SnapshotT) -> bool:
        """Return whether the report shows the frame of a new snapshot."""

    @abstractmethod
    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        """Return the rows for a game that never began."""

    @abstractmethod
    def _report(self, tr: NullTranslations, document: dict[str, Any], last: SnapshotT) -> Report:
        """Compare the game that was followed with the one that was played."""

    def _on_shown(self, before: SnapshotT | None, shown: SnapshotT) -> None:
        """Let players react to a new snapshot."""

    def _touch(self, message: Message) -> None:
        """Tell the app, and wait until the screen shows the result."""
        self._changed.clear()
        self.app.tell(message)
        self._changed.wait(TOUCH_S)

    def _typed(self, shown: Snapshot) -> SnapshotT:
        assert isinstance(shown, self.snapshot)
        return cast(SnapshotT, shown)

    def _receive(self, snapshot: Snapshot) -> None:
        before, shown = self._last, self._typed(snapshot)
        self._last = shown
        if len(self.frames) < self.most_frames and self._worth_keeping(before, shown):
            self._keep_frame()
        self._on_shown(before, shown)
        self._changed.set()

    def _keep_frame(self) -> None:
        if frame := self.app.latest_frame():
            self.frames.append(frame)

    def _over(self) -> None:
        if self.reveals and self._last:
            self.app.tell(Reveal(self._last.game))
        self._keep_frame()
        self.app.stop_game()
        self._finished.set()


def script_row(tr: NullTranslations, same: bool) -> tuple[str, str]:
    """Return the row that says whether the written game leads to the same result."""
    _ = tr.gettext
    return "companion script game.json", _("the same result") if same else _("another result")
