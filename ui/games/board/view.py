"""Board of any board game: the print, pieces, the last move, and spaces to act on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from kivy.graphics import Color, InstructionGroup, Line, Mesh
from kivy.properties import ObjectProperty
from kivy.utils import get_color_from_hex

from companion.games import grounds
from companion.games.base import Kind, Space
from companion.session.view import CALM_MARKS, MarkKind
from ui import theme
from ui.boards import art, drawing
from ui.boards.board import Board
from ui.boards.geometry import Point, Ring
from ui.games.board.description import Described
from ui.games.board.layout import Layout, spread
from ui.games.board.pieces import draw_pieces
from ui.theme import Rgba

_FRAME: Rgba = get_color_from_hex("6b4a2f")
_INK: Rgba = get_color_from_hex("2a2019")
_CASING: Rgba = get_color_from_hex("fffaf0")
_PLAIN: Rgba = get_color_from_hex(grounds.NAMED[""])
_SIGNS: Mapping[str, tuple[Rgba, str]] = {
    "selected": (theme.ACCENT, ""),
    "move": (theme.ACCENT, ""),
    "goal": (theme.ACCENT, ""),
    "place": (theme.ACCENT, "hand"),
    "remove": (theme.ACCENT, "take"),
    "turn_over": (theme.ACCENT, "rotate"),
    "wrong": (theme.BAD, "cross"),
    "ask": (theme.ASK, ""),
}
_GLOW = 0.24
_DOT = 0.26
"""Radius of the dot on a space to touch, as a share of its room."""
_POINT = 0.008
"""Radius of a printed point, in map heights."""
_BADGE_MM = 4.6
_SIDE_BY_SIDE = 0.62
"""Size of a piece that shares its space with others."""


@dataclass(frozen=True, slots=True)
class SpaceMark:
    """A space that needs attention, and a short label instead of the kind's symbol."""

    space: Space
    kind: MarkKind | Literal["target", "selected"]
    label: str = ""


class Look:
    """Places and pictures of a game's board, made once."""

    def __init__(self, of: Described, colours: Mapping[Kind, str]) -> None:
        self.layout = Layout(of.board())
        self.pieces = {piece.name: piece for piece in of.kinds}
        self.pictures = draw_pieces(of, colours)


