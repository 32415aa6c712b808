from typing import Any

import numpy as np
import pytest

from tests.vision.pictures import camera
from vision.board.printed_board import PrintedBoard
from vision.geometry.calibrate import View, refine, view_from_points
from vision.geometry.params import PARAMS

CAMERAS: list[dict[str, Any]] = [
    {"tilt_deg": 0.0},
    {"tilt_deg": 35.0, "roll_deg": 170.0, "distortion": -0.04},
    {"tilt_deg": 50.0, "roll_deg": -60.0, "focal_share": 0.95, "distortion": 0.03},
]


@pytest.fixture(params=CAMERAS, ids=["above", "opposite", "flat"])
def view(request: pytest.FixtureRequest, plan: PrintedBoard) -> View:
    return camera(plan, **request.param)


def apart_px(one: View, other: View, plan: PrintedBoard) -> float:
    return float(np.abs(one.project(plan.lines[0]) - other.project(plan.lines[0])).max())


@pytest.mark.parametrize("height_mm", [0.0, 24.0])
def test_to_board_undoes_project(view: View, plan: PrintedBoard, height_mm: float) -> None:
    points = plan.lines[0] + np.array([0, 0, -height_mm])
    found = view.to_board(view.project(points), height_mm)
    assert found == pytest.approx(points[:, :2], abs=0.05)


def test_the_middle_of_the_board_is_seen_in_the_middle_of_the_picture(view: View, plan: PrintedBoard) -> None:
    assert view.project(plan.corners_mm.mean(0)) == pytest.approx([639.5, 479.5])


def test_the_camera_is_above_the_board_at_its_distance(view: View, plan: PrintedBoard) -> None:
    assert view.centre_mm[2] < 0
    assert np.linalg.norm(view.centre_mm - plan.corners_mm.mean(0)) == pytest.approx(900)


def test_what_is_high_hides_the_ground_behind_it(view: View) -> None:
    top = np.array([120.0, 80.0, -30.0])
    eye = view.centre_mm
    behind = eye + (top - eye) * eye[2] / (eye[2] - top[2])  # where the ray through the top meets z = 0
    assert view.to_board(view.project(top)) == pytest.approx(behind[:2], abs=0.05)


def test_a_resized_picture_shows_the_same(view: View, plan: PrintedBoard) -> None:
    half = view.scaled(0.5)
    assert half.size_px == (640, 480)
    middles = (view.project(plan.corners_mm) + 0.5) * 0.5 - 0.5  # pixel centres lie at integers
    assert half.project(plan.corners_mm) == pytest.approx(middles)


@pytest.mark.parametrize("values", CAMERAS[1:], ids=["opposite", "flat"])
def test_a_tilted_camera_is_recovered_from_exact_points(plan: PrintedBoard, values: dict[str, Any]) -> None:
    true = camera(plan, **values)
    points = plan.lines[0]
    found = view_from_points(points, true.project(points), true.size_px)
    assert apart_px(found, true, plan) < 0.2
    assert found.focal_px == pytest.approx(true.focal_px, rel=0.01)
    assert found.distortion == pytest.approx(true.distortion, abs=0.005)
    assert np.linalg.norm(found.centre_mm - true.centre_mm) < 10


def test_priors_hold_where_the_points_say_little(plan: PrintedBoard) -> None:
    """Four corners from straight above: any focal length fits at its own distance."""
    true = camera(plan, tilt_deg=0.0, focal_share=1.2, distance_mm=1300.0)
    found = view_from_points(plan.corners_mm, true.project(plan.corners_mm), true.size_px)
    assert found.project(plan.corners_mm) == pytest.approx(true.project(plan.corners_mm), abs=0.5)
    assert found.focal_px == pytest.approx(PARAMS.lenses[0].focal_share * 1280, rel=0.03)
    assert found.distortion == pytest.approx(0, abs=0.01)


def test_gross_outliers_do_not_count(plan: PrintedBoard) -> None:
    true = camera(plan)
    rng = np.random.default_rng(5)
    points = plan.lines[0]
    pixels = true.project(points) + rng.normal(0, 0.3, (len(points), 2))
    wild = rng.random(len(points)) < 0.1
    pixels[wild] += rng.uniform(30, 60, (wild.sum(), 2))
    start = camera(plan, tilt_deg=29.0, roll_deg=0.5)
    assert apart_px(start, true, plan) > 3
    assert apart_px(refine(start, points, pixels), true, plan) < 0.3


def test_on_lines_only_the_way_across_counts(plan: PrintedBoard) -> None:
    true = camera(plan)
    points, normals = plan.lines
    along_mm = np.stack([-normals[:, 1], normals[:, 0], normals[:, 2]], -1)
    slid = true.project(points + 1.5 * along_mm)
    across = true.project(points + normals) - true.project(points)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    found = refine(camera(plan, tilt_deg=29.7, roll_deg=0.2), points, slid, across)
    assert apart_px(found, true, plan) < 0.3
