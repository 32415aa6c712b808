"""Corners of a board's frame, or of the field inside it: the print tells which were given."""

from functools import cache

import numpy as np
import pytest

from tests.packages.draughts.tc_draughts.app import DRAUGHTS
from vision.arrays import Floats, Picture
from vision.board.simulated import SimulatedBoard
from vision.fate.board_geometry import fate_plan
from vision.geometry.calibrate import View, view_from_points
from vision.geometry.find_board import from_taps, tapped_part

BOARD = DRAUGHTS.board()
FIELD_MM = np.array([[0, 0, 0], [320, 0, 0], [320, 320, 0], [0, 320, 0]], np.float64)


@cache
def _shown(seed: int) -> tuple[Picture, View]:
    """A simulated table and its view."""
    stage: SimulatedBoard = DRAUGHTS.stage(DRAUGHTS.rules.table(DRAUGHTS.opening(0)), seed)
    frame = next(iter(stage.frames((), fps=2.0)))
    size_px = frame.picture.shape[1], frame.picture.shape[0]
    return frame.picture, view_from_points(BOARD.taps_mm, frame.corners_px, size_px)


def _tapped(points_px: Floats, seed: int) -> Floats:
    return points_px + np.random.default_rng(seed).uniform(-6, 6, points_px.shape)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("part", "points_mm"), [("frame", BOARD.taps_mm), ("field", FIELD_MM)])
def test_corners_of_frame_and_field_find_the_same_view(part: str, points_mm: Floats, seed: int) -> None:
    picture, true = _shown(seed)
    taps_px = _tapped(true.project(points_mm), seed)
    view = from_taps(BOARD, picture, taps_px)
    assert np.linalg.norm(view.project(BOARD.taps_mm) - true.project(BOARD.taps_mm), axis=1).max() < 6
    assert tapped_part(BOARD, view, taps_px) == part


def test_corners_between_frame_and_field_are_neither() -> None:
    _, true = _shown(1)
    between_px = true.project((BOARD.taps_mm + FIELD_MM) / 2)
    assert tapped_part(BOARD, true, between_px) is None


def test_a_board_without_frame_has_no_field() -> None:
    assert fate_plan().field_mm is None
    assert type(BOARD).grid(8, 8, 40.0).field_mm is None
