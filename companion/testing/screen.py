"""Contract of the window's part of games, checked by an own program: the real window without a display.

Usage: python -m companion.testing.screen NAME RESULT [SOURCE FOLDER]...
"""

import json
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from companion.app.controller.app import App
from companion.games import registry
from companion.games.installed import add_source
from companion.session.base import GameConfig
from companion.session.base import manifest as session_manifest
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from companion.testing.base import Finding, collected, expect, finding, part_place, require
from companion.testing.rules import random_game
from companion.testing.session import StoredGame
from ui import app as ui_app

if TYPE_CHECKING:
    from ui.window import CompanionApp

SIZES_PX = ((800, 480), (480, 800))
FRAMES = 8
"""Frames in which a screen is laid out and painted."""
WAIT_S = 10.0
"""Maximum time in seconds until a screen shows the game."""


def main(name: str, result: str, *sources: str) -> None:
    """Write the findings to the file `result`, and end with all that the game started."""
    for folder in sources:
        add_source(Path(folder))
    found = findings(name)
    Path(result).write_text(json.dumps(found), "utf-8")
    os._exit(0)  # threads of the game may never end


def findings(name: str) -> list[Finding]:
    """Begin a game in the window of each size, show it in the middle and at its end, and leave it."""
    found: list[Finding] = []
    window = _window()
    with collected(name, "ui", "tile", found):
        _tile(name)
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "journal.sqlite3") as journal,
        collected(name, "ui", "load", found),
    ):
        game = StoredGame(random_game(registry.rules(name)), session_manifest(name), journal)
        places = (game.places[len(game.places) // 2], game.places[-1]) if game.replayable else ()
        for size in SIZES_PX:
            window.size = size
            for number in (None, *places):
                _show(game, journal, number, found)
    return list(dict.fromkeys(found))


def _tile(name: str) -> None:
    """Check that a game which says on the start page that it teaches has first words and a lesson."""
    from ui import all_games
    from ui.tile import Tile

    tile, shown = registry.load("tile", Tile, name), all_games.of(name)
    if tile.teaches:
        at = part_place(name, "tile", "TILE")
        require(shown.intro, "TILE teaches: expected GameUi.intro, an Intro, found None", at)
        require(registry.lesson(name), "TILE teaches: expected a LESSON beside the rules, found none", at)


def _show(game: StoredGame, journal: Journal, number: int | None, found: list[Finding]) -> None:
    """Show a game after this number of moves; None: the moment after Start."""
    name = game.rules.name
    check = "start" if number is None else f"after {number} moves"
    app = App(load(DEFAULTS), journal, chance=Random(1))
    try:
        app.profiles.prefer(explain_rules=False)
        app.profiles.begun(name, ())
        with collected(name, "ui", check, found), _opened(app, name, check, found) as shown:
            if number is None:
                app.begin(name, GameConfig(game.played.players, setup=game.played.setup), "none")
            else:
                app.resume(game.stored(number), "none")
            _wait(app, shown)
            if app.unseen():
                for player in tuple(app.unseen()):
                    app.seen(player)
                shown.choose_screen()
                _frames()
            _is_there(app, shown, name)
    finally:
        app.close()


def _wait(app: App, shown: "CompanionApp") -> None:
    end_s = time.monotonic() + WAIT_S
    while time.monotonic() < end_s and not (app.latest() and shown.snapshot is app.latest()):
        time.sleep(0.01)
        _frames(1)
    _frames()


def _is_there(app: App, shown: "CompanionApp", name: str) -> None:
    from ui import all_games

    snapshot = app.latest()
    require(snapshot, "expected a snapshot of the game, found none")
    assert snapshot
    screen = shown.root.current_screen
    expect(all_games.of(name).screen(ended=snapshot.over), screen.name, "name of the screen that is shown")
    require(
        any(True for _ in screen.walk(restrict=True)), "expected a screen with widgets, found an empty one"
    )


@contextmanager
def _opened(app: App, name: str, check: str, found: list[Finding]) -> "Iterator[CompanionApp]":
    """The app's window around a controller; errors of its event loop become findings."""
    from kivy.app import App as KivyApp
    from kivy.base import EventLoop

    from ui.window import CompanionApp

    shown = CompanionApp(app, "en")
    errors = _Errors(name, check, found)
    log = logging.getLogger()
    log.addHandler(errors)
    KivyApp._running_app = shown
    try:
        shown.root = shown.build()
        EventLoop.window.add_widget(shown.root)
        _frames()
        yield shown
    finally:
        log.removeHandler(errors)
        with suppress(Exception):
            shown.dispatch("on_stop")
        KivyApp._running_app = None
        for child in list(EventLoop.window.children):
            EventLoop.window.remove_widget(child)


class _Errors(logging.Handler):
    """Findings of the errors that the window survives."""

    def __init__(self, game: str, check: str, found: list[Finding]) -> None:
        super().__init__(logging.ERROR)
        self._game, self._check, self._found = game, check, found

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info and record.exc_info[1]
        if isinstance(error, Exception):
            self._found.append(finding(self._game, "ui", self._check, error))


def _frames(number: int = FRAMES) -> None:
    from kivy.base import EventLoop, ExceptionManager
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(number):
        try:
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()
            EventLoop.window.dispatch("on_draw")
        except Exception as error:  # as Kivy's own loop does
            if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
                raise


def _window() -> Any:
    """Open a window that paints nothing: Kivy with its mock of OpenGL needs no display."""
    os.environ.update(KIVY_GL_BACKEND="mock", KIVY_WINDOW="none", SDL_AUDIODRIVER="dummy")
    logging.disable(logging.CRITICAL)  # Kivy reports that there is no window, and no shader
    ui_app.configure()
    from kivy.base import EventLoop
    from kivy.core import window as kivy_window
    from kivy.graphics.cgl import cgl_init

    class BlindWindow(kivy_window.WindowBase):  # type: ignore[misc]  # Kivy has no types
        """A window without pixels."""

        def initialize_gl(self) -> None:
            cgl_init()
            self.initialized = True

        def flip(self) -> None:
            """Show nothing."""

    kivy_window.Window = window = BlindWindow()
    EventLoop.set_window(window)
    window.create_window()
    EventLoop.status = "started"
    logging.disable(logging.NOTSET)
    return window


if __name__ == "__main__":
    main(*sys.argv[1:])
