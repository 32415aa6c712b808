"""A hero's cards, large: fanned over the dimmed table, with what the touched one may do."""

from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, RoundedRectangle
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.games.fate import equip, hero_stats
from companion.games.fate.heroes import NAMES, card_name, card_text, effect_label, printed
from companion.games.fate.position import Hero, Position
from companion.games.fate.quests import task
from companion.session.fate.dialogs import card_dialogs as cards
from ui import fonts, theme
from ui.boards import art, drawing
from ui.explanation import About
from ui.games.fate import explanations, icons, messages
from ui.games.fate.card_page import card_facts, open_card
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.hero_parts import line
from ui.widgets.basics import Text, TouchButton, text_height
from ui.widgets.lines import Lines

_PRINTS = Path(__file__).parent / "prints"
art.ART.update(
    {
        f"card-{file.stem.removeprefix('fate_')}": art.Print(file, (0.5, 0.4))
        for file in _PRINTS.glob("fate_*.png")
    }
)
_VEIL: theme.Rgba = [0.106, 0.071, 0.047, 0.9]
_WIDE_MM, _HIGH_MM, _RIM_MM = 31.0, 45.0, 0.9
_SPREAD = 5.0
"""Degrees between the first and the middle card of a fan."""
_PALE: theme.Rgba = [1, 0.965, 0.88, 1]
EMBLEMS = {
    "event": ("thing-night-sleep", get_color_from_hex("#4f6a76")),
    "ability": ("thing-bowman", get_color_from_hex("#7a3e23")),
    "equipment": ("thing-bow-arrow", get_color_from_hex("#5b4a2e")),
    "quest": ("thing-scroll-unfurled", get_color_from_hex("#8a6a1c")),
    "hero": ("thing-black-knight-helm", get_color_from_hex("#7a3e23")),
}
"""Picture and colour of each kind of card, also of its stack."""


