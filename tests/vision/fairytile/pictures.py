"""Pictures of kingdoms with their truth, from tests/data/fairytile."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from companion.app.fairytile.own_tiles import read_sheet
from companion.games.fairytile.board import Cell, Hex, Sheet, read_cell
from vision.arrays import Picture
from vision.cameras.sources import load_picture
from vision.fairytile import own_set
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.samples import TileSamples

FOLDER = Path(__file__).resolve().parents[2] / "data" / "fairytile"


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The truth of a sequence, one row per picture."""
    return [json.loads(line) for line in (FOLDER / name / "truth.jsonl").read_text("utf-8").splitlines()]


@cache
def picture(name: str, number: int) -> Picture:
    """One picture of a sequence."""
    return load_picture(FOLDER / name / rows(name)[number]["file"])


def lands(row: dict[str, Any]) -> dict[Cell, Hex]:
    """The lands of its cells."""
    return {
        cell: Hex(land["terrain"], tuple(sorted(land["river"])))
        for text, land in row["state"]["cells"].items()
        if (cell := read_cell(text))
    }


def written(name: str, number: int) -> dict[str, Any]:
    """The sheet with which a person samples the tiles of a picture."""
    row = rows(name)[number]
    return {"cells": row["state"]["cells"], "cells_px": row["cells_px"]}


@cache
def sampled(name: str) -> TileSamples:
    """Samples of the tiles of the first picture of a sequence."""
    sheet: Sheet | None = read_sheet(written(name, 0))
    assert sheet
    first = picture(name, 0)
    return own_set.extended(TileSamples(), own_set.take(first, find_lattice(first), *sheet))
