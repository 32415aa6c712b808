"""What is believed on a bad evening: every sequence again, with pictures missing or disturbed.

A move is right when it was told on the first picture that shows it, late when told afterwards, asked when
the program asked, waited or called the table unexplained until the end; wrong when another move, or the
same by another player, was believed. Unnoticed: a table said to be as expected although it was not;
misnamed: a legal table called one of the usual mistakes. People answer what the program asks, and say what
was done, or that all is as it should be, where it understands nothing or asks about something else, unless
they are `silent`: a move that they told counts as asked; of the asked no picture tells those `alike` from
another move. Where the set-up could not be read they have `told` all of it. `drop1` and `drop2` leave out one
picture or two in a row, at every place in turn; pictures with a hand are left in.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import click
import cv2
import numpy as np

from companion.app.fae.watch import FaeWatcher
from companion.errors import CompanionError
from companion.games import fae
from companion.session.events import Event
from companion.session.fae.events import InDoubt
from companion.session.fae.messages import Answer, PlayMove
from companion.session.messages import AllDone, Confirm, Message
from tests.bench.disturbances import DISTURBANCES, Shown
from tests.bench.reliability import Claim, claims_of, reliability
from tests.bench.scenes import STANDARD, Row, Scene, Told, find, outcomes
from tests.bench.tables import table
from tests.bench.watch_scenes import opened
from vision.cameras.sources import Frame, open_camera

T = TypeVar("T")

LOOK_ON = 6
"""So many settled pictures after the gap are looked at: by then a wrong belief has shown."""
GAPS = {"drop1": 1, "drop2": 2}
KINDS = (*GAPS, *DISTURBANCES)
HEADER = ("sequence", "kind", "runs", "told", "moves", "right", "late", "asked", "wrong", "unnoticed",
          "misnamed", "alike")  # fmt: skip


@dataclass
class Tally:
    """What came of the runs over one sequence."""

    sequence: str
    kind: str
    runs: int = 0
    told: int = 0
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
            self.kind,
            self.runs,
            self.told,
            total,
            *shares,
            wrong["move"],
            wrong["settled"],
            wrong["illegal"],
            self.moves["alike"],
        )


def battery(scene: Scene, kind: str, seed: int = 0, silent: bool = False) -> Tally:
    """One sequence in one kind of trouble."""
    return dropped(scene, kind, silent) if kind in GAPS else disturbed(scene, kind, seed, silent)


def disturbed(scene: Scene, kind: str, seed: int, silent: bool = False) -> Tally:
    """Disturb the whole sequence."""
    found = Tally(scene.folder.name, kind)
    shown, corners_px = list(pictures(scene)), np.array(scene.corners_px)
    chance = np.random.default_rng([seed, crc32(f"{scene.folder.name} {kind}".encode())])
    if rest := DISTURBANCES[kind](shown, corners_px, chance):
        share = rest[0][0].picture.shape[1] / shown[0][0].picture.shape[1]
        seen = replace(scene, corners_px=[(x * share, y * share) for x, y in scene.corners_px])
        watching = begun(found, seen, rest, silent)
        found = run(found, scene, watching, rest, f"{kind} {seed}", silent)
    return found


def begun(found: Tally, scene: Scene, shown: Sequence[Shown], silent: bool) -> FaeWatcher:
    """Ready to watch; people tell what stands there at first if that cannot be read."""
    watching = opened(scene, "corners").watcher
    try:
        for frame, row in shown:
            if watching.session.begun or row["file"] != scene.rows[0]["file"]:
                break
            watching.look(frame)
    except CompanionError as error:
        found.failures.append(f"{scene.folder.name} {found.kind}: {error}")
    told = not silent and not watching.session.begun
    found.told += told
    return opened(scene, "corners", told).watcher


def dropped(scene: Scene, kind: str, silent: bool = False) -> Tally:
    """Leave out settled pictures in a row, at every place but the first."""
    found, gap = Tally(scene.folder.name, kind), GAPS[kind]
    shown = list(pictures(scene))
    watching = begun(found, scene, shown, silent)
    cv2.setNumThreads(0)  # a fork takes no threads along
    for number, (frame, row) in enumerate(shown):
        if number and not row["hand"]:
            rest = without(shown[number:], gap)
            if any(not later["hand"] for _, later in rest):
                name = f"without {row['file']}"
                found = forked(partial(run, found, scene, watching, rest, name, silent))
        try:
            look(scene, watching, frame, row, silent)
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {row['file']}: {error}")
            break
    return found


def pictures(scene: Scene) -> Iterator[Shown]:
    """The pictures of a sequence with their truth."""
    camera = open_camera(str(scene.folder))
    rows = {row["file"]: row for row in scene.rows}
    while frame := camera.read():
        if frame.name in rows:
            yield frame, rows[frame.name]


def without(shown: Sequence[Shown], gap: int) -> list[Shown]:
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
    found: Tally, scene: Scene, watching: FaeWatcher, rest: Sequence[Shown], name: str, silent: bool = False
) -> Tally:
    """Watch what is left of the pictures, and add how what is told compares with the truth."""
    found.runs += 1
    begun = scene.rows[0]["number"] + (watching.session.timeline.at if watching.session.begun else 0)
    told: list[tuple[Row, list[Told]]] = []
    answered: set[int] = set()
    for frame, row in rest:
        try:
            numbers, events = look(scene, watching, frame, row, silent)
            answered.update(numbers)
            told.append((row, [event.as_json() for event in events]))
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {name}: {error}")
            break
    claims = [
        claim for claim in claims_of(scene, told, begun) if claim.number not in answered or not claim.right
    ]
    found.claims += claims
    believed = {claim.number: claim for claim in claims if claim.event == "move"}
    files = [row["file"] for row, _ in told]
    quiet = [row for _, row in rest if not row["hand"]]
    for number in range(begun + 1, quiet[-1]["number"] + 1 if quiet else 0):
        first = next(row["file"] for row in quiet if row["number"] >= number)
        shown = files[: files.index(first) + 1] if first in files else files
        claim = believed.get(number)
        if claim is None:
            found.moves["asked"] += 1
            found.moves["alike"] += number in scene.alike
        elif claim.right:
            found.moves["right" if claim.file in shown else "late"] += 1
    found.failures += [f"{scene.folder.name} {name}: {claim}" for claim in claims if not claim.right]
    return found


def look(
    scene: Scene, watching: FaeWatcher, frame: Frame, row: Row, silent: bool
) -> tuple[Collection[int], Sequence[Event]]:
    """Show one picture and answer what is asked: the numbers of the moves that people named, all events."""
    numbers: set[int] = set()
    events = [*watching.look(frame)]
    while not silent and (said := answer(scene, watching, row)) is not None:
        numbers.update(said[0])
        events += [*said[1], *watching.look(frame)]
    return numbers, events


def answer(scene: Scene, watching: FaeWatcher, row: Row) -> tuple[Collection[int], Sequence[Event]] | None:
    """Say which move was made, if that was asked and the picture shows it, or all that were made where
    nothing was understood or others are asked about: the numbers of these moves and what came of that; None
    where nothing can be said.
    """
    session, truth = watching.session, scene.positions
    happened: list[Event] = []

    def tell(message: Message) -> None:
        session.tell(message)
        happened.extend(session.happened)

    first: int = scene.rows[0]["number"]
    number = first + (session.timeline.at if session.begun else 0) + 1
    asked = session.waiting if isinstance(session.waiting, InDoubt) else None
    if asked:
        moves = made(truth, number, asked.moves) if first < number <= row["number"] else []
        if moves:
            tell(Answer(0, moves[0]))
            return {number}, happened
    odd = session.illegal is not None and session.illegal.reason.code == "unexplained"
    odd |= session.trouble == "motion" and bool(session.unclear)
    if not (odd or asked) or row["hand"] or not row.get("legal", row["event"] != "illegal"):
        return None
    if asked and row["number"] < number:
        tell(AllDone(0))
        return (), happened
    missed = range(number, row["number"] + 1)
    for each in missed:
        for move in made(truth, each, fae.legal(truth[each - 1]))[:1]:
            tell(PlayMove(0, move))
    for _ in session.steps:
        tell(Confirm(0))
    tell(Confirm(0))
    return missed, happened


def made(truth: Mapping[int, fae.Position], number: int, moves: Sequence[fae.Move]) -> list[fae.Move]:
    """Which of the moves lead to a position of the truth, whatever the order of their rituals."""
    before, legal = truth[number - 1], {move[:2] for move in fae.legal(truth[number - 1])}
    return [move for move in moves if move[:2] in legal and truth[number] in outcomes(before, move)]


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


def measure(
    roots: Sequence[Path], kinds: Sequence[str] = KINDS, seeds: int = 1, silent: bool = False
) -> Iterator[Tally]:
    """Every sequence in these folders in every kind of trouble; disturbances in so many ways each."""
    for kind in kinds:
        for scene in find(roots):
            for seed in range(1 if kind in GAPS else seeds):
                yield battery(scene, kind, seed, silent)


def report(tallies: Sequence[Tally], each: bool = True) -> str:
    """A Markdown table, of `each` sequence or of all together."""
    rows = []
    for kind in dict.fromkeys(tally.kind for tally in tallies):
        here = [tally.row() for tally in tallies if tally.kind == kind]
        rows += here if each else []
        rows.append(("all", kind, *(sum(column) for column in zip(*(row[2:] for row in here), strict=True))))
    return table(HEADER, rows)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), default=KINDS, help="Only these.")
@click.option("--seeds", default=1, show_default=True, help="In how many ways each disturbance happens.")
@click.option("--silent", is_flag=True, help="Nobody answers what is asked.")
@click.option("--totals", is_flag=True, help="One row a kind.")
def main(roots: tuple[Path, ...], kinds: tuple[str, ...], seeds: int, silent: bool, totals: bool) -> None:
    """Trouble every sequence under ROOTS, else the standard ones, in every kind."""
    tallies = []
    for tally in measure(roots or [STANDARD], kinds, seeds, silent):
        tallies.append(tally)
        for failure in tally.failures:
            click.echo(failure)
    click.echo(report(tallies, not totals) + "\n")
    click.echo(reliability([claim for tally in tallies for claim in tally.claims]))


if __name__ == "__main__":
    main()
