"""Parts of a hero's sheet: portrait, hearts, values with words, actions with meaning, stacks of cards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, RoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.fate.heroes import NAMES
from ui import theme
from ui.boards import art
from ui.boards.art import Print
from ui.games.fate import icons
from ui.widgets.basics import Icon, Key, Text, text_height
from ui.widgets.painted import Painted

_PRINTS = Path(__file__).parent / "prints"
art.ART.update({f"portrait-{hero}": Print(_PRINTS / f"portrait_{hero}.png", (0.5, 0.2)) for hero in NAMES})

Value = tuple[str, str, str]
"""A number with its icon and its word."""


def line(em: theme.TextSize) -> float:
    """Height in pixels of a line of text."""
    return text_height("\N{LATIN CAPITAL LETTER E WITH ACUTE}g", em, theme.mm(100))


class Portrait(Painted):
    """A hero's engraved portrait with rounded corners; `name` stands on a dark strip at its foot."""

    watched = ("hero", "name", "radius_mm")
    hero = StringProperty("")
    name = StringProperty("")
    radius_mm = NumericProperty(2.6)

    def paint(self) -> None:
        """Draw the portrait."""
        if not self.hero:
            return
        canvas, radius = self.canvas.before, theme.mm(self.radius_mm)
        canvas.add(Color(1, 1, 1, 1))
        canvas.add(
            RoundedRectangle(
                texture=(face := art.texture(f"portrait-{self.hero}")),
                tex_coords=face.tex_coords,
                pos=self.pos,
                size=self.size,
                radius=[radius],
            )
        )
        if self.name:
            high = line("note")
            canvas.add(Color(*icons.EDGE))
            strip = RoundedRectangle(pos=self.pos, size=(self.width, high), radius=[0, 0, radius, radius])
            canvas.add(strip)
            self.text(self.name, self.middle[0], self.y + high / 2, theme.em("note"), icons.PARCHMENT)


class Hearts(Painted):
    """Health: a red heart for each left, pale ones for what is lost. Many of them take two lines."""

    watched = ("left", "most")
    left = NumericProperty(0)
    most = NumericProperty(1)

    def paint(self) -> None:
        """Draw the hearts from the left."""
        side = min(self.height, theme.mm(3.9), self.width / max(1, self.most))
        for i in range(int(self.most)):
            tint = art.WHITE if i < self.left else theme.LINE
            name = "heart" if i < self.left else "thing-hearts"
            self.draw(name, self.x + side * (i + 0.5), self.middle[1], 0.92 * side, tint)


class Values(GridLayout):
    """Numbers with icons and words, two abreast."""

    def __init__(self, columns: int = 2) -> None:
        super().__init__(cols=columns, spacing=[theme.mm(1), theme.mm(0.4)], size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))

    def show(self, values: Sequence[Value]) -> None:
        """Show these numbers; words that have no room are left out."""
        self.clear_widgets()
        for icon, number, word in values:
            cell = BoxLayout(spacing=theme.mm(0.8), size_hint_y=None, height=line("body"))
            cell.add_widget(Icon(name=icon, size_hint_x=None, width=theme.mm(4.4)))
            cell.add_widget(_bold(number))
            cell.add_widget(Note(text=word, color=theme.SOFT))
            self.add_widget(cell)


class Note(Text):
    """A word of help that goes where it has no room: words never shrink and are never cut."""

    def __init__(self, **kwargs: Any) -> None:
        self.word = str(kwargs.pop("text", ""))
        super().__init__(em="note", text=self.word, **kwargs)
        self.bind(size=self._room)

    def say(self, word: str) -> None:
        """Show another word."""
        self.word = word
        self._room()

    def _room(self, *_: Any) -> None:
        if min(self.size) > 2:
            fits = text_height(self.word, "note", self.width, self.bold) <= self.height + 2
            self.text = self.word if fits else ""


def _bold(text: str) -> Text:
    made = Text(text=text, bold=True, size_hint_x=None)
    made.width = text_width(text)
    return made


def text_width(text: str) -> float:
    """Width in pixels of one line of bold body text."""
    label = CoreLabel(font_size=theme.em("body"), font_name="text", bold=True)
    label.resolve_font_name()
    return float(label.get_extents(text)[0]) + 1


