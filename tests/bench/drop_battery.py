"""What is believed when pictures go missing: every sequence again, each time without one picture or two.

A move is right when it was told on the first picture that shows it, late when told afterwards, asked when
the program asked, waited or called the table unexplained until the end; wrong when another move, or the
same by another player, was believed. Unnoticed: a table said to be as expected although it was not;
misnamed: a legal table called one of the usual mistakes. Pictures with a hand are left in.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import click
import cv2

from companion.app.fae.watch import FaeWatch
from companion.errors import CompanionError
from tests.bench.reliability import Claim, claims_of, reliability
from tests.bench.scenes import STANDARD, Row, Scene, Told, find
from tests.bench.tables import table
from tests.bench.watch_scenes import opened
from vision.cameras import Frame, open_camera

T = TypeVar("T")

LOOK_ON = 6
"""So many settled pictures after the gap are looked at: by then a wrong belief has shown."""
HEADER = ("sequence", "left out", "runs", "moves", "right", "late", "asked", "wrong", "unnoticed",
          "misnamed")  # fmt: skip


@dataclass
class Tally:
    """What came of the runs over one sequence."""

    sequence: str
    gap: int
    runs: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    claims: list[Claim] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def row(self) -> tuple[Any, ...]:
        """The cells of HEADER."""
        wrong = Counter(claim.event for claim in self.claims if not claim.right)
        shares = [self.moves[how] for how in ("right", "late", "asked")]
        total = sum(shares)
        return (
            self.sequence,
            self.gap,
            self.runs,
            total,
            *shares,
            wrong["move"],
            wrong["settled"],
            wrong["illegal"],
        )


def battery(scene: Scene, gap: int) -> Tally:
    """Leave out `gap` settled pictures in a row, at every place but the first."""
    found = Tally(scene.folder.name, gap)
    watching = opened(scene, "corners")
    cv2.setNumThreads(0)  # a fork takes no threads along
    for number, (frame, row) in enumerate(shown := list(pictures(scene))):
        if number and not row["hand"]:
            rest = without(shown[number:], gap)
            if any(not later["hand"] for _, later in rest):
                found = forked(partial(run, found, scene, watching, rest, f"without {row['file']}"))
        try:
            watching.look(frame)
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {row['file']}: {error}")
            break
    return found


def pictures(scene: Scene) -> Iterator[tuple[Frame, Row]]:
    """The pictures of a sequence with their truth."""
    camera = open_camera(str(scene.folder))
    rows = {row["file"]: row for row in scene.rows}
    while frame := camera.read():
        if frame.name in rows:
            yield frame, rows[frame.name]


def without(shown: Sequence[tuple[Frame, Row]], gap: int) -> list[tuple[Frame, Row]]:
    """The pictures after the first `gap` settled ones, and the hands among these; LOOK_ON settled ones."""
    rest, settled = [], 0
    for frame, row in shown:
        settled += not row["hand"]
        if settled > gap + LOOK_ON:
            break
        if row["hand"] or settled > gap:
            rest.append((frame, row))
    return rest


def run(
    found: Tally, scene: Scene, watching: FaeWatch, rest: Sequence[tuple[Frame, Row]], name: str
) -> Tally:
    """Watch what is left of the pictures, and add how what is told compares with the truth."""
    found.runs += 1
    begun = watching.session.timeline.at + scene.rows[0]["number"]
    told: list[tuple[Row, list[Told]]] = []
    for frame, row in rest:
        try:
            told.append((row, [event.as_json() for event in watching.look(frame)]))
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {name}: {error}")
            break
    claims = list(claims_of(scene, told, begun))
    found.claims += claims
    believed = {claim.number: claim for claim in claims if claim.event == "move"}
    files = [row["file"] for row, _ in told]
    quiet = [row for row, _ in told if not row["hand"]]
    for number in range(begun + 1, quiet[-1]["number"] + 1 if quiet else 0):
        first = next(row["file"] for row in quiet if row["number"] >= number)
        shown = files[: files.index(first) + 1]
        claim = believed.get(number)
        if claim is None:
            found.moves["asked"] += 1
        elif claim.right:
            found.moves["right" if claim.file in shown else "late"] += 1
    found.failures += [f"{scene.folder.name} {name}: {claim}" for claim in claims if not claim.right]
    return found


def forked(work: Callable[[], T]) -> T:
    """The result of some work that must leave everything as it was."""
    fork = get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: sender.send(work()))
    process.start()
    sender.close()
    try:
        result: T = receiver.recv()
        return result
    finally:
        process.join()


def measure(roots: Sequence[Path], gaps: Sequence[int] = (1, 2)) -> Iterator[Tally]:
    """Every sequence in these folders, with gaps of so many pictures."""
    for scene in find(roots):
        for gap in gaps:
            yield battery(scene, gap)


def report(tallies: Sequence[Tally]) -> str:
    """A Markdown table."""
    rows = [tally.row() for tally in tallies]
    for gap in dict.fromkeys(tally.gap for tally in tallies):
        numbers = zip(*(tally.row()[2:] for tally in tallies if tally.gap == gap), strict=True)
        rows.append(("all", gap, *(sum(column) for column in numbers)))
    return table(HEADER, rows)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--gap", "gaps", multiple=True, type=int, default=(1, 2), help="How many pictures go missing.")
def main(roots: tuple[Path, ...], gaps: tuple[int, ...]) -> None:
    """Leave out pictures of every sequence under ROOTS, else of the standard ones."""
    tallies = []
    for tally in measure(roots or [STANDARD], gaps):
        tallies.append(tally)
        click.echo(table(HEADER, [tally.row()]))
        for failure in tally.failures:
            click.echo(failure)
    click.echo(report(tallies) + "\n")
    click.echo(reliability([claim for tally in tallies for claim in tally.claims]))


if __name__ == "__main__":
    main()
