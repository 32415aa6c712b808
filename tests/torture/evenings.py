"""Long evenings: games by touch through the whole app for simulated hours; devices come and go.

Memory, handles, threads, the journal and the time a move or a picture takes must not grow.
"""

import gc
import logging
import os
import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

from companion.app.controller.app import App
from companion.games import registry
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.messages import Message, Seen
from companion.settings.settings import load
from companion.storage.journal import Journal
from companion.table.observation import Observation
from hardware.buttons import ButtonsTwin
from hardware.lights import LightsTwin
from hardware.stations import StationsTwin
from tests.session.test_contract import BY_TOUCH, played
from tests.torture.tally import Tally
from tests.torture.watched import Watched, with_camera

MOVES_A_GAME = 25
MOVES_AN_HOUR = 240
PICTURES_A_GAME = 20
WARM = 0.4
"""Share of an evening after which nothing should grow."""
MAX_GROWTH_MB, MAX_SLOWDOWN = 6.0, 1.6
SEATS = ("bottom", "top")


class Sample(NamedTuple):
    """Measurements after a number of moves."""

    moves: int
    memory_mb: float
    handles: int
    threads: int
    journal_mb: float
    move_ms: float
    picture_ms: Mapping[str, float]


def torture(times: int, seed: int = 1) -> Tally:
    """Play `times` moves."""
    tally = Tally("moves of long evenings")
    with TemporaryDirectory() as folder, _errors() as errors:
        samples = list(evening(Path(folder), times, seed, tally))
    tally.failed += [f"in the log: {error}" for error in errors]
    warm = [sample for sample in samples if sample.moves >= WARM * samples[-1].moves]
    grown = warm[-1].memory_mb - warm[0].memory_mb
    tally.note(f"MB at the end, {grown:+.1f} since {warm[0].moves} moves,", round(warm[-1].memory_mb))
    tally.note("handles", warm[-1].handles)
    tally.note("threads", warm[-1].threads)
    if times >= MOVES_AN_HOUR:
        tally.failed += _growth(warm, grown)
    chart(samples)
    return tally


def evening(folder: Path, times: int, seed: int, tally: Tally) -> Iterator[Sample]:
    """Play games one after the other; yield a sample after each."""
    chance = random.Random(seed)
    with Journal(folder / "journal.sqlite3") as journal, TemporaryDirectory() as other:
        with Journal(Path(other) / "journal.sqlite3") as watched_journal:
            seen = with_camera() if times >= MOVES_AN_HOUR else ()
            tables = {name: Watched(name, watched_journal) for name in seen}
            app = App(load(), journal, chance=random.Random(seed), interactive=False)
            app.peripherals.stations.shown.update(dict.fromkeys(SEATS))  # type: ignore[attr-defined]  # a twin
            while tally.tried < times:
                name = chance.choice(registry.registered())
                moves_ms = list(_game(app, name, chance, tally))
                stored = sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 1e6
                gc.collect()
                yield Sample(
                    tally.tried, _memory_mb(), _handles(), threading.active_count(),
                    stored, median(moves_ms), {name: _picture_ms(table) for name, table in tables.items()},
                )  # fmt: skip
            app.close()
        if problems := journal.problems():
            tally.failed.append(str(problems))


def _game(app: App, name: str, chance: random.Random, tally: Tally) -> Iterator[float]:
    game = played(name)
    app.begin(name, GameConfig(game.players, setup=rules(name).opening(chance, game.players)), "none")
    _until_idle(app)
    for _ in range(MOVES_A_GAME):
        shown, session = app.latest(), app._session
        if shown is None or shown.over or session is None:
            break
        began_s = time.perf_counter()
        with tally.trying(f"{name}, move {shown.played}"):
            _break_something(app, chance)
            message: Message = BY_TOUCH[name](session, chance)
            app.tell(replace(message, game=shown.game))
            _until_idle(app)
        yield (time.perf_counter() - began_s) * 1000
    app.leave_game()


def _until_idle(app: App) -> None:
    """Wait until the game thread has taken every message."""
    done = Event()
    shown = app.latest()
    app.tell(Seen(shown.game if shown else 0, Observation("", 0.0, trouble="motion"), lambda _: done.set()))
    assert done.wait(20), "the thread that owns the game does not answer"


def _break_something(app: App, chance: random.Random) -> None:
    """Unplug or garble devices at random, or plug them in again; press a button at times."""
    lamps, buttons, stations = app.lamps, app.peripherals.buttons, app.peripherals.stations
    assert isinstance(lamps, LightsTwin) and isinstance(buttons, ButtonsTwin)
    assert isinstance(stations, StationsTwin)
    for device in (lamps, buttons, stations):
        device.plugged_in, device.garbled = chance.random() < 0.7, chance.random() < 0.2
    if chance.random() < 0.2:
        buttons.press(chance.choice(("next", "undo", "help")), chance.choice(("short", "long", "stuck")))
    if chance.random() < 0.2:
        stations.press(chance.choice(SEATS), chance.random() < 0.5)


def _picture_ms(table: Watched) -> float:
    took: list[float] = []
    for _ in range(PICTURES_A_GAME):
        began_s = time.perf_counter()
        table.look()
        took.append((time.perf_counter() - began_s) * 1000)
    return median(took)


def _growth(warm: list[Sample], grown_mb: float) -> Iterator[str]:
    half = len(warm) // 2
    if grown_mb > MAX_GROWTH_MB:
        yield f"memory grew by {grown_mb:.1f} MB"
    for what in ("handles", "threads"):
        first, last = getattr(warm[0], what), getattr(warm[-1], what)
        if last > first + 2:
            yield f"{what}: {first}, then {last}"
    before = median(sample.move_ms for sample in warm[:half])
    after = median(sample.move_ms for sample in warm[half:])
    if after > MAX_SLOWDOWN * before + 1:
        yield f"a move took {before:.1f} ms, then {after:.1f}"


def chart(samples: list[Sample]) -> None:
    """Print about 16 of the samples as a Markdown table."""
    pictures = " | ".join(f"{name} picture ms" for name in samples[0].picture_ms)
    print(f"| hours | MB | handles | threads | journal MB | move ms | {pictures} |")
    for sample in samples[:: max(1, len(samples) // 16)]:
        looked = " | ".join(f"{took:.1f}" for took in sample.picture_ms.values())
        print(
            f"| {sample.moves / MOVES_AN_HOUR:.1f} | {sample.memory_mb:.0f} | {sample.handles} "
            f"| {sample.threads} | {sample.journal_mb:.2f} | {sample.move_ms:.1f} | {looked} |"
        )


def _handles() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def _errors() -> Iterator[list[str]]:
    """Collect the errors logged meanwhile."""
    found: list[str] = []

    class Heard(logging.Handler):
        def emit(self, record: Any) -> None:
            found.append(record.getMessage())

    heard = Heard(logging.ERROR)
    logging.getLogger().addHandler(heard)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(heard)
