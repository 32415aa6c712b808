"""The window: one Kivy app around a `Controller`."""

import logging
import os
import sys

from companion.errors import HardwareError
from ui.controller import Controller

SIZE_PX = (1280, 720)
_NO_DISPLAY = (
    "expected a display with OpenGL 2 or better, found {found}; connect a screen, start from a desktop "
    "session or set DISPLAY, or run in the terminal instead"
)


def configure(size: tuple[int, int] = SIZE_PX, fullscreen: bool = False) -> None:
    """Set Kivy up; must run before anything of Kivy is imported. `size` in pixels."""
    for name in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # Kivy's own mode swallows stderr
    logging.getLogger("kivy").addFilter(lambda record: "utbuffer" not in record.getMessage())  # xsel is no need
    from kivy.config import Config

    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "multisamples", "4")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.remove_option("input", "%(name)s")  # the window reports touches; a second reader doubles them
    if fullscreen:
        Config.set("kivy", "keyboard_mode", "systemanddock")


def require_display() -> None:
    """Open the window's display. Raises HardwareError `no_display` when there is none."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.path.exists("/dev/dri/card0")
    ):
        raise HardwareError("no_display", _NO_DISPLAY.format(found="none"), found="none")
    try:
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:
        raise HardwareError("no_display", _NO_DISPLAY.format(found=error), found=str(error)) from error
    if Window is None:
        raise HardwareError("no_display", _NO_DISPLAY.format(found="no window"), found="no window")


def run(controller: Controller, language: str, size: tuple[int, int] = SIZE_PX, fullscreen: bool = False) -> None:
    """Show the window until it is closed. Raises HardwareError `no_display`."""
    configure(size, fullscreen)
    require_display()
    from ui.window import CompanionApp

    CompanionApp(controller, language).run()


