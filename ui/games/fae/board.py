"""Board of Fae: druids on the painted map, the last move, and spaces to act on."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal, TypeAlias

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty

from companion.games.fae import board
from companion.session.view import MarkKind
from ui import theme
from ui.boards import art, drawing, walk
from ui.boards.board import Board
from ui.boards.geometry import Point, Ring
from ui.explanation import About
from ui.games.fae import board_map, druids
from ui.widgets.chart import dashed

DruidTable: TypeAlias = Mapping[int, Mapping[str, int]]
SpaceMarkKind: TypeAlias = MarkKind | Literal["order", "selected", "target", "closed", "ritual"]

_MARKS: dict[str, tuple[list[float], str]] = {
    "place": (theme.ACCENT, "hand"),
    "remove": (theme.ACCENT, "take"),
    "move": (theme.ACCENT, ""),
    "goal": (theme.ACCENT, ""),
    "wrong": (theme.BAD, "cross"),
    "ask": (theme.ASK, ""),
    "order": (theme.ASK, ""),
    "selected": (theme.ACCENT, ""),
    "target": (theme.GOOD, "check"),
    "closed": (theme.BAD, "cross"),
    "ritual": (theme.ACCENT, "ritual"),
}
_BROKEN = ("wrong", "closed")
_DASH = (0.02, 0.012)
"""Drawn and left out, in map heights."""
_CASING: theme.Rgba = [1, 0.98, 0.94, 1]
"""Paper around a mark, which parts it from every ground."""
_GLOW = 0.24
_LEAVE_S = 0.5
_LIFT = 0.06
"""Distance that removed druids rise, in map heights."""


@dataclass(frozen=True, slots=True)
class SpaceMark:
    """A space that needs attention: an outline in the kind's colour and a symbol or a short label."""

    space: int
    kind: SpaceMarkKind
    label: str = ""


