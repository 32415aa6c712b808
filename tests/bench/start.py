"""Benchmark of the start: `companion run` until its start page is shown, `python -m tests.bench.start`.

Every start is a process of its own with its own home, on an X server with software GL, and with a journal of
finished games and one to go on with. The time is from the start of the process until the first picture with
the start page is on the screen; CPU time is that of all threads, OpenGL's included. The first start of a
checkout compiles its modules and does not count. With another checkout both start in turn.
"""

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

import click

from companion.games import fae
from companion.storage.journal import Journal
from tests.bench import checkouts
from tests.bench.journal import write_journal
from tests.bench.tables import table
from tests.windows import x_server

GAMES, EVENTS = 8, 60
STORED = ("run", "--size", "800x480", "--journal")


def start(checkout: Path, home: Path) -> tuple[float, float]:
    """Start the app of a checkout once; return seconds and CPU seconds."""
    driver = str(Path(__file__).with_name("first_picture.py"))
    program = (driver, str(monotonic()), *STORED, str(home / "journal.sqlite3"))
    ((wall_s, cpu_s),) = checkouts.run(checkout, home, *program)
    return wall_s, cpu_s


def measure(measured: list[Path], starts: int) -> dict[Path, tuple[float, float]]:
    """Medians of seconds and CPU seconds of each checkout."""
    found: dict[Path, list[tuple[float, float]]] = {checkout: [] for checkout in measured}
    with x_server(), TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        write_journal(path, GAMES, EVENTS)
        with Journal(path) as journal:
            journal.record("fae", fae.RULES.opening(Random(1), ("Ana", "Bo")), [])
        for _ in range(1 + starts):
            for checkout, times in found.items():
                times.append(start(checkout, Path(folder)))
    return {
        checkout: (median(wall for wall, _ in times[1:]), median(cpu for _, cpu in times[1:]))
        for checkout, times in found.items()
    }


@click.command()
@click.option("--starts", default=7, show_default=True, help="Starts of each checkout.")
@checkouts.beside
def main(starts: int, beside: Path | None) -> None:
    """Measure the start of this checkout, in turn with another one."""
    found = measure(checkouts.both(beside), starts).values()
    rows = [
        ("wall, s", *(f"{wall_s:.2f}" for wall_s, _ in found)),
        ("CPU, s", *(f"{cpu_s:.2f}" for _, cpu_s in found)),
        ("CPU on a Pi 4, s (estimate)", *(f"{cpu_s * checkouts.PI_4:.1f}" for _, cpu_s in found)),
    ]
    click.echo(table(checkouts.columns("until the start page is shown", beside), rows))


if __name__ == "__main__":
    main()
