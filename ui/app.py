"""The window: one Kivy app around a `Controller`."""

import logging
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from companion.errors import HardwareError
from companion.games.base import N_, Sentence
from ui import display, fonts, memory
from ui.sizes import SIZE_PX

if TYPE_CHECKING:
    from ui.controller import Controller
    from ui.window import CompanionApp

_NO_DISPLAY = N_(
    "Expected a display with OpenGL 2 or better, found {found}. Connect a screen, start from a desktop "
    "session or set DISPLAY; without a display, `companion demo --terminal` plays a simulated game."
)

SETTLED_S, BEAT_S = 3.0, 1.0
"""Seconds after which a shown window counts as started; seconds between two signs of life."""


_ON_SCREEN = 0x1FFF0000
"""SDL's position of a window on a certain screen; its place is added."""


def configure(
    size: tuple[int, int] = SIZE_PX, fullscreen: bool = False, connector: str = display.AUTO
) -> None:
    """Configure Kivy; call before any import of Kivy. `size`: window width and height in pixels.

    Without a desktop the window is on the screen at `connector`.
    """
    for name in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # others exit without OpenGL
    if sys.platform.startswith("linux"):  # SDL would open an invisible window if there is no display
        os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland,kmsdrm")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")  # art is drawn: Pillow is not worth its import
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # see ui.multitouch
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # Kivy's own mode swallows stderr
    logging.getLogger("kivy").addFilter(_worth_saying)
    from kivy.config import Config

    files = [str(path) for path in (fonts.TEXT, fonts.TEXT, fonts.TEXT_BOLD, fonts.TEXT_BOLD)]
    Config.set("kivy", "default_font", str(["text", *files]))  # upright serves as italic
    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "kivy_clock", "interrupt")  # see ui.frame_rate
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "multisamples", "0")
    screen = None if display.on_desktop() else display.choose(display.connected(), connector)
    if screen:
        os.environ[display.HINT] = str(screen.card)
    if screen and screen.position:
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(_ON_SCREEN + screen.position))
        Config.set("graphics", "top", str(_ON_SCREEN + screen.position))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.remove_option("input", "%(name)s")  # the window reports touches; a second reader doubles them
    if fullscreen:
        Config.set("kivy", "keyboard_mode", "systemanddock")


def _worth_saying(record: logging.LogRecord) -> bool:
    text = record.getMessage()
    return "utbuffer" not in text and "Audio" not in text  # nothing here uses xsel, nor needs sound


def require_display() -> None:
    """Open the window's display. Raises HardwareError `no_display` when there is none."""
    if sys.platform.startswith("linux") and not (display.on_desktop() or display.connected()):
        raise _no_display("none")
    kivy_log = logging.getLogger("kivy")
    kivy_log.disabled = True  # the error raised below names the reason
    try:
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:
        raise _no_display(str(error)) from error
    finally:
        kivy_log.disabled = False
    if Window is None:
        raise _no_display(os.environ.get("DISPLAY") or ", ".join(map(str, display.connected())))


def _no_display(found: str) -> HardwareError:
    return HardwareError.of("no_display", Sentence(_NO_DISPLAY, {"found": found}))


@cache
def open_window(
    size: tuple[int, int] = SIZE_PX, fullscreen: bool = False, connector: str = display.AUTO
) -> None:
    """Open the window once, with a splash picture until the start page is ready.

    Raises HardwareError `no_display`.
    """
    configure(size, fullscreen, connector)
    require_display()
    from ui import splash

    splash.show()


def run(
    controller: "Controller",
    language: str,
    size: tuple[int, int] = SIZE_PX,
    fullscreen: bool = False,
    exhibition: bool = False,
    started: Callable[[], object] = lambda: None,
    prepare: Callable[[], object] = lambda: None,
    connector: str = display.AUTO,
) -> None:
    """Show the window until it is closed; an `exhibition` takes no input. `started` is called once
    it has been shown for a while, `prepare` on a thread after its first picture.

    Raises HardwareError `no_display`.
    """
    open_window(size, fullscreen, connector)
    from kivy.clock import Clock

    from ui.frame_rate import FrameRate
    from ui.window import CompanionApp

    Clock.schedule_once(lambda _: started(), SETTLED_S)
    app = CompanionApp(controller, language, exhibition=exhibition)
    _after_first_picture(partial(_get_ready, app, prepare))
    frame_rate = FrameRate(lambda: app.overlay.asleep)
    try:
        app.run()
    finally:
        frame_rate.end()


def _after_first_picture(act: Callable[[], object]) -> None:
    from kivy.clock import Clock
    from kivy.core.window import Window

    def drawn(_: object) -> None:
        Window.unbind(on_flip=drawn)
        Clock.schedule_once(lambda _: act())  # the picture is shown when all who listen have heard

    Window.bind(on_flip=drawn)


def _get_ready(app: "CompanionApp", prepare: Callable[[], object]) -> None:
    """Load what the start page does without, so that the first game begins at once."""
    from ui import background

    memory.keep()
    background.run(prepare, lambda *_: app.get_ready())


def tell(
    why: str,
    button: str,
    size: tuple[int, int] = SIZE_PX,
    fullscreen: bool = False,
    shown: Callable[[], object] = lambda: None,
    alive: Callable[[], object] = lambda: None,
) -> None:
    """Show why the app cannot start until the button is touched. `shown` is called once it was visible for
    a while, `alive` every second.

    Raises as `open_window`.
    """
    open_window(size, fullscreen)
    from kivy.clock import Clock

    from ui.start_error import StartErrorApp

    Clock.schedule_once(lambda _: shown(), SETTLED_S)
    Clock.schedule_interval(lambda _: alive(), BEAT_S)
    StartErrorApp(why, button).run()


def notice(text: str) -> None:
    """Show a notice in the window, from any thread."""
    from kivy.app import App
    from kivy.clock import Clock

    Clock.schedule_once(lambda _: App.get_running_app().overlay.notice(text))


def close() -> None:
    """Close the window from any thread; `run` returns."""
    from kivy.app import App
    from kivy.clock import Clock

    def stop(_: float) -> None:
        if app := App.get_running_app():
            app.stop()

    Clock.schedule_once(stop)
