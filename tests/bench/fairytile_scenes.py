"""Accuracy of `companion watch --game fairytile`: its events against the truth of sequences of pictures.

    python -m tests.bench.fairytile_scenes [FOLDER...] [--taught 2]    without FOLDER: tests/data/fairytile

The first picture of a sequence (`--taught 2`: the first two) teaches its tiles, and gives the places of the
figures, as the start of a game does. The reader reads every other picture, is scored, and then gets the true
table, as a game would give it. Columns of this part:

- `cells`: hexes of taught tiles; *wrong* if terrain, river, tile or part differs, *unsure* if the reader
  said so; `missed` and `invented` are cells not found and found in addition;
- `new`: hexes of untaught tiles, scored on terrain and river until the true table has named the tile;
- `figures`: figures on the right cell, unsure, or wrong; `hands`: hands noticed / hands;
- `untaught sure`: cells of the first picture that a reader without tiles calls sure (should be 0);
- `ms`: median processor time of a picture, one thread.

Then the same pictures are watched as a game. `acts` are moves and placements: *right*, *asked* (reported
with the next one, or never) or *wrong*; `errors` are wrong tables: found, asked (it waited),
missed or invented. The scenes have no jumps of the princess: an error that is a legal jump counts neither as
found nor as missed.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import click
import cv2
import numpy as np

from companion.app.camera.frame_reader import FrameReader
from companion.app.fairytile.own_tiles import read_sheet
from companion.app.fairytile.watch import KingdomWatcher
from companion.errors import CompanionError
from companion.games import fairytile
from companion.games.base import Kind, Space, Table
from companion.games.fairytile.board import (
    FIGURES,
    Cell,
    FaceUpTile,
    Hex,
    PlacedTile,
    Sheet,
    TileFace,
    cell_text,
    hex_kind,
    placed_hexes,
    read_cell,
)
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.position import Box, Position
from companion.session.base import SessionContext
from companion.session.fairytile.session import FairySession
from companion.simulation.watch import WatchLoop
from tests.bench.tables import table
from vision.cameras.sources import FolderCamera, load_picture
from vision.fairytile import own_set
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.reader import KingdomReader
from vision.fairytile.samples import TileSamples

Row: TypeAlias = dict[str, Any]
STANDARD = Path(__file__).resolve().parents[1] / "data" / "fairytile"
SPARE_PAGES = {1: "see(dragon, castle)", 2: "see(knight, castle)"}
HEADER = ("sequence", "pictures", "cells right", "unsure", "wrong", "new right", "unsure", "wrong",
          "missed", "invented", "figures right", "unsure", "wrong", "untaught sure",
          "acts right", "asked", "wrong", "errors found", "asked", "missed", "invented",
          "hands", "ms")  # fmt: skip


@dataclass
class Score:
    """Counts of one sequence, or of several."""

    sequence: str
    counts: Counter[str] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def row(self) -> tuple[object, ...]:
        """The cells of HEADER."""
        n = self.counts
        return (
            self.sequence, n["pictures"],
            *(n[f"cell {how}"] for how in ("right", "unsure", "wrong")),
            *(n[f"new {how}"] for how in ("right", "unsure", "wrong")),
            n["missed"], n["invented"],
            *(n[f"figure {how}"] for how in ("right", "unsure", "wrong")), n["untaught sure"],
            *(n[f"act {how}"] for how in ("right", "asked", "wrong")),
            *(n[f"error {how}"] for how in ("found", "asked", "missed", "invented")),
            f"{n['hands seen']}/{n['hands']}",
            f"{np.median(self.times_ms):.0f}" if self.times_ms else "-",
        )  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """One sequence; `faces` are its tiles by the scene's names."""

    folder: Path
    rows: Sequence[Row]
    faces: Mapping[str, TileFace]


def find(roots: Iterable[Path]) -> Iterator[Scene]:
    """Every sequence of Fairy Tile in these folders and below."""
    for path in sorted({path for root in roots for path in root.rglob("truth.jsonl")}):
        about = path.parent / "scene.json"
        scene = json.loads(about.read_text("utf-8")) if about.exists() else {}
        if scene.get("game") == "fairytile":
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            faces = {
                name: TileFace(tuple(Hex(h["terrain"], tuple(h["river"])) for h in face["hexes"]))  # type: ignore[arg-type]  # three
                for name, face in scene["tiles"].items()
            }
            yield Scene(path.parent, rows, faces)


def sheet(row: Row) -> Sheet:
    """Sheet that a person would write to teach the tiles of a picture."""
    cells = row["state"]["cells"]
    px = {cell: row["cells_px"][cell] for cell in cells}
    found = read_sheet({"cells": cells, "cells_px": px})
    assert found
    return found


