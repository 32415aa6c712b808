"""Labels that fit, icons and buttons of at least a finger's size."""

import re
from bisect import bisect_left
from math import ceil, log
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from ui import theme
from ui.boards import art, general_icons
from ui.lifetime import Lifetime

assert general_icons.ICONS.keys() <= art.ART.keys()
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

_SMALLEST_FONT_MM = 1.9
_STEP = 0.93
"""Factor between two tried font sizes."""
_MANY = 2000
_WRITTEN: dict[tuple[str, float, float, bool], tuple[int, int]] = {}
"""Cache of the heights of laid-out texts, by text, font size, width and weight, with their longest words."""


class PanelBox(BoxLayout):
    """A box with a rounded background."""

    colour = ListProperty(theme.PANEL)


class FitLabel(Label):
    """A label that makes its font smaller until the wrapped text fits its box.

    `fits` is False when even the smallest font is too large.
    """

    max_font_mm = NumericProperty(3.6)
    fits = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._fit, text=self._fit, max_font_mm=self._fit, bold=self._fit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        if min(self.size) < 2:
            return
        self.text_size = (self.width, None)
        if not self._measured(self.max_font_mm) and self.max_font_mm > _SMALLEST_FONT_MM:
            least = _SMALLEST_FONT_MM / self.max_font_mm
            steps = range(1, ceil(log(least, _STEP)) + 1)
            fonts_mm = [self.max_font_mm * max(least, _STEP**step) for step in steps]
            self._measured(fonts_mm[bisect_left(fonts_mm[:-1], True, key=self._measured)])
        self.text_size = (
            self.width,
            max(self.height, self._high),
        )  # less would drop the last line

    def _measured(self, font_mm: float) -> bool:
        """Measure if the text fits at a font size, without painting it."""
        self.font_size = theme.text_mm(font_mm)
        self._label.resolve_font_name()
        written = self.text, self.font_size, self.width, self.bold
        if written not in _WRITTEN:
            if len(_WRITTEN) == _MANY:
                _WRITTEN.clear()
            words = re.split("[ \n]", self.text)  # no-break spaces do not end a word
            longest = max(self._label.get_extents(word)[0] for word in words)
            _WRITTEN[written] = self._label.render()[1], longest
        self._high, longest = _WRITTEN[written]
        self.fits = self._high <= self.height + 1 and longest <= self.width
        return bool(self.fits)


class Icon(Widget):
    """A piece of art as large as its box allows; tinted, unless it has colours of its own."""

    name = StringProperty("")
    colour = ListProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        soon = Lifetime().trigger(self._draw, -1)  # once it has its size: art is painted for each size
        self.bind(pos=soon, size=soon, name=soon, colour=soon)
        soon()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.name:
            return
        side = min(self.size)
        picture = art.texture(self.name, side, mipmap=False)
        pos = (self.x + (self.width - side) / 2, self.y + (self.height - side) / 2)
        tint = art.WHITE[:3] if art.coloured(self.name) else self.colour[:3]
        self.canvas.add(Color(*tint, self.colour[3]))
        self.canvas.add(Rectangle(texture=picture, pos=pos, size=(side, side)))


class TouchButton(ButtonBehavior, BoxLayout):
    """An icon, a text or both; a press has no effect if the label changed before the release."""

    icon = StringProperty("")
    text = StringProperty("")
    align = StringProperty("")
    round = BooleanProperty(False)
    chosen = BooleanProperty(False)
    colour = ListProperty(theme.PANEL_LIGHT)
    ink = ListProperty(theme.TEXT)
    shown_colour = ListProperty(theme.PANEL_LIGHT)
    font_mm = NumericProperty(3.2)

    def __init__(self, **kwargs: Any) -> None:
        self._pressed = "", ""
        super().__init__(**kwargs)
        self.bind(state=self._shade, colour=self._shade, chosen=self._shade, disabled=self._shade)
        self._shade()

    def on_press(self) -> None:
        """React at once to a finger."""
        self._pressed = self.icon, self.text
        App.get_running_app().sound("tap")

    def on_touch_up(self, touch: Any) -> bool:
        """Act only if the button still means what it meant when it was pressed."""
        if touch.grab_current is self and self._pressed != (self.icon, self.text):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def _shade(self, *_: Any) -> None:
        colour = theme.ACCENT if self.chosen else self.colour
        ink = theme.ON_ACCENT if colour[:3] in (theme.ACCENT[:3], theme.GOOD[:3]) else theme.TEXT
        if self.state == "down":
            colour = [min(1.0, channel + 0.18) for channel in colour[:3]] + [1.0]
        self.shown_colour = [*colour[:3], 0.35] if self.disabled else colour
        self.ink = [*ink[:3], 0.35 if self.disabled else 1.0]
