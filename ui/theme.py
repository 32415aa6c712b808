"""Colours and sizes of every screen, in one place.

Sizes are in millimetres of a 7-inch panel, the size the app is made for: 800x480 and 1280x720 are
the same panel with coarser and finer pixels, so one layout serves both.
"""

from math import hypot
from typing import TypeAlias

from kivy.utils import get_color_from_hex

Rgba: TypeAlias = list[float]

PANEL_DIAGONAL_MM = 7 * 25.4
TOUCH_MM = 9.0

BACKGROUND: Rgba = get_color_from_hex("#12171d")
PANEL: Rgba = get_color_from_hex("#1d252e")
PANEL_LIGHT: Rgba = get_color_from_hex("#2a3541")
LINE: Rgba = get_color_from_hex("#3b4856")
TEXT: Rgba = get_color_from_hex("#f2f5f7")
TEXT_SOFT: Rgba = get_color_from_hex("#a9b5c1")
ACCENT: Rgba = get_color_from_hex("#f4b740")
ON_ACCENT: Rgba = get_color_from_hex("#1c1503")
GOOD: Rgba = get_color_from_hex("#66c08a")
BAD: Rgba = get_color_from_hex("#ff6b5e")
ASK: Rgba = get_color_from_hex("#6cb8ff")
CLEAR: Rgba = [0, 0, 0, 0]

_state = {"px_per_mm": 5.25}


def set_window(width_px: float, height_px: float) -> None:
    """Fit the millimetre to a window of this size."""
    _state["px_per_mm"] = hypot(width_px, height_px) / PANEL_DIAGONAL_MM


def mm(length_mm: float) -> float:
    """Pixels of a length on the panel."""
    return length_mm * _state["px_per_mm"]
