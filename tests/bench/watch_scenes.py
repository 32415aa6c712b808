"""Accuracy of `companion watch` for Fae: its events against the truth of whole sequences of pictures.

    python -m tests.bench.watch_scenes [FOLDER...]        without FOLDER: tests/data/scenes

Each picture is scored by the events reported for it.

- *right*: exactly what happened, on the right picture; an illegal move with its reason, a ritual with its
  points, `wait` for a hand. A move that was asked about may be reported with the next one, in order.
- *wrong*: another event, or a table reported as expected although something happened.
- *asked*: neither; the program asked or waited. Nobody answers, so one failure may cause others later.

Columns: `board by` is how the board was found (corners or markers); `rituals`, `illegal`, `corrected` and
`hands` are right/total; `all ...` count pictures, each by its worst outcome; `right %` is their share.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import click

from companion.app.fae.watch import FaeWatcher, open_watch
from companion.errors import CompanionError
from companion.simulation.watch import WatchLoop, WatchRequest
from tests.bench.reliability import Claim, claims_of
from tests.bench.scenes import CODES, STANDARD, Row, Scene, WatchLine, find
from tests.bench.tables import table

Mode: TypeAlias = Literal["corners", "markers"]
Outcome: TypeAlias = Literal["right", "asked", "wrong"]

CLAIMS = ("move", "ritual", "illegal", "corrected")
EXPECTED = {"setup": "position", "illegal": "illegal", "correction": "corrected", "removal": "settled"}
HEADER = ("sequence", "board by", "pictures", "moves right", "asked", "wrong", "rituals", "illegal",
          "corrected", "hands", "all right", "all asked", "all wrong", "right %")  # fmt: skip


@dataclass
class Score:
    """Outcomes of one sequence in one mode, counted by the expected event."""

    sequence: str
    mode: Mode
    outcomes: Counter[tuple[str, Outcome]] = field(default_factory=Counter)
    pictures: Counter[Outcome] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def row(self) -> tuple[object, ...]:
        """The cells of HEADER."""
        moves, pictures = self.counts("move"), self.pictures
        return (
            self.sequence,
            self.mode,
            pictures.total(),
            *moves,
            *(self._share(what) for what in ("ritual", "illegal", "corrected", "wait")),
            pictures["right"],
            pictures["asked"],
            pictures["wrong"],
            f"{100 * pictures['right'] / max(1, pictures.total()):.1f}",
        )

    def counts(self, what: str) -> tuple[int, int, int]:
        """Number of right, asked and wrong outcomes."""
        right, asked, wrong = (self.outcomes[what, outcome] for outcome in ("right", "asked", "wrong"))
        return right, asked, wrong

    def _share(self, what: str) -> str:
        counts = self.counts(what)
        return f"{counts[0]}/{sum(counts)}" if sum(counts) else "-"


def opened(scene: Scene, mode: Mode, with_setup: bool = False) -> WatchLoop[FaeWatcher]:
    """Loop of `companion watch` for a sequence; `with_setup` passes the table of its first picture."""
    with TemporaryDirectory() as folder:
        start, orders = Path(folder, "start.json"), Path(folder, "orders.json")
        start.write_text(json.dumps(scene.setup), "utf-8")
        orders.write_text(json.dumps(scene.ritual_orders), "utf-8")
        options: dict[str, Any] = {"players": tuple(scene.setup["players"]), "ritual_order": orders}
        return open_watch(
            WatchRequest(
                source=str(scene.folder),
                corners=scene.corners_px if mode == "corners" else None,
                options=options | ({"start": start} if with_setup or scene.in_the_middle else {}),
            )
        )


def watch(scene: Scene, mode: Mode) -> Iterator[WatchLine]:
    """Lines that `companion watch --json` prints for a sequence."""
    watching = opened(scene, mode)
    for event in watching.events():
        yield event.as_json()
    yield watching.watcher.session.end().as_json()


def score(scene: Scene, mode: Mode) -> Score:
    """Watch a sequence and compare its events with the truth."""
    found = Score(scene.folder.name, mode)
    reported: dict[str, list[WatchLine]] = defaultdict(list)
    try:
        for line in watch(scene, mode):
            reported[line.get("frame", "end")].append(line)
    except CompanionError as error:
        found.failures.append(f"{scene.folder.name} {mode}: {error}")
    number = scene.rows[0]["number"]
    found.claims = [*claims_of(scene, [(row, reported[row["file"]]) for row in scene.rows], number)]
    due: list[list[int]] = []
    for row in scene.rows:
        lines = reported[row["file"]]
        expected = _expected(row, number)
        if expected == "move":
            due.append(row["move"])
        outcomes = [(expected, _outcome(expected, row, lines, due))]
        if any(line["event"] == "move" for line in lines):
            due.clear()
        if expected == "move":
            outcomes += _rituals(row, lines, scene.setup["players"])
        found.outcomes.update(outcomes)
        found.pictures[_worst([outcome for _, outcome in outcomes])] += 1
        if any(outcome != "right" for _, outcome in outcomes):
            found.failures.append(_failure(scene, mode, row, expected, lines))
        number = row["number"]
    if reported["end"] and reported["end"][0]["scores"] != scene.rows[-1]["scores"]:
        found.failures.append(f"{scene.folder.name} {mode}: scores at the end {reported['end'][0]['scores']}")
    return found


def measure(roots: Sequence[Path]) -> list[Score]:
    """Watch every sequence in these folders: by its corners, and by its markers if it has some."""
    return [
        score(scene, mode)
        for scene in find(roots)
        for mode in ("corners", "markers")
        if mode == "corners" or scene.has_markers
    ]


def report(scores: Sequence[Score], tuned: Sequence[str] = ()) -> str:
    """A Markdown table; sequences named in `tuned` were used to choose the reader's constants."""
    rows = [(f"{s.sequence}{' *' if s.sequence in tuned else ''}", *s.row()[1:]) for s in scores]
    if len(scores) > 1:
        total = Score("all", "corners")
        for each in scores:
            total.outcomes += each.outcomes
            total.pictures += each.pictures
        rows.append((total.sequence, "", *total.row()[2:]))
    note = (
        "\n\n\\* used to choose the constants of the reader"
        if {s.sequence for s in scores} & {*tuned}
        else ""
    )
    return table(HEADER, rows) + note


