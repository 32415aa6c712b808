"""Colours and sizes of every screen, in one place.

Sizes are in millimetres of a 7-inch panel, the size the app is made for: 800x480 and 1280x720 are
the same panel with coarser and finer pixels, so one layout serves both.
"""

from collections.abc import Iterator
from contextlib import contextmanager
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

NIGHT: dict[str, str] = {
    "BACKGROUND": "#0a0806",
    "PANEL": "#16110d",
    "PANEL_LIGHT": "#241b14",
    "LINE": "#3a2d22",
    "TEXT": "#d8bfa2",
    "TEXT_SOFT": "#94806a",
    "ACCENT": "#b9822a",
    "ON_ACCENT": "#120c03",
    "GOOD": "#5a8f66",
    "BAD": "#c0554a",
    "ASK": "#6d8fb0",
}
"""Darker and warmer colours for a dim room."""
PAPER: dict[str, str] = {
    "BACKGROUND": "#ffffff",
    "PANEL": "#f5f2ec",
    "PANEL_LIGHT": "#f3e2b8",
    "LINE": "#cfc8ba",
    "TEXT": "#1d1a16",
    "TEXT_SOFT": "#625b50",
    "ACCENT": "#d8931a",
    "ON_ACCENT": "#1c1503",
    "GOOD": "#2f8f55",
    "BAD": "#c8382c",
    "ASK": "#1f6fc0",
}
"""Dark on white, for a page that is printed."""
_DAY: dict[str, Rgba] = {name: list(globals()[name]) for name in NIGHT}

_BOARD_VEIL: Rgba = [0.04, 0.025, 0.01, 0.45]

_state = {"px_per_mm": 5.25, "text": 1.0, "portrait": False, "left": False, "night": False}


def set_window(width_px: float, height_px: float) -> None:
    """Fit the millimetre to a window of this size."""
    _state["px_per_mm"] = hypot(width_px, height_px) / PANEL_DIAGONAL_MM
    _state["portrait"] = height_px > width_px


def wear(night: bool, text_size: float, left_handed: bool) -> None:
    """Set colours, text size and handedness for widgets made from now on."""
    for name, code in NIGHT.items():
        globals()[name][:] = get_color_from_hex(code) if night else _DAY[name]
    _state.update(text=text_size, left=left_handed, night=night)


@contextmanager
def paper(px_per_mm: float, white: bool = True) -> Iterator[None]:
    """Context with colours of a `white` page, or of the day, and millimetres of paper, for everything painted
    inside it.
    """
    state, colours = dict(_state), {name: list(globals()[name]) for name in PAPER}
    for name, code in PAPER.items():
        globals()[name][:] = get_color_from_hex(code) if white else _DAY[name]
    _state.update(px_per_mm=px_per_mm, text=1.0, night=False)
    try:
        yield
    finally:
        for name, colour in colours.items():
            globals()[name][:] = colour
        _state.update(state)


def board_veil() -> Rgba:
    """Colour over a board and its pieces, below its marks; transparent by day."""
    return _BOARD_VEIL if _state["night"] else CLEAR


def mm(length_mm: float) -> float:
    """Pixels of a length on the panel."""
    return length_mm * _state["px_per_mm"]


def text_mm(height_mm: float) -> float:
    """Pixels of a letter of that height in mm at the normal text size."""
    return mm(height_mm) * _state["text"]


def portrait() -> bool:
    """Return true if the window is higher than wide."""
    return bool(_state["portrait"])


def left_handed() -> bool:
    """Return true if controls belong to the left of the board."""
    return bool(_state["left"])