class FaeBoard(Board):
    """Shows `table`; dispatches `on_space` with the space that was tapped.

    `about_space` explains a space, if it is set.

    `last_move` is (source, target) or None: an arrow, and the group slides when it changes, or back when it
    is undone. An arrow to follow now, `guide_arrow`, takes its place, and so do `ways` to choose from. Druids
    that a ritual disrupts rise and fade. `lakes` are outlined: the reason why a way is closed.
    """

    aspect = board_map.ASPECT
    table = ObjectProperty({})
    last_move = ObjectProperty(None, allownone=True)
    guide_arrow = ObjectProperty(None, allownone=True)
    ways = ObjectProperty(())
    marks = ObjectProperty(())
    lakes = ObjectProperty(())
    about_space = ObjectProperty(None, allownone=True)
    progress = NumericProperty(1.0)
    leaving = NumericProperty(1.0)

    __events__ = ("on_space",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(layers=7, **kwargs)
        self._map, self._veils, self._marks, self._pieces_layer, *above = self.layers
        self._arrow, self._moving, self._badges = above
        self._groups: dict[int, tuple[Mapping[str, int], InstructionGroup]] = {}
        self._veiled: dict[int, InstructionGroup] = {}
        self._drawn_box = (0.0, 0.0, 0.0)
        self._slide: tuple[Translate, Point] | None = None
        self._rise: tuple[Translate, list[tuple[Color, float]]] | None = None
        self._last_box: tuple[float, float, float] | None = None
        self._soon = self.lifetime.trigger(self._settle, -1)
        self.bind(pos=self._soon, size=self._soon)
        self.bind(marks=self._draw_marks, lakes=self._draw_marks)
        self.bind(guide_arrow=lambda *_: self._draw_arrow(), ways=lambda *_: self._draw_arrow())
        self.bind(progress=self._on_progress, leaving=self._on_leaving)

    def show(self, table: DruidTable, last_move: tuple[int, int] | None) -> None:
        """Show a new table; the changes since the last one are animated."""
        if table == self.table and last_move == self.last_move:
            return
        before, old_move = self.table, self.last_move
        self._still()
        self.table, self.last_move = table, last_move
        shown: dict[int, Mapping[str, int]] = dict(table)
        lost: DruidTable = {}
        if before and last_move != old_move and self._drawn_box[2]:
            if last_move and before.get(last_move[0]) and not table.get(last_move[0]):
                source, target = last_move
                shown[target] = before.get(target, {})
                self._start_slide(source, target, before[source])
                lost = _lost(before, table, last_move)
            elif old_move and table.get(old_move[0]) and not before.get(old_move[0]):
                source, target = old_move
                self._start_slide(target, source, shown.pop(source))
        self._stand(shown)
        self._draw_arrow()
        if lost:
            self._start_leaving(lost)

    def picture(self) -> tuple[Texture, Texture]:
        """The map, bright and dimmed."""
        return board_map.painted(round(self._drawn_box[2]))

    def on_space(self, space: int) -> None:
        """Handle a tap on a space."""

    def tapped(self, spot: Point) -> None:
        """Turn a tap on the map into `on_space`."""
        if (space := board_map.space_at(spot)) is not None:
            self.dispatch("on_space", space)

    def about(self, spot: Point) -> About | None:
        """Explain the space at a place."""
        space = board_map.space_at(spot)
        explain: Callable[[int], About | None] | None = self.about_space
        return explain(space) if explain and space is not None else None

    def _settle(self, *_: Any) -> None:
        """Draw before the next frame once the size is stable, because painting takes long."""
        if self.still_box != self._last_box:
            self._last_box = self.still_box
            self._soon()
        else:
            self.paint()

    def paint(self) -> None:
        """Draw everything again if the size changed."""
        box = self.still_box
        if box[2] < 20 or box == self._drawn_box:
            return
        self._drawn_box = box
        self._map.clear()
        self._map.add(Color(1, 1, 1, 1))
        for mesh in board_map.ground(box, self.picture()[0]):
            self._map.add(mesh)
        self._still()
        self._pieces_layer.clear()
        self._groups.clear()
        self._veils.clear()
        self._veiled.clear()
        self._stand(self.table)
        self._draw_arrow()
        self._draw_marks()

    def _stand(self, table: DruidTable) -> None:
        """Draw the groups that changed."""
        height = self._drawn_box[2]
        if not height:
            return
        for space in {*table, *self._groups}:
            counts, group = self._groups.pop(space, ({}, None))
            if group and counts != table.get(space, {}):
                self._pieces_layer.remove(group)
                group = None
            if table.get(space) and group is None:
                group = InstructionGroup()
                druids.paint(group, space, table[space], self.at, height)
                self._pieces_layer.add(group)
            if group:
                self._groups[space] = (table[space], group)
        empty = {space for space in board.SPACES if not table.get(space)} if table else set()
        for space in self._veiled.keys() - empty:
            self._veils.remove(self._veiled.pop(space))
        for space in empty - self._veiled.keys():
            veil = self._veiled[space] = InstructionGroup()
            veil.add(Color(1, 1, 1, 1))
            for mesh in board_map.area(space, self._drawn_box, self.picture()[1]):
                veil.add(mesh)
            self._veils.add(veil)

    def _still(self) -> None:
        """End all animations."""
        Animation.cancel_all(self, "progress", "leaving")
        self._moving.clear()
        self._slide = self._rise = None

    def _mover(self) -> tuple[InstructionGroup, Translate]:
        """A group of instructions that can be shifted as one."""
        group, shift = InstructionGroup(), Translate(0, 0)
        group.add(PushMatrix())
        group.add(shift)
        self._moving.add(group)
        return group, shift

    def _start_slide(self, source: int, target: int, counts: Mapping[str, int]) -> None:
        height = self._drawn_box[2]
        group, shift = self._mover()
        druids.paint(group, source, counts, self.at, height)
        group.add(PopMatrix())
        (ax, ay), (bx, by) = board_map.CENTRES[source], board_map.CENTRES[target]
        self._slide = shift, ((bx - ax) * height, (by - ay) * height)
        self.progress = 0.0
        self.lifetime.animate(self, Animation(progress=1.0, duration=walk.seconds(1), t="in_out_quad"))

    def _start_leaving(self, lost: DruidTable) -> None:
        group, shift = self._mover()
        tints = [
            tint
            for space, counts in lost.items()
            for tint in druids.paint(group, space, counts, self.at, self._drawn_box[2])
        ]
        group.add(PopMatrix())
        self._rise = shift, [(tint, tint.a) for tint in tints]
        self.leaving = 0.0
        stay = Animation(leaving=0.0, duration=walk.seconds(1))  # until the group has arrived
        self.lifetime.animate(self, stay + Animation(leaving=1.0, duration=_LEAVE_S, t="in_quad"))

    def _on_progress(self, *_: Any) -> None:
        if self._slide is None:
            return
        shift, (dx, dy) = self._slide
        shift.xy = (dx * self.progress, dy * self.progress + walk.lift(self.progress))
        if self.progress >= 1:
            self._slide = None
            self._end_motion()
            self._stand(self.table)

    def _on_leaving(self, *_: Any) -> None:
        if self._rise is None:
            return
        shift, tints = self._rise
        shift.y = _LIFT * self._drawn_box[2] * self.leaving
        for tint, alpha in tints:
            tint.a = alpha * (1 - self.leaving)
        if self.leaving >= 1:
            self._rise = None
            self._end_motion()

    def _end_motion(self) -> None:
        if self._slide is None and self._rise is None:
            self._moving.clear()

    def _draw_arrow(self) -> None:
        self._arrow.clear()
        if not self._drawn_box[2]:
            return
        for way in self.ways:
            self._point(way, True)
        if not self.ways and (arrow := self.guide_arrow or self.last_move):
            self._point(arrow, self.guide_arrow is not None)

    def _point(self, way: tuple[int, int], guiding: bool) -> None:
        """An arrow from a space to another."""
        height = self._drawn_box[2]
        source, target = way
        (ax, ay), (bx, by) = self.at(board_map.CENTRES[source]), self.at(board_map.CENTRES[target])
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        crowd = sum(self.table.get(target, {}).values())
        gap = 0.012 if guiding else 0.042 if crowd < 2 else 0.058
        tip = max(0.6 * length, length - gap * height)
        head = min((0.042 if guiding else 0.034) * height, 0.4 * tip)
        bend = 0.1 * length
        curve = [
            (ax + ux * t * tip - uy * 4 * bend * t * (1 - t), ay + uy * t * tip + ux * 4 * bend * t * (1 - t))
            for t in (i / 16 for i in range(17))
        ]
        colour = theme.ACCENT if guiding else theme.INK
        drawing.arrow(self._arrow, curve, (0.009 if guiding else 0.006) * height, head, colour)

    def _draw_marks(self, *_: Any) -> None:
        group, height = self._marks, self._drawn_box[2]
        group.clear()
        self._badges.clear()
        self.pulse_colours = []
        if height:
            for lake in self.lakes:
                self._outline(board_map.LAKE_RINGS[lake], theme.BAD, broken=True)
            for mark in self.marks:
                colour, symbol = _MARKS[mark.kind]
                glow = Color(*colour[:3], _GLOW)
                group.add(glow)
                for mesh in board_map.area(mark.space, self._drawn_box):
                    group.add(mesh)
                self._outline(board_map.RINGS[mark.space], colour, broken=mark.kind in _BROKEN)
                if mark.kind not in ("selected", "target"):
                    self.pulse_colours.append(glow)
                if symbol or mark.label:
                    self._badge(mark, colour, symbol)
        self.run_pulse()

    def _outline(self, ring: Ring, colour: theme.Rgba, broken: bool) -> None:
        """A line around an area, in dashes if it is `broken`."""
        group, height = self._marks, self._drawn_box[2]
        points = [self.at(point) for point in ring]
        group.add(Color(*_CASING))
        group.add(Line(points=art.flat(points), width=0.0075 * height, close=True, joint="round"))
        group.add(Color(*colour))
        lines = list(dashed([*points, points[0]], *(height * mm for mm in _DASH))) if broken else [points]
        for line in lines:
            if len(line) > 1:
                group.add(Line(points=art.flat(line), width=0.0045 * height, close=not broken,
                               cap="none" if broken else "round", joint="round"))  # fmt: skip

    def _badge(self, mark: SpaceMark, colour: theme.Rgba, symbol: str) -> None:
        group, (left, bottom, height) = self._badges, self._drawn_box
        size = (0.036 if mark.kind == "target" else 0.052) * height
        x, y = self.at(board_map.CENTRES[mark.space])
        x += 0.034 * height if mark.kind == "target" else 0
        y = min(y + (0.042 if mark.kind == "target" else 0.056) * height, bottom + height - size * 0.6)
        x = min(max(x, left + size * 0.6), left + height * board_map.ASPECT - size * 0.6)
        drawing.picture(group, "shadow", x, y, 1.24 * size, _CASING)
        drawing.picture(group, "shadow", x, y, size, colour)
        ink = theme.ON_ACCENT if colour is theme.ACCENT else theme.ON_SIGNAL
        if mark.label:
            drawing.text(group, mark.label, x, y, size * 0.72, ink)
        else:
            drawing.picture(group, symbol, x, y, size * 0.72, ink)


def _lost(before: DruidTable, table: DruidTable, way: tuple[int, int]) -> DruidTable:
    """Druids that the rituals of a move removed."""
    source, target = way
    moved = {**before, source: {}, target: Counter(before.get(target, {})) + Counter(before[source])}
    lost = {space: Counter(counts) - Counter(table.get(space, {})) for space, counts in moved.items()}
    return {space: counts for space, counts in lost.items() if counts}
