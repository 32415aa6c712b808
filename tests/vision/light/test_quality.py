import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fae.board import fae_board
from vision.fate.board_geometry import fate_plan
from vision.geometry.find_board import FindableBoard
from vision.light.quality import findings, shaken, shift_picture

DATA = Path(__file__).parents[2] / "data"
SCENES: dict[str, Callable[[], FindableBoard]] = {
    "scenes/dark_markers": fae_board,
    "scenes/storybook_piles": fae_board,
    "fate_scenes/tiles_night": fate_plan,
}


class Scene(NamedTuple):
    picture: Picture
    corners_px: Floats
    corners_mm: Floats

    def flaws(self, picture: Picture | None = None, corners_px: Floats | None = None) -> list[str]:
        corners_px = self.corners_px if corners_px is None else corners_px
        shown = self.picture if picture is None else picture
        return [found.flaw for found in findings(shown, corners_px, self.corners_mm)]


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> Scene:
    folder = DATA / request.param
    corners_px = np.array(json.loads((folder / "scene.json").read_text())["corners_px"], dtype=np.float64)
    first = sorted(folder.glob("*.jpg"))[0]
    return Scene(load_picture(first), corners_px, SCENES[request.param]().taps_mm)


def times(picture: Picture, factor: float) -> Picture:
    return np.asarray(np.clip(picture * float(factor), 0, 255), dtype=np.uint8)


def test_a_good_picture_has_no_flaw(scene: Scene) -> None:
    assert scene.flaws() == []


def test_noise_is_no_flaw(scene: Scene) -> None:
    noise = np.random.default_rng(1).normal(0, 8, scene.picture.shape)
    assert scene.flaws(np.asarray(np.clip(scene.picture + noise, 0, 255), dtype=np.uint8)) == []


def test_too_dark(scene: Scene) -> None:
    assert scene.flaws(times(scene.picture, 0.35)) == ["dark"]


def test_too_bright(scene: Scene) -> None:
    assert scene.flaws(times(scene.picture, 3)) == ["bright"]


def test_out_of_focus(scene: Scene) -> None:
    assert scene.flaws(np.asarray(cv2.GaussianBlur(scene.picture, (0, 0), 4), np.uint8)) == ["blurred"]


def test_a_reflection_has_a_place(scene: Scene) -> None:
    glaring = scene.picture.copy()
    middle = scene.corners_px.mean(0)
    cv2.circle(glaring, [int(middle[0]), int(middle[1])], 40, (255, 255, 255), -1)
    (found,) = findings(np.asarray(cv2.GaussianBlur(glaring, (0, 0), 1), np.uint8), scene.corners_px)
    assert found.flaw == "reflection"
    assert found.outline_px is not None
    assert np.abs(found.outline_px.mean(0) - middle).max() < 5
    assert np.ptp(found.outline_px, axis=0) == pytest.approx([80, 80], abs=10)


def test_a_light_beside_the_board_is_no_reflection(scene: Scene) -> None:
    glaring = scene.picture.copy()
    cv2.circle(glaring, (20, 20), 60, (255, 255, 255), -1)
    assert scene.flaws(glaring) == []


def test_a_board_beyond_the_edge_is_cut_off(scene: Scene) -> None:
    cut = round(scene.corners_px[:, 0].min()) + 60
    cropped = np.ascontiguousarray(scene.picture[:, cut:])
    assert scene.flaws(cropped, scene.corners_px - [cut, 0]) == ["cut_off"]


def test_a_board_out_of_sight_is_cut_off(scene: Scene) -> None:
    assert scene.flaws(corners_px=scene.corners_px - [5000, 0]) == ["cut_off"]


def test_a_board_far_away_is_small(scene: Scene) -> None:
    far = np.full_like(scene.picture, 90)
    small = cv2.resize(scene.picture, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    far[200 : 200 + small.shape[0], 300 : 300 + small.shape[1]] = small
    assert scene.flaws(far, scene.corners_px * 0.4 + [300, 200]) == ["small"]


def test_without_a_board_light_and_focus_are_judged(scene: Scene) -> None:
    assert findings(scene.picture) == []
    assert [found.flaw for found in findings(times(scene.picture, 0.2))] == ["dark"]


def test_a_bumped_camera_shakes_but_a_hand_does_not(scene: Scene) -> None:
    before, (height, width) = shift_picture(scene.picture), scene.picture.shape[:2]
    bump = np.array([[1, 0, 6], [0, 1, 4]], dtype=np.float64)
    bumped = cv2.warpAffine(scene.picture, bump, (width, height), borderMode=cv2.BORDER_REPLICATE)
    hand = scene.picture.copy()
    hand[300:700, 500:800] = (120, 150, 200)
    assert shaken(shift_picture(np.asarray(bumped, np.uint8)), before)
    assert not shaken(shift_picture(hand), before)
    assert not shaken(before, before)
