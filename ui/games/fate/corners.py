"""The corners of Fate's board in a picture: six hexes."""

from companion.games.base import N_
from companion.games.fate.geometry import CORNER_HEXES, FRAME_MM, MAP_MM, centre_mm
from ui.widgets.corners import usual_corners

HINT = N_("Drag the marks onto the six corner hexes.")

_WIDTH_MM, _HEIGHT_MM = (side + 2 * FRAME_MM for side in MAP_MM)
CORNERS = usual_corners(
    [((x + FRAME_MM) / _WIDTH_MM, (y + FRAME_MM) / _HEIGHT_MM) for x, y in map(centre_mm, CORNER_HEXES)]
)
"""Their middles, clockwise."""
