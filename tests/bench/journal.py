"""Benchmark of the journal: start, begin, close, lists and statistics with thousands of stored games, in ms.

The journal is written directly: one game of Fae with about `events` events, many times, with right
checksums. Each time is the median of three runs in this process; files are in the page cache, so
disks are left out. Run as a script for a table.
"""

import json
import random
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.games import fae
from companion.storage.journal import Journal
from companion.storage.schema import SCHEMA, checksum, new_uid
from tests.bench.tables import table

HEADER = ("what", "first, ms", "later, ms")
VISITS = ("statistics page", "all, ms", "at the end, ms")
PROGRAMS = ("program", "processor, s", "peak memory, MB")
RUNS = 3
LISTED = 20
"""Games that the page lists at first."""


def written_game(events: int) -> tuple[str, list[tuple[str, str]]]:
    """Set-up and events of a finished game of Fae; undo and redo of the last move make up the number."""
    rng = random.Random(1)
    setup = fae.RULES.opening(rng, ("Ana", "Bo"))
    position = fae.RULES.read_setup(setup)
    happened: list[tuple[str, dict[str, Any]]] = []
    while not fae.finished(position):
        move = fae.RULES.next_move(position, rng)
        happened.append(("move", fae.RULES.write_move(move)))
        position = fae.apply(position, move)
    happened += [("undo", {"moves": 1}), ("redo", {"moves": 1})] * ((events - len(happened) - 1) // 2)
    happened.append(("reveal", {"spirits": {"Ana": "red", "Bo": "blue"}}))
    return json.dumps(setup), [(kind, json.dumps(payload)) for kind, payload in happened]


def write_journal(path: Path, games: int, events: int) -> None:
    """Write a journal with undamaged finished games, without the product's own writer."""
    setup, happened = written_game(events)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(SCHEMA)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        for game in range(1, games + 1):
            row = (game, "fae", 1.8e9 + game * 3600.0, setup)
            first = last = checksum(*row)
            rows = []
            for number, (kind, payload) in enumerate(happened, 1):
                event = (game, number, row[2] + number, kind, payload)
                last = checksum(last, *event)
                rows.append((*event, last))
            db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, first, last, new_uid()))
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.execute("COMMIT")


def evening(path: Path) -> dict[str, float]:
    """Measure a start, a new game, a move and a close, in ms, as the app makes them."""
    setup = fae.RULES.opening(random.Random(2), ("Ana", "Bo"))
    began = time.perf_counter()
    journal = Journal(path, copies_in_background=True)
    opened = time.perf_counter()
    game = journal.record("fae", setup, [])
    begun = time.perf_counter()
    journal.append(game, "move", {"from": 1, "to": 2})
    moved = time.perf_counter()
    journal.close()
    closed = time.perf_counter()
    return lists(path) | {
        "start": 1e3 * (opened - began),
        "begin a game": 1e3 * (begun - opened),
        "one move": 1e3 * (moved - begun),
        "close": 1e3 * (closed - moved),
    }


def lists(path: Path) -> dict[str, float]:
    """Measure the query of the start page and the first rows of the games page, in ms."""
    with Journal(path, copies_in_background=True) as journal:
        archive = JournalArchive(journal, past)
        began = time.perf_counter()
        archive.saved_games()
        found = time.perf_counter()
        archive.games()[:LISTED]
        return {
            "games to go on with": 1e3 * (found - began),
            "games page": 1e3 * (time.perf_counter() - found),
        }


def peak(arguments: Sequence[str]) -> tuple[float, float]:
    """Processor seconds and peak memory in MB of a Python program of its own."""
    script = (
        "import resource, subprocess, sys; "
        "subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, text=True, check=True
    )
    cpu_s, peak_kb = map(float, done.stdout.split())
    return cpu_s, peak_kb / 1024


def visit(archive: JournalArchive) -> tuple[float, float]:
    """Read all games as the statistics page does; ms for all and for the last step.

    The summaries are kept afterwards, as the page does on a thread.
    """
    began = time.perf_counter()
    tally = archive.tally()
    for known in archive.games():
        tally.add(known)
    read = time.perf_counter()
    assert tally.players()
    tally.roles("fae")
    shown = time.perf_counter()
    archive.keep_summaries()
    return 1e3 * (shown - began), 1e3 * (shown - read)


def visits(path: Path) -> list[tuple[str, float, float]]:
    """Visits of the statistics page: the first of all, the next, and the first after a restart."""
    found = []
    for names in (("first", "second"), ("after a restart",)):
        with Journal(path, copies_in_background=True) as journal:
            archive = JournalArchive(journal, past)
            found += [(name, *visit(archive)) for name in names]
    return found


_STATISTICS = """
import sys
from pathlib import Path
from companion.app.archive.archive import JournalArchive
from companion.app.archive.tally import GameTally
from companion.app.game_loader import past
from companion.storage.journal import Journal
with Journal(Path(sys.argv[1]), copies_in_background=True) as journal:
    games = JournalArchive(journal, past).games()
    if sys.argv[2] == "read":
        GameTally(games)
"""


def programs(path: Path) -> list[tuple[str, float, float]]:
    """Whole programs: processor seconds and peak memory in MB; the first one does nothing."""
    command, journal = ["-m", "companion"], ["--journal", str(path)]
    return [
        (name, *peak(arguments))
        for name, arguments in {
            "nothing": ["-c", _STATISTICS, str(path), ""],
            "statistics": ["-c", _STATISTICS, str(path), "read"],
            "companion export": [*command, "export", "1", *journal],
            "companion check": [*command, "check", *journal],
        }.items()
    ]


def measure(path: Path) -> list[tuple[str, float, float]]:
    """First evening, then the median of those that follow."""
    first, *others = [evening(path) for _ in range(1 + RUNS)]
    return [(name, first[name], statistics.median(each[name] for each in others)) for name in first]


@click.command()
@click.option("--games", default=10_000, show_default=True)
@click.option("--events", default=210, show_default=True)
def main(games: int, events: int) -> None:
    """Measure a journal of so many games."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        write_journal(path, games, events)
        click.echo(f"{games} games, {games * events} events, {path.stat().st_size / 1e6:.0f} MB")
        click.echo(
            table(HEADER, [(name, f"{first:.1f}", f"{later:.1f}") for name, first, later in measure(path)])
        )
        click.echo(table(VISITS, [(name, f"{whole:.0f}", f"{end:.1f}") for name, whole, end in visits(path)]))
        click.echo(
            table(PROGRAMS, [(name, f"{cpu_s:.1f}", f"{mb:.0f}") for name, cpu_s, mb in programs(path)])
        )


if __name__ == "__main__":
    main()
