"""Frame times of the window while a move is animated, `python -m tests.bench.window_frames`.

Measured with and without the camera's picture beside or over the board; also the time of the start. Every
size runs in its own process with software GL on its own X server. A frame is a pass of the window's loop
that drew something, without the pause before the next; the pass in which a snapshot arrives counts. `cpu_ms`
is the processor time of all threads for it, including OpenGL's; it hardly depends on the load of the machine.
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

from companion.session.base import GameConfig
from companion.session.messages import Confirm
from tests.session.fate_acts import PlayAct
from tests.windows import x_server
from ui.services import RgbPicture

SIZES = ("800x480", "1280x720")
SLOW_MS = 33.0
MOVES, ACTS = 24, 30
PICTURE_PX, PICTURES_S = (640, 480), 8
"""Size, and number per second, of the pictures that the app publishes while the camera page is open."""
WATCHED_S = 0.7
"""After every move or step: as long as its animation takes."""


@dataclass(frozen=True)
class Figures:
    """Frame times of one game in milliseconds; `slow` is the share over 33 ms.

    `camera`: the camera's picture is open.
    """

    size: str
    game: str
    camera: bool
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

    def figures(self, size: str, game: str, camera: bool, start_s: float) -> Figures:
        """Measurements since the last call."""
        walls, cpus = sorted(self.walls), self.cpus
        self.forget()
        return Figures(
            size,
            game,
            camera,
            len(walls),
            round(median(walls), 1),
            round(walls[int(0.95 * len(walls))], 1),
            round(sum(wall > SLOW_MS for wall in walls) / len(walls), 3),
            round(median(cpus), 1),
            round(start_s, 2),
        )


@contextmanager
def window(size: tuple[int, int], folder: Path, **how: Any) -> Iterator[Any]:
    """The real app on its start page, drawn once; the loop does not wait for the next frame.

    `how` goes to the app.
    """
    from companion.app.controller.app import App
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

    from companion.settings.preferences import FILE
    from ui.window import CompanionApp

    (folder / FILE).write_text("{}", "utf-8")  # a known table: a new one begins with other pages
    with Journal(folder / "games.db") as journal:
        controller = App(load(DEFAULTS), journal, **how)
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


class Pictures:
    """Stands in for a camera: hands over a new picture so often as the app does."""

    def __init__(self) -> None:
        rows = bytes(range(256)) * (PICTURE_PX[0] * PICTURE_PX[1] * 3 // 256)
        self._rgb = [rows, rows[::-1]]
        self._made, self._picture = 0, RgbPicture(*PICTURE_PX, rows)

    def latest(self) -> RgbPicture:
        """The same picture until the next one is due."""
        due = int(monotonic() * PICTURES_S)
        if due != self._made:
            self._made, self._picture = due, RgbPicture(*PICTURE_PX, self._rgb[due % 2])
        return self._picture


def open_camera(app: Any) -> None:
    """Show the camera's picture on the play screen, as its button does."""
    app.controller.watched = lambda: True
    app.controller.latest_picture = Pictures().latest
    screen = app.root.current_screen
    if screen.name == "fae_play":
        screen.view = "both"
    else:
        screen.camera = True


def play_fae(app: Any, watch: Stopwatch, camera: bool) -> None:
    """Moves by touch, each with its slide, its rituals and its points."""
    from companion.games import fae
    from tests.session.fae_answers import moved, ordered

    chance = random.Random(3)
    players = ("Ana", "Bo", "Cy")
    setup = fae.RULES.opening(random.Random(3), players)
    app.controller.begin("fae", GameConfig(players, setup=setup), "none")
    shown = settle(app, watch, None)
    while not shown.dealt:
        shown = settle(app, watch, shown)
    for player in list(app.controller.unseen()):
        app.controller.seen(player)
    app.home()
    begin_watching(app, watch, camera)
    for _ in range(MOVES):
        if shown.choose:
            app.controller.tell(ordered(shown.game, shown.choose))
        else:
            app.controller.tell(moved(shown.game, chance.choice(fae.legal(shown.position))))
        shown = settle(app, watch, shown)
        watch.watch()


def play_fate(app: Any, watch: Stopwatch, camera: bool) -> None:
    """Acts of heroes and steps of the monsters' show."""
    from companion.games.fate.autoplay import next_move
    from companion.games.fate.heroes import HEROES

    chance = random.Random(3)
    app.controller.begin("fate", GameConfig(("Ana", "Bo"), tuple(HEROES)[:2]), "none")
    shown = settle(app, watch, None)
    begin_watching(app, watch, camera)
    for _ in range(ACTS):
        if shown.stage == "heroes":
            app.controller.tell(PlayAct(shown.game, next_move(shown.position, chance)))
        else:
            app.controller.tell(Confirm(shown.game))
        shown = settle(app, watch, shown)
        watch.watch()


def begin_watching(app: Any, watch: Stopwatch, camera: bool) -> None:
    """Open the camera's picture if asked for, and forget the frames of the beginning of the game."""
    if camera:
        open_camera(app)
    watch.watch()
    watch.forget()


def measure(size: str, born: float) -> list[Figures]:
    """Both games at one size, without and with the camera's picture, in this process."""
    width, height = map(int, size.split("x"))
    found = []
    with tempfile.TemporaryDirectory() as folder, window((width, height), Path(folder)) as app:
        start_s = monotonic() - born
        watch = Stopwatch()
        for camera in (False, True):
            for game, play in (("fae", play_fae), ("fate", play_fate)):
                play(app, watch, camera)
                found.append(watch.figures(size, game, camera, start_s))
                app.leave_game()
                watch.watch(0.1)
                watch.forget()
    return found


def run() -> list[Figures]:
    """Every size in a process of its own."""
    found = []
    with x_server("1920x1080x24"):
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
        camera = "with camera" if row.camera else "without"
        print(
            f"{row.size:>9} {row.game:4} {camera:11} {row.frames} frames: median {row.median_ms} ms, "
            f"p95 {row.p95_ms} ms, over {SLOW_MS:.0f} ms {row.slow:.1%}, CPU {row.cpu_ms} ms; "
            f"start {row.start_s} s"
        )
    print(f"load of the machine before: {load:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
