"""The user's own tiles: learnt from pictures with labelled tiles."""

import json
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.camera_game import Teaching
from companion.app.table import lesson_file
from companion.errors import RuleError, StorageError, VisionError
from companion.games import strict
from companion.games.base import N_, Sentence, Table, rule_error
from companion.games.codec import decode, wrong
from companion.games.fairytile.board import PARTS, Cell, Hex, PlacedTile, Sheet, Shown, cell_text, read_cell
from companion.games.fairytile.sets import read_face, read_hex
from companion.session.own_files import taught
from ui.teacher import KindAccuracy
from vision.cameras.sources import Picture
from vision.fairytile import own_set, samples
from vision.fairytile.figure_colours import FigurePaint
from vision.fairytile.reader import KingdomReader, classifier_of
from vision.fairytile.samples import Face, TileSamples
from vision.fairytile.simulated import sample_classifier
from vision.fairytile.tile_proposals import propose as tiles_in
from vision.geometry.calibrate import View

log = logging.getLogger(__name__)

TILES = taught("fairytile", "tiles", lru_cache(maxsize=2)(samples.decode), samples.encode)
"""The tile sets that were learnt."""
_LACKS = N_("{tile}: expected its parts A, B and C on three cells that meet, found {found}.")
_NO_TILES = Sentence(N_("Expected complete tiles side by side, found none: lay three or more together."))
_NO_SHEET = N_(
    '{path}: expected an object with "cells" and "cells_px", or one for each picture\'s name; found {found}.'
)


class WrittenCell(NamedTuple):
    """A cell of a lesson as JSON."""

    terrain: str
    river: tuple[int, ...]
    tile: str
    part: str
    face: str | None = None


def last_taught() -> str | None:
    """Name of the undamaged set learnt or used last; None if there is none."""
    return TILES.store.last(lambda name: name if TILES.load(name) else None)


def keep_figures(name: str, figures: FigurePaint) -> None:
    """Store the appearance of the figures with a tile set. A full disk is only logged."""
    try:
        TILES.save(name, TILES.use(name).knowing(figures))
    except StorageError as error:
        log.warning("how the figures of %s look was not kept: %s", name, error)


def learn(
    picture: Picture, view: View, sheet: Any, name: str, options: Mapping[str, Any]
) -> Sequence[KindAccuracy]:
    """Add the tiles in a BGR picture to the set of that name.

    Raises VisionError, StorageError.
    """
    faces = own_set.take(picture, view, sheet.tiles, sheet.cells_px)
    known = own_set.extended(TILES.known(name) or TileSamples(), faces)
    TILES.save(name, known)
    return _report(known)


def propose(picture: Picture, view: View, name: str) -> Sheet:
    """Guess the tiles in a BGR picture: known tiles by name, others by appearance.

    Raises VisionError `no_tiles`, StorageError.
    """
    known = TILES.known(name) or TileSamples()
    sheet = tiles_in(picture, view, known, classifier_of(known) or sample_classifier())
    if not sheet.tiles:
        raise VisionError("no_tiles", str(_NO_TILES), sentences=(_NO_TILES,))
    return sheet


def _report(known: TileSamples) -> list[KindAccuracy]:
    """Accuracy per face: the number of its pictures that the other pictures recognise."""
    alike = (known.described[:, None] * known.described[None]).sum(-1).mean(-1)
    names = [_called(face) for face in known]
    report = []
    for name in dict.fromkeys(names):
        rows = [row for row, other in enumerate(names) if other == name]
        right, taken = 0, set()
        for row in rows:
            others = [column for column in range(len(names)) if column != row]
            if len(rows) > 1 and others:
                best = max(others, key=lambda column: float(alike[row, column]))
                right += names[best] == name
                taken |= {names[best]} - {name}
        report.append(KindAccuracy(name, right if len(rows) > 1 else None, len(rows), tuple(sorted(taken))))
    return report


def _called(face: Face) -> str:
    return face.tile if face.face is None else f"{face.tile} {face.face}"


def read(picture: Picture, view: View, name: str) -> Table:
    """Read the tiles in a BGR picture with the set of that name. Raises StorageError."""
    return KingdomReader(TILES.use(name), lambda _: view).look("", 0.0, picture).table


def read_file(path: Path, picture: str) -> Sheet | None:
    """Read the lesson for a picture from a file.

    Raises RuleError `bad_teaching`, `bad_tile`, `bad_expected` for a file of other pictures only.
    """
    try:
        written = strict.loads(path.read_text("utf-8-sig"))
    except ValueError as error:
        raise _no_sheet(path, str(error)) from error
    if isinstance(written, dict):
        written = lesson_file.of_picture(path, written, picture)
    if not isinstance(written, dict) or set(written) != {"cells", "cells_px"}:
        found = ", ".join(map(str, written)) if isinstance(written, dict) else type(written).__name__
        raise _no_sheet(path, found or "{}")
    return read_sheet(written)


