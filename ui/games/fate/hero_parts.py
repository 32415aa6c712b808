"""Parts of a hero's sheet: portrait, hearts, values with words, actions with meaning, stacks of cards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.fate.heroes import NAMES
from ui import theme
from ui.boards import art, drawing
from ui.boards.art import Print
from ui.boards.geometry import Point
from ui.explanation import About
from ui.games.fate import explanations, icons
from ui.widgets.basics import Icon, Key, Text, text_height, text_width
from ui.widgets.painted import Painted

_PRINTS = Path(__file__).parent / "prints"
art.ART.update({f"portrait-{hero}": Print(_PRINTS / f"portrait_{hero}.png", (0.5, 0.2)) for hero in NAMES})

Value = tuple[str, str, str]
"""A number with its icon and its word."""


def line(em: theme.TextSize) -> float:
    """Height in pixels of a line of text."""
    return text_height("\N{LATIN CAPITAL LETTER E WITH ACUTE}g", em, theme.mm(100))


def face(hero: str, size: Point) -> Texture:
    """The part of a hero's portrait that fills a box."""
    whole = art.texture(f"portrait-{hero}")
    scale = max(size[0] / whole.width, size[1] / whole.height)
    wide, high = size[0] / scale, size[1] / scale
    return whole.get_region((whole.width - wide) / 2, (whole.height - high) / 2, wide, high)


