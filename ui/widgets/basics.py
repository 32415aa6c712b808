"""Texts, icons and keys of at least a finger's size."""

import re
from collections.abc import Callable
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from ui import fonts, theme
from ui.boards import art, general_icons
from ui.explanation import About, about_key
from ui.lifetime import Lifetime

assert general_icons.ICONS.keys() <= art.ART.keys()
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

_RIM_MM, _EDGE_MM, _PRIMARY_EDGE_MM, _SUNK_MM = 0.3, 0.7, 0.9, 0.6
"""Border of a key, height of its edge and of that of a primary one, and how far it is pressed down."""
_LEADING = 1.12
"""Distance of lines in ems."""
_TEXT_FONT = "text"
"""Name of the font of texts, see `ui.app.configure`."""
_OFF = 0.42
"""Opacity of a key without effect."""
_ICON_MM, _ICON_SHARE, _SPACING_MM, _PAD_MM = 6.4, 0.62, 1.4, 1.2
"""Side of the icon beside a text, its most as a share of the height, room between them and at the ends."""
_MANY = 2000
_Written = tuple[str, str, float, float, bool]
"""Text, font, its size and the width in pixels, and True if bold."""
_WRITTEN: dict[_Written, tuple[int, int]] = {}
"""Cache of heights and longest words of laid-out texts."""


@cache
def _natural(font_name: str) -> float:
    """Height of a line of a font, in ems."""
    label = CoreLabel(font_name=font_name, font_size=100)
    label.resolve_font_name()
    return float(label.get_extents("Ég")[1]) / 100


def _measured(written: _Written, label: Callable[[], CoreLabel]) -> tuple[int, int]:
    """Height of a text wrapped to a width, and width of its longest word, without painting it."""
    if written not in _WRITTEN:
        if len(_WRITTEN) == _MANY:
            _WRITTEN.clear()
        drawn = label()
        drawn.resolve_font_name()
        words = re.split("[ \n]", written[0])  # no-break spaces do not end a word
        whole = [word for word in words if "/" not in word]  # Kivy breaks what is too long, such as a path
        longest = max((drawn.get_extents(word)[0] for word in whole), default=0)
        _WRITTEN[written] = drawn.render()[1], longest
    return _WRITTEN[written]


def _font(em: theme.TextSize) -> str:
    return str(fonts.TITLES) if em in ("display", "title") else _TEXT_FONT


def _line_height(font_name: str) -> float:
    """Distance of lines as a share of the height of a line."""
    return _LEADING / _natural(font_name)


def _blank_px(font_name: str, font_px: float) -> float:
    """Height of the empty space above and below the letters of a text."""
    return float((_natural(font_name) - _LEADING) * font_px)


def text_height(text: str, em: theme.TextSize, width_px: float, bold: bool = False) -> float:
    """Height in pixels of a text wrapped to a width; infinite if a word is wider."""
    font_name, font_px = _font(em), theme.em(em)
    size = (width_px, None)
    how = {"font_name": font_name, "font_size": font_px, "bold": bold, "line_height": _line_height(font_name)}
    written = text, font_name, font_px, width_px, bold
    high, longest = _measured(written, lambda: CoreLabel(text=text, text_size=size, **how))
    return high - _blank_px(font_name, font_px) if longest <= width_px else inf


def largest_em(text: str, width_px: float, height_px: float, *sizes: theme.TextSize) -> theme.TextSize:
    """First of the sizes at which a text fits into a box, else the last; all but titles are bold."""
    fit = (em for em in sizes if text_height(text, em, width_px, bold=em in ("body", "note")) <= height_px)
    return next(fit, sizes[-1])


def text_width(text: str, em: theme.TextSize = "body") -> float:
    """Width in pixels of one line of bold text."""
    label = CoreLabel(font_size=theme.em(em), font_name=_TEXT_FONT, bold=True)
    label.resolve_font_name()
    return float(label.get_extents(text)[0]) + 1