def read_sheet(written: Mapping[str, Any]) -> Sheet | None:
    """Parse a lesson; None if it has no tile. Raises RuleError as `read_file`."""
    problems: list[Sentence] = []
    cells: dict[Cell, WrittenCell] = {}
    cells_px: dict[Cell, tuple[float, float]] = {}
    for text, each in _items(written["cells"], "cells", problems):
        read_ = decode(WrittenCell, each, f"cells.{text}", problems)
        if (cell := read_cell(text)) is None:
            problems.append(wrong("cells", N_("a cell as q,r"), text))
        elif not problems and read_.part not in PARTS:
            problems.append(wrong(f"cells.{text}.part", "A, B, C", read_.part))
        elif not problems:
            cells[cell] = read_
    for text, point in _items(written["cells_px"], "cells_px", problems):
        spot = decode(tuple[float, ...], point, f"cells_px.{text}", problems)
        if (cell := read_cell(text)) is None:
            problems.append(wrong("cells_px", N_("a cell as q,r"), text))
        elif not problems and len(spot) != 2:
            problems.append(wrong(f"cells_px.{text}", N_("where the middle of the cell is"), point))
        elif not problems:
            cells_px[cell] = (float(spot[0]), float(spot[1]))
    problems += [
        wrong(f"cells_px.{cell_text(cell)}", N_("where the middle of the cell is"), None)
        for cell in cells
        if cell not in cells_px and not problems
    ]
    if problems:
        raise rule_error("bad_teaching", problems)
    tiles = _tiles(cells)
    return Sheet(tiles, {cell: cells_px[cell] for cell in cells}) if tiles else None


def _items(written: Any, place: str, problems: list[Sentence]) -> Sequence[tuple[str, Any]]:
    if isinstance(written, dict):
        return list(written.items())
    problems.append(wrong(place, N_("an object by cells"), written))
    return []


def _tiles(cells: Mapping[Cell, WrittenCell]) -> tuple[Shown, ...]:
    found: dict[tuple[str, str | None], dict[str, Cell]] = {}
    problems = []
    for cell, each in cells.items():
        parts = found.setdefault((each.tile, each.face), {})
        if each.part in parts:
            values = {
                "tile": each.tile,
                "found": f"{each.part} {cell_text(parts[each.part])} {cell_text(cell)}",
            }
            problems.append(Sentence(_LACKS, values))
        parts[each.part] = cell
    shown = []
    for (tile, face), parts in found.items():
        turn = own_set.turn_of(parts) if parts.keys() == set(PARTS) else None
        if turn is None:
            there = " ".join(f"{part} {cell_text(cell)}" for part, cell in sorted(parts.items()))
            problems.append(Sentence(_LACKS, {"tile": tile, "found": there}))
            continue
        placed = [_hex(cells[parts[part]], cell_text(parts[part])) for part in PARTS]
        a, b, c = (own_set.unturned(hex_, turn) for hex_ in placed)
        read_face({"hexes": [_written(a), _written(b), _written(c)]}, f"cells.{tile}")
        shown.append(Shown(PlacedTile(tile, "front", parts["A"], turn), face, (a, b, c)))
    if problems:
        raise rule_error("bad_teaching", problems)
    return tuple(shown)


def _hex(each: WrittenCell, place: str) -> Hex:
    return read_hex({"terrain": each.terrain, "river": list(each.river)}, f"cells.{place}")


def _written(hex_: Hex) -> dict[str, Any]:
    return {"terrain": hex_.terrain, "river": list(hex_.river)}


def _no_sheet(path: Path, found: str) -> RuleError:
    return rule_error("bad_teaching", [Sentence(_NO_SHEET, {"path": str(path), "found": found})])


TEACHING = Teaching(
    sets=TILES,
    help="Learn how your own tiles of Fairy Tile in PICTURE look.",
    example=json.dumps(
        {
            "cells": {
                "0,0": {"terrain": "castle", "river": [], "tile": "T1", "face": "front", "part": "A"},
                "1,0": {"terrain": "plain", "river": [], "tile": "T1", "face": "front", "part": "B"},
                "0,1": {"terrain": "forest", "river": [], "tile": "T1", "face": "front", "part": "C"},
            },
            "cells_px": {"0,0": [600, 440], "1,0": [680, 440], "0,1": [640, 510]},
        }
    ),
    propose=propose,
    learn=learn,
    check=samples.decode,
    read=read,
    read_file=read_file,
    title=lambda kind: kind,
)
