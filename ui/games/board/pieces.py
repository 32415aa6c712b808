"""Pictures of pieces: discs in their colours, with a ring and the letters of their kind."""

from collections.abc import Mapping
from pathlib import Path

import kivy
from kivy.utils import get_color_from_hex

from companion.games.base import Kind
from ui.boards.art import ART, Fill, Glyph, Inked, Stroke, arc
from ui.games.board.description import Described
from ui.theme import Rgba

_FONT = Path(kivy.__file__).parent / "data" / "fonts" / "Roboto-Bold.ttf"
_DARK_INK: Rgba = get_color_from_hex("2a2019")
_LIGHT_INK: Rgba = get_color_from_hex("fffaf0")
_MIDDLE = 0.42
"""Brightness from which letters are dark."""


def draw_pieces(of: Described, colours: Mapping[Kind, str]) -> Mapping[Kind, str]:
    """Add the picture of each kind to the art; return its name by kind. `colours` are RRGGBB."""
    names = {piece.name: f"{of.rules.name}-piece-{piece.name}" for piece in of.kinds}
    for piece in of.kinds:
        code = colours.get(piece.name)
        colour = get_color_from_hex(code) if code else [*(channel / 255 for channel in piece.rgb), 1.0]
        ink = _DARK_INK if _brightness(colour) > _MIDDLE else _LIGHT_INK
        ART[names[piece.name]] = [
            Fill(arc(0.5, 0.5, 0.48, 0, 360), _DARK_INK),
            Fill(arc(0.5, 0.5, 0.45, 0, 360), colour),
            Stroke(arc(0.5, 0.5, 0.37, 0, 360)[:-1], _between(colour, ink), 0.025, close=True),
            Inked(Glyph(piece.mark.letters, font=_FONT), ink, (0.3, 0.3), 0.4),
        ]
    return names


def _between(one: Rgba, other: Rgba) -> Rgba:
    """Return the colour in the middle: lines with alpha need a stencil, which pictures of art lack."""
    return [(a + b) / 2 for a, b in zip(one, other, strict=True)]


def _brightness(colour: Rgba) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
