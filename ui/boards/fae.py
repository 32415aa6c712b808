"""The live Fae board: druids on the painted map, what just happened, and where to act."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Any, Literal, TypeAlias

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.properties import NumericProperty, ObjectProperty

from companion.games.fae import board
from ui import theme
from ui.boards import art, drawing, fae_map
from ui.boards.geometry import Point
from ui.boards.pulse import Pulsing

Table: TypeAlias = Mapping[int, Mapping[str, int]]
MarkKind: TypeAlias = Literal[
    "place", "remove", "move", "wrong", "ask", "order", "selected", "target", "closed"
]

_MARKS: dict[str, tuple[list[float], str]] = {
    "place": (theme.ACCENT, "hand"),
    "remove": (theme.ACCENT, "take"),
    "move": (theme.ACCENT, ""),
    "wrong": (theme.BAD, "cross"),
    "ask": (theme.ASK, ""),
    "order": (theme.ASK, ""),
    "selected": (theme.TEXT, ""),
    "target": (theme.GOOD, "check"),
    "closed": (theme.BAD, "cross"),
}
_FEW = 4
"""Groups up to this size show every druid; larger ones one druid per colour with its count."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A space that needs attention: an outline in the kind's colour and a symbol or a short label."""

    space: int
    kind: MarkKind
    label: str = ""


@dataclass(frozen=True, slots=True)
class _Token:
    colour: str
    count: int
    x: float
    y: float
    size: float


def tokens(space: int, counts: Mapping[str, int]) -> list[_Token]:
    """Where the druids of a group are drawn, in map units."""
    total = sum(counts.values())
    if total <= _FEW:
        pieces = [(colour, 1) for colour in board.COLOURS for _ in range(counts.get(colour, 0))]
    else:
        pieces = [(colour, counts[colour]) for colour in board.COLOURS if counts.get(colour)]
    cx, cy = fae_map.CENTRES[space]
    room = min(max(fae_map.ROOM[space], 0.05), 0.06)
    size, ring, turn = {
        1: (0.078, 0.0, 0.0),
        2: (0.068, 0.62, 0.0),
        3: (0.064, 0.72, 90.0),
        4: (0.057, 0.75, 45.0),
        5: (0.055, 0.93, 90.0),
    }[len(pieces)]
    angles = [(turn - 360 * i / len(pieces)) * pi / 180 for i in range(len(pieces))]
    return [
        _Token(colour, count, cx + room * ring * cos(a), cy + room * ring * sin(a), size)
        for (colour, count), a in zip(pieces, angles, strict=True)
    ]