class BoardView(Board):
    """Shows `table`, and marks spaces; dispatches `on_space` with the space that was touched.

    `arrows` are ways from a space to another.
    """

    table = ObjectProperty({})
    marks = ObjectProperty(())
    arrows = ObjectProperty(())
    __events__ = ("on_space",)

    def __init__(self, look: Look, **kwargs: Any) -> None:
        self.game_look, self.aspect = look, look.layout.aspect
        super().__init__(layers=4, **kwargs)
        self._print, self._below, self._pieces, self._above = self.layers
        self._soon = self.lifetime.trigger(lambda _: self.paint(), -1)
        for name in ("pos", "size", "table", "marks", "arrows"):
            self.fbind(name, self._soon)
        self._drawn_box = (0.0, 0.0, 0.0)

    def on_space(self, space: Space) -> None:
        """Handle a touch of a space."""

    def tapped(self, spot: Point) -> None:
        """Turn a touch of the map into `on_space`."""
        if (space := self.game_look.layout.space_at(spot)) is not None:
            self.dispatch("on_space", space)

    def paint(self) -> None:
        """Draw everything that changed."""
        box = self.still_box
        if box[2] < 20:
            return
        if box != self._drawn_box:
            self._drawn_box = box
            self._print.clear()
            self._paint_print()
        for layer in (self._below, self._pieces, self._above):
            layer.clear()
        self.pulse_colours = []
        for mark in self.marks:
            self._paint_mark(mark)
        for space, counts in self.table.items():
            self._paint_pieces(space, counts)
        for arrow in self.arrows:
            self._paint_arrow(arrow)
        for mark in self.marks:
            self._paint_badge(mark)
        self.run_pulse()

    def _paint_print(self) -> None:
        layout, high = self.game_look.layout, self.still_box[2]
        board, group = layout.board, self._print
        whole: Ring = [(0, 0), (layout.aspect, 0), (layout.aspect, 1), (0, 1)]
        self._fill(group, whole, _FRAME if board.frame_mm else _PLAIN)
        if board.frame_mm:
            self._fill(group, layout.inner, _PLAIN)
        colours = grounds.colours(board.grounds.values())
        for space, ring in layout.rings.items():
            if board.drawn:
                self._fill(group, ring, get_color_from_hex(colours[board.grounds[space]]))
        for ring in layout.holes:
            self._fill(group, ring, _FRAME)
        drawn = [*layout.rings.values(), *layout.holes] if board.drawn else layout.holes
        for ring in (*drawn, layout.inner):
            self._line(group, ring, _INK, 0.0018 * high, close=True)
        for line in layout.lines:
            self._line(group, line, _INK, 0.0022 * high)
        if not board.drawn:
            group.add(Color(*_INK))
            for centre in layout.centres.values():
                self._disc(group, centre, _POINT * high)

    def _paint_pieces(self, space: Space, counts: Mapping[Kind, int]) -> None:
        look, high = self.game_look, self.still_box[2]
        if space not in look.layout.centres:
            return
        known = [kind for kind in counts if kind in look.pieces]
        share = 1.0 if len(known) == 1 else _SIDE_BY_SIDE
        room = look.layout.room[space]
        for kind, place in zip(known, spread(len(known), look.layout.centres[space], room), strict=True):
            x, y = self.at(place)
            radius = share * look.layout.radius(look.pieces[kind], space) * high
            drawing.picture(self._pieces, look.pictures[kind], x, y, 2 * radius / 0.96)
            if counts[kind] > 1:
                self._badge_at(x + 0.7 * radius, y - 0.7 * radius, _INK, _CASING, str(counts[kind]))

    def _paint_mark(self, mark: SpaceMark) -> None:
        """Colour and outline of a marked space, below the pieces."""
        layout, high = self.game_look.layout, self.still_box[2]
        ring = layout.rings.get(mark.space)
        if ring is None:
            return
        if mark.kind in CALM_MARKS:
            self._line(self._below, ring, _CASING, 0.006 * high, close=True)
            self._line(self._below, ring, _INK, 0.003 * high, close=True)
        elif mark.kind != "target":
            colour, _ = _SIGNS[mark.kind]
            glow = self._fill(self._below, ring, [*colour[:3], _GLOW])
            if mark.kind != "selected":
                self.pulse_colours.append(glow)
            self._line(self._below, ring, _CASING, 0.0075 * high, close=True)
            self._line(self._below, ring, colour, 0.0045 * high, close=True)

    def _paint_badge(self, mark: SpaceMark) -> None:
        """Symbol, letter or dot of a marked space, above the pieces."""
        layout, (left, bottom, high) = self.game_look.layout, self.still_box
        if mark.space not in layout.centres or mark.kind in CALM_MARKS:
            return
        x, y = self.at(layout.centres[mark.space])
        room = layout.room[mark.space] * high
        if mark.kind == "target":
            for tint, grow in ((_CASING, 1.35), (theme.GOOD, 1.0)):
                self._above.add(Color(*tint))
                self._disc(self._above, layout.centres[mark.space], grow * _DOT * room)
            return
        colour, symbol = _SIGNS[mark.kind]
        if not (symbol or mark.label):
            return
        if self.table.get(mark.space):
            half = 0.6 * theme.mm(_BADGE_MM)
            x = min(x + 0.6 * room, left + high * layout.aspect - half)
            y = min(y + 0.6 * room, bottom + high - half)
        ink = theme.ON_ACCENT if colour is theme.ACCENT else theme.ON_SIGNAL
        self._badge_at(x, y, colour, ink, mark.label, symbol)

    def _badge_at(self, x: float, y: float, colour: Rgba, ink: Rgba, label: str, symbol: str = "") -> None:
        size = theme.mm(_BADGE_MM)
        drawing.picture(self._above, "shadow", x, y, 1.24 * size, _CASING)
        drawing.picture(self._above, "shadow", x, y, size, colour)
        if label:
            drawing.text(self._above, label, x, y, size * 0.72, ink)
        else:
            drawing.picture(self._above, symbol, x, y, size * 0.72, ink)

    def _paint_arrow(self, way: tuple[Space, ...]) -> None:
        """An arrow along the centres of spaces."""
        layout, high = self.game_look.layout, self.still_box[2]
        places = [self.at(layout.centres[space]) for space in way if space in layout.centres]
        if len(places) > 1:
            points = [
                (ax + (bx - ax) * i / 12, ay + (by - ay) * i / 12)
                for (ax, ay), (bx, by) in pairwise(places)
                for i in range(13)
            ]
            drawing.arrow(self._above, points, 0.009 * high, 0.042 * high)

    def _fill(self, group: InstructionGroup, ring: Ring, colour: Rgba) -> Color:
        tint = Color(*colour)
        group.add(tint)
        for vertices, order in art.fans([self.at(point) for point in ring]):
            group.add(Mesh(vertices=vertices, indices=order, mode="triangle_fan"))
        return tint

    def _line(
        self, group: InstructionGroup, places: Sequence[Point], colour: Rgba, width_px: float,
        close: bool = False,
    ) -> None:  # fmt: skip
        group.add(Color(*colour))
        points = art.flat([self.at(place) for place in places])
        group.add(Line(points=points, width=max(1.0, width_px), close=close, joint="round", cap="round"))

    def _disc(self, group: InstructionGroup, place: Point, radius_px: float) -> None:
        x, y = self.at(place)
        for vertices, order in art.fans(art.arc(x, y, radius_px, 0, 360, 24)[:-1]):
            group.add(Mesh(vertices=vertices, indices=order, mode="triangle_fan"))
