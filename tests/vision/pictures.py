"""Rendered pictures with known content, and synthetic cameras."""

from functools import partial

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.games.base import Table
from tests.bench.scenes import STANDARD, Scene, find
from vision.arrays import Floats, Picture
from vision.board.printed_board import PrintedBoard
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate, from_taps

SCENES = {scene.folder.name: scene for scene in find([STANDARD])}
OPENING = SCENES["dark_markers"]
"""Begins with the set-up, with markers around the board."""
PILES = SCENES["storybook_piles"]
"""Begins in the middle of a game."""

EVERYWHERE = np.arange(480 * 640)
PATCH = np.zeros((480, 640), bool)
PATCH[200:260, 300:360] = True
INNER = np.flatnonzero(cv2.erode(PATCH.astype(np.uint8), np.ones((7, 7), np.uint8)))
"""Pixels of a working picture: all of them, a patch that a test changes, and its inside."""


def picture(scene: Scene, number: int) -> Picture:
    image = cv2.imread(str(scene.folder / scene.rows[number]["file"]))
    assert image is not None
    return np.asarray(image, dtype=np.uint8)


def state(scene: Scene, number: int) -> Table:
    return {int(space): counts for space, counts in scene.rows[number]["state"].items()}


def taps(scene: Scene) -> Floats:
    return np.array(scene.corners_px)


def tapped(plan: PrintedBoard, scene: Scene) -> Locate:
    return partial(from_taps, plan, taps_px=taps(scene))


def small(image: Picture, width: int = 640) -> Picture:
    height = round(image.shape[0] * width / image.shape[1])
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def beyond(difference: MatLike, levels: int) -> int:
    """Count the pixels of a difference (h, w, 3) above `levels` in some channel."""
    within = cv2.inRange(difference, (0, 0, 0), (levels, levels, levels))
    return within.size - cv2.countNonZero(within)


def camera(
    plan: PrintedBoard,
    *,
    tilt_deg: float = 30.0,
    roll_deg: float = 0.0,
    width: int = 1280,
    focal_share: float = 0.8,
    distortion: float = 0.0,
    distance_mm: float = 900.0,
) -> View:
    """Return a view of the middle of the board; straight down without tilt."""
    tilt, roll = np.radians([tilt_deg, roll_deg])
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about_z = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    turn = about_z @ about_x
    middle_mm = plan.corners_mm.mean(0)
    return View(
        size_px=(width, width * 3 // 4),
        focal_px=focal_share * width,
        distortion=distortion,
        rotation=np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64).ravel(),
        offset_mm=np.array([0, 0, distance_mm]) - turn @ middle_mm,
    )
