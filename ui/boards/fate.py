"""The live Fate board: pieces on the painted map, arrows of what hands do next, and marks."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, ScissorPop, ScissorPush
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.fate import board
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.fate.snapshot import Difference
from ui import theme
from ui.boards import art, drawing, fate_art, fate_icons, fate_map
from ui.boards.fate_pieces import Piece
from ui.boards.geometry import Point

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


class FateBoard(Widget):
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
    pulse = NumericProperty(0.0)

    __events__ = ("on_hex", "on_hold")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._map, self._below, self._pieces, self._above = (InstructionGroup() for _ in range(4))
        for group in (self._map, self._below, self._pieces, self._above):
            self.canvas.add(group)
        self._clip = ScissorPush()
        self.canvas.before.add(self._clip)
        self.canvas.after.add(ScissorPop())
        self._pulse_colours: list[Color] = []
        self._picture: fate_map.MapPicture | None = None
        self._painted_px = 0
        self._animation: Animation | None = None
        self._touched: tuple[Point, Point] | None = None
        self._hold = Clock.create_trigger(self._held, _HOLD_S)
        self._redraw_soon = Clock.create_trigger(self._redraw, -1)
        for name in (*_DRAWN, "pos", "size"):
            self.fbind(name, self._redraw_soon)
        self.bind(pulse=self._draw_pulse)

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
        painted = round(min(self.height, self.width / fate_map.ASPECT))
        if self._picture is None or painted != self._painted_px:
            self._painted_px = painted
            self._picture = fate_map.MapPicture(painted)
        self._map.clear()
        self._map.add(Color(1, 1, 1, 1))
        size = (height * fate_map.ASPECT, height)
        self._map.add(Rectangle(texture=self._picture.texture, pos=(left, bottom), size=size))
        for group in (self._below, self._pieces, self._above):
            group.clear()
        self._draw_town()
        self._draw_markers(self.markers)
        for ghost in self.ghosts:
            self._draw_piece(ghost, *self.at(ghost.hex), alpha=0.72)
        for place, here in self._by_hex().items():
            for piece, (dx, dy) in zip(here, _spread(len(here)), strict=True):
                x, y = self.at(place)
                self._draw_piece(piece, x + dx * self._side, y + dy * self._side)
        self._draw_marks()
        self._draw_arrows()
        self._signs: list[Point] = []
        for difference in self.differences:
            self._draw_difference(difference)
        self._run_pulse()

    def _by_hex(self) -> dict[Hex, list[Piece]]:
        found: dict[Hex, list[Piece]] = {}
        for piece in self.pieces:
            if piece.hex in fate_map.CENTRES:
                found.setdefault(piece.hex, []).append(piece)
        return found

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

    def _draw_piece(self, piece: Piece, x: float, y: float, alpha: float = 1.0) -> None:
        side, group = self._side, self._pieces
        look = fate_art.look(piece.kind)
        size = {"hexagon": 1.95, "figure": 1.75}.get(look.shape, 1.6) * side
        if piece.id and piece.id == self.acting:
            drawing.picture(group, "shadow", x, y, 2.5 * side, fate_icons.EDGE)
            drawing.picture(group, "shadow", x, y, 2.3 * side, theme.ACCENT)
        drawing.picture(group, "shadow", x + 0.05 * side, y - 0.12 * side, size, [0, 0, 0, 0.3])
        drawing.picture(group, fate_art.picture(piece.kind, piece.level), x, y, size, [1, 1, 1, alpha])
        drawing.text(group, look.letters, x, y + look.up * size, look.size * size, look.ink)
        if piece.damage:
            self._badge(group, x + 0.62 * side, y - 0.52 * side, fate_icons.DAMAGE, str(piece.damage))
        if piece.bounty:
            self._badge(group, x - 0.62 * side, y - 0.52 * side, fate_icons.GOLD, str(piece.bounty))
        if piece.held:
            self._badge(group, x - 0.5 * side, y + 0.5 * side, theme.ASK, icon="held")

    def _badge(
        self,
        group: InstructionGroup,
        x: float,
        y: float,
        colour: theme.Rgba,
        label: str = "",
        icon: str = "",
        size: float = 0.72,
    ) -> None:
        side = size * self._side
        drawing.picture(group, "shadow", x, y, 1.25 * side, fate_icons.EDGE)
        drawing.picture(group, "shadow", x, y, side * 1.06, colour)
        ink = theme.ON_ACCENT if sum(colour[:3]) > 1.3 else theme.TEXT
        if label:
            drawing.text(group, label, x, y, side * 0.8, ink)
        elif icon:
            drawing.picture(group, icon, x, y, side * 0.74, ink)

    def _draw_arrows(self) -> None:
        side = self._side
        both_ways = {path[::-1] for path in self.paths}
        for path in self.paths:
            points = self._way(path)
            if path in both_ways and len(points) > 1:
                (ax, ay), (bx, by) = points[0], points[-1]
                dx, dy = ((a - b) * 0.16 for a, b in ((by, ay), (ax, bx)))
                points = [(x + dx, y + dy) for x, y in points]
            if len(points) > 1:
                points[0] = _towards(points[0], points[1], 0.55 * side)
                points[-1] = _towards(points[-1], points[-2], -0.35 * side)
                drawing.arrow(self._above, points, 0.15 * side, 0.8 * side)

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
        group = self._above
        self._pulse_colours = []
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
                self._pulse_colours.append(glow)
            self._stroke(lines, colour, 0.0034)
            if mark.icon or mark.label:
                x, y = self.at(mark.hex)
                up = -0.95 if mark.kind == "wrong" else 0.95
                self._badge(group, x, y + up * self._side, colour, mark.label, mark.icon, 1.05)

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

    def _draw_difference(self, difference: Difference) -> None:
        """A small sign beside the hex: what lies there, crossed out, and what should."""
        side, group = self._side, self._above
        width, high = 5.4 * side, 2.3 * side
        x, y = self._sign_place(self.at(str(difference.space)), width * 1.06, high * 1.12)
        for colour, grow in ((theme.BAD, 0.16 * side), (fate_icons.EDGE, 0.0)):
            group.add(Color(*colour))
            pos = (x - width / 2 - grow, y - high / 2 - grow)
            group.add(Rectangle(pos=pos, size=(width + 2 * grow, high + 2 * grow)))
        for kind, dx, icon, tint in (
            (difference.seen, -1.45, "cross", theme.BAD),
            (difference.expected, 1.45, "check", theme.GOOD),
        ):
            if kind is None:
                drawing.picture(group, "nothing", x + dx * side, y, 1.7 * side, theme.TEXT_SOFT)
            else:
                look = fate_art.look(kind)
                drawing.picture(group, fate_art.picture(kind), x + dx * side, y, 1.8 * side)
                drawing.text(
                    group,
                    look.letters,
                    x + dx * side,
                    y + look.up * 1.8 * side,
                    look.size * 1.8 * side,
                    look.ink,
                )
            self._badge(group, x + (dx + 0.8) * side, y - 0.75 * side, tint, icon=icon, size=0.8)
        drawing.arrow(group, [(x - 0.35 * side, y), (x + 0.4 * side, y)], 0.09 * side, 0.4 * side, theme.TEXT)

    def _sign_place(self, middle: Point, width: float, high: float) -> Point:
        """Beside a hex, inside the board and not over another sign."""
        x, y = middle
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (0, 2)):
            here = x + dx * width * 0.75, y + dy * high * 0.95
            inside = abs(here[0] - self.x - self.width / 2) < (self.width - width) / 2 and (
                abs(here[1] - self.y - self.height / 2) < (self.height - high) / 2
            )
            apart = all(abs(here[0] - a) >= width or abs(here[1] - b) >= high for a, b in self._signs)
            if inside and apart:
                break
        self._signs.append(here)
        return here

    def _run_pulse(self) -> None:
        if bool(self._pulse_colours) == (self._animation is not None):
            return
        if self._animation is None:
            self._animation = Animation(pulse=1, duration=0.6, t="in_out_sine") + Animation(
                pulse=0, duration=0.6, t="in_out_sine"
            )
            self._animation.repeat = True
            self._animation.start(self)
        else:
            self._animation.cancel(self)
            self._animation = None

    def _draw_pulse(self, *_: Any) -> None:
        for colour in self._pulse_colours:
            colour.a = 0.15 + 0.55 * self.pulse


def _towards(start: Point, goal: Point, length_px: float) -> Point:
    """The point so far from `start` on the way to `goal`, at most half of it."""
    (ax, ay), (bx, by) = start, goal
    share = min(0.5, length_px / (hypot(bx - ax, by - ay) or 1))
    return ax + share * (bx - ax), ay + share * (by - ay)


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
