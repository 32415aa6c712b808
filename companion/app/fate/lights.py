"""Geometry of the lamps around the board of Fate."""

from companion.app.base import BoardLights
from companion.games.base import Space
from companion.games.fate.geometry import FRAME_MM, MAP_MM, centre_mm
from companion.games.fate.position import GRIMHEIM


def place_mm(space: Space) -> tuple[float, float]:
    """Centre of a hex, or of Grimheim for the whole town, from the board's top left corner."""
    x_mm, y_mm = centre_mm("9,9" if space == GRIMHEIM else str(space))
    return FRAME_MM + x_mm, FRAME_MM + y_mm


LIGHTS = BoardLights(size_mm=(MAP_MM[0] + 2 * FRAME_MM, MAP_MM[1] + 2 * FRAME_MM), place_mm=place_mm)
