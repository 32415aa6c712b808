"""Enlarged part of the Fate board with its pieces, for questions with pictures."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.widget import Widget

from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.fate.pieces import BoardPiece
from ui import theme
from ui.boards import art, drawing
from ui.boards.geometry import Point
from ui.games.fate import board_map, symbols
from ui.games.fate.hex_marks import HexMark

_SPAN = 5.6
"""Height of the visible part of the map, in sides of a hex."""
_COLOURS = {
    "ask": theme.ASK,
    "default": theme.ACCENT,
    "wrong": theme.BAD,
    "target": theme.GOOD,
    "attack": theme.BAD,
}


class FatePopup(Widget):
    """Hexes around the middle of `places`; `map_px` is the height of the painted board in pixels.

    Arrows lead along the places, and along other visible `ways`. `icon` is a badge
    in the corner.
    """

    def __init__(
        self,
        places: Sequence[Hex],
        pieces: Sequence[BoardPiece],
        map_px: float,
        mark: HexMark | None = None,
        icon: str = "",
        ways: Sequence[Sequence[Hex]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._places = [place for place in places if place in board_map.CENTRES]
        self._shown, self._map_px, self._mark, self._icon = pieces, map_px, mark, icon
        self._ways = [way for way in (self._places, *ways) if len(way) > 1]
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if min(self.size) < 20 or not self._places:
            return
        left, bottom, scale = self._window()
        painted = board_map.painted(round(self._map_px))
        unit = painted.height
        region = painted.get_region(
            left * unit, bottom * unit, self.width / scale * unit, self.height / scale * unit
        )
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(Rectangle(texture=region, pos=self.pos, size=self.size))

        def at(point: Point) -> Point:
            return self.x + (point[0] - left) * scale, self.y + (point[1] - bottom) * scale

        side = board_map.SIDE * scale
        self._stand(at, side)
        self.canvas.add(Color(*theme.board_veil()))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))
        self._outline(at, side)
        self._label()
        for way in self._ways:
            ends = [at(board_map.CENTRES[place]) for place in way]
            if all(self._inside(*end) for end in ends):
                symbols.arrow(self.canvas, ends, side)
        if self._icon:
            tint = {"cross": theme.BAD, "check": theme.GOOD}.get(self._icon, theme.ASK)
            size = theme.mm(3.4)
            symbols.badge(self.canvas, self.x + self.width - size, self.y + size, size, tint, icon=self._icon)

    def _window(self) -> tuple[float, float, float]:
        """Left and bottom of the visible part in map units, and pixels per unit."""
        spots = [board_map.CENTRES[place] for place in self._places]
        apart = max(hypot(x - spots[0][0], y - spots[0][1]) for x, y in spots)
        high = min(1.0, max(_SPAN * board_map.SIDE, apart + 3.9 * board_map.SIDE))
        scale = self.height / high
        wide = self.width / scale
        x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
        if wide >= board_map.ASPECT:
            scale = self.width / board_map.ASPECT
            wide, high = board_map.ASPECT, self.height / scale
        left = min(max(0.0, x - wide / 2), board_map.ASPECT - wide)
        return left, min(max(0.0, y - high / 2), 1.0 - high), scale

    def _inside(self, x: float, y: float, rim: float = 0.0) -> bool:
        """Return true if a place is visible with a margin; Kivy's own `center` is late while it moves."""
        across, up = x - self.x, y - self.y
        return bool(rim <= across <= self.width - rim and rim <= up <= self.height - rim)

    def _outline(self, at: Any, side: float) -> None:
        kind = self._mark.kind if self._mark else "ask"
        colour = _COLOURS.get(kind, theme.ASK)
        place = self._places[0]
        rings = board_map.TOWN_OUTLINE if place == GRIMHEIM else [[*(r := board_map.ring(place, 0.94)), r[0]]]
        for ring in rings:
            for tint, width in (([0.05, 0.06, 0.08, 0.8], 0.16), (colour, 0.1)):
                self.canvas.add(Color(*tint))
                line = art.flat([at(point) for point in ring])
                self.canvas.add(Line(points=line, width=width * side, joint="round", cap="round"))

    def _stand(self, at: Any, side: float) -> None:
        """Draw the pieces that are completely visible."""
        here: dict[Hex, int] = {}
        for piece in self._shown:
            if piece.hex not in board_map.CENTRES:
                continue
            x, y = at(board_map.CENTRES[piece.hex])
            x += 0.8 * side * here.get(piece.hex, 0)
            here[piece.hex] = here.get(piece.hex, 0) + 1
            if self._inside(x, y, side):
                symbols.piece(self.canvas, piece, x, y, side)

    def _label(self) -> None:
        """Draw the letter of the mark in a corner."""
        if self._mark and self._mark.label:
            x, y = self.x + theme.mm(2.4), self.y + self.height - theme.mm(2.4)
            colour = _COLOURS.get(self._mark.kind, theme.ASK)
            drawing.picture(self.canvas, "shadow", x, y, 1.3 * theme.em("note"), colour)
            drawing.text(self.canvas, self._mark.label, x, y, theme.em("note"), theme.ON_ACCENT)