class PanelBox(BoxLayout):
    """A sheet of paper that lies on the page."""

    colour = ListProperty(theme.SURFACE)


class Text(Label):
    """A text in one of the four sizes of `theme.EM_MM`, wrapped to the width of its box; it never shrinks.

    Display and titles are set in the font of titles. `fits` is false when the box is too small for it.
    """

    em = OptionProperty("body", options=list(theme.EM_MM))
    fits = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_font()
        self.bind(em=self._set_font)
        self.bind(size=self._lay_out, text=self._lay_out, em=self._lay_out, bold=self._lay_out)
        self._lay_out()

    def _set_font(self, *_: Any) -> None:
        self.font_size = theme.em(self.em)
        self.font_name = _font(self.em)
        self.line_height = _line_height(self.font_name)

    @property
    def blank_px(self) -> float:
        """Height of the empty space above and below the letters of a text."""
        return _blank_px(self.font_name, self.font_size)

    def _lay_out(self, *_: Any) -> None:
        if min(self.size) < 2:
            return
        self.text_size = (self.width, None)
        written = self.text, self.font_name, self.font_size, self.width, self.bold
        high, longest = _measured(written, lambda: self._label)
        self.fits = high - self.blank_px <= self.height + 1 and longest <= self.width + 1
        if "\n" not in self.text or self.height > high:  # Kivy drops lines after a break in a tight box
            whole = high + (max(0.0, self.blank_px) + 2) * self.text.count("\n")  # less would drop lines
            self.text_size = (self.width, max(self.height, whole))


class Icon(Widget):
    """A piece of art as large as its box allows; tinted, unless it has colours of its own."""

    name = StringProperty("")
    colour = ListProperty(theme.INK)

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


def _faded(colour: theme.Rgba) -> theme.Rgba:
    """A colour of a key without effect: it stays opaque, else its edge would be seen through its body."""
    mixed = zip(colour[:3], theme.GROUND, strict=False)
    return [*(_OFF * one + (1 - _OFF) * page for one, page in mixed), colour[3]]


class ButtonThatSaysWhyNot(ButtonBehavior):
    """A button that takes a touch while it is disabled, too, and says why it is.

    A finger that rests on it can be taken away (see `ui.hold`).
    """

    why_not = StringProperty("")
    """Sentence that tells why it is disabled now: the answer to a touch."""

    def cancel_touch(self, touch: Any) -> None:
        """Come up without effect."""
        touch.ud.pop(self, None)
        self.state = "normal"

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch of a disabled button, too, if there is something to say about it."""
        if self.disabled and self.why_not and self.collide_point(*touch.pos):
            touch.grab(self)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Say why it is disabled, or act."""
        if touch.grab_current is self and self not in touch.ud:
            touch.ungrab(self)
            if self.disabled and self.collide_point(*touch.pos):
                App.get_running_app().refuse(self.why_not)
            return True
        return bool(super().on_touch_up(touch))


