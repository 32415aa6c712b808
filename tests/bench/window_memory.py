"""Memory of the window after hours of play, `python -m tests.bench.window_memory --minutes 60`.

A simulated hour has as many moves and frames as a real one at a lively table, played as fast as the
computer can: games of Fae and Fate by touch, one after the other, with languages, colours and hands changed
in between.
"""

import gc
import json
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import click

from tests.bench.evening_memory import memory_mb

MOVES_AN_HOUR = 240
"""One move in 15 s: faster than people play."""
FRAMES_AN_HOUR = 3600 * 10
"""Ten frames a second are drawn while something moves and while hints pulse; a still screen draws none."""
WARM = 0.5
"""The share of the time after which memory should not grow any more: every page was seen by then."""


def growth(samples: list[tuple[float, float]]) -> float:
    """MB an hour: the slope of a line through (hours, MB) by least squares."""
    mean_h = sum(hours for hours, _ in samples) / len(samples)
    mean_mb = sum(mb for _, mb in samples) / len(samples)
    above = sum((hours - mean_h) * (mb - mean_mb) for hours, mb in samples)
    below = sum((hours - mean_h) ** 2 for hours, _ in samples)
    return above / below if below else 0.0


def machine() -> str:
    """Machine and versions of the measurement."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")
    return f"{name or platform.machine()}, {os.cpu_count()} cores"


def played(house: Any, chance: Random, resizing: bool) -> Iterator[None]:
    """Endless moves of games, with visits to pages and changes of language in between."""
    from tests.ui import test_evenings as evenings
    from tests.ui.evening import go_on

    while True:
        house.running.app.leave_game()
        for game in house.app.archive.games():  # else the start offers one more to go on with each time
            house.app.archive.delete(game.id)
        evenings.begin_fae(house, known=bool(house.app.profiles.people()))
        for number in range(40):
            if house.snapshot.over:
                break
            evenings.play_fae(house, chance, 1)
            if number % 10 == 5:
                evenings.speak(house, chance.choice(("English", "Português", "Español")))
            yield
        if resizing:
            house.resize(*chance.choice(((800, 480), (480, 800), (1280, 720))))
        house.running.app.prefer(night=chance.random() < 0.5, hand=chance.choice(("left", "right")))
        house.running.app.leave_game()
        evenings.begin_fate(house)
        for _ in range(6):
            go_on(house, "heroes")
            evenings.hero_turn(house, chance)
            yield


@click.command()
@click.option("--minutes", default=60, help="Of play, simulated.")
@click.option("--resizing", is_flag=True, help="Resize the window between games.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the samples there, as JSON.")
def main(minutes: int, resizing: bool, out: Path | None) -> None:
    """Play and print how much memory the window holds."""
    from tests.ui.evening import evening
    from tests.windows import Running, x_server
    from ui.app import require_display

    samples: list[tuple[float, float]] = []
    start_s = monotonic()
    moves = max(8, round(MOVES_AN_HOUR * minutes / 60))
    with x_server("1920x1080x24"), TemporaryDirectory() as folder:
        os.environ["HOME"] = folder
        require_display()
        with evening(Running, Path(folder), seed=1) as house:
            play = played(house, Random(1), resizing)
            for move in range(1, moves + 1):
                next(play)
                house.finger.frames(FRAMES_AN_HOUR // MOVES_AN_HOUR, draw=True)
                if move % max(1, moves // 24) == 0:
                    gc.collect()
                    samples.append((move / MOVES_AN_HOUR, memory_mb()))
                    print(f"{move / MOVES_AN_HOUR * 60:5.0f} min  {samples[-1][1]:7.1f} MB", flush=True)
    warm = [sample for sample in samples if sample[0] >= WARM * moves / MOVES_AN_HOUR]
    print(f"{machine()}; {moves} moves in {monotonic() - start_s:.0f} s")
    print(f"at the end {samples[-1][1]:.0f} MB, growth after warming up {growth(warm):+.1f} MB/h")
    if out:
        out.write_text(json.dumps(samples))


if __name__ == "__main__":
    main()
