"""Pictures of pieces: discs in their colours, with a ring and the letters of their kind."""

from collections.abc import Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import kivy
from kivy.utils import get_color_from_hex

from companion.games.base import Kind
from ui.boards.art import ART, Fill, Glyph, Inked, Stroke, arc
from ui.games.board.description import Described, Piece
from ui.theme import Rgba

_FONT = Path(kivy.__file__).parent / "data" / "fonts" / "Roboto-Bold.ttf"
_DARK_INK: Rgba = get_color_from_hex("2a2019")
_LIGHT_INK: Rgba = get_color_from_hex("fffaf0")
_CHROMA = 45.0
"""Lab chroma of a piece of which only the hue is known."""
_MIDDLE = 0.42
"""Brightness from which letters are dark."""


def draw_pieces(of: Described, colours: Mapping[Kind, str]) -> Mapping[Kind, str]:
    """Add the picture of each kind to the art; return its name by kind. `colours` are RRGGBB."""
    names = {piece.name: f"{of.rules.name}-piece-{piece.name}" for piece in of.kinds}
    for piece in of.kinds:
        code = colours.get(piece.name)
        colour = get_color_from_hex(code) if code else _colour(piece)
        ink = _DARK_INK if _brightness(colour) > _MIDDLE else _LIGHT_INK
        ART[names[piece.name]] = [
            Fill(arc(0.5, 0.5, 0.48, 0, 360), _DARK_INK),
            Fill(arc(0.5, 0.5, 0.45, 0, 360), colour),
            Stroke(arc(0.5, 0.5, 0.37, 0, 360)[:-1], _between(colour, ink), 0.025, close=True),
            Inked(Glyph(piece.mark.letters, font=_FONT), ink, (0.3, 0.3), 0.4),
        ]
    return names


def _colour(piece: Piece) -> Rgba:
    """The expected colour, else that of the mark."""
    expected: Any = piece.colour
    if expected is None:
        return [channel / 255 for channel in reversed(piece.mark.bgr)] + [1.0]
    return _from_lab(expected.lightness, _CHROMA if expected.min_saturation else 0.0, expected.hue_deg)


def _from_lab(lightness: float, chroma: float, hue_deg: float) -> Rgba:
    """Return the sRGB colour of CIE LCh (D65)."""
    a, b = chroma * cos(radians(hue_deg)), chroma * sin(radians(hue_deg))
    fy = (lightness + 16) / 116
    x, y, z = (
        white * (f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29))
        for white, f in ((0.9505, fy + a / 500), (1.0, fy), (1.089, fy - b / 200))
    )
    linear = (
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    )
    clipped = (min(1.0, max(0.0, value)) for value in linear)
    return [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in clipped] + [1.0]


def _between(one: Rgba, other: Rgba) -> Rgba:
    """Return the colour in the middle: lines with alpha need a stencil, which pictures of art lack."""
    return [(a + b) / 2 for a, b in zip(one, other, strict=True)]


def _brightness(colour: Rgba) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