class BigCard(ButtonBehavior, BoxLayout):
    """A card with name, picture, kind and text; a long text takes the place of the picture."""

    chosen = BooleanProperty(False)

    def __init__(self, hero: Hero, number: int, turn: float) -> None:
        super().__init__(orientation="vertical", size_hint=(None, None))
        tr, face = App.get_running_app().tr, printed(hero.id, number, hero.level)
        self.hero, self.number, self.turn = hero, number, turn
        self.size = theme.mm(_WIDE_MM), theme.mm(_HIGH_MM)
        self.padding = theme.mm(_RIM_MM)
        self._picture = f"card-{_slug(str(face.name))}" if number else f"portrait-{hero.id}"
        name = messages.say(tr, card_name(hero.id, number)) if number else NAMES[hero.id]
        self.name, inner = name, self.width - 2 * theme.mm(_RIM_MM)
        title = Text(text=name, halign="center", color=icons.PARCHMENT, size_hint_y=None)
        title.font_name = str(fonts.TITLES)
        title.size = inner, 2
        title.height = self._head = min(title.text_size[1] or 0.0, 2 * line("body")) + theme.mm(0.8)
        self.add_widget(title)
        words = messages.say(tr, card_text(hero.id, number, hero.level))
        if number == hero.equipment and (wanted := task(hero)):
            words = tr.gettext(wanted.text)
        foot = card_facts(hero, number).removeprefix(" · ")
        below = (line("note") if foot else 0) + line("note")
        room = self.height - 2 * theme.mm(_RIM_MM) - self._head - below - theme.mm(1)
        wanted_px = text_height(words, "note", inner - theme.mm(2)) + theme.mm(1) if words else 0
        self.words = words
        self.complete = wanted_px <= room
        self._art_px = max(0.0, min(0.42 * self.height, room - (wanted_px if self.complete else 0)))
        if self._art_px < theme.mm(5):
            self._art_px = 0.0
        self.add_widget(Widget(size_hint_y=None, height=self._art_px))
        kind = {"ability": tr.gettext("Skill"), "equipment": tr.gettext("Gear")}.get(face.pile, "")
        if number == hero.equipment and number:
            kind = tr.gettext("Quest")
        self.add_widget(
            Text(text=kind, em="note", bold=True, halign="center", color=[0.42, 0.337, 0.188, 1],
                 size_hint_y=None, height=line("note"))
        )  # fmt: skip
        text = Text(text=words if self.complete else "", em="note", halign="center", color=icons.INK)
        text.padding = theme.mm(1), 0
        self.add_widget(text)
        if foot:
            self.add_widget(
                Text(text=foot, em="note", bold=True, halign="center", color=icons.INK,
                     size_hint_y=None, height=line("note"))
            )  # fmt: skip
        self._emblem, self._ground = EMBLEMS["quest" if number == hero.equipment else face.pile]
        self.bind(pos=self._draw, size=self._draw, chosen=self._draw)

    def about_at(self, x: float, y: float) -> About:
        """Explain the card by its effect."""
        return explanations.card(App.get_running_app().tr, self.hero, self.number)

    def _draw(self, *_: Any) -> None:
        before, after = self.canvas.before, self.canvas.after
        before.clear()
        after.clear()
        rim, radius = theme.mm(_RIM_MM), theme.mm(2.2)
        before.add(PushMatrix())
        before.add(Rotate(angle=-self.turn, origin=self.center))
        if self.chosen:
            self._plate(theme.ACCENT, -theme.mm(0.8), radius + theme.mm(0.8))
        self._plate(icons.EDGE, 0, radius)
        self._plate(icons.PARCHMENT, rim, radius - rim)
        high = self._head + rim
        before.add(Color(*icons.EDGE))
        corners = [radius, radius, 0, 0]
        before.add(RoundedRectangle(pos=(self.x, self.top - high), size=(self.width, high), radius=corners))
        if self._art_px:
            left, wide, low = self.x + rim, self.width - 2 * rim, self.top - high - self._art_px
            if self._picture in art.ART:
                picture = art.texture(self._picture)
                part = picture.width * min(1.0, self._art_px / wide)
                strip = picture.get_region(0, 0.6 * (picture.height - part), picture.width, part)
                before.add(Color(1, 1, 1, 1))
                before.add(Rectangle(texture=strip, pos=(left, low), size=(wide, self._art_px)))
            else:
                before.add(Color(*self._ground))
                before.add(Rectangle(pos=(left, low), size=(wide, self._art_px)))
                middle = left + wide / 2, low + self._art_px / 2
                drawing.picture(before, self._emblem, *middle, 0.86 * self._art_px, _PALE)
        after.add(PopMatrix())

    def _plate(self, colour: theme.Rgba, less: float, radius: float) -> None:
        self.canvas.before.add(Color(*colour))
        size = self.width - 2 * less, self.height - 2 * less
        plate = RoundedRectangle(pos=(self.x + less, self.y + less), size=size, radius=[radius])
        self.canvas.before.add(plate)


class _Veil(BoxLayout):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.canvas.before.add(Color(*_VEIL))
        self._veil = Rectangle()
        self.canvas.before.add(self._veil)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self._veil.pos, self._veil.size = self.pos, self.size


