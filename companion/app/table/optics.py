"""Camera height above a board, computed from the lens.

Angles are those of a 4:3 picture, as the app requests: 16:9 sensors are cropped at the sides. From the data
sheets of the Camera Modules 2 and 3 (62.2 x 48.8, 66 x 41, wide 102 x 67 degrees), a C920 (70.4 x 43.3), a
16:9 webcam of 120 degrees across, and a phone with a lens equivalent to 26 mm.
"""

from collections.abc import Mapping
from math import radians, tan

from companion.games.base import N_
from ui.setup_service import CameraPlace
from vision.light.params import PARAMS
from vision.light.quality import WORKING_WIDTH_PX

LENSES: Mapping[str, tuple[float, float]] = {
    "Webcam": (55.8, 43.3),
    "Webcam 120°": (104.8, 88.5),
    "Camera Module 3": (52.0, 41.0),
    "Camera Module 3 Wide": (85.6, 67.0),
    "Camera Module 2": (62.2, 48.8),
    "Smartphone": (67.3, 53.1),
}
"""Horizontal and vertical angle of view in degrees, by the name of the camera."""
FOUND = N_("This camera")
"""Name of the camera whose lens was found with a board."""
ROOM = 1.1
"""Ratio of the visible part of the table to the board, as a margin."""


def extent(lens: str) -> tuple[float, float]:
    """Width and height of what the lens shows at distance 1. Raises KeyError for an unknown lens."""
    across, down = (2 * tan(radians(angle) / 2) for angle in LENSES[lens])
    return across, down


def camera_place(board_mm: tuple[float, float], extent: tuple[float, float]) -> CameraPlace:
    """Range of heights from which a lens sees a whole board; `extent` is what it shows at distance 1.

    `board_mm` is (width, height); its longer side lies across the picture.
    """
    across, down = extent
    long_mm, short_mm = max(board_mm), min(board_mm)
    least_mm = ROOM * max(long_mm / across, short_mm / down)
    return CameraPlace(board_mm, least_mm, WORKING_WIDTH_PX / PARAMS.min_px_per_mm / across)
