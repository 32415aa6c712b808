"""Benchmark of the answer: from the first picture without a hand to its words.

The window plays games of Fae and Fate at simulated tables, 8 pictures a second in real time, on an X server
with software GL. The time until the table counts as still is included. With another checkout both play in
turn. Then recordings at several rates of pictures say how soon and how surely changes are believed; their
times are those of the pictures (see `tests.bench.recording`).
"""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from companion.games import fae, fate
from tests.bench import checkouts, recording
from tests.bench.tables import table
from tests.windows import x_server

HEADER = ("hand gone to words, real time", "changes", "median ms", "p95 ms")
GAMES = (fae.NAME, fate.NAME)
PLAY = """
import json, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from tests.bench import pace
from tests.bench.window_frames import Stopwatch, window

game, pace.CHANGES = sys.argv[1], int(sys.argv[2])
pace.pace = lambda what, table, waited_s, worked_s: waited_s
said = ("played", "at", "assumed_table", "illegal", "differences", "choice", "doubt")
pace.shown_state = lambda app: app.snapshot and [str(getattr(app.snapshot, name, None)) for name in said]
table = pace.Table()
with TemporaryDirectory() as folder:
    with window(pace.SIZE_PX, Path(folder), interactive=False, simulated=table) as app:
        print(json.dumps(pace.changes(app, table, Stopwatch(), game)))
"""
"""Program that plays one game in the window and prints the seconds from each change to its words.

It sets what counts as words, because older checkouts count less: no questions.
"""


def waits(checkout: Path, game: str, changes: int) -> list[float]:
    """Play a game with the code of a checkout; return the seconds of each change."""
    with TemporaryDirectory() as folder:
        (found,) = checkouts.run(checkout, Path(folder), "-c", PLAY, game, str(changes))
    return [float(wait_s) for wait_s in found]


def row(what: str, times_s: list[float]) -> tuple[str, int, str, str]:
    """Number, median and 95th percentile in ms."""
    ordered = sorted(times_s)
    p95_s = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return what, len(ordered), f"{1e3 * median(ordered):.0f}", f"{1e3 * p95_s:.0f}"


@click.command()
@click.option("--changes", default=12, show_default=True, help="Of each game in one turn.")
@click.option("--turns", default=2, show_default=True)
@checkouts.beside
def main(changes: int, turns: int, beside: Path | None) -> None:
    """Measure the answers of this checkout, in turn with another one."""
    found: dict[str, list[float]] = {}
    with x_server():
        for _ in range(turns):
            for game in GAMES:
                for checkout, name in zip(checkouts.both(beside), ("", ", beside"), strict=False):
                    found.setdefault(game + name, []).extend(waits(checkout, game, changes))
    click.echo(table(HEADER, [row(what, times_s) for what, times_s in found.items()]))
    click.echo(recording.report(list(recording.measure())))


if __name__ == "__main__":
    main()