def _expected(row: Row, number: int) -> str:
    """Expected event; `number` is the count of moves made before the picture."""
    if row["hand"]:
        return "wait"
    if row["number"] > number:
        return "move"
    return EXPECTED[row["event"]]


def _outcome(expected: str, row: Row, lines: Sequence[WatchLine], due: Sequence[list[int]]) -> Outcome:
    """`due`: moves that should be reported by now; the last one belongs to this picture."""
    names = {line["event"] for line in lines}
    claims = names & {*CLAIMS}
    if expected == "move":
        moves = [[line["from"], line["to"]] for line in lines if line["event"] == "move"]
        if moves == [*due] and claims <= {"move", "ritual"}:
            return "right"
    elif expected == "illegal":
        said = [(line["code"], line["to"]) for line in lines if line["event"] == "illegal"]
        if said == [(CODES[row["illegal"]["kind"]], row["move"][1])] and claims == {"illegal"}:
            return "right"
    elif expected in names and claims <= {expected}:
        return "right"
    unnoticed = expected in {"move", "illegal"} and "settled" in names
    return "wrong" if claims or unnoticed else "asked"


def _rituals(row: Row, lines: Sequence[WatchLine], players: Sequence[str]) -> list[tuple[str, Outcome]]:
    reported = [
        (line["space"], line["card"], line["blessed"], line["cursed"], line["player"],
         dict.fromkeys(line["scored"], line["value"]))
        for line in lines if line["event"] == "ritual"
    ]  # fmt: skip
    truth = [
        (ritual["space"], ritual["value"], ritual["blessed"], ritual["cursed"], players[ritual["player"]],
         ritual["points"])
        for ritual in row.get("rituals") or ()
    ]  # fmt: skip
    outcomes: list[tuple[str, Outcome]] = [
        ("ritual", "right" if ritual in reported else "wrong" if reported else "asked") for ritual in truth
    ]
    return outcomes + [("ritual", "wrong")] * sum(ritual not in truth for ritual in reported)


def _worst(outcomes: Sequence[Outcome]) -> Outcome:
    return "wrong" if "wrong" in outcomes else "asked" if "asked" in outcomes else "right"


def _failure(scene: Scene, mode: Mode, row: Row, expected: str, lines: Sequence[WatchLine]) -> str:
    truth = {key: row[key] for key in ("move", "illegal", "rituals", "light_changed", "camera_changed")
             if row.get(key)}  # fmt: skip
    reported = [
        {key: value for key, value in line.items() if key not in ("frame", "druids")} for line in lines
    ]
    return (
        f"{scene.folder.name} {mode} {row['file']}: expected {expected} {json.dumps(truth)}, "
        f"reported {json.dumps(reported)}"
    )


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--tuned", default="", help="Names of sequences that were tuned on, such as a,b.")
def main(roots: tuple[Path, ...], tuned: str) -> None:
    """Watch every sequence under ROOTS, else the standard ones, and print a table and every failure."""
    scores = measure(roots or [STANDARD])
    click.echo(report(scores, tuned.split(",")))
    for each in scores:
        for failure in each.failures:
            click.echo(failure)


if __name__ == "__main__":
    main()
