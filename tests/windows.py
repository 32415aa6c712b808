"""Windows of the app for tests and benches, on an own X server."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.i18n import LANGUAGES

SHOTS = Path("build/screenshots", os.environ.get("PYTEST_XDIST_WORKER", ""))


@contextmanager
def x_server(screen: str = "1280x800x24") -> Iterator[str]:
    """Start an X server with software GL, so that windows look the same on every machine; yield its name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start; install it with: apt-get install xvfb libgl1-mesa-dri"
        os.environ.update(DISPLAY=f":{number}", LIBGL_ALWAYS_SOFTWARE="1")
        os.environ.pop("WAYLAND_DISPLAY", None)
        yield os.environ["DISPLAY"]
    finally:
        server.terminate()
        server.wait()


def configure() -> None:
    """Configure Kivy for tests. Import widgets only afterwards."""
    from ui import app, memory

    assert "kivy.core.window" not in sys.modules, "a test imports widgets before there is a display"
    app.configure()
    app.require_display()
    gc.set_threshold(20_000, 20)  # else garbage collection of the widgets takes a sixth of the time
    memory.keep()
    _jump()


def _jump() -> None:
    """Kivy's clock jumps to the next frame instead of waiting for it."""
    from kivy.clock import Clock

    time, ahead_s = Clock.time, 0.0

    def jump(microseconds: float) -> None:
        nonlocal ahead_s
        ahead_s += microseconds / 1e6

    Clock.time, Clock.usleep = (lambda: time() + ahead_s), jump


class Running:
    """The window with a fake game behind it; `settle` lets Kivy lay out and draw."""

    def __init__(
        self, controller: Any, language: str, size: tuple[int, int], exhibition: bool = False
    ) -> None:
        from kivy.app import App
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from ui import theme
        from ui.window import CompanionApp

        self.window, self._loop, self.controller = Window, EventLoop, controller
        EventLoop.ensure_window()
        EventLoop.status = "started"
        theme.set_window(*size)
        if tuple(Window.size) != size:
            Window.size = size
            self.settle()
        assert tuple(Window.size) == size
        self.app = CompanionApp(controller, language, exhibition=exhibition)
        App._running_app = self.app
        self.app.root = self._built()
        Window.add_widget(self.app.root)
        self.lay_out()
        if self.screen is None:
            self.app.choose_screen()
            self.lay_out()
        self.lay_out()

    def _built(self) -> Any:
        """Build the app, without the start page that a game would replace before anybody saw it."""
        app: Any = self.app
        if getattr(self.controller, "playing", None) is not True:  # a fake game; the real app begins without
            return app.build()
        app.choose_screen = lambda: None
        try:
            return app.build()
        finally:
            del app.choose_screen

    @property
    def screen(self) -> Any:
        return self.app.root.current_screen

    def next_language(self) -> None:
        """Switch to the next language at once."""
        codes = list(LANGUAGES)
        self.app.speak(codes[(codes.index(self.app.language) + 1) % len(codes)])

    def settle(self, frames: int = 6) -> None:
        for _ in range(frames):
            self._loop.idle()

    def lay_out(self) -> None:
        """Like `settle` without drawing, which takes longest."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        self._come_in()
        for _ in range(2):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def _come_in(self) -> None:
        """Let a page and sheets that come in be there."""
        for shown in (self.screen, *self.window.children):
            if lifetime := getattr(shown, "lifetime", None):
                lifetime.end_motion()

    def tap(self, x: float, y: float) -> None:
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        self.lay_out()

    def tap_space(self, space: int) -> None:
        from ui.games.fae import board_map

        left, bottom, height = self.screen.ids.board.map_box
        x, y = board_map.CENTRES[space]
        self.tap(left + x * height, bottom + y * height)

    def screenshot(self, name: str) -> Path:
        """A picture of the window under build/screenshots, in a folder for each process of the tests."""
        self._come_in()
        self.settle(3)
        SHOTS.mkdir(parents=True, exist_ok=True)
        target = SHOTS / name
        target.unlink(missing_ok=True)
        return Path(self.window.screenshot(str(target.with_name(f"shot{os.getpid()}.png")))).rename(target)

    def close(self) -> None:
        from kivy.app import App

        if App.get_running_app() is not self.app:
            return  # closed before
        try:
            self.app.dispatch("on_stop")
        finally:
            App._running_app = None
            for child in list(self.window.children):
                self.window.remove_widget(child)
