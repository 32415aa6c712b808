"""Waiting times of users, `python -m tests.bench.pace`.

Measures the time from the start of the program to its first picture and its start page, from *Start* to the
board, from a touch to its text, and from a change on the table to its text on the screen, at 800x480 on its
own X server with software GL. The simulated table plays in real time in place of a camera. A change counts
from the first picture that shows it without a hand, so the time until the table counts as still is included.
Columns: number of times, median and 95th percentile in milliseconds, and the median processor time of all
threads, which hardly depends on the load of the machine.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import monotonic, process_time
from typing import Any

import click

from companion.session.base import GameConfig
from tests.bench.window_frames import Stopwatch, settle, window
from tests.windows import x_server

SIZE_PX = (800, 480)
STARTS, BEGINS, CHANGES = 5, 5, 10
PATIENCE_S = 90.0
PLAYERS = ("Ana", "Bo")
ROLES = {"fate": ("bjorn", "alva")}
TABLES = ("none", "simulated")
GAMES = ("fae", "fate")
STARTED = """
import resource, sys
from time import monotonic
born, journal = float(sys.argv[1]), sys.argv[2]
from ui import app as window

def report(name):
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(name, monotonic() - born, used.ru_utime + used.ru_stime, flush=True)

def opened(*how, really=window.open_window):
    window.open_window = really
    really(*how)
    report("first picture")
    from kivy.clock import Clock
    from kivy.core.window import Window

    def drawn(*_):
        from kivy.app import App
        running = App.get_running_app()
        if running and running.root and running.root.current_screen:
            Window.unbind(on_flip=drawn)
            report("start page")
            window.close()

    Window.bind(on_flip=drawn)

