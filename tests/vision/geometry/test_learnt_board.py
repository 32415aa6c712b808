import json

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from tests.architecture.tree import ROOT
from tests.slow import slow_but
from tests.vision.pictures import OPENING, PILES, picture, taps
from vision.arrays import Floats, Picture
from vision.board.printed_board import PrintedBoard
from vision.cameras.sources import load_picture
from vision.fate.board_geometry import fate_plan
from vision.geometry import find_board, learnt_board
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard

HAND = 4
"""In this picture of the sequence a hand comes from the lower edge; the camera has not moved."""
FATE = ROOT / "tests/data/fate_learn"


@pytest.fixture(scope="module")
def first(plan: PrintedBoard) -> View:
    return find_board.from_taps(plan, picture(OPENING, 0), taps(OPENING))


@pytest.fixture(scope="module")
def learnt(plan: PrintedBoard, first: View) -> Picture:
    return learnt_board.flatten(plan, picture(OPENING, 0), first)


def apart_px(plan: FindableBoard, view: View, pixels: Floats) -> Floats:
    return np.asarray(np.linalg.norm(view.project(plan.lines[0]) - pixels, axis=1))


def test_from_above_a_mm_is_a_pixel(plan: PrintedBoard, learnt: Picture, first: View) -> None:
    width, height = (plan.corners_mm[2] - plan.corners_mm[0])[:2]
    assert learnt.shape == (height, width, 3)
    spot = plan.corners_mm[0] + [100.5, 200.5, 0.0]
    x, y = np.rint(first.project(spot)).astype(int)
    there = picture(OPENING, 0)[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).astype(int)
    assert (there.min(0) <= learnt[200, 100]).all() and (learnt[200, 100] <= there.max(0)).all()


@pytest.mark.parametrize("turns", slow_but(1, [1, 2]))
def test_a_turned_table_in_other_light_under_a_hand(
    plan: PrintedBoard, learnt: Picture, first: View, turns: int
) -> None:
    later = picture(OPENING, HAND)
    dim = np.clip(later * np.array([0.45, 0.55, 0.7]), 0, 255).astype(np.uint8)
    pixels = first.project(plan.lines[0])
    width, height = first.size_px
    for _ in range(turns):  # counter-clockwise
        pixels = np.stack([pixels[:, 1], width - 1 - pixels[:, 0]], 1)
        width, height = height, width
    view = learnt_board.find(plan, np.ascontiguousarray(np.rot90(dim, turns)), learnt)
    assert np.median(apart_px(plan, view, pixels)) < 1.5


@pytest.mark.slow
def test_another_tilt_finds_the_board_of_fate() -> None:
    plan, tables = fate_plan(), json.loads((FATE / "tables.json").read_text("utf-8"))
    views = [
        find_board.from_taps(plan, load_picture(FATE / name), np.array(table["corners_px"]))
        for name, table in tables.items()
    ]
    pictures = [load_picture(FATE / name) for name in tables]
    tilts = [np.degrees(np.arccos(view.turn[2, 2])) for view in views]
    assert abs(tilts[0] - tilts[1]) > 5
    view = learnt_board.find(plan, pictures[1], learnt_board.flatten(plan, pictures[0], views[0]))
    assert np.median(apart_px(plan, view, views[1].project(plan.lines[0]))) < 1.5


@pytest.mark.slow
def test_another_board_is_not_found(plan: PrintedBoard, learnt: Picture) -> None:
    for other in (picture(PILES, 0), np.full((960, 1280, 3), 120, np.uint8)):
        with pytest.raises(VisionError, match="features of the board learnt") as error:
            learnt_board.find(plan, other, learnt)
        assert error.value.code == "no_board"


def test_a_board_without_a_picture_on_it_is_not_found(plan: PrintedBoard, learnt: Picture) -> None:
    with pytest.raises(VisionError, match="0 features"):
        learnt_board.find(plan, picture(OPENING, 0), cv2.GaussianBlur(learnt, (0, 0), 60).astype(np.uint8))
