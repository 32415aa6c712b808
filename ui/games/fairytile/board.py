"""Board of Fairy Tile: lands, rivers, figures, reachable and visible lands, spots for a tile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal, NamedTuple, TypeAlias

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, Mesh, PopMatrix, PushMatrix, Translate
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.games.fairytile.board import Cell
from ui import theme
from ui.boards import drawing, walk
from ui.boards.board import Board
from ui.boards.geometry import Point
from ui.explanation import About
from ui.games.fairytile import art as art
from ui.games.fairytile import board_map, lands
from ui.games.fairytile.lands import Lands, Pen

MarkKind: TypeAlias = Literal["reach", "sight", "closed", "ask", "todo", "told"]
_MARKS: Mapping[str, tuple[theme.Rgba, str]] = {
    "reach": (theme.GOOD, "check"),
    "sight": (theme.ASK, "eye"),
    "closed": (theme.BAD, "cross"),
    "ask": (theme.ASK, ""),
    "todo": (theme.ACCENT, "hand"),
    "told": (theme.ACCENT, ""),
}
SYMBOL: Point = (0.55, 0.48)
"""Place of the check mark of a reachable land beside its middle, in sides of a land; an eye is left of it."""
_SIGHT = 0.75
"""Opacity of the lines in which a figure sees."""
_SYMBOL_FROM: Point = (0.18, 0.12)
"""From there to the upper right a touch means the check mark."""
_TILE, _TILE_STEPS = 3, 5
"""Number of lands of a tile, and the steps that its way takes as long as."""
_NEAR = 1.5
"""Maximum distance of a tap from the middle of a spot, in sides of a land."""
_TARGET_MM = 9.0
"""Minimum distance of two spots that are touched separately, and the width of their marks."""
_MARK_SIDES, _LARGEST_MARK = 1.42, 1.7
"""Width of a mark in sides of a land, and how much larger it may become."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A land that needs attention: an outline in the kind's colour, and its symbol or a short label."""

    cell: Cell
    kind: MarkKind
    label: str = ""


class Ghost(NamedTuple):
    """Lands of a tile that is or might be there. Pale ones only show their outline."""

    lands: Lands
    colour: theme.Rgba = theme.ACCENT


