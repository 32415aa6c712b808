"""A thing over part of the board may hide what came first."""

import cv2
import numpy as np
import pytest

from tests.vision.pictures import camera
from vision.arrays import Mask
from vision.board.occlusion import OcclusionTracker
from vision.board.printed_board import PrintedBoard
from vision.board.scene import Layout
from vision.fae.board import DRUIDS

SPACE = 27


@pytest.fixture(scope="module")
def layout(plan: PrintedBoard) -> Layout:
    return Layout(plan, DRUIDS, camera(plan, width=640, distance_mm=600))


def disc(layout: Layout, space: int, radius_px: int, beside_px: int = 0) -> Mask:
    x, y = layout.view.project([*layout.plan.spaces[space].mean(0), 0.0]).astype(int).tolist()
    mask = np.zeros(layout.shape, np.uint8)
    return np.asarray(cv2.circle(mask, (x + beside_px, y), radius_px, 1, -1) > 0)


def may_hide_changes(
    occlusion: OcclusionTracker, layout: Layout, changed: Mask, over: Mask, time_s: float
) -> bool:
    nothing = np.zeros(layout.shape, bool)
    hidden = layout.hidden_by(over)
    found = occlusion.may_hide_changes(layout, over, hidden, nothing, changed | over, time_s)
    occlusion.read(hidden, frozenset(), time_s)
    return found


def test_what_changes_beside_a_cup_where_it_hides_a_space_may_have_come_first(layout: Layout) -> None:
    occlusion, cup, nothing = OcclusionTracker(), disc(layout, SPACE, 20), np.zeros(layout.shape, bool)
    assert not may_hide_changes(occlusion, layout, nothing, cup, 1.0)
    assert not may_hide_changes(occlusion, layout, disc(layout, 60, 9), cup, 2.0), "far from it"
    assert may_hide_changes(occlusion, layout, disc(layout, SPACE, 9, 38), cup, 3.0)
    assert may_hide_changes(occlusion, layout, nothing, cup, 4.0), "until a table is agreed on"
    occlusion.agreed()
    assert not may_hide_changes(occlusion, layout, nothing, cup, 5.0)


def test_the_edge_of_a_cup_and_its_shadow_are_no_change(layout: Layout) -> None:
    cup = disc(layout, SPACE, 20)
    assert not may_hide_changes(OcclusionTracker(), layout, disc(layout, SPACE, 26), cup, 1.0)


def test_a_thing_that_grows_may_hide_what_came_first(layout: Layout) -> None:
    occlusion, nothing = OcclusionTracker(), np.zeros(layout.shape, bool)
    assert not may_hide_changes(occlusion, layout, nothing, disc(layout, SPACE, 20), 1.0)
    assert may_hide_changes(occlusion, layout, nothing, disc(layout, SPACE, 40), 2.0)
