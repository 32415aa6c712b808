"""`companion demo`: one simulated game, from the camera to the score."""

import os
import sys
import threading
from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import click

from companion.commands.options import GameName, first_game, lang_option
from companion.errors import ExitCode, HardwareError
from companion.i18n import system_language, translator

if TYPE_CHECKING:
    from companion.simulation.demo import Demo

FAST_LINGER_S = 2.0
"""How long the window shows the end of the fast demo; the normal one waits for a touch."""


@click.command()
@click.option("--game", type=GameName(), default=first_game, help="The game that is played.")
@click.option("--fast", is_flag=True, help="Fewer pictures: less than a minute instead of a few.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=7, show_default=True, help="Which game and table."
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/demo"),
              show_default=True, help="Where the report goes.")  # fmt: skip
@click.option("--terminal", is_flag=True, help="Play in the terminal even where there is a display.")
@lang_option
def demo(game: str, fast: bool, seed: int, out: Path, terminal: bool, lang: str | None) -> int:
    """Play one simulated game, followed by the camera, and leave a report.

    In a window where there is a display, else in the terminal. Exit code 1 when the game that was
    followed differs from the one that was played.

    \b
    Example:
      companion demo --fast --out build/demo
    """
    from companion.app.controller.demo import demo_app
    from companion.app.game_loader import app_game, camera_game
    from companion.settings.settings import load
    from companion.simulation.base import FAST, NORMAL
    from companion.storage.journal import Journal

    make = camera_game(game).demo if app_game(game).camera else None
    if make is None:
        raise click.BadParameter(f"--game: expected a game with a demo, found {game!r}")
    tr = translator(lang)
    with Journal(out / "journal.sqlite3") as book:
        shown = make(demo_app(load(), book, seed), book, seed, FAST if fast else NORMAL)
        try:
            if terminal or not _in_window(shown, lang or system_language(), FAST_LINGER_S if fast else None):
                _in_terminal(shown, tr)
            if not shown.wait(0):
                return ExitCode.INTERRUPTED
            return _report(shown, out, tr)
        finally:
            shown.close()


def _in_window(shown: "Demo[Any]", language: str, linger_s: float | None) -> bool:
    """Play in the window, which shows the end so long, else until it is touched; False when there is none
    to be had."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        from ui import app as window

        window.configure()
        window.require_display()
    except (HardwareError, ModuleNotFoundError):
        return False
    shown.begin()
    if linger_s is not None:
        _close_window_after(shown.wait, linger_s)
    window.run(shown.app, language, exhibition=True)
    return True


def _close_window_after(wait: Callable[[], bool], linger_s: float) -> None:
    """Close the window this many seconds after `wait` returned."""
    from ui.app import close as close_window

    def close() -> None:
        wait()
        sleep(linger_s)
        close_window()

    threading.Thread(target=close, name="end of the demo", daemon=True).start()


def _in_terminal(shown: "Demo[Any]", tr: NullTranslations) -> None:
    """Show every new snapshot as text until the game is over."""
    shown.echo(tr, click.echo, sys.stdout.isatty())
    shown.begin()
    while not shown.wait(0.2):
        pass


def _report(shown: "Demo[Any]", out: Path, tr: NullTranslations) -> int:
    lines, faithful = shown.write_report(out, tr)
    for label, value in lines:
        click.echo(f"{label}: {value}")
    click.echo(out / "index.html")
    return ExitCode.DONE if faithful else ExitCode.CANNOT_GO_ON