def taught(scene: Scene, pictures: int) -> TileSamples:
    """Tiles taught from the first settled pictures."""
    known = TileSamples()
    for row in [row for row in scene.rows if row["settled"]][:pictures]:
        picture, tiles = load_picture(scene.folder / row["file"]), sheet(row)
        known = own_set.extended(known, own_set.take(picture, find_lattice(picture), *tiles))
    return known


def lands(row: Row) -> dict[Cell, Hex]:
    """Truth of every cell."""
    return {
        cell: Hex(land["terrain"], tuple(sorted(land["river"])))
        for text, land in row["state"]["cells"].items()
        if (cell := read_cell(text))
    }


def position(scene: Scene) -> Position:
    """Position of the first picture; the stack holds the later tiles in their order."""
    first = scene.rows[0]
    came = dict.fromkeys(row["change"]["tile"] for row in scene.rows if "tile" in row.get("change", {}))
    box = Box({name: {"front": face} for name, face in scene.faces.items()}, SPARE_PAGES)
    laid = dict.fromkeys(land["tile"] for land in first["state"]["cells"].values())
    kingdom = Kingdom(lands(first), tuple(PlacedTile(name, "front", (0, 0), 0) for name in laid))
    princess, knight, dragon = (read_cell(first["state"]["figures"][figure]) for figure in FIGURES)
    assert princess and knight and dragon
    stack = tuple(FaceUpTile(name, "front") for name in came)
    books, nothing = ((0,), (0,)), ((), ())
    return Position(box, kingdom, (princess, knight, dragon), books, (False, False), nothing, stack)


def score(scene: Scene, pictures: int = 1) -> Score:
    """Read one sequence with its tiles, without tiles, and as a game."""
    found = Score(scene.folder.name)
    known = taught(scene, pictures)
    _count_tables(found, scene, known, pictures)
    _count_untaught(found, scene)
    _count_game(found, scene, known)
    return found


def _count_tables(found: Score, scene: Scene, known: TileSamples, pictures: int) -> None:
    names, confirmed = {face.tile for face in known}, set[str]()
    reader, judged = expecting(known, position(scene)), 0
    for number, row in enumerate(scene.rows):
        picture = load_picture(scene.folder / row["file"])
        began = time.process_time()
        observation = reader.look(row["file"], 2.0 * number, picture)
        if number == 0:
            reader.accept(fairytile.table(position(scene)))
        else:
            found.times_ms.append(1000 * (time.process_time() - began))
        if row["hand"]:
            found.counts["hands"] += 1
            found.counts["hands seen"] += observation.trouble is not None
            continue
        judged += 1
        if judged <= pictures:
            continue
        found.counts["pictures"] += 1
        if observation.trouble:
            found.failures.append(f"{found.sequence} {row['file']}: {observation.trouble}")
            continue
        _count_cells(found, row, reader, names, confirmed)
        _count_figures(found, row, reader)
        if not row["errors"]:
            reader.accept(true_table(row))
            confirmed.update(land["tile"] for land in row["state"]["cells"].values())


def true_table(row: Row) -> Table:
    table: dict[Space, dict[Kind, int]] = {
        cell_text(cell): {hex_kind(hex_): 1} for cell, hex_ in lands(row).items()
    }
    for figure, text in row["state"]["figures"].items():
        table[text][figure] = 1
    return table


def _count_cells(found: Score, row: Row, reader: KingdomReader, names: set[str], confirmed: set[str]) -> None:
    seen, truth = reader.reading.cells, row["state"]["cells"]
    found.counts["invented"] += sum(cell_text(cell) not in truth for cell in seen)
    for text, land in truth.items():
        cell = read_cell(text)
        assert cell
        sort = "cell" if land["tile"] in names else "new"
        here = seen.get(cell)
        if here is None:
            found.counts["missed"] += 1
            found.failures.append(f"{found.sequence} {row['file']} {text}: not seen")
            continue
        if land["tile"] in confirmed - names:
            continue
        right = here.hex == Hex(land["terrain"], tuple(sorted(land["river"])))
        if sort == "cell":
            right = right and (here.tile, here.part) == (land["tile"], land["part"])
        how = "unsure" if not here.sure else "right" if right else "wrong"
        found.counts[f"{sort} {how}"] += 1
        if how == "wrong":
            found.failures.append(
                f"{found.sequence} {row['file']} {text}: {land}, read {here.hex} {here.tile}"
            )


def _count_figures(found: Score, row: Row, reader: KingdomReader) -> None:
    for figure, text in row["state"]["figures"].items():
        here = reader.reading.figures.get(figure)
        how = (
            "unsure"
            if here is None or not here.sure
            else "right"
            if cell_text(here.cell) == text
            else "wrong"
        )
        found.counts[f"figure {how}"] += 1
        if how != "right":
            read = here and (here.cell, round(here.chance, 2))
            found.failures.append(f"{found.sequence} {row['file']} {figure}: {how}, {text}, read {read}")


