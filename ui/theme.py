"""Colours and sizes of every screen, in one place: printed paper on the family's table.

Sizes are in millimetres of a 7-inch panel, the size the app is made for: 800x480 and 1280x720 are
the same panel with coarser and finer pixels, so one layout serves both.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

from kivy.utils import get_color_from_hex

Rgba: TypeAlias = list[float]
TextSize: TypeAlias = Literal["display", "title", "body", "note"]

PANEL_DIAGONAL_MM = 7 * 25.4
TOUCH_MM = 9.0
EM_MM: dict[TextSize, float] = {"display": 9.6, "title": 6.4, "body": 4.2, "note": 3.4}
"""The four sizes of text, as heights of an em; there is no other, and text never shrinks.

What the whole table reads is a display or a title: its letters without ascenders are 3.2 mm high or more.
Only the person who touches reads body and notes.
"""


LARGE_TEXT = 1.25
"""Factor of large text."""


class Paper(NamedTuple):
    """Colours of a page, as RRGGBB: the page itself, what lies on it, hollows in it, edges, strong and soft
    text. `soft` reaches a contrast of 4.5 on `ground` and `surface`, `line` says nothing alone.
    """

    ground: str
    surface: str
    sunk: str
    line: str
    ink: str
    soft: str


class Papers(NamedTuple):
    """Paper of the house or of a game, by day and by night."""

    day: Paper
    night: Paper


HOUSE = Papers(
    Paper("f5eddd", "fffaf0", "eadfc9", "cdbb9c", "2a2019", "655545"),
    Paper("171310", "2a231d", "100d0b", "4e4237", "f4e8d4", "bba98f"),
)
_WHITE = Paper("ffffff", "f8f5ee", "eee8dc", "cdbb9c", "2a2019", "655545")
"""Dark on white, for a page that is printed."""

GROUND: Rgba = get_color_from_hex(HOUSE.day.ground)
SURFACE: Rgba = get_color_from_hex(HOUSE.day.surface)
SUNK: Rgba = get_color_from_hex(HOUSE.day.sunk)
LINE: Rgba = get_color_from_hex(HOUSE.day.line)
INK: Rgba = get_color_from_hex(HOUSE.day.ink)
SOFT: Rgba = get_color_from_hex(HOUSE.day.soft)

ACCENT: Rgba = get_color_from_hex("f0a422")
"""Ground of the one key of a screen that moves the game on, and of nothing else."""
EDGE: Rgba = get_color_from_hex("c57f0e")
ON_ACCENT: Rgba = get_color_from_hex("2a1b05")
GOOD: Rgba = get_color_from_hex("236c41")
BAD: Rgba = get_color_from_hex("a82c20")
ASK: Rgba = get_color_from_hex("1b5690")
ON_SIGNAL: Rgba = get_color_from_hex("ffffff")
"""Text on good, bad and ask."""
SHADE: Rgba = get_color_from_hex("3a2a1633")
"""Soft shadow below what lies on the page."""
CLEAR: Rgba = [0, 0, 0, 0]
SCRIM: Rgba = [0, 0, 0, 0.67]
"""Veil over everything behind a sheet."""

_LIVE = {name: globals()[name.upper()] for name in Paper._fields}
SIGNALS = ("ACCENT", "EDGE", "ON_ACCENT", "GOOD", "BAD", "ASK", "ON_SIGNAL", "SHADE")
"""Names of the colours that are the same on every paper."""
_DAY_SIGNALS = {name: list(globals()[name]) for name in SIGNALS}
_NIGHT_SIGNALS = _DAY_SIGNALS | {
    name: get_color_from_hex(code)
    for name, code in {
        "EDGE": "a86a0a", "ON_ACCENT": "241703", "GOOD": "6fc08c", "BAD": "ff8a76", "ASK": "7fbcf0",
        "ON_SIGNAL": "1a1208", "SHADE": "00000088",
    }.items()
}  # fmt: skip
_NIGHT_VEIL: Rgba = [0, 0, 0, 0.12]

_state = {"px_per_mm": 5.25, "text": 1.0, "portrait": False, "left": False, "night": False}


def set_window(width_px: float, height_px: float) -> None:
    """Fit the millimetre to a window of this size."""
    _state["px_per_mm"] = hypot(width_px, height_px) / PANEL_DIAGONAL_MM
    _state["portrait"] = height_px > width_px


def wear(night: bool, text_size: float, left_handed: bool, papers: Papers = HOUSE) -> None:
    """Set colours, text size and handedness for widgets made from now on; no text is larger than large."""
    _lay(papers.night if night else papers.day, _NIGHT_SIGNALS if night else _DAY_SIGNALS)
    _state.update(text=min(text_size, LARGE_TEXT), left=left_handed, night=night)


@contextmanager
def paper(px_per_mm: float, white: bool = True) -> Iterator[None]:
    """Context with colours of a `white` page, or of the day, and millimetres of paper, for everything painted
    inside it.
    """
    state = dict(_state)
    colours = {name: list(globals()[name]) for name in (*map(str.upper, _LIVE), *_DAY_SIGNALS)}
    _lay(_WHITE if white else HOUSE.day, _DAY_SIGNALS)
    _state.update(px_per_mm=px_per_mm, text=1.0, night=False)
    try:
        yield
    finally:
        for name, colour in colours.items():
            globals()[name][:] = colour
        _state.update(state)


def night() -> bool:
    """Return true if the screens wear the colours of the night."""
    return bool(_state["night"])


def board_veil() -> Rgba:
    """Colour over a board, its pieces and covers, which keep the colours of the day; transparent by day."""
    return _NIGHT_VEIL if night() else CLEAR


def mm(length_mm: float) -> float:
    """Pixels of a length on the panel."""
    return length_mm * _state["px_per_mm"]


def text_mm(height_mm: float) -> float:
    """Pixels of a letter of that height in mm at the normal text size."""
    return mm(height_mm) * _state["text"]


def em(size: TextSize) -> float:
    """Height of an em in pixels, at the text size that people chose."""
    return text_mm(EM_MM[size])


def large_text() -> bool:
    """Return true if people chose large text: it leaves less room for what is beside it."""
    return _state["text"] > 1


def portrait() -> bool:
    """Return true if the window is higher than wide."""
    return bool(_state["portrait"])


def left_handed() -> bool:
    """Return true if controls belong to the left of the board."""
    return bool(_state["left"])


def _lay(page: Paper, signals: dict[str, Rgba]) -> None:
    for name, code in page._asdict().items():
        _LIVE[name][:] = get_color_from_hex(code)
    for name, colour in signals.items():
        globals()[name][:] = colour
