"""Scrub bar of a replay; dots mark its key moments."""

from kivy.properties import ListProperty, NumericProperty

from ui import theme
from ui.widgets.line_picker import LinePicker

_SNAP_MM = 2.0
"""Distance in mm within which a finger snaps to a key moment."""


class Scrubber(LinePicker):
    """Scrub bar at step `at` of 0..`last`; a finger picks another step. `marks` are steps with a dot."""

    watched = ("at", "last", "marks")
    at = NumericProperty(0)
    last = NumericProperty(0)
    marks = ListProperty([])

    def place(self, step: float) -> float:
        """Position of a step, in pixels from the left edge of the window."""
        return float(self.x + theme.mm(3) + (self.width - theme.mm(6)) * step / max(1, self.last))

    def picked_at(self, x: float) -> int:
        """The step at `x`, in pixels of the window; a key moment near it first."""
        share = (x - self.place(0)) / max(1.0, self.place(self.last) - self.place(0))
        step = round(min(1.0, max(0.0, share)) * self.last)
        near = [mark for mark in self.marks if abs(self.place(mark) - x) <= theme.mm(_SNAP_MM)]
        return int(min(near, key=lambda mark: abs(self.place(mark) - x), default=step))

    def paint(self) -> None:
        """Draw the bar, the dots and the present step."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        _, y = self.middle
        left, here, high = self.place(0), self.place(self.at), theme.mm(1.4)
        self.box((left, y - high / 2), (self.place(self.last) - left, high), theme.LINE, high)
        self.box((left, y - high / 2), (max(high, here - left), high), theme.SOFT, high)
        for mark in self.marks:
            self.draw("shadow", self.place(mark), y, theme.mm(2.6), theme.SOFT)
        self.draw("shadow", here, y, theme.mm(5), theme.INK)