window.open_window = opened
from companion.cli import run
run(["run", "--size", "800x480", "--journal", journal])
"""
"""Program that starts the app as users do and prints when it has drawn its first pictures."""


@dataclass(frozen=True)
class Pace:
    """Waiting times in milliseconds; `cpu_ms` is the median processor time meanwhile, if it was measured."""

    what: str
    table: str
    times: int
    median_ms: float
    p95_ms: float
    cpu_ms: float | None = None


def pace(what: str, table: str, waited_s: list[float], worked_s: list[float]) -> Pace:
    """Median and 95th percentile of several times."""
    ordered = sorted(waited_s)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    cpu = round(median(worked_s) * 1000) if worked_s else None
    return Pace(what, table, len(ordered), round(median(ordered) * 1000), round(p95 * 1000), cpu)


def starts() -> list[Pace]:
    """Start the program several times; the first start warms up and does not count."""
    waited: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(STARTS + 1):
            command = [sys.executable, "-c", STARTED, str(monotonic()), f"{folder}/games.db"]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            for line in done.stdout.splitlines() if number else ():
                what, wall, cpu = line.rsplit(maxsplit=2)
                waited.setdefault(what, []).append((float(wall), float(cpu)))
    return [
        pace(f"start of the program to {what}", "", [wall for wall, _ in found], [cpu for _, cpu in found])
        for what, found in waited.items()
    ]


class Noting:
    """A simulated camera that notes when a change on the table can be seen first."""

    def __init__(self, camera: Any) -> None:
        self._camera, self._before = camera, None
        self.changed_s: float | None = None

    def read(self) -> Any:
        """The next picture."""
        frame, last = self._camera.read(), self._camera.last
        if last and not last.hand_in_view:
            if self._before is not None and last.truth != self._before:
                self.changed_s = monotonic()
            self._before = last.truth
        return frame

    def close(self) -> None:
        """Stop the play."""
        self._camera.close()


class Table:
    """Factory of the simulated camera of each new game."""

    def __init__(self) -> None:
        self.game = ""
        self.camera: Noting | None = None

    def __call__(self, played: Any) -> Any:
        """The camera."""
        from companion.app.game_loader import seeing

        self.camera = Noting(seeing(self.game).simulated(played))
        return self.camera


def begin(app: Any, table: Table, game: str, watched: str, number: int) -> None:
    """Begin a game as the button *Start* does."""
    from companion.games import registry

    written = registry.rules(game).opening(random.Random(number), PLAYERS) if watched == "none" else None
    table.game = game
    app.controller.begin(game, GameConfig(PLAYERS, ROLES.get(game, ()), setup=written), watched)


def on_the_board(app: Any) -> bool:
    """True if the board is on the screen, with its pieces."""
    shown = app.snapshot
    here = shown is not None and app.root.current_screen.name == f"{shown.name}_play"
    return here and getattr(shown, "position", None) is not None


def wait(watch: Stopwatch, there: Callable[[], bool]) -> None:
    """Run frames until `there` returns true, and one more that draws it."""
    until = monotonic() + PATIENCE_S
    while not there():
        assert monotonic() < until, "it never came"
        watch.frame()
    watch.frame()


def boards(app: Any, table: Table, watch: Stopwatch) -> Iterator[Pace]:
    """Time from *Start* to the board; the first, which paints it, counts too."""
    for watched in TABLES:
        for game in GAMES:
            waited, worked = [], []
            for number in range(BEGINS):
                began_s, cpu_s = monotonic(), process_time()
                begin(app, table, game, watched, number)
                wait(watch, lambda: on_the_board(app))
                waited.append(monotonic() - began_s)
                worked.append(process_time() - cpu_s)
                app.leave_game()
                app.controller.wait_for_camera()
                watch.watch(0.1)
            yield pace(f"Start to the board: {game}", seen_by(watched), waited, worked)


def touches(app: Any, table: Table, watch: Stopwatch) -> Pace:
    """Time from a touch to its text, for moves of Fae."""
    from companion.games import fae
    from tests.session.fae_answers import moved

    begin(app, table, "fae", "none", 0)
    wait(watch, lambda: on_the_board(app))
    chance, waited, worked = random.Random(1), [], []
    for _ in range(CHANGES):
        shown = app.snapshot
        began_s, cpu_s = monotonic(), process_time()
        app.controller.tell(moved(shown.game, chance.choice(fae.legal(shown.position))))
        settle(app, watch, shown)
        watch.frame()
        waited.append(monotonic() - began_s)
        worked.append(process_time() - cpu_s)
        watch.watch()
    app.leave_game()
    return pace("touch to words: fae", seen_by("none"), waited, worked)


def changes(app: Any, table: Table, watch: Stopwatch, game: str) -> Pace:
    """Time from a change on the table to its text, while the simulated people play."""
    begin(app, table, game, "simulated", 3)
    wait(watch, lambda: on_the_board(app))
    waited: list[float] = []
    until = monotonic() + PATIENCE_S * 2
    while len(waited) < CHANGES and monotonic() < until:
        shown = shown_state(app)
        watch.frame()
        noted = table.camera
        if noted and noted.changed_s is not None and shown_state(app) != shown:
            watch.frame()
            waited.append(monotonic() - noted.changed_s)
            noted.changed_s = None
    app.leave_game()
    app.controller.wait_for_camera()
    return pace(f"table change to words: {game}", seen_by("simulated"), waited, [])


def shown_state(app: Any) -> object:
    """State of the table in the snapshot: moves, steps done, assumed table, mistakes and questions."""
    shown, said = app.snapshot, ("played", "at", "assumed_table", "illegal", "differences", "choice", "doubt")
    return shown and [str(getattr(shown, name, None)) for name in said]


def seen_by(table: str) -> str:
    """Cell of the table for a kind of table."""
    return "by touch" if table == "none" else "simulated table"


def measure() -> list[Pace]:
    """Measure everything but the start, in this process."""
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        options = {"interactive": False, "simulated": table}
        with window(SIZE_PX, Path(folder), **options) as app:
            watch = Stopwatch()
            found = list(boards(app, table, watch))
            found.append(touches(app, table, watch))
            found += [changes(app, table, watch, game) for game in GAMES]
    return found


def run() -> list[Pace]:
    """Measure everything; each part in a process of its own."""
    with x_server("1920x1080x24"):
        found = starts()
        command = [sys.executable, "-m", "tests.bench.pace", "inside"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return found + [Pace(**row) for row in json.loads(done.stdout.splitlines()[-1])]


@click.command()
@click.argument("inside", required=False)
def main(inside: str | None) -> None:
    """Print the waiting times; `inside` measures the running app in this process."""
    if inside:
        print(json.dumps([asdict(row) for row in measure()]))
        return
    load = os.getloadavg()[0]
    for row in run():
        cpu = "" if row.cpu_ms is None else f", CPU {row.cpu_ms} ms"
        times = f"{row.times} times: median {row.median_ms} ms, p95 {row.p95_ms} ms{cpu}"
        print(f"{row.what:44} {row.table:16} {times}")
    print(f"load of the machine before: {load:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
