"""How well `companion watch --game fate` sees: its events beside the truth of sequences of pictures.

A hex is right, unsure (it was said to be) or wrong, read without help of what is expected. Differences
are those between what lies there and what should, with `--expect`: found, in doubt (the hex was said to
be unsure), missed (the hex was taken for right) or invented.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import click
import numpy as np

from companion.app.base import WatchRequest
from companion.app.fate.own_pieces import PRINTED_MARKS
from companion.app.fate.watch import open_watch
from companion.errors import CompanionError
from companion.games.base import Table
from companion.games.fate.geometry import HEXES
from companion.session.fate.guide_progress import FOLD
from companion.table.compare import differences
from companion.table.observation import Observation
from tests.bench.tables import table

Row: TypeAlias = dict[str, Any]
Told: TypeAlias = dict[str, Any]
STANDARD = Path(__file__).resolve().parents[1] / "data" / "fate_scenes"
HEROES = {"hero_green": "bjorn", "hero_blue": "alva", "hero_orange": "embla", "hero_brown": "boldur"}
HEADER = ("sequence", "monsters", "tables", "hexes", "wrong", "unsure", "pieces right", "unsure", "wrong",
          "found", "in doubt", "missed", "invented", "confirmed", "hands", "ms a picture")  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """One sequence; `corners_px` are the corner hexes in the first picture as a user would tap them."""

    folder: Path
    rows: Sequence[Row]
    corners_px: list[tuple[float, float]]


@dataclass
class Score:
    """What was counted in one sequence, or in several."""

    sequence: str
    monsters: str
    counts: Counter[str] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def row(self) -> tuple[object, ...]:
        """The cells of HEADER."""
        n = self.counts
        pieces = n["piece right"] + n["piece unsure"] + n["piece wrong"]
        return (
            self.sequence,
            self.monsters,
            n["tables"],
            n["hex right"] + n["hex unsure"] + n["hex wrong"],
            n["hex wrong"],
            n["hex unsure"],
            f"{n['piece right']} ({100 * n['piece right'] / max(pieces, 1):.1f} %)",
            n["piece unsure"],
            n["piece wrong"],
            n["found"],
            n["in doubt"],
            n["missed"],
            n["invented"],
            f"{n['confirmed']}/{n['right tables']}",
            f"{n['hands seen']}/{n['hands']}",
            f"{np.median(self.times_ms):.0f}" if self.times_ms else "-",
        )


def find(roots: Iterable[Path]) -> list[Scene]:
    """Every Fate sequence in these folders and below."""
    folders = sorted({path.parent for root in roots for path in root.rglob("truth.jsonl")})
    scenes = []
    for folder in folders:
        rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
        if rows and "taps_corner_hexes_px" in rows[0] and "expected" in rows[0]:
            corners = [(x, y) for x, y in rows[0]["taps_corner_hexes_px"]]
            scenes.append(Scene(folder, [row for row in rows if (folder / row["file"]).exists()], corners))
    return scenes


def score(scene: Scene) -> Score:
    """Watch a sequence, once without and once with what is expected."""
    found = Score(scene.folder.name, scene.rows[0]["edition"])
    with TemporaryDirectory() as folder:
        expect = Path(folder, "expect.json")
        expect.write_text(json.dumps({row["file"]: kinds(row["expected"]) for row in scene.rows}), "utf-8")
        try:
            alone, beside = _watch(scene, None, found.times_ms), _watch(scene, expect, [])
        except CompanionError as error:
            found.failures.append(f"{scene.folder.name}: {error}")
            return found
    for row in scene.rows:
        name = row["file"]
        if row["hand"]:
            seen = alone[name]["event"] == beside[name]["event"] == "wait"
            found.counts.update({"hands": 1, "hands seen": int(seen)})
        elif "pieces" in alone[name]:
            _count_pieces(found, row, alone[name])
            _count_differences(found, row, beside[name])
        else:
            found.counts["tables"] += 1
            found.failures.append(f"{scene.folder.name} {name}: told {alone[name]}")
    return found


def watch_told(scene: Scene, told: Sequence[Row]) -> Score:
    """Watch a sequence, told what should lie there in some of its pictures, if any; every hex is counted."""
    found = Score(scene.folder.name, scene.rows[0]["edition"])
    with TemporaryDirectory() as folder:
        expect = Path(folder, "expect.json")
        expect.write_text(json.dumps({row["file"]: kinds(row["expected"]) for row in told}), "utf-8")
        tables: dict[str, Told] = {}
        lines = _watch(scene, expect if told else None, found.times_ms, tables)
    for row in scene.rows:
        if row["file"] in tables:
            _count_pieces(found, row, tables[row["file"]])
            if lines[row["file"]]["event"] != "table":
                _count_differences(found, row, lines[row["file"]])
    return found


def _watch(
    scene: Scene, expect: Path | None, times_ms: list[float], tables: dict[str, Told] | None = None
) -> dict[str, Told]:
    """What `companion watch --json` prints for each picture, and its tables in `tables` where given."""
    watching = open_watch(
        WatchRequest(
            source=str(scene.folder),
            corners=scene.corners_px,
            options={"expect": expect, "pieces": PRINTED_MARKS, "verbose": tables is not None},
        )
    )
    told: dict[str, Told] = {}
    events, start = watching.events(), time.perf_counter()
    for event in events:
        line = event.as_json()
        table_first = tables is not None and line["event"] != "table"
        if told and line["event"] != "wait" and not table_first:
            times_ms.append(1000 * (time.perf_counter() - start))
        told[line["frame"]] = line
        if tables is not None and line["event"] == "table":
            tables[line["frame"]] = line
        start = time.perf_counter()
    return told


def kinds(state: dict[str, str]) -> dict[str, str]:
    """The generator's names of kinds as the product's."""
    return {hex_: HEROES.get(kind, kind) for hex_, kind in state.items()}


def _count_pieces(found: Score, row: Row, line: Told) -> None:
    found.counts["tables"] += 1
    truth, unsure = kinds(row["state"]), set(line["unsure"])
    for hex_ in HEXES:
        lies, seen = truth.get(hex_), line["pieces"].get(hex_)
        outcome = "unsure" if hex_ in unsure else "right" if seen == lies else "wrong"
        found.counts[f"hex {outcome}"] += 1
        if lies:
            found.counts[f"piece {outcome}"] += 1
        if outcome == "wrong":
            found.failures.append(f"{found.sequence} {row['file']} {hex_}: {lies}, told {seen}")


def _count_differences(found: Score, row: Row, line: Told) -> None:
    wanted: Table = {hex_: {kind: 1} for hex_, kind in kinds(row["expected"]).items()}
    lying: Table = {hex_: {kind: 1} for hex_, kind in kinds(row["state"]).items()}
    items, _ = differences(wanted, Observation(row["file"], 0.0, lying), FOLD)
    truth = {(item.space, item.expected, item.seen) for item in items}
    told = {(item["hex"], item["expected"], item["seen"]) for item in line.get("items", ())}
    doubtful = {item for item in truth - told if item[0] in line.get("unsure", ())}
    found.counts.update({"found": len(truth & told), "in doubt": len(doubtful)})
    found.counts.update({"missed": len(truth - told - doubtful), "invented": len(told - truth)})
    if not truth:
        found.counts.update(
            {"right tables": 1, "confirmed": int(line["event"] == "settled" and "unsure" not in line)}
        )
    if truth ^ told or (not truth and line["event"] != "settled"):
        found.failures.append(
            f"{found.sequence} {row['file']}: differences {sorted(map(str, truth))}, told {json.dumps(line)}"
        )


def measure(roots: Sequence[Path]) -> list[Score]:
    """Watch every sequence in these folders."""
    return [score(scene) for scene in find(roots)]


def report(scores: Sequence[Score], tuned: Sequence[str] = ()) -> str:
    """A Markdown table; pictures like those of `tuned` sequences were used to choose constants."""
    rows = [(f"{s.sequence}{' *' if s.sequence in tuned else ''}", *s.row()[1:]) for s in scores]
    if len(scores) > 1:
        total = Score("all", "")
        for each in scores:
            total.counts += each.counts
            total.times_ms += each.times_ms
        rows.append(total.row())
    return table(HEADER, rows)


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
