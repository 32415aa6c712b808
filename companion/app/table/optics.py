"""How high a camera hangs above a board, worked out from its lens.

Angles are those of a 4:3 picture, as the app asks for: of 16:9 sensors the sides are cut off. From the data
sheets of the Camera Modules 2 and 3 (62.2 x 48.8, 66 x 41, wide 102 x 67 degrees), a C920 (70.4 x 43.3), and
a phone whose lens is like one of 26 mm.
"""

from collections.abc import Mapping
from math import radians, tan

from ui.setup_service import CameraPlace
from vision.light.params import PARAMS
from vision.light.quality import WORKING_WIDTH_PX

LENSES: Mapping[str, tuple[float, float]] = {
    "Webcam": (55.8, 43.3),
    "Camera Module 3": (52.0, 41.0),
    "Camera Module 3 Wide": (85.6, 67.0),
    "Camera Module 2": (62.2, 48.8),
    "Smartphone": (67.3, 53.1),
}
"""Degrees across and down the picture, by the name of the camera."""
ROOM = 1.1
"""So much larger than the board is what the picture shows of the table."""


def camera_place(board_mm: tuple[float, float], lens: str) -> CameraPlace:
    """Between which heights the lens sees all of a board (width, height in mm) well, its longer side across.

    Raises KeyError for another lens.
    """
    across, down = (2 * tan(radians(angle) / 2) for angle in LENSES[lens])
    long_mm, short_mm = max(board_mm), min(board_mm)
    least_mm = ROOM * max(long_mm / across, short_mm / down)
    return CameraPlace(board_mm, least_mm, WORKING_WIDTH_PX / PARAMS.min_px_per_mm / across)