class Portrait(Painted):
    """A hero's engraved portrait with rounded corners; `name` stands on a dark strip at its foot."""

    watched = ("hero", "name", "radius_mm")
    hero = StringProperty("")
    name = StringProperty("")
    radius_mm = NumericProperty(2.6)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the hero."""
        return explanations.hero(App.get_running_app().tr, self.hero) if self.hero else None

    def paint(self) -> None:
        """Draw the portrait."""
        if not self.hero:
            return
        radius = theme.mm(self.radius_mm)
        picture = face(self.hero, self.size)
        drawing.rounded(self.canvas.before, picture, self.pos, self.size, (radius, radius), icons.EDGE)
        if self.name:
            high = 1.25 * theme.em("note")
            self.canvas.before.add(Color(*icons.EDGE))
            corners = [0, 0, radius, radius]
            strip = RoundedRectangle(pos=self.pos, size=(self.width, high), radius=corners)
            self.canvas.before.add(strip)
            self.text(self.name, self.middle[0], self.y + high / 2, theme.em("note"), icons.PARCHMENT)


class Hearts(Painted):
    """Health: a red heart for each left, pale ones for what is lost; with `number` also how many are left.
    Those lost just now, `new` of them, are crossed out.
    """

    watched = ("left", "most", "number", "new")
    left = NumericProperty(0)
    new = NumericProperty(0)
    most = NumericProperty(1)
    number = BooleanProperty(False)

    def about_at(self, x: float, y: float) -> About:
        """Explain the hearts."""
        return explanations.value(App.get_running_app().tr, "hearts")

    def paint(self) -> None:
        """Draw the hearts from the left, the number at the right."""
        room = self.width - (text_width("00") if self.number else 0)
        side = min(self.height, theme.mm(3.9), room / max(1, self.most))
        if self.number:
            self.text(str(int(self.left)), self.right, self.middle[1], theme.em("body"), theme.INK, align=1)
        for i in range(int(self.most)):
            tint = art.WHITE if i < self.left else theme.LINE
            name = "heart" if i < self.left else "thing-hearts"
            x = self.x + side * (i + 0.5)
            self.draw(name, x, self.middle[1], 0.92 * side, tint)
            if self.left <= i < self.left + self.new:
                self.draw("cross", x, self.middle[1], 0.92 * side, icons.RED)


class HeroValues(Painted):
    """Numbers with icons and words, two abreast; words that have no room are left out."""

    watched = ("values", "columns")
    values = ListProperty([])
    columns = NumericProperty(2)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the number at a place."""
        down = int((self.top - y) / self.height * self.lines)
        at = down * int(self.columns) + int((x - self.x) / self.width * self.columns)
        tr = App.get_running_app().tr
        return explanations.value(tr, self.values[at][0]) if 0 <= at < len(self.values) else None

    def paint(self) -> None:
        """Draw the numbers."""
        wide, high = self.width / self.columns, self.height / max(1, self.lines)
        side, gap = min(theme.mm(4.4), high), theme.mm(0.9)
        for i, (icon, number, word) in enumerate(self.values):
            down, across = divmod(i, int(self.columns))
            x, y = self.x + across * wide, self.top - (down + 0.5) * high
            tint = art.WHITE if art.coloured(icon) else theme.INK
            self.draw(icon, x + side / 2, y, side, tint)
            x += side + gap
            x += self.text(number, x, y, theme.em("body"), theme.INK, align=0) + gap
            if text_width(word, "note") <= self.x + (across + 1) * wide - x:
                self.text(word, x, y, theme.em("note"), theme.SOFT, align=0)

    @property
    def lines(self) -> int:
        """Number of lines."""
        return -(-len(self.values) // int(self.columns))


class HeroCard(Key):
    """Portrait with name, hearts, and the four values with words; a touch offers what else there is."""

    def __init__(self) -> None:
        super().__init__(size_hint=(1, None))
        self.padding, self.spacing = [theme.mm(1), theme.mm(1), theme.mm(1.6), theme.mm(1.5)], theme.mm(1.8)
        self._portrait = Portrait(size_hint_x=None, width=theme.mm(13.2))
        self.add_widget(self._portrait)
        column = BoxLayout(orientation="vertical", spacing=theme.mm(0.4))
        self._hearts = Hearts(number=True, size_hint_y=None, height=theme.text_mm(4.2))
        column.add_widget(self._hearts)
        self._values = HeroValues()
        self.squeeze(False)
        column.add_widget(self._values)
        self.add_widget(column)
        self._shown: object = None

    def squeeze(self, low: bool) -> None:
        """Put the values into one line, without words, where it has to be `low`."""
        self._values.columns = 4 if low else 2
        lines = 1 if low else 2
        self.height = max(theme.mm(14 if low else 16.2), lines * _ROW * theme.em("body") + theme.mm(7))

    def show(self, hero: str, left: int, most: int, values: Sequence[Value]) -> None:
        """Show a hero."""
        if self._shown == (shown := (hero, left, most, tuple(values))):
            return
        self._shown = shown
        self._portrait.hero, self._portrait.name = hero, NAMES[hero]
        self._hearts.left, self._hearts.most = left, most
        self._values.values = list(values)


_PALE = 0.45
ACTION_MM = 9.8
"""Height of an action."""


class ActionKey(Key):
    """An action with its meaning; `spent` ones say so, and those that cannot be taken now are pale."""

    spent = BooleanProperty(False)

    def __init__(self, icon: str, action: str) -> None:
        super().__init__(icon=icon, size_hint=(1, None))
        self.action = action
        self.height = theme.mm(ACTION_MM)
        self.padding = [theme.mm(1.2), 0, theme.mm(0.6), theme.mm(0.5)]
        self._picture = Icon(name=icon, size_hint_x=None, width=theme.mm(6.2))
        self.add_widget(self._picture)
        words = BoxLayout(orientation="vertical")
        self._name, self._note = Text(bold=True), _Meaning()
        two = line("body") + _TIGHT * theme.em("note") <= self.height - self.padding[3] + 1
        self._note.height = _TIGHT * theme.em("note") if two else 0
        if not two:
            self.height = theme.mm(9.2)
        words.add_widget(self._name)
        words.add_widget(self._note)
        self.add_widget(words)
        self.bind(ink=self._tint, width=self._room)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the action."""
        self.about, topic = explanations.action(App.get_running_app().tr, self.action)
        said = super().about_at(x, y)
        return replace(said, topic=topic) if said else None

    def _room(self, *_: Any) -> None:
        """Leave the picture out where the name needs the whole width; a longer one is a note."""
        whole = self.width - self.padding[0] - self.padding[2]
        beside = theme.mm(6.2) + theme.mm(1.4)
        shown = text_width(self.text) <= whole - beside
        self._picture.width = theme.mm(6.2) if shown else 0
        self.spacing = theme.mm(1.4) if shown else 0
        self._name.em = "body" if text_width(self.text) <= whole else "note"

    def show(self, name: str, meaning: str, spent: bool, possible: bool, chosen: bool) -> None:
        """Show the action; one that is not `possible` now is pale, and a touch still says why."""
        self.text, self._name.text, self.spent, self.chosen = name, name, spent, chosen
        self._note.word = meaning
        self.opacity = 1 if possible else _PALE
        self._tint()
        self._room()

    def _tint(self, *_: Any) -> None:
        self._picture.colour = self._name.color = self._note.ink = self.ink


class _Meaning(Painted):
    """A word close below a name; it is left out where it has no room."""

    watched = ("word", "ink")
    word = StringProperty("")
    ink = ListProperty(theme.INK)

    def __init__(self) -> None:
        super().__init__(size_hint_y=None)

    def paint(self) -> None:
        """Write the word."""
        if text_width(self.word, "note") <= self.width:
            size = theme.em("note")
            self.text(self.word, self.x, self.y + self.height - size / 2, size, self.ink, align=0)


class Stack(Key):
    """A stack of cards with their number; a touch opens them."""

    count = NumericProperty(0)

    def __init__(self, name: str, icon: str, colour: theme.Rgba) -> None:
        super().__init__(icon=icon, quiet=True, size_hint=(1, 1))
        self._name = name
        self.bind(count=self._draw_soon, text=self._draw_soon, pos=self._draw_soon, size=self._draw_soon)
        self._picture = _StackPicture(icon, colour)
        self.padding = 0
        self.add_widget(self._picture)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the stack."""
        self.about, topic = explanations.stack(App.get_running_app().tr, self._name)
        said = super().about_at(x, y)
        return replace(said, topic=topic) if said else None

    def _draw_soon(self, *_: Any) -> None:
        self._picture.label, self._picture.count = self.text, self.count


class _StackPicture(Painted):
    watched = ("label", "count")
    label = StringProperty("")
    count = NumericProperty(0)

    def __init__(self, icon: str, colour: theme.Rgba) -> None:
        self._icon, self._colour = icon, colour
        super().__init__()

    def paint(self) -> None:
        """Draw the top card, one more behind it, and the number in a disc at its corner."""
        rim, radius = theme.mm(0.4), theme.mm(1.6)
        left, low = self.x + theme.mm(0.3), self.y + theme.mm(0.4)
        width, high = self.width - theme.mm(1.6), self.height - theme.mm(1.4)
        if self.count > 1:
            behind = left + theme.mm(0.9), low + theme.mm(0.5)
            self.box(behind, (width, high), icons.INK, radius)
            inner = behind[0] + rim, behind[1] + rim
            self.box(inner, (width - 2 * rim, high - 2 * rim), [0.886, 0.812, 0.651, 1], radius)
        self.box((left, low), (width, high), icons.INK, radius)
        self.box((left + rim, low + rim), (width - 2 * rim, high - 2 * rim), icons.PARCHMENT, radius - rim)
        worded = text_height(self.label, "note", width - theme.mm(1), bold=True) <= 1.5 * theme.em("note")
        foot = line("note") + theme.mm(0.3) if worded else theme.mm(0.7)
        picture = low + foot, high - foot - theme.mm(0.7)
        self.box(
            (left + theme.mm(0.7), picture[0]), (width - theme.mm(1.4), picture[1]), self._colour, theme.mm(1)
        )
        middle, side = left + width / 2, min(picture[1], width) * 0.88
        self.draw(self._icon, middle, picture[0] + picture[1] / 2, side, [1, 0.965, 0.88, 1])
        if worded:
            self.text(self.label, middle, low + foot / 2, theme.em("note"), icons.INK)
        disc = 1.3 * theme.em("note")
        x, y = self.right - disc / 2, self.top - disc / 2
        self.draw("shadow", x, y, disc / 0.92, theme.INK)
        self.text(str(int(self.count)), x, y, theme.em("note"), theme.SURFACE)


class HeroChip(Key):
    """Another hero beside the board: portrait with the health left."""

    def __init__(self, hero: str) -> None:
        super().__init__(icon=f"portrait-{hero}")
        self.hero, self.padding = hero, theme.mm(0.6)
        self._picture = _ChipPicture(hero)
        self.add_widget(self._picture)

    def about_at(self, x: float, y: float) -> About:
        """Explain the hero."""
        return explanations.hero(App.get_running_app().tr, self.hero)

    def show(self, left: int, chosen: bool) -> None:
        """Show the health left, and whether the hero's sheet is open."""
        self._picture.left, self.chosen = left, chosen


class _ChipPicture(Painted):
    watched = ("left",)
    left = NumericProperty(0)

    def __init__(self, hero: str) -> None:
        self._hero = hero
        super().__init__()

    def paint(self) -> None:
        """Draw the portrait and the number on a heart; damage is on discs."""
        picture, radius = face(self._hero, self.size), theme.mm(2)
        drawing.rounded(self.canvas.before, picture, self.pos, self.size, (radius, radius), icons.EDGE)
        heart = 2 * theme.em("note")
        x, y = self.right - heart / 4, self.y + heart / 4
        self.draw("thing-hearts", x, y, 1.16 * heart, art.WHITE)
        self.draw("thing-hearts", x, y, heart, icons.DAMAGE)
        self.text(str(int(self.left)), x, y + 0.04 * heart, theme.em("note"), art.WHITE)


class Dots(Painted):
    """Small marks in the bar: actions left, or steps of the monsters' turn with the present one long. More
    of them than there is room for are one line, full as far as the present one.
    """

    watched = ("count", "at", "long")
    count = NumericProperty(0)
    at = NumericProperty(0)
    """Number of full ones, or number of the present one."""
    long = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.line = False
        super().__init__(size_hint_x=None, width=0, **kwargs)

    def show(self, count: int, at: int, long: bool = False) -> None:
        """Show `count` marks."""
        self.count, self.at, self.long = count, at, long
        pitch, side = (3.4, 2.4) if long else (6.2, 5.0)
        wide_mm = pitch * count + 3.8 * long + side - pitch + 1
        upright = theme.portrait()
        if upright and long and theme.text_mm(1) > theme.mm(1.1):
            self.count = count = 0  # the title needs the room
        self.line = count > (_MOST_DOTS_UPRIGHT if upright else _MOST_DOTS)
        self.width = theme.mm((10 if upright else _BAR_MM) if self.line else wide_mm) if count else 0

    def paint(self) -> None:
        """Draw the marks."""
        x, y, side = self.x, self.middle[1], theme.mm(2.4 if self.long else 5.0)
        if self.line:
            full = self.width * (self.at + 1) / self.count
            self.box((x, y - side / 2), (self.width, side), theme.LINE, side / 2)
            self.box((x, y - side / 2), (max(side, full), side), theme.ACCENT, side / 2)
            return
        for i in range(int(self.count)):
            now = self.long and i == self.at
            wide = theme.mm(6.2) if now else side
            colour = theme.ACCENT if now else theme.INK if i < self.at else theme.LINE
            self.box((x, y - side / 2), (wide, side), colour, side / 2)
            x += wide + theme.mm(1 if self.long else 1.2)


_MOST_DOTS, _MOST_DOTS_UPRIGHT, _BAR_MM = 9, 3, 24
_ROW, _TIGHT = 1.16, 1.08
"""Heights of lines in ems: of values, and of a meaning below a name."""
