"""Accuracy of `BoardReader` on photographs of a real board of squares: what each cell holds.

    python -m tests.bench.board_photos FOLDER [--set-up log1] [--foot-mm 30] [--height-mm 10]

The folder has a `truth.json`: `logs` (set-ups) with `corners_px` of the field, clockwise from its top left as
the picture shows it, and the picture of the `empty` board; `photos` with `file`, `log` and `state`, cells
`r{row}c{column}` to `w` or `b`. Of every set-up the reader is told the empty board and the first picture. The
other pictures are read on their own: none is accepted. A cell is unsure if the reader gives no table, hides
the space or is not sure of it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import Table
from companion.table.compare import SURE
from companion.table.observation import Observation
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.geometry.find_board import from_taps

SIDE_MM = 40.0
KINDS = {"w": "light", "b": "dark"}


def chequered(dark_first: bool) -> PrintedBoard:
    """Return a board of 64 squares; `dark_first`: the square at the top left is dark."""
    board = PrintedBoard.grid(8, 8, SIDE_MM, chequered=True)
    if not dark_first:
        return board
    other = {"light": "dark", "dark": "light"}
    return replace(board, grounds={space: other[ground] for space, ground in board.grounds.items()})


def draughts(foot_mm: float, height_mm: float) -> PieceKinds:
    """Return light and dark men of this size."""
    marks = {"light": PieceMark("L", (200, 200, 200)), "dark": PieceMark("D", (40, 40, 40))}
    colours = {"light": LIGHT, "dark": DARK}
    return PieceKinds(
        [PieceKind(name, mark, foot_mm, height_mm, colour=colours[name]) for name, mark in marks.items()]
    )


def table_of(state: dict[str, str]) -> Table:
    """Return the table of a state of the truth file."""
    return {f"{'abcdefgh'[int(cell[3])]}{8 - int(cell[1])}": {KINDS[man]: 1} for cell, man in state.items()}


def main() -> None:
    """Print right, unsure and wrong cells by set-up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set-up", action="append", help="only this one")
    parser.add_argument("--foot-mm", type=float, default=30.0, help="of a field of 320 mm")
    parser.add_argument("--height-mm", type=float, default=10.0)
    parser.add_argument("--show", action="store_true", help="print every cell that is not right")
    options = parser.parse_args()
    truth = json.loads((options.folder / "truth.json").read_text("utf-8"))
    total: Counter[str] = Counter()
    kinds = draughts(options.foot_mm, options.height_mm)
    print(f"{'set-up':<24} {'right':>6} {'unsure':>6} {'wrong':>6} {'slowest s':>9}")
    for name, set_up in truth["logs"].items():
        if options.set_up and name not in options.set_up:
            continue
        counts, slowest_s = read_set_up(options.folder, set_up, photos_of(truth, name), kinds, options.show)
        total += counts
        print(f"{name:<24} {counts['right']:>6} {counts['unsure']:>6} {counts['wrong']:>6} {slowest_s:>9.2f}")
    cells = sum(total.values())
    print(f"{'all':<24} {total['right']:>6} {total['unsure']:>6} {total['wrong']:>6}", end=" ")
    print(f"{total['right'] / cells:.2%} right")


def photos_of(truth: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the photographs of one set-up."""
    return [photo for photo in truth["photos"] if photo["log"] == name]


def read_set_up(
    folder: Path, set_up: dict[str, Any], photos: list[dict[str, Any]], kinds: PieceKinds, show: bool
) -> tuple[Counter[str], float]:
    """Return right, unsure and wrong cells of a set-up, and the seconds of the slowest picture."""
    on_dark = next(iter(photos[0]["state"]))
    board = chequered((int(on_dark[1]) + int(on_dark[3])) % 2 == 0)
    corners_px = np.array(set_up["corners_px"])
    reader = BoardReader(board, kinds, partial(from_taps, board, taps_px=corners_px))
    read = partial(_picture, folder)
    seen = reader.look("empty", 0.0, read(set_up.get("empty") or photos[0]["file"]))
    reader.accept({})
    trouble = seen.trouble or reader.teach(read(photos[0]["file"]), table_of(photos[0]["state"]))
    if trouble:
        print(f"not taught: {trouble}")
    counts: Counter[str] = Counter()
    slowest_s = 0.0
    for second, photo in enumerate(photos[1:], 10):
        begun = time.perf_counter()
        try:
            seen = reader.look(photo["file"], float(second), read(photo["file"]))
        except VisionError as error:
            seen = Observation(photo["file"], float(second), trouble="board_lost")
            print(photo["file"], error)
        slowest_s = max(slowest_s, time.perf_counter() - begun)
        counts += judged(board, seen, table_of(photo["state"]), photo["file"] if show else "")
    return counts, slowest_s


def judged(board: PrintedBoard, seen: Observation, wanted: Table, name: str) -> Counter[str]:
    """Return the numbers of right, unsure and wrong cells; with a `name` those not right are printed."""
    counts: Counter[str] = Counter()
    for space in board.spaces:
        if seen.table is None or space in seen.hidden or seen.confidence.get(space, 1.0) < SURE:
            verdict = "unsure"
        else:
            verdict = "right" if seen.table.get(space, {}) == wanted.get(space, {}) else "wrong"
        counts[verdict] += 1
        if name and verdict != "right" and seen.table is not None:
            print(name, verdict, space, "is", wanted.get(space), "read", seen.table.get(space))
    if name and seen.table is None:
        print(name, seen.trouble)
    return counts


def _picture(folder: Path, name: str) -> Any:
    picture = cv2.imread(str(folder / name))
    if picture is None:
        raise SystemExit(f"{folder / name}: expected a picture, found none that can be read")
    return picture


if __name__ == "__main__":
    main()