class CardsSheet(ModalView):
    """The cards of a stack of a hero; a touch chooses one, and the keys below are for it.

    In a lesson there are none, and the teacher's strip stays in sight; a touch of it closes the sheet.
    """

    def __init__(self, position: Position, hero: Hero, stack: str, host: DialogHost, active: bool) -> None:
        super().__init__(background="", background_color=theme.CLEAR, overlay_color=theme.CLEAR)
        self.padding = [0, host.strip_px, 0, 0]
        self._position, self._hero, self._host, self._active = position, hero, host, active
        self._tr = App.get_running_app().tr
        page = _Veil(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(1))
        self._page = page
        head = BoxLayout(size_hint_y=None, height=max(theme.mm(10.2), line("title")))
        title = self._tr.gettext("{hero}'s cards").format(hero=NAMES[hero.id])
        head.add_widget(Text(text=title, em="title", color=icons.PARCHMENT))
        close = TouchButton(icon="cross", quiet=True, ink_of=icons.PARCHMENT)
        close.bind(on_release=lambda _: self.shut())
        head.add_widget(close)
        page.add_widget(head)
        numbers = _numbers(hero, stack)
        self.cards = [
            BigCard(hero, number, (_place(i, len(numbers))) * _SPREAD) for i, number in enumerate(numbers)
        ]
        fan = BoxLayout(spacing=theme.mm(1), padding=[theme.mm(2), 0], size_hint_x=None)
        fan.bind(minimum_width=fan.setter("width"))
        for i, card in enumerate(self.cards):
            bent = 1 - cos(_place(i, len(numbers)) * pi / 4)
            card.pos_hint = {"center_y": 0.52 - 0.2 * bent}
            card.bind(on_release=self._choose)
            fan.add_widget(card)
        scroll = ScrollView(do_scroll_y=False, bar_width=0)
        scroll.add_widget(fan)
        self._fan, self._scroll = fan, scroll
        scroll.bind(width=self._centre)
        fan.bind(width=self._centre)
        page.add_widget(scroll)
        self._words = Lines(em="note", color=icons.PARCHMENT, halign="center")
        page.add_widget(self._words)
        self._keys = BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=theme.mm(11.4))
        if not host.strip_px:
            page.add_widget(self._keys)
        self.add_widget(page)
        if self.cards:
            self._choose(self.cards[0])
        self.open(animation=False)

    def on_touch_down(self, touch: Any) -> bool:
        """Close it if the touch is beside it."""
        if not self._page.collide_point(*touch.pos):
            self.shut()
            return True
        return bool(super().on_touch_down(touch))

    def _centre(self, *_: Any) -> None:
        """Few cards lie in the middle."""
        content = sum(card.width for card in self.cards) + theme.mm(1) * max(0, len(self.cards) - 1)
        self._fan.padding = [max(theme.mm(2), (self._scroll.width - content) / 2), 0]

    def _choose(self, chosen: BigCard) -> None:
        for card in self.cards:
            card.chosen = card is chosen
        self._words.text = "" if chosen.complete else chosen.words
        self._keys.clear_widgets()
        for key in self._offers(chosen.number):
            self._keys.add_widget(key)

    def _offers(self, number: int) -> list[Widget]:
        position, hero, tr = self._position, self._hero, self._tr
        keys: list[Widget] = [Widget()]
        if self._active and number == hero.equipment and equip.is_possible(position, hero.id):
            text = tr.gettext("The quest is done")
            keys.append(self._key(text, "check", True, partial(self._host.press, "quest")))
            keys[-1].about = tr.gettext("The quest card becomes yours, and the next quest comes up.")
        may = cards.usable(position, hero, number) if self._active else ()
        for option in may:
            label = messages.say(tr, effect_label(hero.id, number, option, hero.level))
            use = partial(self._host.press, f"use {number} {option}")
            keys.append(self._key(label, "play", len(keys) == 1, use))
            keys[-1].about = tr.gettext("Uses this effect of the card now.")
        more = partial(open_card, position, hero, number, self._host, self._active)
        keys.append(self._key(tr.gettext("All about it"), "help", False, more))
        keys[-1].about = tr.gettext("Shows the card with all its effects, and what lies on it.")
        return [*keys, Widget()]

    def _key(self, text: str, icon: str, primary: bool, act: Any) -> TouchButton:
        made = TouchButton(icon=icon, text=text, primary=primary)
        made.size = theme.mm(46), theme.mm(11.4)

        def release(_: Any) -> None:
            self.shut()
            act()

        made.bind(on_release=release)
        return made

    def shut(self) -> None:
        """Close at once."""
        self.dismiss(animation=False)


def _numbers(hero: Hero, stack: str) -> list[int]:
    """Numbers of the cards of a stack, the hero's own card first among the skills."""
    weapon = hero_stats.main_weapon(hero)
    found = []
    for number in (card.number for card in hero.cards):
        face = printed(hero.id, number, hero.level)
        wanted = {"skills": "ability", "gear": "equipment"}.get(stack)
        if face.pile == wanted and (not face.main or number == weapon):
            found.append(number)
    if stack == "skills":
        return [0, *found]
    if stack == "gear" or stack == "quest":
        return [*([hero.equipment] if hero.equipment else []), *(found if stack == "gear" else [])]
    return found


def _place(index: int, count: int) -> float:
    """Place in a fan, -1..1."""
    return 2 * index / (count - 1) - 1 if count > 1 else 0.0


def _slug(name: str) -> str:
    return name.lower().replace(" ", "_").replace("'", "")
