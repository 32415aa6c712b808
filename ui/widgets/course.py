"""Course of a whole game with its turning points, as a curve to touch."""

from collections.abc import Sequence
from itertools import pairwise

from kivy.graphics import Color, Line, Quad
from kivy.properties import ListProperty, NumericProperty

from ui import theme
from ui.boards.geometry import Point
from ui.widgets.chart import DASHES, dashed, spread
from ui.widgets.line_picker import LinePicker

_DISC_MM, _LINE_MM = 6.6, 0.75
_FIGURE_MM = 6.6
_LOSS_MM = 3.2
_FILL = 0.75
"""Opacity of the area between a curve and its middle line."""


class Course(LinePicker):
    """Lines of `values` 0..1, one a step, with numbered discs at the steps `turns`; `chosen` is one of these.

    Two lines whose values always make 1 are shown as one: above the middle the first is ahead, below it the
    second. One line alone is how safe everybody is; it is shown as danger, high where its value is low, with
    a picture at the steps `losses`. `pictures` with their `tints` are those of the lines; of a single line
    those of safety, of danger and of a loss. `colours` are those of the lines. `drawn` is the share that is
    shown, 0..1.
    """

    watched = ("values", "pictures", "tints", "colours", "losses", "turns", "chosen", "drawn")
    values = ListProperty([])
    pictures = ListProperty([])
    tints = ListProperty([])
    colours = ListProperty([])
    losses = ListProperty([])
    turns = ListProperty([])
    chosen = NumericProperty(-1)
    drawn = NumericProperty(1.0)

    def can_pick(self) -> bool:
        """Return true if there is a turning point."""
        return bool(self.turns) and not self.disabled

    def picked_at(self, x: float) -> int:
        """The turning point nearest to `x`, in pixels of the window."""
        places = self._disc_places()
        return min(range(len(places)), key=lambda at: abs(places[at] - x))

    def on_pick(self, number: int) -> None:
        """Choose a turning point."""
        self.chosen = number

    @property
    def even(self) -> bool:
        """Return true if the lines are two halves of one."""
        return len(self.values) == 2 and all(
            abs(first + second - 1) < 1e-6 for first, second in zip(*self.values, strict=True)
        )

    def paint(self) -> None:
        """Draw the pictures, the lines and the discs."""
        if not self.values or len(self.values[0]) < 2:
            return
        _, bottom, _, height = self._plot()
        if self.even:
            self._half(bottom + height / 2)
            self._pictures((self.y + self.height - theme.mm(5), bottom + theme.mm(0.6)))
        elif self._is_danger:
            self._danger(bottom)
            self._pictures((bottom + theme.mm(1), bottom + height - theme.mm(2)))
        else:
            self._lines()
        self._discs(bottom)

    @property
    def _is_danger(self) -> bool:
        return len(self.values) == 1

    def _plot(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the area of the lines."""
        left, below = theme.mm(_FIGURE_MM + 3.2), theme.mm(_DISC_MM + 2.4)
        right = theme.mm(3 if self.even or self._is_danger else _FIGURE_MM + 2)
        above = theme.mm(4.6 if self._is_danger else 3)
        width, height = self.width - left - right, self.height - below - above
        return self.x + left, self.y + below, max(1.0, width), max(1.0, height)

    def _points(self, values: Sequence[float]) -> list[Point]:
        """Return the places of the values that are drawn so far."""
        left, bottom, width, height = self._plot()
        last = len(values) - 1
        shown = values[: max(2, round(self.drawn * last) + 1)]
        if self._is_danger:
            shown = [1 - value for value in shown]
        return [(left + width * at / last, bottom + height * value) for at, value in enumerate(shown)]

    def _half(self, middle: float) -> None:
        points = self._points(self.values[0])
        for (ax, ay), (bx, by) in pairwise(points):
            ahead = (ay + by) / 2 >= middle
            self._area(ax, ay, bx, by, middle, self.colours[0 if ahead else 1])
        left, _, width, _ = self._plot()
        self._stroke([(left, middle), (left + width, middle)], theme.SOFT, 0.3)
        self._stroke(points, theme.INK, _LINE_MM)

    def _danger(self, bottom: float) -> None:
        points = self._points(self.values[0])
        for (ax, ay), (bx, by) in pairwise(points):
            self._area(ax, ay, bx, by, bottom, theme.ACCENT)
        left, _, width, _ = self._plot()
        self._stroke([(left, bottom), (left + width, bottom)], theme.SOFT, 0.3)
        self._stroke(points, theme.INK, _LINE_MM)
        reached = [points[step] for step in self.losses if step < len(points)]
        side = min(theme.mm(_LOSS_MM), width / max(1, len(self.losses)))
        places = spread([x for x, _ in reached], side, left, left + width)
        for x, (_, y) in zip(places, reached, strict=True):
            self.draw(self.pictures[2], x, y + side * 0.7, side, self.tints[2])

    def _lines(self) -> None:
        left, bottom, width, height = self._plot()
        self._stroke([(left, bottom), (left + width, bottom)], theme.SOFT, 0.3)
        ends = []
        for at, values in enumerate(self.values):
            points = self._points(values)
            for piece in dashed(points, *map(theme.mm, DASHES[at % len(DASHES)])):
                self._stroke(piece, self.colours[at], _LINE_MM)
            ends.append(points[-1][1])
        side = min(theme.mm(_FIGURE_MM), height / len(ends))
        for at, y in zip(range(len(ends)), spread(ends, side, bottom, bottom + height), strict=True):
            self.draw(self.pictures[at], left + width + side * 0.7, y, side, self.tints[at])

    def _pictures(self, heights: Sequence[float]) -> None:
        """Draw who is ahead at the top and at the bottom."""
        for picture, tint, y in zip(self.pictures, self.tints, heights, strict=False):
            self.draw(picture, self.x + theme.mm(1.6 + _FIGURE_MM / 2), y, theme.mm(_FIGURE_MM), tint)

    def _area(self, ax: float, ay: float, bx: float, by: float, base: float, colour: theme.Rgba) -> None:
        self.canvas.before.add(Color(*colour[:3], _FILL))
        self.canvas.before.add(Quad(points=[ax, base, ax, ay, bx, by, bx, base]))

    def _stroke(self, points: Sequence[Point], colour: theme.Rgba, width_mm: float) -> None:
        self.canvas.before.add(Color(*colour))
        flat = [axis for point in points for axis in point]
        self.canvas.before.add(Line(points=flat, width=max(1.0, theme.mm(width_mm) / 2), joint="round"))

    def _disc_places(self) -> list[float]:
        """Return the middle of each disc, as close to its step as the others let it be."""
        left, _, width, _ = self._plot()
        last = max(1, len(self.values[0]) - 1)
        wanted = [left + width * step / last for step in self.turns]
        return spread(wanted, theme.mm(_DISC_MM + 1.2), left, left + width)

    def _discs(self, bottom: float) -> None:
        radius, y = theme.mm(_DISC_MM / 2), self.y + theme.mm(1.2 + _DISC_MM / 2)
        for at, (step, x) in enumerate(zip(self.turns, self._disc_places(), strict=True)):
            where = self._places_of(step)
            if where is None:
                continue
            self._stroke([(where[0], y + radius), where], theme.ASK, 0.35)
            self.draw("shadow", *where, theme.mm(2.2), theme.ASK)
            chosen = at == self.chosen
            self.draw("shadow", x, y, 2 * radius, theme.ASK)
            if not chosen:
                self.draw("shadow", x, y, 2 * radius - theme.mm(1.2), theme.SURFACE)
            self.text(str(at + 1), x, y, theme.em("body"), theme.SURFACE if chosen else theme.ASK)

    def _places_of(self, step: int) -> Point | None:
        """The place of a step on the line that it moved most; None while it is not drawn."""
        line = max(self.values, key=lambda values: abs(values[step] - values[step - 1]))
        points = self._points(self.values[0] if self.even else line)
        return points[step] if step < len(points) else None
