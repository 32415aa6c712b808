"""Board of Fate: pieces on the painted map, arrows of the next manual steps, and marks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.games.fate import board
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.fate.pieces import BoardPiece
from ui import theme
from ui.boards import art, drawing, walk
from ui.boards.board import Board
from ui.boards.geometry import Point
from ui.explanation import About
from ui.games.fate import board_map, icons, symbols
from ui.games.fate.hex_marks import HexMark
from ui.games.fate.motion import Motion, way_between

_MARKS: dict[str, theme.Rgba] = {
    "todo": theme.ACCENT,
    "wrong": theme.BAD,
    "ask": theme.ASK,
    "default": theme.ACCENT,
    "target": theme.ACCENT,
    "attack": theme.BAD,
    "reach": theme.ASK,
}
_CREAM: theme.Rgba = [1, 0.965, 0.87, 1]
_STILL = ("target", "attack", "reach")
_DRAWN = (
    "pieces", "marks", "paths", "ghosts", "differences", "town", "markers", "acting", "person", "over",
)  # fmt: skip
_AIM_MM = 5.0
"""Largest distance from the middle of a monster of a touch of an empty hex that attacks it."""
_SNAP_MM, _SNAP_SHARE = theme.TOUCH_MM / 2, 1.5
"""Largest distance from the middle of a marked hex of a tap that means it, also in sides of a hex: the middle
of a hex beside it means that one.
"""


class FateBoard(Board):
    """Board that shows `pieces`; dispatches `on_hex` for a tap, with the hex. `about_hex` explains a hex.

    `paths` are the paths of pieces to move by hand now, `ghosts` pieces to place,
    `differences` the wrong pieces, `acting` the hero whose turn it is, `person` the picture of its player.
    Pieces that moved slide along the paths that are or were shown for them, and those taken off fade. A
    tap near a marked hex means that hex: fingers are wider than hexes. A finger may carry the piece on
    `movable` elsewhere: that is a tap on it and one where it is left.
    """

    aspect = board_map.ASPECT
    pieces = ObjectProperty(())
    marks = ObjectProperty(())
    paths = ObjectProperty(())
    ghosts = ObjectProperty(())
    differences = ObjectProperty(())
    markers = ObjectProperty({})
    acting = StringProperty("")
    person = StringProperty("")
    town = NumericProperty(0)
    movable = StringProperty("")
    targets = ObjectProperty(())
    """Hexes of monsters that a touch attacks."""
    about_hex = ObjectProperty(None, allownone=True)
    over = StringProperty("")
    progress = NumericProperty(1.0)

    __events__ = ("on_hex",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(layers=4, **kwargs)
        self._map, self._below, self._pieces, self._above = self.layers
        self._ground = Rectangle(size=(0, 0))
        self._map.add(Color(1, 1, 1, 1))
        self._map.add(self._ground)
        self._drawn_box = (0.0, 0.0, 0.0)
        self._shown: dict[str, BoardPiece] = {}
        self._shown_ways: tuple[Sequence[Hex], ...] = ()
        self._motion = Motion()
        self._from: tuple[Mapping[str, BoardPiece], Sequence[Sequence[Hex]]] = {}, ()
        self._redraw_soon = self.lifetime.trigger(self.paint, -1)
        for name in (*_DRAWN, "pos", "size"):
            self.fbind(name, self._redraw_soon)
        self.fbind("progress", lambda _, share: self._motion.at(share))

    def on_hex(self, place: Hex) -> None:
        """Handle a tap on a hex."""

    def tapped(self, spot: Point) -> None:
        """Turn a tap on the map into `on_hex`."""
        if (place := self.hex_at(spot)) is not None:
            self.dispatch("on_hex", place)

    def about(self, spot: Point) -> About | None:
        """Explain a hex."""
        place = board_map.hex_at(spot)
        explain: Callable[[Hex], About | None] | None = self.about_hex
        return explain(place) if explain and place is not None else None

    def lifted(self, spot: Point) -> bool:
        """Return true if a finger may carry the piece of this place."""
        far = self._gap(self.movable, spot) if self.movable else theme.mm(_SNAP_MM) + 1
        if far > theme.mm(_SNAP_MM) and board_map.hex_at(spot) != self.movable:
            return False
        self.dispatch("on_hex", self.movable)
        return True

    def carried(self, spot: Point) -> None:
        """Highlight the hex below the carried piece."""
        self.over = self.hex_at(spot) or ""

    def dropped(self, spot: Point) -> None:
        """Drop the carried piece on a hex."""
        self.over = ""
        self.tapped(spot)

    def hex_at(self, spot: Point) -> Hex | None:
        """Hex that a tap on a place of the map means."""
        marked = [mark.hex for mark in self.marks if mark.kind not in ("todo", "wrong")]
        here = board_map.hex_at(spot)
        if here in marked or not (marked or self.targets):
            return here
        if self.targets:
            return self._aimed(here, spot)
        nearest = min(marked, key=lambda place: self._gap(place, spot))
        most = min(theme.mm(_SNAP_MM), _SNAP_SHARE * board_map.SIDE * self.map_box[2])
        return nearest if self._gap(nearest, spot) <= most else here

    def _aimed(self, here: Hex | None, spot: Point) -> Hex | None:
        """Hex of the nearest target if the touched one is empty, else the touched one."""
        nearest = min(self.targets, key=lambda place: self._gap(place, spot))
        empty = here != GRIMHEIM and all(piece.hex != here for piece in self.pieces)
        return nearest if empty and self._gap(nearest, spot) <= theme.mm(_AIM_MM) else here

    def _gap(self, place: Hex, spot: Point) -> float:
        """Distance of a place of the map from the middle of a hex, in pixels."""
        x, y = board_map.CENTRES[place]
        return hypot(x - spot[0], y - spot[1]) * self.map_box[2]

    def middle(self, place: Hex) -> Point:
        """Present position in the window of the middle of a hex."""
        return self.seen(board_map.CENTRES[place])

    def _on_map(self, place: Hex) -> Point:
        """Drawing position of the middle of a hex."""
        return self.at(board_map.CENTRES[place])

    @property
    def _side(self) -> float:
        return board_map.SIDE * self.still_box[2]

    def paint(self, *_: Any) -> None:
        """Draw everything again."""
        box = self.still_box
        if box[2] < 50:
            return
        stays, self._drawn_box = box == self._drawn_box, box
        if not stays:
            self._ground.texture = board_map.painted(round(box[2]))
            self._ground.pos, self._ground.size = box[:2], (box[2] * board_map.ASPECT, box[2])
        for group in (self._below, self._pieces, self._above):
            group.clear()
        self._draw_town()
        self._draw_markers(self.markers)
        carried = (BoardPiece(self.over, self.acting),) if self.over and self.acting else ()
        for ghost, spot in self._spots((*self.ghosts, *carried)):
            symbols.piece(self._pieces, ghost, *spot, self._side, alpha=0.72)
        self._draw_pieces(moving=stays)
        self._draw_marks()
        self._draw_arrows()
        taken: list[Point] = []
        for number, difference in enumerate(self.differences, 1):
            taken.append(self._sign_place(self._on_map(str(difference.space)), taken))
            symbols.difference(self._above, difference, str(number), *taken[-1], self._side)
        self.run_pulse()

    def _draw_pieces(self, moving: bool) -> None:
        """Draw the pieces; those that moved or left since the last time are animated."""
        before, self._shown = self._shown, {piece.id: piece for piece in self.pieces if piece.id}
        ways, self._shown_ways = (*self._shown_ways, *self.paths), tuple(self.paths)
        still = before.keys() == self._shown.keys() and all(
            piece.hex == before[id].hex for id, piece in self._shown.items()
        )
        under_way = still and moving and self.progress < 1
        if not under_way:
            self._from = (before, ways) if moving else ({}, ())
            Animation.cancel_all(self, "progress")
            self.progress = 1.0
        self._draw_moving(*self._from)
        if self._motion.any and not under_way and not still:
            self.progress = 0.0
            self.lifetime.animate(
                self, Animation(progress=1.0, duration=walk.seconds(self._motion.steps), t="in_out_quad")
            )

    def _draw_moving(self, before: Mapping[str, BoardPiece], ways: Sequence[Sequence[Hex]]) -> None:
        self._motion = Motion()
        for id, piece in before.items():
            if id not in self._shown and piece.hex in board_map.CENTRES:
                group = InstructionGroup()
                symbols.piece(group, piece, *self._on_map(piece.hex), self._side)
                self._motion.fade(group)
                self._pieces.add(group)
        for piece, spot in self._spots(self.pieces):
            old, group = before.get(piece.id), self._pieces
            slides = old is not None and old.hex != piece.hex and old.hex in board_map.CENTRES
            if old is not None and slides:
                way = way_between(ways, old.hex, piece.hex)
                between = [self._on_map(str(place)) for place in way[1:-1]]
                group, _ = self._motion.slide([self._on_map(old.hex), *between, spot])
            if piece.id and piece.id == self.acting:
                symbols.acting(group, *spot, self._side, self.person)
            symbols.piece(group, piece, *spot, self._side)
            if slides:
                self._motion.end(group)
                self._pieces.add(group)
        self._motion.at(self.progress)

    def _spots(self, pieces: Iterable[BoardPiece]) -> Iterator[tuple[BoardPiece, Point]]:
        """Positions of the pieces; side by side if they share a hex."""
        found: dict[Hex, list[BoardPiece]] = {}
        for piece in pieces:
            if piece.hex in board_map.CENTRES:
                found.setdefault(piece.hex, []).append(piece)
        for place, here in found.items():
            x, y = self._on_map(place)
            for piece, (dx, dy) in zip(here, _spread(len(here)), strict=True):
                yield piece, (x + dx * self._side, y + dy * self._side)

    def _draw_town(self) -> None:
        side, (x, y) = self._side, self._on_map(GRIMHEIM)
        for i in range(int(self.town)):
            angle = (90 - 36 * i) * pi / 180
            spot = x + 2.02 * side * cos(angle), y + 2.02 * side * sin(angle)
            drawing.picture(self._pieces, "well" if i == 0 else "house", *spot, 1.1 * side)

    def _draw_markers(self, markers: Mapping[Hex, int]) -> None:
        side = self._side
        for place, count in markers.items():
            if count:
                x, y = self._on_map(place)
                drawing.picture(self._pieces, board.MARKERS[place][0], x, y, 1.3 * side)
                drawing.text(self._pieces, str(count), x, y, 0.75 * side, icons.INK)

    def _draw_arrows(self) -> None:
        both_ways = {path[::-1] for path in self.paths}
        for path in self.paths:
            if len(path) > 1:
                symbols.arrow(self._above, self._way(path), self._side, path in both_ways)

    def _way(self, path: Sequence[Hex]) -> list[Point]:
        """Path in window pixels; into or out of Grimheim it leads over the nearest hex."""
        places = [str(place) for place in path]
        for i, other in ((-1, -2), (0, 1)):
            if len(places) > 1 and places[i] == GRIMHEIM:
                x, y = board_map.CENTRES[places[other]]
                places[i] = min(
                    GRIMHEIM_HEXES,
                    key=lambda t: hypot(board_map.CENTRES[t][0] - x, board_map.CENTRES[t][1] - y),
                )
        return [self._on_map(place) for place in places]

    def _draw_marks(self) -> None:
        self.pulse_colours = []
        under = (HexMark(self.over, "default"),) if self.over else ()
        for mark in (*self.marks, *under):
            colour = _MARKS[mark.kind]
            if mark.kind in ("target", "ask", "default"):
                self._below.add(Color(*colour[:3], 0.38))
                for name in GRIMHEIM_HEXES if mark.hex == GRIMHEIM else (mark.hex,):
                    self._below.add(_fan(self._ring(name)))
            lines = self._outline(mark.hex)
            if mark.kind != "target":
                self._stroke(lines, [0.05, 0.06, 0.08, 0.8], 0.0052)
            if mark.kind not in _STILL:
                glow = self._stroke(lines, [*colour[:3], 0.35], 0.008)
                self.pulse_colours.append(glow)
            self._stroke(lines, _CREAM if mark.kind == "target" else colour, 0.0034)
            if mark.icon or mark.label:
                x, y = self._on_map(mark.hex)
                up = -0.95 if mark.kind == "wrong" else 0.95
                size = 1.05 * self._side
                symbols.badge(self._above, x, y + up * self._side, size, colour, mark.label, mark.icon)

    def _ring(self, name: Hex) -> list[Point]:
        return [self.at(point) for point in board_map.ring(name, 0.94)]

    def _outline(self, place: Hex) -> list[list[float]]:
        if place == GRIMHEIM:
            return [art.flat([self.at(p) for p in side]) for side in board_map.TOWN_OUTLINE]
        ring = self._ring(place)
        return [art.flat([*ring, ring[0]])]

    def _stroke(self, lines: list[list[float]], colour: theme.Rgba, width: float) -> Color:
        made = Color(*colour)
        self._above.add(made)
        for points in lines:
            self._above.add(Line(points=points, width=width * self.still_box[2], joint="round", cap="round"))
        return made

    def _sign_place(self, middle: Point, taken: Sequence[Point]) -> Point:
        """Position of a sign beside a hex, inside the board and not over another sign."""
        x, y = middle
        width, high = (share * self._side for share in symbols.SIGN)
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (0, 2)):
            here = x + dx * width * 0.75, y + dy * high * 0.95
            inside = abs(here[0] - self.x - self.width / 2) < (self.width - width) / 2 and (
                abs(here[1] - self.y - self.height / 2) < (self.height - high) / 2
            )
            if inside and all(abs(here[0] - a) >= width or abs(here[1] - b) >= high for a, b in taken):
                return here
        return x, y + high * 0.95


def _spread(count: int) -> list[Point]:
    """Offsets of pieces that share an area, in sides of a hex."""
    if count == 1:
        return [(0.0, 0.0)]
    turn = {2: 180.0, 3: 90.0}.get(count, 135.0)
    angles = [(turn - 360 * i / count) * pi / 180 for i in range(count)]
    return [(0.82 * cos(a), 0.82 * sin(a)) for a in angles]


def _fan(outline: Sequence[Point]) -> Mesh:
    vertices = [value for x, y in outline for value in (x, y, 0, 0)]
    return Mesh(vertices=vertices, indices=list(range(len(outline))), mode="triangle_fan")