class Key(ButtonThatSaysWhyNot, BoxLayout):
    """A key of thick paper; what is on it is up to the kinds of keys.

    `primary`: it moves the game on; at most one on a screen. `quiet`: it has no body of its own.
    A press has no effect if the label changed before the release.
    """

    icon = StringProperty("")
    text = StringProperty("")
    align = StringProperty("")
    chosen = BooleanProperty(False)
    primary = BooleanProperty(False)
    quiet = BooleanProperty(False)
    ink_of = ListProperty(theme.INK)
    """Ink of a quiet key on a coloured ground."""
    ink = ListProperty(theme.INK)
    body_colour = ListProperty(theme.SURFACE)
    edge_colour = ListProperty(theme.LINE)
    rim_mm = NumericProperty(0)
    edge_mm = NumericProperty(0)
    """Width of the border around the body, and height of the edge below it."""
    sunk_mm = NumericProperty(0)
    """How far the key is pressed down."""
    em = OptionProperty("body", options=list(theme.EM_MM))
    """Size of its text."""
    about = StringProperty("")
    """Sentence that explains it while a finger holds it; an icon alone has one in `ui.explanation.KEYS`."""

    def __init__(self, **kwargs: Any) -> None:
        self._pressed = "", ""
        super().__init__(**kwargs)
        for name in ("state", "primary", "quiet", "chosen", "disabled", "ink_of"):
            self.fbind(name, self._shade)
        self._shade()

    def on_press(self) -> None:
        """React at once to a finger."""
        self._pressed = self.icon, self.text
        App.get_running_app().sound("tap")

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the key, and why it is disabled; one with words shows at least these."""
        name, usual = (self.text, "") if self.text else about_key(App.get_running_app().tr, self.icon)
        sentences = [self.about or usual, self.why_not if self.disabled else ""]
        return About(name, " ".join(filter(None, sentences))) if self.text or any(sentences) else None

    def on_touch_up(self, touch: Any) -> bool:
        """Act only if the button still means what it meant when it was pressed."""
        if touch.grab_current is self and self in touch.ud and self._pressed != (self.icon, self.text):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def _shade(self, *_: Any) -> None:
        down = self.state == "down"
        if self.chosen:
            body, edge, ink = theme.INK, theme.INK, theme.SURFACE
            self.rim_mm, self.edge_mm = 0, 0
        elif self.primary:
            body, edge, ink = theme.ACCENT, theme.EDGE, theme.ON_ACCENT
            self.rim_mm, self.edge_mm = 0, 0 if down else _PRIMARY_EDGE_MM
        elif self.quiet:
            body, edge, ink = theme.SUNK if down else theme.CLEAR, theme.CLEAR, self.ink_of
            self.rim_mm, self.edge_mm = 0, 0
        else:
            body, edge, ink = theme.SUNK if down else theme.SURFACE, theme.LINE, theme.INK
            self.rim_mm, self.edge_mm = _RIM_MM, _RIM_MM if down else _EDGE_MM
        self.sunk_mm = _SUNK_MM if down and not (self.quiet or self.chosen) else 0
        if self.disabled:
            body, edge = _faded(body), _faded(edge)
            ink = [*ink[:3], ink[3] * _OFF]
        self.body_colour, self.edge_colour, self.ink = body, edge, ink


class TouchButton(Key):
    """A key with an icon, a text or both; they stand in its middle unless it has an `align`.

    What does not fit beside the icon is a note, else the icon goes.
    """

    inset = NumericProperty(0)
    """Room at the left that centres icon and text together."""
    icon_px = NumericProperty(0)
    """Width of the icon beside a text."""
    shown_em = StringProperty("body")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("size", "text", "icon", "align", "em"):
            self.fbind(name, self._centre)
        self._centre()

    def _centre(self, *_: Any) -> None:
        self.shown_em, self.inset, self.icon_px = self.em, 0, 0
        sides, shows = 2 * theme.mm(_PAD_MM), bool(self.icon)
        if self.text and self.em == "body" and min(self.size) > sides:
            room = self.height - theme.mm(2 * _PAD_MM - 0.4)
            ways = [(has, em) for has in (shows, False) for em in ("body", "note")]
            for shows, em in ways:
                self.shown_em = em
                wide = self.width - sides - (theme.mm(_ICON_MM + _SPACING_MM) if shows else 0)
                if text_height(self.text, self.shown_em, wide, bold=True) <= room:
                    break
        if not (self.text and shows):
            return
        icon = min(self.height * _ICON_SHARE, theme.mm(_ICON_MM))
        beside = icon + theme.mm(_SPACING_MM) + sides
        longest = max(text_width(word, self.shown_em) for word in self.text.split())
        self.icon_px = icon if longest <= self.width - beside else 0
        spare = self.width - beside - text_width(self.text, self.shown_em)
        self.inset = 0 if self.align or not self.icon_px else max(0.0, spare / 2)
