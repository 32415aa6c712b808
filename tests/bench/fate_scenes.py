"""Accuracy of `companion watch --game fate`: its events against the truth of sequences of pictures.

    python -m tests.bench.fate_scenes [FOLDER...]        without FOLDER: tests/data/fate_scenes

Every sequence is watched twice. Without an expected table each hex is *right*, *wrong* or *unsure* (the
reader said so). With `--expect` each difference between the true and the expected table is *found*,
*in doubt* (its hex is unsure), *missed* (its hex was taken for right) or *invented*.

Columns: `tables` are pictures without a hand; `hexes` are hexes read, with the wrong and unsure ones;
`pieces ...` are the hexes on which a piece stands; `confirmed` is tables reported as expected / tables that
are; `hands` is hands noticed / hands; `processor ms` is the median per picture on one thread. The second
table counts the hexes by the confidence with which a piece, or no piece, was reported.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import cv2
import numpy as np

from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fate.expected import read_expected
from companion.app.fate.seeing import new_reader
from companion.app.fate.watch import FateWatcher
from companion.errors import CompanionError
from companion.games import fate
from companion.games.base import Table
from companion.games.fate.geometry import HEXES
from companion.session.fate.guide_progress import FOLD
from companion.session.own_files import PRINTED_MARKS
from companion.simulation.watch import WatchLoop
from companion.table.compare import differences, doubtful
from companion.table.observation import Observation
from tests.bench.scenes import Row, WatchLine
from tests.bench.tables import table
from vision.cameras.sources import FolderCamera, Frame
from vision.fate.board_geometry import fate_plan
from vision.fate.reader import FateReader
from vision.fate.samples import KnownPieces

STANDARD = Path(__file__).resolve().parents[1] / "data" / "fate_scenes"
HEROES = {"hero_green": "bjorn", "hero_blue": "alva", "hero_orange": "embla", "hero_brown": "boldur"}
HEADER = ("sequence", "monsters", "tables", "hexes", "wrong", "unsure", "pieces right", "unsure", "wrong",
          "found", "in doubt", "missed", "invented", "confirmed", "hands", "processor ms")  # fmt: skip
EDGES = (0.9, 0.98, 0.99, 0.999, 0.9999)
CLAIMS = ("reported confidence", "pieces", "wrong", "hexes without", "wrong")


@dataclass(frozen=True)
class Scene:
    """One sequence; `corners_px` are the corner hexes in the first picture as a user would tap them."""

    folder: Path
    rows: Sequence[Row]
    corners_px: list[tuple[float, float]]


@dataclass(frozen=True)
class Claim:
    """Report of a hex: its confidence, whether it names a piece, and whether it is right."""

    confidence: float
    piece: bool
    right: bool


class RecordingReader(FrameReader[FateReader]):
    """Reader that keeps its observations by the name of their picture."""

    observations: dict[str, Observation]

    def look(self, frame: Frame) -> Observation:
        found = super().look(frame)
        self.observations[frame.name] = found
        return found

    def forget(self, start: Table | None = None) -> None:
        super().forget(start)
        self.observations = {}


@dataclass
class Score:
    """Counts of one sequence, or of several."""

    sequence: str
    monsters: str
    counts: Counter[str] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

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
    """Watch a sequence, once without and once with the expected table."""
    found = Score(scene.folder.name, scene.rows[0]["edition"])
    try:
        alone, seen = _watch(scene, [], found.times_ms)
        beside, _ = _watch(scene, scene.rows, [])
    except CompanionError as error:
        found.failures.append(f"{scene.folder.name}: {error}")
        return found
    for row in scene.rows:
        name = row["file"]
        if row["hand"]:
            waited = alone[name]["event"] == beside[name]["event"] == "wait"
            found.counts.update({"hands": 1, "hands seen": int(waited)})
        elif seen[name].trouble is None:
            _count_pieces(found, row, seen[name])
            _count_differences(found, row, beside[name])
        else:
            found.counts["tables"] += 1
            found.failures.append(f"{scene.folder.name} {name}: reported {alone[name]}")
    return found


def watch_expecting(scene: Scene, expected_rows: Sequence[Row], learnt: KnownPieces | None = None) -> Score:
    """Watch a sequence with the expected table for `expected_rows` only; count every hex.

    `learnt` are pieces learnt before.
    """
    found = Score(scene.folder.name, scene.rows[0]["edition"])
    lines, seen = _watch(scene, expected_rows, found.times_ms, learnt)
    for row in scene.rows:
        if not row["hand"] and seen[row["file"]].trouble is None:
            _count_pieces(found, row, seen[row["file"]], later=row is not scene.rows[0])
            if row in expected_rows:
                _count_differences(found, row, lines[row["file"]])
    return found


def _watch(
    scene: Scene, expected_rows: Sequence[Row], times_ms: list[float], learnt: KnownPieces | None = None
) -> tuple[dict[str, WatchLine], dict[str, Observation]]:
    """Last line of `companion watch --json`, and the observation, of each picture."""
    find = locate(fate.NAME, fate_plan(), np.array(scene.corners_px))
    new = new_reader(find, False, pieces=PRINTED_MARKS, remember=False)
    reader = RecordingReader(new if learnt is None else lambda _: FateReader(find, learnt=learnt))
    with TemporaryDirectory() as folder:
        path = Path(folder, "expect.json")
        path.write_text(json.dumps({row["file"]: kinds(row["expected"]) for row in expected_rows}), "utf-8")
        expected = read_expected(path) if expected_rows else None
    events = WatchLoop(FolderCamera(scene.folder), FateWatcher(reader, expected)).events()
    lines: dict[str, WatchLine] = {}
    start = time.process_time()
    for event in events:
        line = event.as_json()
        if lines and line["event"] != "wait":
            times_ms.append(1000 * (time.process_time() - start))
        lines[line["frame"]] = line
        start = time.process_time()
    return lines, reader.observations


def kinds(state: dict[str, str]) -> dict[str, str]:
    """Translate the generator's names of kinds into the product's."""
    return {hex_: HEROES.get(kind, kind) for hex_, kind in state.items()}


def _count_pieces(found: Score, row: Row, seen: Observation, later: bool = False) -> None:
    found.counts["tables"] += 1
    truth, unsure = kinds(row["state"]), doubtful(seen)
    for hex_ in HEXES:
        true_kind, kind = truth.get(hex_), next(iter(seen.table.get(hex_, ())), None)
        found.claims.append(Claim(seen.confidence[hex_], kind is not None, kind == true_kind))
        outcome = "unsure" if hex_ in unsure else "right" if kind == true_kind else "wrong"
        found.counts[f"hex {outcome}"] += 1
        if true_kind:
            found.counts[f"piece {outcome}"] += 1
            found.counts[f"later {outcome}"] += later
        if outcome == "wrong":
            found.failures.append(f"{found.sequence} {row['file']} {hex_}: {true_kind}, reported {kind}")


def _count_differences(found: Score, row: Row, line: WatchLine) -> None:
    wanted: Table = {hex_: {kind: 1} for hex_, kind in kinds(row["expected"]).items()}
    present: Table = {hex_: {kind: 1} for hex_, kind in kinds(row["state"]).items()}
    items, _ = differences(wanted, Observation(row["file"], 0.0, present), FOLD)
    truth = {(item.space, item.expected, item.seen) for item in items}
    reported = {(item["hex"], item["expected"], item["seen"]) for item in line.get("items", ())}
    doubtful = {item for item in truth - reported if item[0] in line.get("unsure", ())}
    found.counts.update({"found": len(truth & reported), "in doubt": len(doubtful)})
    found.counts.update({"missed": len(truth - reported - doubtful), "invented": len(reported - truth)})
    if not truth:
        found.counts.update(
            {"right tables": 1, "confirmed": int(line["event"] == "settled" and "unsure" not in line)}
        )
    if truth ^ reported or (not truth and line["event"] != "settled"):
        found.failures.append(
            f"{found.sequence} {row['file']}: differences {sorted(map(str, truth))}, "
            f"reported {json.dumps(line)}"
        )


def measure(roots: Sequence[Path]) -> list[Score]:
    """Watch every sequence in these folders, on one thread."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return [score(scene) for scene in find(roots)]
    finally:
        cv2.setNumThreads(threads)


