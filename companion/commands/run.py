"""`companion run`: start the app."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import click

from companion.commands.options import lang_option
from companion.errors import CompanionError, ExitCode, HardwareError
from ui.sizes import LEAST_PX

CLOSE_S = 2.5
"""Longest time of the shutdown in seconds, without that of a last backup; afterwards the process exits."""
_END = (signal.SIGTERM, signal.SIGINT)


def _size(_: click.Context, __: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Parse width and height in pixels, such as 800x480."""
    if value is None:
        return None
    if not (found := re.fullmatch(r"(\d{3,4})x(\d{3,4})", value)):
        raise click.BadParameter(f"expected width and height such as 800x480, found {value!r}")
    size = int(found[1]), int(found[2])
    if max(size) < LEAST_PX[0] or min(size) < LEAST_PX[1]:
        least = f"{LEAST_PX[0]}x{LEAST_PX[1]}"
        raise click.BadParameter(f"expected {least} or more, either way round, found {value!r}")
    return size


@click.command()
@click.option("--camera", metavar="SOURCE", help="As in `companion watch`; sim:SEED is the simulated table.")
@click.option("--fullscreen", is_flag=True, help="Fill the screen.")
@click.option("--size", callback=_size, metavar="WxH", help="Of the window in pixels, such as 800x480.")
@click.option(
    "--journal", type=click.Path(dir_okay=False, path_type=Path), help="Where the games are stored."
)
@click.option("--settings", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Settings file.")  # fmt: skip
@click.option("--game-from", "source", type=click.Path(exists=True, file_okay=False, path_type=Path),
              metavar="DIR", help="Play the game of a folder; changes are loaded at once.")  # fmt: skip
@click.option("--phones", is_flag=True, help="Serve a page for each seat to phones in the local network.")
@lang_option
def run(
    camera: str | None,
    fullscreen: bool,
    size: tuple[int, int] | None,
    journal: Path | None,
    file: Path | None,
    source: Path | None,
    phones: bool,
    lang: str | None,
) -> None:
    """Start the app: live board, scores, guide and undo.

    Without a camera people play by touch, or watch the simulated table: "Try without a table" under the
    gear of a new game. After three starts that did not finish no camera, light or button is used until
    somebody touches "Try again".

    \b
    Examples:
      companion run
      companion run --camera 0 --fullscreen
      companion run --camera sim:7 --size 1280x720
      companion run --game-from ludo
    """
    from companion.games import installed, registry
    from companion.settings.settings import load, load_usable
    from companion.storage import pending_restore

    if source:
        name = installed.add_source(source)
        registry.prove(name)  # its mistakes are told before a window opens
        if error := registry.left_out().get(name):
            raise error
    registry.prove_in_background()
    with _errors_on_screen(fullscreen, size, lang):
        pending_restore.finish()
        first = load(file, of_games=False) if file else load_usable(of_games=False)[0]
        path = journal or (Path(first.journal.path).expanduser() if first.journal.path else None)

        from companion.app.archive import stick_keeper
        from companion.app.machine import process, screen
        from companion.app.machine.service import open_service
        from companion.storage import rescue, start_mark
        from companion.storage.journal import default_path
        from ui import app as window

        process.keep_memory_private()

        size_px = size or (first.window.width_px, first.window.height_px)
        filled = fullscreen or first.window.fullscreen
        service = open_service()
        screen.wait(service)  # before the mark: a power cut meanwhile is no failed start
        book, spoiled = rescue.opened(path or default_path())
        troubles: list[CompanionError] = [*spoiled]
        reload = Event()
        with book:
            mark = start_mark.StartMark(book.path.with_name(start_mark.FILE))
            with mark.starting():
                window.open_window(size_px, filled, first.window.screen)  # before the slow part of the start
                from companion.app import game_loader
                from companion.app.controller.app import App
                from companion.app.machine.safe_mode import SafeMode
                from companion.games.source_watch import SourceWatch
                from companion.i18n import system_language, translator
                from companion.i18n.error_text import explain

                settings, wrong = (load(file), None) if file else load_usable()
                troubles += [wrong] if wrong else []
                if camera:
                    settings = replace(settings, camera=replace(settings.camera, source=camera))
                safe = SafeMode(mark) if mark.careful else None
                if safe:
                    registry.leave_out_installed()
                app = App(settings, book, service=service, safe=safe, file=file)
                app.guard.start()
                for trouble in troubles:
                    app.profiles.note(trouble)
                if phones or app.profiles.preferences().phones:
                    app.serve_phones()
                liked = app.profiles.preferences().language
                usual = system_language() if settings.language == "auto" else settings.language
                language = lang or (usual if liked == "auto" else liked)

                def started() -> None:
                    mark.finished()
                    signal.signal(signal.SIGTERM, signal.default_int_handler)  # closes all devices
                    service.ready()

                def prepare() -> None:
                    game_loader.check()
                    app.packages.prove()

                def changed(error: CompanionError | None) -> None:
                    if error:
                        window.notice("\n".join(explain(translator(language), error)))
                    else:
                        reload.set()
                        window.close()

                watch = SourceWatch(source, changed) if source else None
                try:
                    window.run(
                        app,
                        language,
                        size_px,
                        filled,
                        started=started,
                        prepare=prepare,
                        connector=first.window.screen,
                    )
                finally:
                    for asked in _END:  # a second signal is ignored
                        signal.signal(asked, signal.SIG_IGN)
                    if watch:
                        watch.close()
                    with process.ended_within(CLOSE_S + stick_keeper.CLOSE_S, ExitCode.INTERRUPTED):
                        app.close()
                        book.close()
        if (safe and safe.again) or app.backups.staged or reload.is_set():
            for asked in _END:  # an ignored signal would stay ignored in a program started here
                signal.signal(asked, signal.SIG_DFL)
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@contextmanager
def _errors_on_screen(fullscreen: bool, size: tuple[int, int] | None, lang: str | None) -> Iterator[None]:
    """Show errors that end the app in its window if there is no terminal."""
    gc.disable()  # until the first picture: nothing made before is garbage
    try:
        yield
    except CompanionError as error:
        if fullscreen and not isinstance(error, HardwareError):
            _show_error(error, size, lang)
            error.exit_code = ExitCode.CANNOT_GO_ON  # the user touched "Try again"
        raise
    finally:
        gc.enable()


def _show_error(error: CompanionError, size: tuple[int, int] | None, lang: str | None) -> None:
    from companion.app.machine import screen
    from companion.app.machine.service import open_service
    from companion.i18n import translator
    from companion.i18n.error_text import explain
    from ui import app as window
    from ui.sizes import SIZE_PX

    gc.enable()
    tr, service = translator(lang), open_service()
    screen.wait(service)
    why, again = "\n".join(explain(tr, error)), tr.gettext("Try again")
    window.tell(why, again, size or SIZE_PX, True, lambda: service.cannot_start(error.code), service.alive)
