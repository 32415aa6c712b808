"""Labels that fit, icons and buttons of at least a finger's size."""

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

assert general_icons.ICONS.keys() <= art.ART.keys()
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

_SMALLEST_FONT_MM = 1.9


class Panel(BoxLayout):
    """A box on a rounded ground."""

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
        width, height = self.size
        if width < 2 or height < 2:
            return
        font_mm = self.max_font_mm
        while True:
            self.text_size = (width, None)
            self.font_size = theme.text_mm(font_mm)
            self.texture_update()
            words = self.text.split()
            longest = max((self._width_of(word) for word in words), default=0)
            self.fits = self.texture_size[1] <= height + 1 and longest <= width
            if self.fits or font_mm <= _SMALLEST_FONT_MM:
                break
            font_mm = max(_SMALLEST_FONT_MM, font_mm * 0.93)
        self.text_size = (width, max(height, self.texture_size[1]))  # less would drop the last line

    def _width_of(self, word: str) -> float:
        width: float = self._label.get_extents(word)[0]
        return width


class Icon(Widget):
    """A piece of art, tinted, as large as its box allows."""

    name = StringProperty("")
    colour = ListProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, name=self._draw, colour=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.name:
            return
        side = min(self.size)
        picture = art.texture(self.name)
        pos = (self.x + (self.width - side) / 2, self.y + (self.height - side) / 2)
        self.canvas.add(Color(*self.colour))
        self.canvas.add(Rectangle(texture=picture, pos=pos, size=(side, side)))


class TouchButton(ButtonBehavior, BoxLayout):
    """An icon, a text or both."""

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
        super().__init__(**kwargs)
        self.bind(state=self._shade, colour=self._shade, chosen=self._shade, disabled=self._shade)
        self._shade()

    def on_press(self) -> None:
        """A finger came down: answer at once."""
        App.get_running_app().sound("tap")

    def _shade(self, *_: Any) -> None:
        colour = theme.ACCENT if self.chosen else self.colour
        if self.state == "down":
            colour = [min(1.0, channel + 0.18) for channel in colour[:3]] + [1.0]
        self.shown_colour = [*colour[:3], 0.35] if self.disabled else colour
        ink = theme.ON_ACCENT if colour[:3] in (theme.ACCENT[:3], theme.GOOD[:3]) else theme.TEXT
        self.ink = [*ink[:3], 0.35 if self.disabled else 1.0]