class HeroCard(Key):
    """Portrait with name, hearts, and the four values with words; a touch offers what else there is."""

    def __init__(self) -> None:
        super().__init__(size_hint=(1, None))
        self.height = max(theme.mm(15.6), 2 * line("body") + theme.mm(6.2))
        self.padding, self.spacing = theme.mm(1), theme.mm(1.8)
        self._portrait = Portrait(size_hint_x=None, width=theme.mm(13.2))
        self.add_widget(self._portrait)
        column = BoxLayout(orientation="vertical", padding=[0, theme.mm(0.3)])
        health = BoxLayout(spacing=theme.mm(1))
        self._hearts, self._left = Hearts(), Text(bold=True, halign="right", size_hint_x=None)
        health.add_widget(self._hearts)
        health.add_widget(self._left)
        column.add_widget(health)
        self._values = Values(2)
        column.add_widget(self._values)
        self.add_widget(column)
        self._shown: object = None

    def show(self, hero: str, left: int, most: int, values: Sequence[Value]) -> None:
        """Show a hero."""
        if self._shown == (shown := (hero, left, most, tuple(values))):
            return
        self._shown = shown
        self._portrait.hero, self._portrait.name = hero, NAMES[hero]
        self._hearts.left, self._hearts.most = left, most
        self._left.text, self._left.width = str(left), text_width("00")
        self._values.show(values)


class ActionKey(Key):
    """An action with its meaning; `spent` ones say so, and those that cannot be taken now are pale."""

    spent = BooleanProperty(False)

    def __init__(self, icon: str) -> None:
        super().__init__(icon=icon, size_hint=(1, None))
        self.height = theme.mm(9.8)
        self.padding = [theme.mm(1.2), 0, theme.mm(0.6), theme.mm(0.5)]
        self.spacing = theme.mm(1.4)
        self._picture = Icon(name=icon, size_hint_x=None, width=theme.mm(6.2))
        self.add_widget(self._picture)
        words = BoxLayout(orientation="vertical")
        self._name, self._note = Text(bold=True), Note()
        if line("body") + line("note") > self.height:
            self._note.size_hint_y, self._note.height = None, 0
        else:
            self._note.size_hint_y, self._note.height = None, line("note")
        words.add_widget(self._name)
        words.add_widget(self._note)
        self.add_widget(words)
        self.bind(ink=self._tint)

    def show(self, name: str, meaning: str, spent: bool, full: bool, chosen: bool) -> None:
        """Show the action; `full`: no more actions can be taken."""
        self.text, self._name.text, self.spent, self.chosen = name, name, spent, chosen
        self._note.say(meaning)
        self.opacity = 0.45 if spent or full else 1
        self._tint()

    def _tint(self, *_: Any) -> None:
        self._picture.colour = self._name.color = self._note.color = self.ink


class Stack(Key):
    """A stack of cards with their number; a touch opens them."""

    count = NumericProperty(0)

    def __init__(self, icon: str, colour: theme.Rgba) -> None:
        super().__init__(icon=icon, quiet=True, size_hint=(1, 1))
        self.bind(count=self._draw_soon, text=self._draw_soon, pos=self._draw_soon, size=self._draw_soon)
        self._picture = _StackPicture(icon, colour)
        self.padding = 0
        self.add_widget(self._picture)

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
        """Draw the portrait and the number on a red disc."""
        self.canvas.before.add(Color(1, 1, 1, 1))
        texture = art.texture(f"portrait-{self._hero}")
        face = RoundedRectangle(
            texture=texture,
            tex_coords=texture.tex_coords,
            pos=self.pos,
            size=self.size,
            radius=[theme.mm(2)],
        )
        self.canvas.before.add(face)
        disc = 1.3 * theme.em("note")
        x, y = self.right - disc / 3, self.y + disc / 3
        self.draw("shadow", x, y, disc / 0.92, icons.DAMAGE)
        self.text(str(int(self.left)), x, y, theme.em("note"), art.WHITE)


class Dots(Painted):
    """Small marks in the bar: actions left, or steps of the monsters' turn with the present one long."""

    watched = ("count", "at", "long")
    count = NumericProperty(0)
    at = NumericProperty(0)
    """Number of full ones, or number of the present one."""
    long = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_x=None, width=0, **kwargs)

    def show(self, count: int, at: int, long: bool = False) -> None:
        """Show `count` marks; too many say nothing."""
        self.count, self.at, self.long = count if count <= _MOST_DOTS else 0, at, long
        pitch, side = (3.4, 2.4) if long else (6.2, 5.0)
        self.width = theme.mm(pitch * self.count + 3.8 * long + side - pitch + 1) if self.count else 0

    def paint(self) -> None:
        """Draw the marks."""
        x, y, side = self.x, self.middle[1], theme.mm(2.4 if self.long else 5.0)
        for i in range(int(self.count)):
            now = self.long and i == self.at
            full = i < self.at
            wide = theme.mm(6.2) if now else side
            colour = theme.ACCENT if now else theme.INK if full else theme.LINE
            self.box((x, y - side / 2), (wide, side), colour, side / 2)
            x += wide + theme.mm(1 if self.long else 1.2)


_MOST_DOTS = 9
