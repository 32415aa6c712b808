"""Set-up of a real table: its parts as chips, and a row for each kind of piece."""

from math import isfinite
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.fate.setup import SetupRow, parts, rows
from companion.session.fate.snapshot import FateSnapshot
from ui import theme
from ui.games.fate import art, messages
from ui.games.fate.panels import SidePanel
from ui.widgets.basics import Icon, PanelBox, Text, text_height, text_width
from ui.widgets.painted import Painted

_CHIP_MM, _ROW_MM, _PICTURE_MM, _STATE_MM, _LINE_MM = 7.0, 10.8, 9.0, 6.4, 0.5
"""Height of a chip, least height of a row, sides of its picture and its state, and width of lines."""
_GAP_MM, _RIM_MM, _CORNER_MM = 1.0, 0.7, 2.4
"""Room between chips, width of the rim of the present row, and radius of its corners."""
_DONE = 0.72
"""Opacity of a row that is done."""


class Chips(Painted):
    """Parts of the set-up: a green check, the present one by its name, or its number in a ring."""

    watched = ("states",)
    states = ListProperty([])
    """State and name of each part."""

    def paint(self) -> None:
        """Draw the chips from the left."""
        side, x, y = theme.mm(_CHIP_MM), self.x + theme.mm(0.6), self.middle[1]
        for number, (state, word) in enumerate(self.states, 1):
            text, wide = f"{number}", side
            if state == "now":
                text = f"{number} {word}"
                wide = max(side, text_width(text, "note") + theme.mm(4))
            at, size = (x, y - side / 2), (wide, side)
            if state == "open":
                inner = theme.mm(_LINE_MM)
                self.box(at, size, theme.SOFT, side / 2)
                self.box((x + inner, at[1] + inner), (wide - 2 * inner, side - 2 * inner), theme.GROUND, side)
            else:
                self.box(at, size, theme.GOOD if state == "done" else theme.INK, side / 2)
            if state == "done":
                self.draw("check", x + wide / 2, y, 0.64 * side, theme.SURFACE)
            else:
                ink = theme.SURFACE if state == "now" else theme.SOFT
                self.text(text, x + wide / 2, y, theme.em("note"), ink)
            x += wide + theme.mm(_GAP_MM)


class State(Painted):
    """State of a row: a green check, an arrow to the board on orange, or a ring."""

    watched = ("state",)
    state = StringProperty("open")

    def paint(self) -> None:
        """Draw it in the middle of the box."""
        (x, y), side = self.middle, theme.mm(_STATE_MM)
        at = x - side / 2, y - side / 2
        fill = {"done": theme.GOOD, "now": theme.ACCENT}.get(self.state, theme.SOFT)
        self.box(at, (side, side), fill, side / 2)
        if self.state == "open":
            inner = theme.mm(_LINE_MM)
            within = side - 2 * inner
            self.box((at[0] + inner, at[1] + inner), (within, within), theme.SURFACE, within / 2)
            return
        done = self.state == "done"
        self.draw("check" if done else "back", x, y, 0.66 * side, theme.SURFACE if done else theme.ON_ACCENT)


class SetupPanel(SidePanel):
    """The parts, and the rows of the present one: the row before it, itself, and all that come."""

    def __init__(self, snapshot: FateSnapshot) -> None:
        super().__init__()
        chips = Chips(size_hint_y=None, height=theme.mm(_CHIP_MM + 1))
        chips.states = [(part.state, messages.say(self.tr, part.name)) for part in parts(snapshot)]
        self.add_widget(chips)
        self.add_widget(self.rows)
        found = rows(snapshot)
        first = max(0, [row.state for row in found].index("now") - 1)
        self.rows.show([_KindRow(self.tr, row) for row in found[first:]])


class _KindRow(PanelBox):
    """A kind of piece: picture, name, place, number and state."""

    def __init__(self, tr: Any, row: SetupRow) -> None:
        super().__init__(size_hint_y=None, spacing=theme.mm(1.4))
        self.padding = theme.mm(1.2), theme.mm(0.6), theme.mm(1.6), theme.mm(0.6)
        self.opacity = _DONE if row.state == "done" else 1.0
        self.height = theme.mm(_ROW_MM)
        self.add_widget(_picture(row))
        words = BoxLayout(orientation="vertical")
        self._name = Text(text=messages.say(tr, row.name), bold=True, size_hint_y=None)
        self._place = Text(text=row.place.say(tr), em="note", color=theme.SOFT)
        words.add_widget(self._name)
        words.add_widget(self._place)
        words.bind(width=self._grow)
        self.add_widget(words)
        number = Text(text=f"{row.count}", em="title", halign="right", size_hint_x=None)
        number.font_name, number.bold, number.width = "text", True, theme.mm(5)
        self.add_widget(number)
        self.add_widget(State(state=row.state, size_hint_x=None, width=theme.mm(_STATE_MM)))
        if row.state == "now":
            with self.canvas.after:
                Color(*theme.ACCENT)
                self._rim = SmoothLine(width=theme.mm(_RIM_MM / 2))
            self.bind(pos=self._draw_rim, size=self._draw_rim)

    def _grow(self, _: Any, width: float) -> None:
        """Make room for all lines of the name and the place; a name with a long word is a note."""
        sizes: tuple[theme.TextSize, ...] = ("body", "note")
        heights = {em: text_height(self._name.text, em, width, bold=True) for em in sizes}
        self._name.em = next((em for em in sizes if isfinite(heights[em])), "note")
        name = heights[self._name.em]
        needed = name + text_height(self._place.text, "note", width) + theme.mm(1.2)
        if isfinite(needed):
            self._name.height, self.height = name, max(theme.mm(_ROW_MM), needed)

    def _draw_rim(self, *_: Any) -> None:
        inner = theme.mm(_RIM_MM / 2)
        size = self.width - 2 * inner, self.height - 2 * inner
        self._rim.rounded_rectangle = (self.x + inner, self.y + inner, *size, theme.mm(_CORNER_MM))


def _picture(row: SetupRow) -> Widget:
    names = {"town": "house", "stone": "stone"}
    picture = names.get(row.what) or art.picture(row.kind, int(row.kind in art.LEGENDS))
    return Icon(name=picture, colour=theme.INK, size_hint_x=None, width=theme.mm(_PICTURE_MM))
