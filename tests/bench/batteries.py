"""Accuracy of Fae under bad conditions: every sequence again with pictures missing or disturbed.

    python -m tests.bench.batteries [FOLDER...] [--kind cup]        without FOLDER: tests/data/scenes

`drop1` and `drop2` leave out one settled picture or two in a row, at every place in turn; pictures with a
hand stay. The other kinds (`disturbances`) change a whole sequence. Test users answer every question. If
the program understands nothing or asks about something else, they name the moves or confirm the table;
with `silent` nobody answers.

Columns: `set-up given` counts runs whose set-up could not be read, so that test users entered it. Of the
`moves`, each true one is

- *right*: reported on the first picture that shows it,
- *late*: reported on a later picture,
- *asked*: never reported (the program asked, waited or called the table unexplained), or named by a test
  user; `alike` are those of them that no picture tells from another move.

*Wrong* are reports of another move, or of another player. *Unnoticed* are tables reported as expected that
were not; *misnamed* are legal tables reported as a mistake.
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
from companion.session.messages import AllDone, Confirm, Message
from tests.bench.disturbances import DISTURBANCES
from tests.bench.optics import Shown
from tests.bench.reliability import Claim, claims_of, reliability
from tests.bench.scenes import STANDARD, Row, Scene, WatchLine, find, outcomes
from tests.bench.tables import table
from tests.bench.watch_scenes import opened
from tests.session.fae_answers import moved, named
from vision.cameras.sources import Frame, open_camera

T = TypeVar("T")

PICTURES_AFTER_GAP = 6
"""Number of settled pictures shown after the gap; a wrong belief has become visible by then."""
GAPS = {"drop1": 1, "drop2": 2}
KINDS = (*GAPS, *DISTURBANCES)
HEADER = ("sequence", "kind", "runs", "set-up given", "moves", "right", "late", "asked", "wrong", "unnoticed",
          "misnamed", "alike")  # fmt: skip


@dataclass
class Tally:
    """Counts of the runs over one sequence."""

    sequence: str
    kind: str
    runs: int = 0
    setup_given: int = 0
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
            self.setup_given,
            total,
            *shares,
            wrong["move"],
            wrong["settled"],
            wrong["illegal"],
            self.moves["alike"],
        )


def battery(scene: Scene, kind: str, seed: int = 0, silent: bool = False) -> Tally:
    """Run one sequence with one kind of trouble."""
    return dropped(scene, kind, silent) if kind in GAPS else disturbed(scene, kind, seed, silent)


def disturbed(scene: Scene, kind: str, seed: int, silent: bool = False) -> Tally:
    """Disturb the whole sequence."""
    found = Tally(scene.folder.name, kind)
    shown = [(frame, {**row, "corners_px": scene.corners_px}) for frame, row in pictures(scene)]
    corners_px = np.array(scene.corners_px)
    chance = np.random.default_rng([seed, crc32(f"{scene.folder.name} {kind}".encode())])
    if rest := DISTURBANCES[kind](shown, corners_px, chance):
        share = rest[0][0].picture.shape[1] / shown[0][0].picture.shape[1]
        seen = replace(scene, corners_px=[(x * share, y * share) for x, y in rest[0][1]["corners_px"]])
        watching = start_watching(found, seen, rest, silent)
        found = watch_rest(found, scene, watching, rest, f"{kind} {seed}", silent)
    return found


def start_watching(found: Tally, scene: Scene, shown: Sequence[Shown], silent: bool) -> FaeWatcher:
    """A watcher before the first picture; test users enter the set-up if it cannot be read."""
    watching = opened(scene, "corners").watcher
    try:
        for frame, row in shown:
            if watching.session.begun or row["file"] != scene.rows[0]["file"]:
                break
            watching.look(frame)
    except CompanionError as error:
        found.failures.append(f"{scene.folder.name} {found.kind}: {error}")
    unread = not silent and not watching.session.begun
    found.setup_given += unread
    return opened(scene, "corners", unread).watcher


def dropped(scene: Scene, kind: str, silent: bool = False) -> Tally:
    """Leave out settled pictures in a row, at every place but the first."""
    found, gap = Tally(scene.folder.name, kind), GAPS[kind]
    shown = list(pictures(scene))
    watching = start_watching(found, scene, shown, silent)
    cv2.setNumThreads(0)  # a fork takes no threads along
    for number, (frame, row) in enumerate(shown):
        if number and not row["hand"]:
            rest = without(shown[number:], gap)
            if any(not later["hand"] for _, later in rest):
                name = f"without {row['file']}"
                found = forked(partial(watch_rest, found, scene, watching, rest, name, silent))
        try:
            show_picture(scene, watching, frame, row, silent)
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {row['file']}: {error}")
            break
    return found


def pictures(scene: Scene) -> Iterator[Shown]:
    """Pictures of a sequence with their truth."""
    camera = open_camera(str(scene.folder))
    rows = {row["file"]: row for row in scene.rows}
    while frame := camera.read():
        if frame.name in rows:
            yield frame, rows[frame.name]


def without(shown: Sequence[Shown], gap: int) -> list[Shown]:
    """Pictures with a hand, and PICTURES_AFTER_GAP settled ones after the first `gap` settled ones."""
    rest, settled = [], 0
    for frame, row in shown:
        settled += not row["hand"]
        if settled > gap + PICTURES_AFTER_GAP:
            break
        if row["hand"] or settled > gap:
            rest.append((frame, row))
    return rest


def watch_rest(
    found: Tally, scene: Scene, watching: FaeWatcher, rest: Sequence[Shown], name: str, silent: bool = False
) -> Tally:
    """Watch the remaining pictures and count how their reports compare with the truth."""
    found.runs += 1
    before = scene.rows[0]["number"] + (watching.session.timeline.at if watching.session.begun else 0)
    reported: list[tuple[Row, list[WatchLine]]] = []
    answered: set[int] = set()
    for frame, row in rest:
        try:
            numbers, events = show_picture(scene, watching, frame, row, silent)
            answered.update(numbers)
            reported.append((row, [event.as_json() for event in events]))
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name} {name}: {error}")
            break
    claims = [
        claim
        for claim in claims_of(scene, reported, before)
        if claim.number not in answered or not claim.right
    ]
    found.claims += claims
    believed = {claim.number: claim for claim in claims if claim.event == "move"}
    files = [row["file"] for row, _ in reported]
    quiet = [row for _, row in rest if not row["hand"]]
    for number in range(before + 1, quiet[-1]["number"] + 1 if quiet else 0):
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


def show_picture(
    scene: Scene, watching: FaeWatcher, frame: Frame, row: Row, silent: bool
) -> tuple[Collection[int], Sequence[Event]]:
    """Show one picture and answer its questions; return the numbers of the named moves, and all events."""
    numbers: set[int] = set()
    events = [*watching.look(frame)]
    while not silent and (said := answer(scene, watching, row)) is not None:
        numbers.update(said[0])
        events += [*said[1], *watching.look(frame)]
    return numbers, events


def answer(scene: Scene, watching: FaeWatcher, row: Row) -> tuple[Collection[int], Sequence[Event]] | None:
    """Answer as a test user who sees the picture.

    Names the move if the program asks about it, or all moves since if it understood nothing or asks about
    others. Returns the numbers of these moves and the events, or None if there is nothing to answer.
    """
    session, truth = watching.session, scene.positions
    happened: list[Event] = []

    def submit(message: Message) -> None:
        session.tell(message)
        happened.extend(session.happened)

    first: int = scene.rows[0]["number"]
    number = first + (session.timeline.at if session.begun else 0) + 1
    asked = session.waiting if isinstance(session.waiting, InDoubt) else None
    if asked:
        moves = made(truth, number, asked.moves) if first < number <= row["number"] else []
        if moves:
            submit(named(0, moves[0]))
            return {number}, happened
    odd = session.illegal is not None and session.illegal.reason.code == "unexplained"
    odd |= session.trouble == "motion" and bool(session.unclear)
    if not (odd or asked) or row["hand"] or not row.get("legal", row["event"] != "illegal"):
        return None
    if asked and row["number"] < number:
        submit(AllDone(0))
        return (), happened
    missed = range(number, row["number"] + 1)
    for each in missed:
        for move in made(truth, each, fae.legal(truth[each - 1]))[:1]:
            submit(moved(0, move))
            for _ in session.steps:
                submit(Confirm(0))
    submit(Confirm(0))
    return missed, happened


def made(truth: Mapping[int, fae.Position], number: int, moves: Sequence[fae.Move]) -> list[fae.Move]:
    """Moves that lead to the true position in any order of their rituals."""
    before, legal = truth[number - 1], {move[:2] for move in fae.legal(truth[number - 1])}
    return [move for move in moves if move[:2] in legal and truth[number] in outcomes(before, move)]


def forked(work: Callable[[], T]) -> T:
    """Run work in a forked process, which leaves everything here as it was, and return its result."""
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
    """Run every sequence in these folders with every kind of trouble, disturbances with `seeds` seeds."""
    for kind in kinds:
        for scene in find(roots):
            for seed in range(1 if kind in GAPS else seeds):
                yield battery(scene, kind, seed, silent)


def report(tallies: Sequence[Tally], each: bool = True) -> str:
    """Markdown table with one row for each kind; with `each` also one for each sequence."""
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