def report(scores: Sequence[Score], tuned: Sequence[str] = ()) -> str:
    """Markdown table; pictures like those of `tuned` sequences, marked *, were used to choose constants."""
    rows = [(f"{s.sequence}{' *' if s.sequence in tuned else ''}", *s.row()[1:]) for s in scores]
    if len(scores) > 1:
        total = Score("all", "")
        for each in scores:
            total.counts += each.counts
            total.times_ms += each.times_ms
        rows.append(total.row())
    return table(HEADER, rows)


def reliability(claims: Sequence[Claim]) -> str:
    """Markdown table: number of reports by their confidence, and how many were wrong."""
    rows = []
    for low, high in zip(EDGES, (*EDGES[1:], 2.0), strict=True):
        cells: list[object] = []
        for piece in (True, False):
            here = [c for c in claims if c.piece is piece and low <= c.confidence < high]
            cells += [len(here), sum(not claim.right for claim in here)]
        rows.append((f"{low:g} to {min(high, 1):g}", *cells))
    return table(CLAIMS, rows)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--tuned", default="", help="Names of sequences that were tuned on, such as a,b.")
def main(roots: tuple[Path, ...], tuned: str) -> None:
    """Watch every sequence under ROOTS, else the standard ones, and print a table and every failure."""
    scores = measure(roots or [STANDARD])
    click.echo(report(scores, tuned.split(",")))
    click.echo(f"\n{reliability([claim for each in scores for claim in each.claims])}\n")
    for each in scores:
        for failure in each.failures:
            click.echo(failure)


if __name__ == "__main__":
    main()
