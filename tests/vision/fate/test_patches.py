import cv2
import numpy as np
import pytest

from companion.games.fate import geometry
from vision.arrays import Floats
from vision.fate import patches
from vision.fate.board_geometry import fate_plan
from vision.geometry.calibrate import View, view_from_points

SIZE_PX = (1280, 960)


def view(tilt: float, azimuth: float) -> View:
    """A camera that looks at the middle of the board from so many degrees off straight above."""
    turn = cv2.Rodrigues(np.radians([tilt, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, 0.0, azimuth]))[0]
    middle = np.array([geometry.MAP_MM[0] / 2, geometry.MAP_MM[1] / 2, 0.0])
    offset = np.array([0.0, 0.0, 900.0]) - turn @ middle
    rotation = np.asarray(cv2.Rodrigues(turn)[0].ravel(), dtype=np.float64)
    return View(SIZE_PX, 1100.0, -0.02, rotation, offset)


def shown(maps: Floats, pixels: Floats) -> Floats:
    return np.asarray(np.einsum("nij,nj->ni", maps[:, :, :2], pixels) + maps[:, :, 2])


@pytest.mark.parametrize(("tilt", "azimuth"), [(10.0, 0.0), (35.0, 20.0), (40.0, 180.0), (25.0, -90.0)])
def test_what_rises_from_a_hex_points_upwards_in_its_patch(tilt: float, azimuth: float) -> None:
    seen, centres = view(tilt, azimuth), fate_plan().centres_mm
    maps, _ = patches.frames(seen, centres)
    feet = shown(maps, seen.project(centres))
    tops = shown(maps, seen.project(centres - [0.0, 0.0, patches.RISE_MM]))
    assert np.allclose(feet, patches.FOOT_PX, atol=1e-6)
    assert np.allclose(tops[:, 0], patches.FOOT_PX[0], atol=1e-6)
    assert (tops[:, 1] < patches.FOOT_PX[1]).all()


def test_a_mm_across_the_view_is_equally_large_in_every_patch() -> None:
    seen, centres = view(35.0, 0.0), fate_plan().centres_mm
    maps, flatness = patches.frames(seen, centres)
    step = np.array([1.0, 0.0, 0.0])
    widths = np.linalg.norm(
        shown(maps, seen.project(centres + step)) - shown(maps, seen.project(centres)), axis=1
    )
    assert np.abs(widths / patches.PX_PER_MM - 1).max() < 0.06
    assert 0.6 < flatness.min() < flatness.max() < 1.0


def test_from_straight_above_a_hex_is_seen_flat() -> None:
    _, flatness = patches.frames(view(0.0, 0.0), np.array([[305.0, 255.0, 0.0]]))
    assert flatness == pytest.approx([1.0], abs=1e-3)


def test_the_view_is_found_from_the_six_corner_hexes() -> None:
    seen, plan = view(30.0, 8.0), fate_plan()
    found = view_from_points(plan.taps_mm, seen.project(plan.taps_mm), SIZE_PX)
    assert np.abs(found.project(plan.centres_mm) - seen.project(plan.centres_mm)).max() < 1.0


def test_the_outline_goes_once_around_the_field() -> None:
    points, normals = fate_plan().lines
    assert len(points) == 4 * (6 * 2 * 9 - 6)  # a hexagon of side 9 has 102 outer edges
    middle = np.array([*geometry.centre_mm("9,9"), 0.0])
    nearest = np.linalg.norm(points - middle, axis=1).min()
    assert nearest > 7.9 * geometry.ROW_MM
    assert np.allclose(np.linalg.norm(normals, axis=1), 1)


def test_the_network_takes_colours_and_flatness() -> None:
    cut = np.full((2, patches.HEIGHT_PX, patches.WIDTH_PX, 3), 255, np.uint8)
    blob = patches.blob(cut, [0.5, 0.75])
    assert blob.shape == (2, 4, patches.HEIGHT_PX, patches.WIDTH_PX)
    assert blob[:, :3].max() == blob[:, :3].min() == 0.5
    assert (blob[0, 3] == 0.0).all()
    assert (blob[1, 3] == 0.25).all()
