"""The live Fate board: pieces on the painted map, arrows of what hands do next, and marks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, ScissorPop, ScissorPush
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.games.fate import board
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.position import GRIMHEIM, Hex
from ui import theme
from ui.boards import art, drawing, fate_icons, fate_map, fate_signs
from ui.boards.fate_pieces import Piece
from ui.boards.geometry import Point
from ui.boards.pulse import Pulsing

_MARKS: dict[str, theme.Rgba] = {
    "todo": theme.ACCENT,
    "wrong": theme.BAD,
    "ask": theme.ASK,
    "default": theme.ACCENT,
    "target": theme.GOOD,
    "attack": theme.BAD,
}
_STILL = ("target", "attack")
_DRAWN = (
    "zoomed",
    "focus_at",
    "pieces",
    "marks",
    "paths",
    "ghosts",
    "differences",
    "town",
    "markers",
    "acting",
)
_HOLD_S = 0.6
_DRAG_MM = 3.0
_SNAP_MM = theme.TOUCH_MM / 2
_ZOOM = 2.0


class FateBoard(Pulsing):
    """Shows `pieces`; dispatches `on_hex` for a tap and `on_hold` for a long press, with the hex.

    `paths` are the ways of pieces that hands should move now, `ghosts` pieces that they should put,
    `differences` what lies wrong, `acting` the hero whose turn it is. While
    `zoomed` a drag moves the map. A tap near a marked hex means that hex: fingers are wider than hexes.
    """

    pieces = ObjectProperty(())
    marks = ObjectProperty(())
    paths = ObjectProperty(())
    ghosts = ObjectProperty(())
    differences = ObjectProperty(())
    markers = ObjectProperty({})
    acting = StringProperty("")
    town = NumericProperty(0)
    zoomed = BooleanProperty(False)
    focus_at = ListProperty([fate_map.ASPECT / 2, 0.5])

    __events__ = ("on_hex", "on_hold")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._map, self._below, self._pieces, self._above = (InstructionGroup() for _ in range(4))
        for group in (self._map, self._below, self._pieces, self._above):
            self.canvas.add(group)
        self._clip = ScissorPush()
        self.canvas.before.add(self._clip)
        self.canvas.after.add(ScissorPop())
        self._touched: tuple[Point, Point] | None = None
        self._hold = Clock.create_trigger(self._held, _HOLD_S)
        self._redraw_soon = Clock.create_trigger(self._redraw, -1)
        for name in (*_DRAWN, "pos", "size"):
            self.fbind(name, self._redraw_soon)

    @property
    def map_box(self) -> tuple[float, float, float]:
        """Left and bottom of the map on the window and its height, in pixels."""
        height = min(self.height, self.width / fate_map.ASPECT) * (_ZOOM if self.zoomed else 1)
        width = height * fate_map.ASPECT
        x, y = self.focus_at if self.zoomed else (fate_map.ASPECT / 2, 0.5)
        left = self.x + self.width / 2 - x * height
        bottom = self.y + self.height / 2 - y * height
        if self.zoomed:
            left = max(min(left, self.x), self.right - width)
            bottom = max(min(bottom, self.y), self.top - height)
        return left, bottom, height

    def on_hex(self, place: Hex) -> None:
        """Somebody tapped a hex."""

    def on_hold(self, place: Hex) -> None:
        """Somebody kept a finger on a hex."""

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex meant by a tap at a place of the window."""
        left, bottom, height = self.map_box
        point = (x - left) / height, (y - bottom) / height
        marked = [mark.hex for mark in self.marks if mark.kind not in ("todo", "wrong")]
        here = fate_map.hex_at(point)
        if here in marked or not marked:
            return here
        gaps = {
            place: hypot(*(a - b for a, b in zip(self.at(place), (x, y), strict=True))) for place in marked
        }
        nearest = min(gaps, key=lambda place: gaps[place])
        return nearest if gaps[nearest] <= theme.mm(_SNAP_MM) else here

    def at(self, place: Hex) -> Point:
        """Where the middle of a hex is on the window."""
        return self._on_window(fate_map.CENTRES[place])

    def _on_window(self, point: Point) -> Point:
        left, bottom, height = self.map_box
        return left + point[0] * height, bottom + point[1] * height

    def on_touch_down(self, touch: Any) -> bool:
        """A tap, a long press or a drag begins."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._touched = touch.pos, tuple(self.focus_at)
        self._hold()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Drag the map while it is zoomed."""
        if touch.grab_current is not self or self._touched is None:
            return False
        (x, y), (fx, fy) = self._touched
        if hypot(touch.x - x, touch.y - y) > theme.mm(_DRAG_MM):
            self._hold.cancel()
            touch.ud["dragged"] = True
            if self.zoomed:
                height = self.map_box[2]
                self.focus_at = [fx - (touch.x - x) / height, fy - (touch.y - y) / height]
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap ends."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._hold.cancel()
        if self._touched is not None and "dragged" not in touch.ud:
            place = self.hex_at(*touch.pos)
            if place is not None:
                self.dispatch("on_hex", place)
        self._touched = None
        return True

    def _held(self, *_: Any) -> None:
        if self._touched is not None:
            place = self.hex_at(*self._touched[0])
            self._touched = None
            if place is not None:
                self.dispatch("on_hold", place)

    @property
    def _side(self) -> float:
        return fate_map.SIDE * self.map_box[2]

    def _redraw(self, *_: Any) -> None:
        left, bottom, height = self.map_box
        if min(self.size) < 50:
            return
        self._clip.pos = round(self.x), round(self.y)
        self._clip.size = round(self.width), round(self.height)
        picture = fate_map.painted(round(min(self.height, self.width / fate_map.ASPECT)))
        self._map.clear()
        self._map.add(Color(1, 1, 1, 1))
        size = (height * fate_map.ASPECT, height)
        self._map.add(Rectangle(texture=picture, pos=(left, bottom), size=size))
        for group in (self._below, self._pieces, self._above):
            group.clear()
        self._draw_town()
        self._draw_markers(self.markers)
        for ghost, spot in self._spots(self.ghosts):
            fate_signs.piece(self._pieces, ghost, *spot, self._side, alpha=0.72)
        for piece, spot in self._spots(self.pieces):
            if piece.id and piece.id == self.acting:
                fate_signs.acting(self._pieces, *spot, self._side)
            fate_signs.piece(self._pieces, piece, *spot, self._side)
        self._draw_marks()
        self._draw_arrows()
        taken: list[Point] = []
        for number, difference in enumerate(self.differences, 1):
            taken.append(self._sign_place(self.at(str(difference.space)), taken))
            fate_signs.difference(self._above, difference, str(number), *taken[-1], self._side)
        self.run_pulse()

    def _spots(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Point]]:
        """Where pieces are drawn: side by side where they share a hex."""
        found: dict[Hex, list[Piece]] = {}
        for piece in pieces:
            if piece.hex in fate_map.CENTRES:
                found.setdefault(piece.hex, []).append(piece)
        for place, here in found.items():
            x, y = self.at(place)
            for piece, (dx, dy) in zip(here, _spread(len(here)), strict=True):
                yield piece, (x + dx * self._side, y + dy * self._side)

    def _draw_town(self) -> None:
        side, (x, y) = self._side, self.at(GRIMHEIM)
        for i in range(int(self.town)):
            angle = (90 - 36 * i) * pi / 180
            spot = x + 2.02 * side * cos(angle), y + 2.02 * side * sin(angle)
            drawing.picture(self._pieces, "well" if i == 0 else "house", *spot, 1.1 * side)

    def _draw_markers(self, markers: Mapping[Hex, int]) -> None:
        side = self._side
        for place, count in markers.items():
            if count:
                x, y = self.at(place)
                drawing.picture(self._pieces, board.MARKERS[place][0], x, y, 1.3 * side)
                drawing.text(self._pieces, str(count), x, y, 0.75 * side, fate_icons.INK)

    def _draw_arrows(self) -> None:
        both_ways = {path[::-1] for path in self.paths}
        for path in self.paths:
            if len(path) > 1:
                fate_signs.arrow(self._above, self._way(path), self._side, beside=path in both_ways)

    def _way(self, path: Sequence[Hex]) -> list[Point]:
        """A path on the window; where it leads into Grimheim or out of it, over the nearest hex."""
        places = [str(place) for place in path]
        for i, other in ((-1, -2), (0, 1)):
            if len(places) > 1 and places[i] == GRIMHEIM:
                x, y = fate_map.CENTRES[places[other]]
                places[i] = min(
                    GRIMHEIM_HEXES,
                    key=lambda t: hypot(fate_map.CENTRES[t][0] - x, fate_map.CENTRES[t][1] - y),
                )
        return [self.at(place) for place in places]

    def _draw_marks(self) -> None:
        self.pulse_colours = []
        for mark in self.marks:
            colour = _MARKS[mark.kind]
            if mark.kind in ("target", "ask", "default"):
                self._below.add(Color(*colour[:3], 0.38))
                for name in GRIMHEIM_HEXES if mark.hex == GRIMHEIM else (mark.hex,):
                    self._below.add(_fan(self._ring(name)))
            lines = self._outline(mark.hex)
            self._stroke(lines, [0.05, 0.06, 0.08, 0.8], 0.0052)
            if mark.kind not in _STILL:
                glow = self._stroke(lines, [*colour[:3], 0.35], 0.008)
                self.pulse_colours.append(glow)
            self._stroke(lines, colour, 0.0034)
            if mark.icon or mark.label:
                x, y = self.at(mark.hex)
                up = -0.95 if mark.kind == "wrong" else 0.95
                size = 1.05 * self._side
                fate_signs.badge(self._above, x, y + up * self._side, size, colour, mark.label, mark.icon)

    def _ring(self, name: Hex) -> list[Point]:
        return [self._on_window(point) for point in fate_map.ring(name, 0.94)]

    def _outline(self, place: Hex) -> list[list[float]]:
        if place == GRIMHEIM:
            return [art.flat([self._on_window(p) for p in side]) for side in fate_map.TOWN_OUTLINE]
        ring = self._ring(place)
        return [art.flat([*ring, ring[0]])]

    def _stroke(self, lines: list[list[float]], colour: theme.Rgba, width: float) -> Color:
        made = Color(*colour)
        self._above.add(made)
        for points in lines:
            self._above.add(Line(points=points, width=width * self.map_box[2], joint="round", cap="round"))
        return made

    def _sign_place(self, middle: Point, taken: Sequence[Point]) -> Point:
        """Beside a hex, inside the board and not over another sign."""
        x, y = middle
        width, high = (share * self._side for share in fate_signs.SIGN)
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (0, 2)):
            here = x + dx * width * 0.75, y + dy * high * 0.95
            inside = abs(here[0] - self.x - self.width / 2) < (self.width - width) / 2 and (
                abs(here[1] - self.y - self.height / 2) < (self.height - high) / 2
            )
            if inside and all(abs(here[0] - a) >= width or abs(here[1] - b) >= high for a, b in taken):
                return here
        return x, y + high * 0.95


def _spread(count: int) -> list[Point]:
    """Where pieces stand that share an area, in sides of a hex."""
    if count == 1:
        return [(0.0, 0.0)]
    turn = {2: 180.0, 3: 90.0}.get(count, 135.0)
    angles = [(turn - 360 * i / count) * pi / 180 for i in range(count)]
    return [(0.82 * cos(a), 0.82 * sin(a)) for a in angles]


def _fan(outline: Sequence[Point]) -> Mesh:
    vertices = [value for x, y in outline for value in (x, y, 0, 0)]
    return Mesh(vertices=vertices, indices=list(range(len(outline))), mode="triangle_fan")
