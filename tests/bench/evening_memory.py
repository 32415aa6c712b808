"""Memory of the app in an evening of all games, `make bench-memory`.

The games are played one after the other in one process, by touch or before the simulated camera, and left
for the start page. Memory is the resident set without the libraries of OpenGL: the tests draw by Mesa's
software renderer, whose compiler (LLVM) fills some 100 MB that the driver of a Raspberry Pi does not have.
They are the file mappings named by `GL_LIBRARIES`; /proc/self/smaps gives the resident part of each.

The script imports nothing of its own checkout, so that it plays others as well.
"""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import click

ORDER = ("fae", "fate", "fairytile", "fabula")
KINDS = {"touch": "none", "camera": "simulated"}
"""How an evening is played, and the app's name of that table."""
MOVES = 40
"""Maximum number of moves of a game by touch; each is drawn."""
WATCHED_S = 25.0
"""Time of a game before the camera, in seconds; its pictures come in real time."""
TIDY_FRAMES = 150
"""Frames on the start page, which are 5 s: more than the window waits before it gives memory back."""
GL_LIBRARIES = re.compile(
    r"/(lib(GL|EGL|glapi|gallium|LLVM|drm|gbm|z3|elf|sensors)|swrast|kms_swrast|dri/)", re.IGNORECASE
)
"""File mappings that belong to Mesa and its compiler."""
_MAPPING = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$")


def memory_mb() -> float:
    """Resident set of the process without the libraries of OpenGL, in MB."""
    total_kb, counts = 0, True
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if mapping := _MAPPING.match(line):
            counts = not GL_LIBRARIES.search(mapping[1])
        elif counts and line.startswith("Rss:"):
            total_kb += int(line.split()[1])
    return total_kb / 1024


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Any, Any, Any]]:
    """Open the app at its start page; yield the app, its window and what runs the frames."""
    from companion.app.controller.app import App
    from companion.settings.settings import DEFAULTS, load
    from companion.storage.journal import Journal
    from tests.ui.finger import Finger
    from tests.windows import Running, x_server
    from ui import memory
    from ui.app import require_display

    with x_server(), Journal(folder / "games.db") as journal:
        require_display()
        memory.keep()  # as when the app is run
        app = App(load(DEFAULTS), journal, chance=Random(1), interactive=False)
        running = Running(app, "en", (800, 480))
        try:
            with Finger(running.window).ready() as finger:
                finger.frames(3, draw=True)
                yield app, running, finger
        finally:
            running.close()
            app.close()


def evening(kind: str, folder: Path) -> Iterator[tuple[str, float, float]]:
    """Play all games; yield after each its name and the memory, in MB, at its end and after it was left."""
    from companion.games.registry import rules
    from companion.session.base import GameConfig
    from tests.session.test_contract import played

    with opened(folder) as (app, running, finger):
        finger.frames(TIDY_FRAMES, draw=True)
        yield "start", memory_mb(), memory_mb()
        for name in ORDER:
            chance, game = Random(1), played(name)
            setup = rules(name).opening(chance, game.players)
            options = {"hands": "table"} if kind == "camera" and name == "fabula" else {}
            app.begin(name, GameConfig(game.players, options=options, setup=setup), KINDS[kind])
            finger.until(partial(running_game, running, app), name)
            if kind == "touch":
                play(app, name, finger, chance)
            else:
                watch(app, finger)
            at_end = memory_mb()
            running.app.leave_game()
            finger.until(camera_is_closed, "the end of the camera's thread")
            finger.frames(TIDY_FRAMES, draw=True)
            yield name, at_end, memory_mb()


def running_game(running: Any, app: Any) -> bool:
    """Return whether the window shows the app's game."""
    return running.app.snapshot is not None and running.app.snapshot is app.latest()


def camera_is_closed() -> bool:
    """Return whether the last picture was read, whose reader holds much."""
    return all(thread.name != "camera" for thread in threading.enumerate())


def play(app: Any, name: str, finger: Any, chance: Random) -> None:
    """Play moves by touch, and draw each."""
    from dataclasses import replace

    from tests.session.test_contract import BY_TOUCH

    for _ in range(MOVES):
        shown = app.latest()
        if shown.over:
            return
        app.tell(replace(BY_TOUCH[name](app._session, chance), game=shown.game))
        finger.until(lambda before=shown: app.latest() is not before, f"a move of {name}")
        finger.frames(3, draw=True)


def watch(app: Any, finger: Any) -> None:
    """Let the simulated players play, with the camera picture drawn as on the page that shows it."""
    app.show_camera_picture(True)
    end_s = monotonic() + WATCHED_S
    while monotonic() < end_s and not app.latest().over:
        finger.frames(1, draw=True)
        app.latest_picture()
        sleep(0.05)
    app.show_camera_picture(False)


def measured(kind: str, checkout: Path) -> list[tuple[str, float, float]]:
    """Play an evening in a process of its own, with the code of that checkout."""
    shown = subprocess.run(
        [sys.executable, __file__, "--play", kind],
        cwd=checkout, env={**os.environ, **of_service(checkout), "PYTHONPATH": str(checkout)},
        check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    rows = [line.split() for line in shown.stdout.decode().splitlines() if line.startswith("MB ")]
    return [(name, float(at_end), float(left)) for _, name, at_end, left in rows]


def of_service(checkout: Path) -> dict[str, str]:
    """Settings of the C library's memory with which the service runs the app."""
    unit = (checkout / "systemd/companion.service").read_text("utf-8")
    return dict(re.findall(r"^Environment=(MALLOC_\w+)=(\S+)$", unit, re.MULTILINE))


def table_rows(kinds: Sequence[str], checkouts: Sequence[Path]) -> Iterator[tuple[str, ...]]:
    """Rows of the table, as each evening ends."""
    for kind in kinds:
        evenings = [measured(kind, checkout) for checkout in checkouts]
        for games in zip(*evenings, strict=True):
            figures = [f"{mb:.0f}" for _, *pair in games for mb in pair]
            yield (kind, games[0][0], *figures)


@click.command()
@click.option("--play", "child", type=click.Choice(list(KINDS)), help="Play in this process.")
@click.option("--only", type=click.Choice(list(KINDS)), help="Only this kind of evening.")
@click.option("--beside", type=click.Path(path_type=Path), help="Another checkout to measure as well.")
def main(child: str | None, only: str | None, beside: Path | None) -> None:
    """Print memory after each game of an evening."""
    if child:
        with TemporaryDirectory() as folder:
            os.environ["HOME"] = folder
            for name, at_end, left in evening(child, Path(folder)):
                print(f"MB {name} {at_end:.1f} {left:.1f}", flush=True)
        return
    from tests.bench.tables import table

    here = Path(__file__).parents[2]
    checkouts = {"": here} | ({f", {beside.name}": beside.resolve()} if beside else {})
    figures = [f"{when}{name}, MB" for name in checkouts for when in ("at its end", "left")]
    header = ["evening by", "game", *figures]
    click.echo(table(header, list(table_rows([only] if only else list(KINDS), list(checkouts.values())))))


if __name__ == "__main__":
    main()
