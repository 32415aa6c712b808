"""Results of the table check, with a picture of tests/data."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app.fae.seeing import wrong_setup
from companion.app.table.table_view import HINTS, LOST, outlines, shares
from companion.games.base import Table
from companion.games.fae.board import REGION_OF, REGIONS
from ui.services import Hint, RgbPicture, TableLook, TableProblem
from vision.cameras.sources import Picture, load_picture
from vision.fae.board import fae_board
from vision.geometry.find_board import from_taps
from vision.geometry.markers import find_markers

SCENE = Path(__file__).parents[1] / "data/scenes/dark_markers"


def seen(picture: Picture) -> RgbPicture:
    """Picture of a camera, as the window shows it."""
    height, width = picture.shape[:2]
    return RgbPicture(width, height, cv2.cvtColor(picture, cv2.COLOR_BGR2RGB).tobytes())


@cache
def ready() -> TableLook:
    """Set-up of Fae, read right."""
    picture = load_picture(SCENE / "frame_000.jpg")
    corners_px = np.array(json.loads((SCENE / "scene.json").read_text())["corners_px"], dtype=np.float64)
    state = json.loads((SCENE / "truth.jsonl").read_text().splitlines()[0])["state"]
    view, size_px = from_taps(fae_board(), picture, corners_px), (picture.shape[1], picture.shape[0])
    return TableLook(
        seen(picture),
        shares(corners_px, size_px),
        markers={number: shares(square, size_px) for number, square in find_markers(picture).items()},
        outlines=outlines(fae_board().spaces, view),
        pieces={int(space): kinds for space, kinds in state.items()},
        ready=True,
    )


def wrong() -> TableLook:
    """Set-up with one druid missing and one twice."""
    look = ready()
    table: dict[Any, Any] = dict(look.pieces)
    del table[20]
    table[40] = table[next(s for s in REGIONS[REGION_OF[40]] if s != 40)]
    return changed(look, table)


def lost() -> TableLook:
    """Too little light to see the board."""
    light = HINTS["dark"]
    look = ready()
    dark = bytes(np.frombuffer(look.picture.rgb, np.uint8) // 4)
    return TableLook(RgbPicture(look.picture.width, look.picture.height, dark), hints=(light, LOST))


def glaring() -> TableLook:
    """Reflection of a lamp."""
    look = ready()
    here = Hint("reflection", HINTS["reflection"].sentence, look.outlines[30])
    return TableLook(look.picture, look.corners, True, {}, (here,), look.outlines, look.pieces, ready=True)


def changed(look: TableLook, table: Table) -> TableLook:
    """The result with another table and its mistakes."""
    problems = [TableProblem(look.outlines[at], text) for at, text in wrong_setup(table, ())]
    return TableLook(
        look.picture, look.corners, False, look.markers, (), look.outlines, table, tuple(problems)
    )
