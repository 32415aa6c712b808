"""Line charts and bars, distinguished by picture and dash pattern as well as by colour."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot, log10

from kivy.graphics import Color, Line
from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from ui import theme
from ui.boards import art
from ui.boards.geometry import Point
from ui.widgets.basics import text_width
from ui.widgets.line_picker import LinePicker

DASHES: tuple[tuple[float, float], ...] = ((1, 0), (3.2, 1.2), (1.2, 1.0), (0.3, 1.1), (5.0, 0.8))
"""Dash pattern of each line: drawn and skipped mm; the first line is solid."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """Appearance of a chart line: a picture of `ui.boards.art` with its tint, a colour, and a title."""

    picture: str
    colour: Sequence[float]
    title: str
    tint: Sequence[float] = (1, 1, 1, 1)


def dashed(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """Split a line into its drawn dashes, each a list of points; lengths in the points' unit."""
    if off <= 0:
        yield list(points)
        return
    piece, drawing, left = [points[0]], True, on
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        done = 0.0
        while length - done > left:
            done += left
            point = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if drawing:
                yield [*piece, point]
            piece, drawing = [point], not drawing
            left = on if drawing else off
        left -= length - done
        if drawing:
            piece.append((bx, by))
    if drawing and len(piece) > 1:
        yield piece


def ticks(most: float) -> list[int]:
    """Axis ticks: few round numbers from 0 to the first that is not below `most`."""
    most = max(most, 1)
    base = 10 ** int(log10(most))
    step = next(s for s in (base / 5, base / 2, base, 2 * base, 5 * base) if most / s <= 4)
    step = max(1, round(step))
    return [step * i for i in range(ceil(most / step) + 1)]


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights as little as needed to lie `gap` apart between `low` and `high`."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    gap = min(gap, (high - low) / max(1, len(order) - 1))
    placed = list(heights)
    floor = low
    for i in order:
        placed[i] = floor = max(heights[i], floor)
        floor += gap
    ceiling = high
    for i in reversed(order):
        placed[i] = ceiling = min(placed[i], ceiling)
        ceiling -= gap
    return placed


class LineChart(LinePicker):
    """Line chart of `series`, all of the same length; `styles` has the appearance of each.

    `names` are written beside the ends (who a colour was). `moments` are indices marked below. A finger
    on the chart picks the index `picked`, whose values are shown; -1 is none.
    """

    watched = ("series", "styles", "names", "moments", "picked")
    series = ObjectProperty({})
    styles = ObjectProperty({})
    names = ObjectProperty({})
    moments = ListProperty([])
    picked = NumericProperty(-1)

    def on_pick(self, number: int) -> None:
        """Handle a picked index."""
        self.picked = number

    def can_pick(self) -> bool:
        """Return true if the chart has numbers."""
        return bool(self.series)

    @property
    def steps(self) -> int:
        """The last index."""
        return max((len(values) - 1 for values in self.series.values()), default=0)

    def values(self) -> Mapping[str, float]:
        """Values shown as numbers: those at the picked index, else at the end."""
        at = self.picked if 0 <= self.picked <= self.steps else self.steps
        return {name: values[int(at)] for name, values in self.series.items() if values}

    def picked_at(self, x: float) -> int:
        """The index at `x`, in pixels of the window."""
        left, _, width, _ = self._plot()
        share = min(1.0, max(0.0, (x - left) / width))
        return round(share * self.steps)

    def _plot(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the area of the lines."""
        right = theme.mm(14) + max((text_width(name, "note") for name in self.names.values()), default=0)
        left, below, above = theme.mm(6.5), theme.mm(6), theme.mm(3)
        width = max(1.0, self.width - left - min(right, self.width * 0.4))
        return self.x + left, self.y + below, width, max(1.0, self.height - below - above)

    def paint(self) -> None:
        """Draw axes, lines, and their numbers."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        if not self.steps:
            return
        left, bottom, width, height = self._plot()
        marks = ticks(max(max(values) for values in self.series.values()))
        for mark in marks:
            y = bottom + height * mark / marks[-1]
            self._line([(left, y), (left + width, y)], theme.LINE, 0.12)
            self.text(str(mark), left - theme.mm(1), y, theme.em("note"), theme.SOFT, align=1)
        for index in (0, self.steps):
            x = left + width * index / self.steps
            self.text(str(index), x, bottom - theme.mm(3.6), theme.em("note"), theme.SOFT)
        for index in set(self.moments):
            x = left + width * index / self.steps
            self.draw("shadow", x, bottom, theme.mm(2), theme.INK)
        for i, (name, values) in enumerate(self.series.items()):
            points = [
                (left + width * at / self.steps, bottom + height * value / marks[-1])
                for at, value in enumerate(values)
            ]
            self._path(points, self.styles[name].colour, DASHES[i % len(DASHES)])
        self._labels(left, bottom, width, height, marks[-1])

    def _path(self, points: list[Point], colour: Sequence[float], dash: tuple[float, float]) -> None:
        light = max(colour[:3]) > 0.35
        casing = [0.05, 0.06, 0.08, 1] if light else [0.86, 0.88, 0.9, 1]
        pieces = [piece for piece in dashed(points, *map(theme.mm, dash)) if len(piece) > 1]
        for tint, wide in ((casing, 0.6), (list(colour), 0.38 if light else 0.46)):
            for piece in pieces:
                self._line(piece, tint, wide)

    def _line(self, points: Sequence[Point], colour: Sequence[float], half_mm: float) -> None:
        self.canvas.before.add(Color(*colour))
        flat = art.flat(points)
        self.canvas.before.add(
            Line(points=flat, width=max(1.0, theme.mm(half_mm)), joint="round", cap="round")
        )

    def _labels(self, left: float, bottom: float, width: float, height: float, top: float) -> None:
        """The picture, the number and the name of each line, beside its end or the picked index."""
        shown = self.values()
        ends = [bottom + height * value / top for value in shown.values()]
        icon = min(theme.mm(5), height / max(1, len(ends)) * 0.98)
        placed = spread(ends, icon, bottom + icon / 2 - theme.mm(3), bottom + height)
        picked = 0 <= self.picked < self.steps
        if picked:
            x = left + width * self.picked / self.steps
            self._line([(x, bottom), (x, bottom + height)], theme.INK, 0.2)
            for name, y in zip(shown, ends, strict=True):
                look = self.styles[name]
                self.draw(look.picture, x, y, icon * 0.8, list(look.tint))
            self.text(str(int(self.picked)), x, bottom - theme.mm(3.6), theme.em("note"), theme.INK)
        x = left + width + theme.mm(1.2) + icon / 2
        for (name, value), y in zip(shown.items(), placed, strict=True):
            look = self.styles[name]
            self.draw(look.picture, x, y, icon, list(look.tint))
            at = x + icon / 2 + theme.mm(0.8)
            wide = self.text(f"{value:g}", at, y, theme.em("note"), theme.INK, align=0)
            if known := self.names.get(name):
                at += max(wide, theme.mm(4.4)) + theme.mm(1)
                room = self.x + self.width - at - theme.mm(1)
                if text_width(known, "note") <= room:  # else the picture says who it is
                    self.text(known, at, y, theme.em("note"), theme.SOFT, align=0)
