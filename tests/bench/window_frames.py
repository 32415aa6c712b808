"""`python -m tests.bench.window_frames`: how long frames take while a move is animated, and the start.

Every size runs in a process of its own with software GL on an X server of its own. A frame is a pass of
the window's loop that drew something, without the pause before the next; the pass in which a snapshot
arrives counts. `cpu_ms` is what all threads worked for it, OpenGL's among them, and tells frames from the
load of the machine.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, process_time, sleep
from typing import Any

import click

SIZES = ("800x480", "1280x720")
SLOW_MS = 33.0
MOVES, ACTS = 24, 30
WATCHED_S = 0.7
"""After every move or step: as long as its animation takes."""


@dataclass(frozen=True)
class Figures:
    """Frame times of one game in milliseconds; `slow` is the share over 33 ms."""

    size: str
    game: str
    frames: int
    median_ms: float
    p95_ms: float
    slow: float
    cpu_ms: float
    start_s: float


class Stopwatch:
    """Passes of the window's loop, timed; those that draw nothing do not count."""

    def __init__(self) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window

        self._loop, self._drawn = EventLoop, False
        self.walls: list[float] = []
        self.cpus: list[float] = []
        Window.bind(on_flip=self._flipped)

    def _flipped(self, *_: object) -> None:
        self._drawn = True

    def frame(self) -> None:
        """Run the loop once."""
        self._drawn = False
        wall, cpu = perf_counter(), process_time()
        self._loop.idle()
        if self._drawn:
            self.walls.append((perf_counter() - wall) * 1000)
            self.cpus.append((process_time() - cpu) * 1000)
        else:
            sleep(0.001)

    def watch(self, watched_s: float = WATCHED_S) -> None:
        """Run the loop for a while."""
        until = monotonic() + watched_s
        while monotonic() < until:
            self.frame()

    def forget(self) -> None:
        """Begin anew."""
        self.walls, self.cpus = [], []

    def figures(self, size: str, game: str, start_s: float) -> Figures:
        """What was measured since the last call."""
        walls, cpus = sorted(self.walls), self.cpus
        self.forget()
        return Figures(
            size,
            game,
            len(walls),
            round(median(walls), 1),
            round(walls[int(0.95 * len(walls))], 1),
            round(sum(wall > SLOW_MS for wall in walls) / len(walls), 3),
            round(median(cpus), 1),
            round(start_s, 2),
        )


@contextmanager
def window(size: tuple[int, int], folder: Path) -> Iterator[Any]:
    """The real app on its start page, drawn once; the loop does not wait for the next frame."""
    from companion.app.app import App
    from companion.settings.settings import DEFAULTS, load
    from companion.storage.journal import Journal
    from ui.app import configure, require_display

    configure(size)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
    require_display()
    from kivy.app import App as KivyApp
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from ui.window import CompanionApp

    with Journal(folder / "games.db") as journal:
        controller = App(load(DEFAULTS), journal)
        try:
            EventLoop.ensure_window()
            EventLoop.status = "started"
            app = CompanionApp(controller, "en")
            KivyApp._running_app = app
            app.root = app.build()
            Window.add_widget(app.root)
            EventLoop.idle()
            EventLoop.idle()
            yield app
            app.dispatch("on_stop")
        finally:
            controller.close()


def settle(app: Any, watch: Stopwatch, shown: Any) -> Any:
    """Run the loop until there is a snapshot other than `shown`; that one."""
    until = monotonic() + 10
    while app.snapshot is shown and monotonic() < until:
        watch.frame()
    return app.snapshot


def play_fae(app: Any, watch: Stopwatch) -> None:
    """Moves by touch, each with its slide, its rituals and its points."""
    from companion.app.fae.players import opening
    from companion.games import fae

    chance = random.Random(3)
    start = fae.table(opening(3, 3))
    druids = {int(space): colour for space, counts in start.items() for colour in counts}
    app.controller.start_game(("Ana", "Bo", "Cy"), "none", druids)
    shown = settle(app, watch, None)
    while not (shown := settle(app, watch, shown)).spirits_dealt:
        pass
    for player in list(app.controller.unseen()):
        app.controller.seen(player)
    app.home()
    watch.watch()
    watch.forget()
    for _ in range(MOVES):
        if shown.choose:
            app.controller.choose_order(shown.choose)
        else:
            move = chance.choice(fae.legal(shown.position))
            app.controller.play(move.source, move.target)
        shown = settle(app, watch, shown)
        watch.watch()


def play_fate(app: Any, watch: Stopwatch) -> None:
    """Acts of heroes and steps of the monsters' show."""
    from companion.games.fate.autoplay import next_move
    from companion.games.fate.heroes import HEROES
    from companion.games.fate.setup import STANDARD, Player

    chance = random.Random(3)
    players = [Player(name, hero) for name, hero in zip(("Ana", "Bo"), HEROES, strict=False)]
    app.controller.start_fate(players, STANDARD, "none")
    shown = settle(app, watch, None)
    watch.watch()
    watch.forget()
    for _ in range(ACTS):
        if shown.stage == "heroes":
            app.controller.fate_act(next_move(shown.position, chance))
        elif shown.choice:
            app.controller.choose(0, ("miss",) * shown.choice.dice)
        else:
            app.controller.confirm()
        shown = settle(app, watch, shown)
        watch.watch()


def measure(size: str, born: float) -> list[Figures]:
    """Both games at one size, in this process."""
    width, height = map(int, size.split("x"))
    found = []
    with tempfile.TemporaryDirectory() as folder, window((width, height), Path(folder)) as app:
        start_s = monotonic() - born
        watch = Stopwatch()
        for game, play in (("fae", play_fae), ("fate", play_fate)):
            play(app, watch)
            found.append(watch.figures(size, game, start_s))
            app.leave_game()
            watch.watch(0.1)
            watch.forget()
    return found


@contextmanager
def display() -> Iterator[None]:
    """An X server of our own, drawn to by software."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            os.environ.update(DISPLAY=f":{pipe.readline().strip()}", LIBGL_ALWAYS_SOFTWARE="1")
        os.environ.pop("WAYLAND_DISPLAY", None)
        yield
    finally:
        server.terminate()
        server.wait()


def run() -> list[Figures]:
    """Every size in a process of its own."""
    found = []
    with display():
        for size in SIZES:
            command = [sys.executable, "-m", "tests.bench.window_frames", size, str(monotonic())]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            found += [Figures(**row) for row in json.loads(done.stdout.splitlines()[-1])]
    return found


@click.command()
@click.argument("size", required=False)
@click.argument("born", type=float, required=False)
def main(size: str | None, born: float | None) -> None:
    """Print the figures of all sizes; with a size, measure that one in this process."""
    if size and born:
        print(json.dumps([asdict(row) for row in measure(size, born)]))
        return
    load = os.getloadavg()[0]
    for row in run():
        print(
            f"{row.size:>9} {row.game:4} {row.frames} frames: median {row.median_ms} ms, "
            f"p95 {row.p95_ms} ms, over {SLOW_MS:.0f} ms {row.slow:.1%}, CPU {row.cpu_ms} ms; "
            f"start {row.start_s} s"
        )
    print(f"load of the machine before: {load:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
