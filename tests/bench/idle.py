"""Benchmark of waiting: processor and wakeups while nobody touches the screen, `python -m tests.bench.idle`.

The app runs as users start it, on an X server with software GL, whose threads draw in place of a graphics
chip: they are counted, and left out. With another checkout both wait in turn.
"""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from companion.games import fate
from companion.storage.journal import Journal
from tests.bench import checkouts
from tests.bench.tables import table
from tests.windows import x_server


def measure(checkout: Path, seconds: float) -> list[tuple[str, float, float, float]]:
    """State, percent of one processor, the renderer's part of it, and wakeups a second of a checkout."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        with Journal(path) as journal:
            journal.record("fate", fate.RULES.opening(Random(1), ("Ana", "Bo")), [])
        driver = str(Path(__file__).with_name("idle_window.py"))
        program = (driver, str(seconds), "run", "--size", "800x480", "--journal", str(path))
        return [(*row,) for row in checkouts.run(checkout, Path(folder), *program)]


@click.command()
@click.option("--seconds", default=8.0, show_default=True, help="Time of each state.")
@checkouts.beside
def main(seconds: float, beside: Path | None) -> None:
    """Measure the waiting window of this checkout, in turn with another one."""
    with x_server():
        found = [measure(checkout, seconds) for checkout in checkouts.both(beside)]
    rows = []
    for states in zip(*found, strict=True):
        state = states[0][0]
        own = [cpu - drawn for _, cpu, drawn, _ in states]
        rows.append((f"{state}: processor, %", *(f"{cpu:.1f}" for _, cpu, _, _ in states)))
        rows.append((f"{state}: without the software renderer, %", *(f"{cpu:.1f}" for cpu in own)))
        rows.append(
            (f"{state}: the same of a Pi 4, % (estimate)", *(f"{checkouts.PI_4 * cpu:.0f}" for cpu in own))
        )
        rows.append((f"{state}: wakeups a second", *(f"{wakeups:.0f}" for *_, wakeups in states)))
    click.echo(table(checkouts.columns("while the window waits", beside), rows))


if __name__ == "__main__":
    main()
