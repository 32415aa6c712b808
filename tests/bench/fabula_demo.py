"""Accuracy of following demo duels of Fábula, and how the app came to know each decision.

python -m tests.bench.fabula_demo --duels 50 --jobs 2
python -m tests.bench.fabula_demo --duels 200 --unknown 0.1 --unseen 0.05    (nothing is painted)

*Wrong* are actions that the app took otherwise than they were meant. With `--unknown` or `--unseen` that
share of the cards is misread on purpose at a table without pictures.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.app.controller.demo import demo_app
from companion.app.fabula.demo import FabulaDemo
from companion.app.fabula.players import WAYS, DuelPlayers
from companion.settings.settings import load
from companion.simulation.base import FAST
from companion.storage.journal import Journal
from tests.app.fabula.desk import Desk
from tests.bench.tables import table

FIRST = 100
PATIENCE_S = 600.0


class Followed(NamedTuple):
    """A duel: decisions by how the app came to know them, and those that it took otherwise."""

    seed: int
    camera: int
    tap: int
    touch: int
    wrong: int
    took_s: float
    ended: bool

    @property
    def row(self) -> tuple[str, ...]:
        """For the table."""
        known = (self.camera, self.tap, self.touch, self.wrong)
        name = f"{self.seed}" if self.ended else f"{self.seed} (did not end)"
        return (name, f"{sum(known[:3])}", *(f"{n}" for n in known), f"{self.took_s:.1f}")


def painted(seed: int) -> Followed:
    """Follow a demo duel from its pictures."""
    began_s = time.monotonic()
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite3") as journal:
        demo = FabulaDemo(demo_app(load(), journal, seed), journal, seed, FAST)
        try:
            demo.begin()
            ended = demo.wait(PATIENCE_S)
            return _counted(seed, demo.players, demo.wrong, began_s, ended)
        finally:
            demo.close()


def unpainted(seed: int, unknown: float, unseen: float) -> Followed:
    """Follow a duel at a table without pictures, on which cards are misread on purpose."""
    began_s = time.monotonic()
    desk = Desk(seed, unknown, unseen)
    desk.play()
    return _counted(seed, desk.players, desk.wrong, began_s, desk.session.finished)


def _counted(seed: int, players: DuelPlayers, wrong: int, began_s: float, ended: bool) -> Followed:
    camera, tap, touch = (players.counted(way) for way in WAYS)
    return Followed(seed, camera, tap, touch, wrong, time.monotonic() - began_s, ended)


def followed(seed: int, unknown: float, unseen: float) -> Followed:
    """A duel of either kind."""
    return unpainted(seed, unknown, unseen) if unknown or unseen else painted(seed)


def main() -> None:
    """Print a row a duel as it ends, then the table with the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--duels", type=int, default=50)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--unknown", type=float, default=0.0, help="share of cards not recognised")
    parser.add_argument("--unseen", type=float, default=0.0, help="share of cards not found")
    parser.add_argument("--jobs", type=int, default=1, help="duels at the same time")
    asked = parser.parse_args()
    found = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        seeds = range(asked.first, asked.first + asked.duels)
        waiting = [pool.submit(followed, seed, asked.unknown, asked.unseen) for seed in seeds]
        for each in (one.result() for one in as_completed(waiting)):
            found.append(each)
            print("  ".join(each.row), flush=True)
    found.sort()
    total = ("all", *(f"{sum(int(each.row[at]) for each in found)}" for at in range(1, 6)))
    rows = [each.row for each in found] + [(*total, f"{sum(each.took_s for each in found):.0f}")]
    print(table(("seed", "decisions", "recognised", "one tap", "touched", "wrong", "s"), rows))


if __name__ == "__main__":
    main()