class KingdomBoard(Board):
    """Board that shows `kingdom`, the land of each cell.

    Dispatches `on_touched` with the figures under a tap, the nearest first, else `on_land` with its cell, of
    the kingdom or not. The corner of a reachable land with its check mark means the land even if a figure
    stands on it.

    `spots` are the places where the tile in hand may lie, each its three lands. Those that are too near for
    a finger are one group with one mark; a tap beside the kingdom means the nearest mark and dispatches
    `on_spot`. `tile` is a ghost on one of them, or where a tile lies
    wrongly. `chosen` is the selected figure. `ways` are arrows with numbers.
    `about_land` explains the figure at a place, "" for none, or its cell, if it is set.
    """

    aspect = board_map.ASPECT
    kingdom = ObjectProperty({})
    figures = ObjectProperty({})
    marks = ObjectProperty(())
    spots = ObjectProperty(())
    tile = ObjectProperty(None, allownone=True)
    chosen = StringProperty("")
    ways = ObjectProperty(())
    about_land = ObjectProperty(None, allownone=True)
    progress = NumericProperty(1.0)

    __events__ = ("on_touched", "on_land", "on_spot")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(layers=6, **kwargs)
        self._ground, self._ghosts, self._arrows, self._figures_layer, self._moving, self._marks = self.layers
        self.frame = board_map.fitted(())
        self._groups: list[list[int]] = []
        self._drawn: Any = None
        self._stood: Mapping[str, Cell] = {}
        self._slide: tuple[Translate, Point] | None = None
        self._coming = False
        self._last_spot: frozenset[Cell] = frozenset()
        self._soon = self.lifetime.trigger(self.paint, -1)
        for name in (
            "pos",
            "size",
            "kingdom",
            "figures",
            "marks",
            "spots",
            "tile",
            "chosen",
            "ways",
        ):
            self.fbind(name, self._soon)
        self.bind(progress=self._on_progress)

    def on_touched(self, figures: Sequence[str]) -> None:
        """Handle a tap on figures."""

    def on_land(self, cell: Cell) -> None:
        """Handle a tap on a cell."""

    def on_spot(self, spot: int) -> None:
        """Handle a tap on one of the `spots`."""

    def tapped(self, spot: Point) -> None:
        """Turn a tap into `on_spot`, `on_touched` or `on_land`."""
        point = self.frame.back(spot)
        cell = board_map.land_at(point)
        if self.spots and cell not in self.kingdom:
            if self.tile and cell in self.tile.lands and (lying := self._lying()) is not None:
                self.dispatch("on_spot", lying)
                return
            x, y = point
            middles = {group[0]: board_map.middle(self.spots[group[0]]) for group in self._groups}
            far = {first: hypot(x - mx, y - my) for first, (mx, my) in middles.items()}
            nearest = min(far, key=far.__getitem__, default=None)  # none before they are painted
            if nearest is not None and far[nearest] < max(_NEAR, self._target_sides()):
                self.dispatch("on_spot", nearest)
                return
        figures = () if self._on_symbol(point, cell) else lands.under(point, self.figures)
        if figures:
            self.dispatch("on_touched", figures)
        else:
            self.dispatch("on_land", cell)

    def group_of(self, spot: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        """Return the spots that are touched together with one of them."""
        return next(
            (
                [self.spots[i] for i in group]
                for group in self._groups
                if spot in [self.spots[i] for i in group]
            ),
            [tuple(spot)],
        )

    def _lying(self) -> int | None:
        """Return the spot on which the tile lies, if it is one."""
        lying = set(self.tile.lands) if self.tile else set()
        return next((i for i, spot in enumerate(self.spots) if set(spot) == lying), None)

    def _target_sides(self) -> float:
        """Return the size of a target for a finger, in sides of a land."""
        return theme.mm(_TARGET_MM) / max(1.0, self.frame.side * self.still_box[2])

    def about(self, spot: Point) -> About | None:
        """Explain the figure or the land at a place."""
        point = self.frame.back(spot)
        explain: Callable[[str, Cell], About | None] | None = self.about_land
        figure = next(iter(lands.under(point, self.figures)), "")
        return explain(figure, board_map.land_at(point)) if explain else None

    def _on_symbol(self, point: Point, cell: Cell) -> bool:
        x, y = board_map.centre(cell)
        near = point[0] > x + _SYMBOL_FROM[0] and point[1] > y + _SYMBOL_FROM[1]
        return near and any(mark.cell == cell and mark.kind == "reach" for mark in self.marks)

    def spot_seen(self, point: Point) -> Point:
        """Present position in the window of a place of the lattice."""
        return self.seen(self.frame.place(point))

    def paint(self, *_: Any) -> None:
        """Draw the changed layers."""
        box = self.still_box
        if box[2] < 20:
            return
        wide = [cell for cells in (*self.spots, *self.ways) for cell in cells]
        wide = [cell for cell in (*wide, *(self.tile.lands if self.tile else ())) if cell not in self.kingdom]
        self.frame = board_map.fitted([*self.kingdom, *wide], margin=0.15 if wide else 0.5)
        self._groups = board_map.grouped([*map(board_map.middle, self.spots)], self._target_sides())
        pen = Pen(self._ground, self._at, self.frame.side * box[2])
        coming: tuple[Cell, ...] = ()
        if (drawn := (box, self.frame, self.kingdom)) != self._drawn:
            coming = self._new_tile(self._drawn[2]) if self._drawn else ()
            self._drawn, self._slide, self._coming = drawn, None, bool(coming)
            self._ground.clear()
            lying = {cell: land for cell, land in self.kingdom.items() if cell not in coming}
            lands.all_lands(pen, lying)
        self._last_spot = frozenset(self.tile.lands) if self.tile else frozenset()
        self._draw_ghosts(pen._replace(group=self._ghosts))
        self._draw_ways(pen._replace(group=self._arrows))
        self._draw_figures(pen, coming)
        self._draw_marks(pen._replace(group=self._marks))

    def _at(self, point: Point) -> Point:
        return self.at(self.frame.place(point))

    def _new_tile(self, before: Mapping[Cell, Any]) -> tuple[Cell, ...]:
        """Lands of a tile that was just laid, unless people saw it at its place already."""
        new = tuple(cell for cell in self.kingdom if cell not in before)
        one = before and len(self.kingdom) == len(before) + _TILE and len(new) == _TILE
        return new if one and frozenset(new) != self._last_spot else ()

    def _draw_ghosts(self, pen: Pen) -> None:
        pen.group.clear()
        self.pulse_colours = []
        lying = self._lying()
        for group in self._groups:
            if lying not in group:
                self._draw_spot(pen, self.spots[group[0]])
        if self.tile:
            lands.all_lands(pen, self.tile.lands, 0.92)
            self.pulse_colours += lands.outline(pen, [*self.tile.lands], self.tile.colour, 0.08)

    def _draw_spot(self, pen: Pen, spot: Sequence[Cell]) -> None:
        """Draw a small triangle of lands at a possible spot of the tile."""
        mx, my = board_map.middle(spot)
        grown = min(_LARGEST_MARK, max(1.0, self._target_sides() / _MARK_SIDES))
        pen.group.add(Color(*theme.GOOD[:3], 0.75))
        for cell in spot:
            x, y = board_map.centre(cell)
            near, size = 0.42 * grown, 0.4 * grown
            small = [pen.at((mx + (x - mx) * near + (px - x) * size, my + (y - my) * near + (py - y) * size))
                     for px, py in board_map.corners(cell)]  # fmt: skip
            fan = [value for px, py in small for value in (px, py, 0, 0)]
            pen.group.add(Mesh(vertices=fan, indices=list(range(6)), mode="triangle_fan"))
        x, y = pen.at((mx, my))
        drawing.picture(pen.group, "plus", x, y, 0.7 * grown * pen.side, theme.ON_SIGNAL)

    def _draw_ways(self, pen: Pen) -> None:
        pen.group.clear()
        for number, way in enumerate(self.ways, 1):
            if not way:
                continue
            colour = theme.ASK if len(self.ways) > 1 else theme.ACCENT
            points = [pen.at(board_map.centre(cell)) for cell in way]
            if any(cell not in self.kingdom for cell in way):
                lands.outline(pen, way, colour)
                points = [pen.at(board_map.middle(way))]
            elif len(points) > 1:
                drawing.arrow(pen.group, points, 0.09 * pen.side, 0.5 * pen.side, colour)
            if len(self.ways) > 1 and points:
                x, y = points[-1]
                drawing.picture(pen.group, "shadow", x, y, 1.2 * pen.side, colour)
                drawing.text(pen.group, str(number), x, y, 0.75 * pen.side, theme.ON_ACCENT)

    def _draw_figures(self, pen: Pen, coming: tuple[Cell, ...]) -> None:
        before, self._stood = self._stood, dict(self.figures)
        if self._slide and before == self._stood:
            return
        Animation.cancel_all(self, "progress")
        self._slide = None
        self._moving.clear()
        self._figures_layer.clear()
        moved = [
            figure
            for figure in self.figures
            if before.get(figure, self.figures[figure]) != self.figures[figure]
        ]
        for figure, (place, size) in lands.places(self.figures).items():
            if moved == [figure] and before[figure] in self.kingdom:
                self._start_slide(pen, figure, before[figure], place, size)
            else:
                self._stand(self._figures_layer, pen, figure, place, size)
        if coming:
            self._bring_tile(pen, coming)
        elif self._coming:
            self._lay_tile()

    def _lay_tile(self) -> None:
        """Draw a tile that has come among the other lands."""
        self._coming, self._drawn = False, None
        self._soon()

    def _bring_tile(self, pen: Pen, coming: tuple[Cell, ...]) -> None:
        """Let a tile come from the right edge, where the stack is, to its place."""
        tile = pen._replace(group=self._moving)
        shift = self._begin_slide()
        lands.all_lands(tile, {cell: self.kingdom[cell] for cell in coming})
        lands.outline(tile, coming, theme.ACCENT)
        self._moving.add(PopMatrix())
        x, _ = pen.at(board_map.middle(coming))
        self._start(shift, (self.right - x, 0), walk.seconds(_TILE_STEPS))

    def _begin_slide(self) -> Translate:
        shift = Translate(0, 0)
        for made in (PushMatrix(), shift):
            self._moving.add(made)
        return shift

    def _start(self, shift: Translate, way: Point, seconds: float) -> None:
        """Let what was drawn since `_begin_slide` come from this far."""
        self._slide = shift, way
        self.progress = 0.0
        self.lifetime.animate(self, Animation(progress=1.0, duration=seconds, t="in_out_quad"))

    def _stand(self, group: InstructionGroup, pen: Pen, figure: str, place: Point, size: float) -> None:
        x, y = pen.at(place)
        drawing.picture(group, f"figure-{figure}", x, y, size * pen.side)

    def _start_slide(self, pen: Pen, figure: str, source: Cell, place: Point, size: float) -> None:
        shift = self._begin_slide()
        self._stand(self._moving, pen, figure, place, size)
        self._moving.add(PopMatrix())
        (ax, ay), (bx, by) = pen.at(board_map.centre(source)), pen.at(place)
        self._start(shift, (ax - bx, ay - by), walk.seconds(1))

    def _on_progress(self, *_: Any) -> None:
        if self._slide:
            shift, (dx, dy) = self._slide
            left = 1 - self.progress
            shift.xy = (dx * left, dy * left + walk.lift(self.progress))
            if self.progress >= 1:
                self._slide = None
                if self._coming:
                    self._lay_tile()

    def _draw_marks(self, pen: Pen) -> None:
        group = pen.group
        group.clear()
        below = pen._replace(group=self._arrows)
        if self.chosen in self.figures:
            lands.ring(below, self.figures[self.chosen], theme.ACCENT, 0.92)
        for mark in self.marks:
            colour, symbol = _MARKS[mark.kind]
            x, y = pen.at(board_map.centre(mark.cell))
            right, up = SYMBOL[0] * pen.side, SYMBOL[1] * pen.side
            if mark.kind == "sight":
                self._draw_sight(below, mark.cell, colour)
                self._badge(group, x - right, y + up, 0.46 * pen.side, colour, symbol)
                continue
            glow = lands.ring(below, mark.cell, colour, dashed=mark.kind == "closed")
            if mark.kind in ("todo", "ask"):
                self.pulse_colours.append(glow)
            if mark.label:
                drawing.picture(group, "shadow", x, y, 0.75 * pen.side, colour)
                drawing.text(group, mark.label, x, y, 0.5 * pen.side, theme.ON_ACCENT)
            elif symbol:
                self._badge(group, x + right, y + up, 0.52 * pen.side, colour, symbol)
        self.run_pulse()

    def _draw_sight(self, pen: Pen, cell: Cell, colour: theme.Rgba) -> None:
        """Draw the part of a straight line from the chosen figure that ends on a land."""
        q, r = self.figures.get(self.chosen, cell)
        across, down = cell[0] - q, cell[1] - r
        if steps := max(abs(across), abs(down), abs(across + down)):
            before = cell[0] - across // steps, cell[1] - down // steps
            points = [value for end in (before, cell) for value in pen.at(board_map.centre(end))]
            pen.group.add(Color(*colour[:3], _SIGHT))
            pen.group.add(Line(points=points, width=0.06 * pen.side))

    @staticmethod
    def _badge(
        group: InstructionGroup, x: float, y: float, size: float, colour: theme.Rgba, symbol: str
    ) -> None:
        drawing.picture(group, "shadow", x, y, 1.24 * size, art.RIM)
        drawing.picture(group, "shadow", x, y, size, colour)
        ink = theme.ON_ACCENT if colour is theme.ACCENT else theme.ON_SIGNAL
        drawing.picture(group, symbol, x, y, 0.66 * size, ink)