class FaeBoard(Pulsing):
    """Shows `table`; dispatches `on_space` with the space that was tapped.

    `last_move` is (source, target) or None: an arrow, and the group slides when it changes. An arrow
    to follow now, `guide_arrow`, takes its place.
    """

    table = ObjectProperty({})
    last_move = ObjectProperty(None, allownone=True)
    guide_arrow = ObjectProperty(None, allownone=True)
    marks = ObjectProperty(())
    progress = NumericProperty(1.0)

    __events__ = ("on_space",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._map, self._druids, self._arrow, self._marks = (InstructionGroup() for _ in range(4))
        for group in (self._map, self._druids, self._arrow, self._marks):
            self.canvas.add(group)
        self._picture: fae_map.MapPicture | None = None
        self._painted_px = 0
        self._before: Table = {}
        self._veiled: set[int] | None = None
        self.bind(pos=self._redraw, size=self._redraw, marks=self._draw_marks)
        self.bind(guide_arrow=lambda *_: self._draw_arrow())
        self.bind(progress=self._draw_druids)

    def show(self, table: Table, last_move: tuple[int, int] | None) -> None:
        """Put a new table on the board; a new last move is animated."""
        moved = last_move is not None and last_move != self.last_move and bool(self.table)
        if table == self.table and last_move == self.last_move:
            return
        self._before, self.table, self.last_move = self.table, table, last_move
        Animation.cancel_all(self, "progress")
        self.progress = 0.0 if moved else 1.0
        self._redraw()
        if moved:
            Animation(progress=1.0, duration=0.4, t="out_cubic").start(self)

    @property
    def map_box(self) -> tuple[float, float, float]:
        """Left and bottom of the map on the window and its height, in pixels."""
        height = min(self.height, self.width / fae_map.ASPECT)
        left = self.x + (self.width - height * fae_map.ASPECT) / 2
        return left, self.y + (self.height - height) / 2, height

    def on_space(self, space: int) -> None:
        """Somebody tapped a space."""

    def on_touch_down(self, touch: Any) -> bool:
        """Turn a tap on the map into `on_space`."""
        left, bottom, height = self.map_box
        if not self.collide_point(*touch.pos) or height <= 0:
            return False
        space = fae_map.space_at(((touch.x - left) / height, (touch.y - bottom) / height))
        if space is not None:
            self.dispatch("on_space", space)
        return True

    def _at(self, point: Point) -> Point:
        left, bottom, height = self.map_box
        return left + point[0] * height, bottom + point[1] * height

    def _redraw(self, *_: Any) -> None:
        left, bottom, height = self.map_box
        if height < 50:
            return
        if self._picture is None or round(height) != self._painted_px:
            self._painted_px = round(height)
            self._picture = fae_map.MapPicture(self._painted_px)
            self._veiled = None
        empty = set(board.SPACES) - set(self.table) if self.table else set()
        if empty != self._veiled:
            self._picture.veil(empty)
            self._veiled = empty
        self._map.clear()
        self._map.add(Color(1, 1, 1, 1))
        self._map.add(
            Rectangle(
                texture=self._picture.texture, pos=(left, bottom), size=(height * fae_map.ASPECT, height)
            )
        )
        self._draw_arrow()
        self._draw_druids()
        self._draw_marks()

    def _draw_druids(self, *_: Any) -> None:
        height = self.map_box[2]
        group = self._druids
        group.clear()
        for placed, (dx, dy) in self._placed():
            for token in placed:
                x, y = self._at((token.x + dx, token.y + dy))
                size = token.size * height
                group.add(Color(0, 0, 0, 0.3))
                shadow = (x - size * 0.46, y - size * 0.58)
                group.add(Rectangle(texture=art.texture("shadow"), pos=shadow, size=(size, size)))
                group.add(Color(1, 1, 1, 1))
                pos = (x - size / 2, y - size / 2)
                group.add(Rectangle(texture=art.texture(f"druid-{token.colour}"), pos=pos, size=(size, size)))
                if token.count > 1:
                    colour = art.COUNT_ON_DRUID.get(token.colour, theme.TEXT)
                    drawing.text(group, str(token.count), x, y, size * 0.58, colour)

    def _placed(self) -> Iterator[tuple[list[_Token], Point]]:
        """The tokens of every group and how far they still are from where they belong."""
        table = dict(self.table)
        sliding = None
        if self.last_move is not None and self.progress < 1 and set(self.last_move) <= set(self._before):
            source, target = self.last_move
            (ax, ay), (bx, by) = fae_map.CENTRES[source], fae_map.CENTRES[target]
            way = ((bx - ax) * self.progress, (by - ay) * self.progress)
            sliding = tokens(source, self._before[source]), way
            table[target] = self._before[target]
        for space in sorted(table):
            yield tokens(space, table[space]), (0.0, 0.0)
        if sliding:
            yield sliding

    def _draw_arrow(self) -> None:
        self._arrow.clear()
        arrow = self.guide_arrow or self.last_move
        if arrow is None:
            return
        height = self.map_box[2]
        source, target = arrow
        (ax, ay), (bx, by) = self._at(fae_map.CENTRES[source]), self._at(fae_map.CENTRES[target])
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        guiding = self.guide_arrow is not None
        crowd = sum(self.table.get(target, {}).values())
        gap = 0.012 if guiding else 0.042 if crowd < 2 else 0.058
        tip = max(0.6 * length, length - gap * height)
        head = min((0.042 if guiding else 0.034) * height, 0.4 * tip)
        bend = 0.1 * length
        curve = [
            (ax + ux * t * tip - uy * 4 * bend * t * (1 - t), ay + uy * t * tip + ux * 4 * bend * t * (1 - t))
            for t in (i / 16 for i in range(17))
        ]
        colour = theme.ACCENT if guiding else theme.TEXT
        drawing.arrow(self._arrow, curve, (0.009 if guiding else 0.006) * height, head, colour)

    def _draw_marks(self, *_: Any) -> None:
        group, height = self._marks, self.map_box[2]
        group.clear()
        self.pulse_colours = []
        for mark in self.marks:
            colour, symbol = _MARKS[mark.kind]
            outline = art.flat([self._at(p) for p in fae_map.RINGS[mark.space]])
            glow = Color(*colour[:3], 0.35)
            group.add(Color(0.05, 0.06, 0.08, 0.8))
            group.add(Line(points=outline, width=0.0085 * height, close=True, joint="round"))
            group.add(glow)
            group.add(Line(points=outline, width=0.015 * height, close=True, joint="round"))
            group.add(Color(*colour))
            group.add(Line(points=outline, width=0.005 * height, close=True, joint="round"))
            if mark.kind not in ("selected", "target"):
                self.pulse_colours.append(glow)
            if symbol or mark.label:
                self._badge(group, mark, colour, symbol)
        self.run_pulse()

    def _badge(self, group: InstructionGroup, mark: Mark, colour: list[float], symbol: str) -> None:
        height = self.map_box[2]
        size = (0.034 if mark.kind == "target" else 0.052) * height
        x, y = self._at(fae_map.CENTRES[mark.space])
        left, bottom, _ = self.map_box
        y = min(y + 0.056 * height, bottom + height - size * 0.55)
        x = min(max(x, left + size * 0.55), left + height * fae_map.ASPECT - size * 0.55)
        disc = art.texture("shadow")
        for tint, grow in (([0.05, 0.06, 0.08, 1], 1.2), (colour, 1.0)):
            group.add(Color(*tint))
            side = size * grow
            group.add(Rectangle(texture=disc, pos=(x - side / 2, y - side / 2), size=(side, side)))
        if mark.label:
            drawing.text(group, mark.label, x, y, size * 0.72, theme.ON_ACCENT)
        else:
            group.add(Color(*theme.ON_ACCENT))
            side = size * 0.72
            pos = (x - side / 2, y - side / 2)
            group.add(Rectangle(texture=art.texture(symbol), pos=pos, size=(side, side)))