def _count_untaught(found: Score, scene: Scene) -> None:
    reader = KingdomReader()
    row = scene.rows[0]
    reader.look(row["file"], 0.0, load_picture(scene.folder / row["file"]))
    found.counts["untaught sure"] += sum(cell.sure for cell in reader.reading.cells.values())
    middles = np.array(list(row["cells_px"].values()))
    seen = np.array([cell.px for cell in reader.reading.cells.values()]).reshape(-1, 2)
    near = np.linalg.norm(middles[:, None] - seen, axis=2).min(1, initial=np.inf) < 15
    if not near.all() or len(seen) != len(middles):
        found.failures.append(
            f"{found.sequence} untaught: {near.sum()} of {len(middles)} cells, {len(seen)} read"
        )


def _count_game(found: Score, scene: Scene, known: TileSamples) -> None:
    start = position(scene)
    session = FairySession.follow(start, ("Ana", "Bo"), SessionContext(interactive=False))
    reader = FrameReader(lambda _: expecting(known, start))
    watch = WatchLoop(FolderCamera(scene.folder), KingdomWatcher(reader, session))
    reported: dict[str, list[Row]] = {}
    for event in watch.events():
        line = event.as_json()
        reported.setdefault(line["frame"], []).append(line)
    late: list[Row] = []
    for row in scene.rows:
        lines = [line for line in reported.get(row["file"], ()) if line["event"] != "table"]
        _count_events(found, scene, row, lines, late)


def expecting(known: TileSamples, start: Position) -> KingdomReader:
    reader = KingdomReader(known)
    reader.accept(fairytile.table(start))
    return reader


def _count_events(found: Score, scene: Scene, row: Row, lines: Sequence[Row], late: list[Row]) -> None:
    """Score the lines of one row; `late` are the rows whose acts were not reported yet."""
    acts = [line for line in lines if line["event"] in ("move", "placed")]
    wrong = [line for line in lines if line["event"] == "illegal"]
    failure = f"{found.sequence} {row['file']} {row['event']} {row.get('change')}: {json.dumps(lines)[:300]}"
    jump = len(acts) == 1 and acts[0].get("figure") == "princess"
    if jump and ((row["errors"] and _same(scene, row, acts[0])) or row["event"] == "correction"):
        found.counts["jumps"] += 1
    elif row["errors"]:
        waited = all(line["event"] == "wait" for line in lines)
        found.counts[f"error {'found' if wrong and not acts else 'asked' if waited else 'missed'}"] += 1
        if not wrong or acts:
            found.failures.append(failure)
    elif row["event"] in ("figure", "tile"):
        right = _reports_exactly(scene, [row], acts) or _reports_exactly(scene, [*late, row], acts)
        found.counts["act late"] += len(late) if right and len(acts) > 1 else 0
        late[:] = [] if acts else [*late, row]
        how = "right" if right else "wrong" if acts or wrong else "asked"
        found.counts[f"act {how}"] += 1
        if how != "right":
            found.failures.append(failure)
    elif acts and _reports_exactly(scene, late, acts):
        found.counts["act late"] += len(late)
        late.clear()
    elif acts or wrong:
        found.counts["error invented"] += 1
        found.failures.append(failure)


def _reports_exactly(scene: Scene, rows: Sequence[Row], acts: Sequence[Row]) -> bool:
    """Return whether exactly the acts of these rows were reported."""
    return len(acts) == len(rows) and all(any(_same(scene, row, act) for act in acts) for row in rows)


def _same(scene: Scene, row: Row, act: Row) -> bool:
    change = row["change"]
    if act["event"] == "move":
        return bool({key: act[key] for key in ("figure", "from", "to")} == change)
    at, wanted = read_cell(act["at"]), read_cell(change.get("anchor", ""))
    if at is None or wanted is None or act["tile"] != change["tile"]:
        return False
    face = scene.faces[change["tile"]]
    return bool(placed_hexes(face, at, act["turn"]) == placed_hexes(face, wanted, change["turn"]))


def measure(roots: Sequence[Path], pictures: int = 1) -> list[Score]:
    """Watch every sequence in these folders, on one thread."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return [score(scene, pictures) for scene in find(roots)]
    finally:
        cv2.setNumThreads(threads)


def report(scores: Sequence[Score]) -> str:
    """A Markdown table."""
    total = Score("all")
    for each in scores:
        total.counts += each.counts
        total.times_ms += each.times_ms
    return table(HEADER, [each.row() for each in (*scores, total)])


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--taught", default=1, show_default=True, help="Number of pictures of each sequence that teach its tiles."
)
def main(roots: tuple[Path, ...], taught: int) -> None:
    """Watch every sequence under ROOTS, else the standard ones, and print a table and every failure."""
    try:
        scores = measure(roots or [STANDARD], taught)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(report(scores))
    for each in scores:
        for failure in each.failures:
            click.echo(failure)


if __name__ == "__main__":
    main()
