"""The bar of a play screen: the sentence of the moment in the colours of its tone, menu and help."""

from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.explanation import About
from ui.lifetime import Lifetime
from ui.screens.message import BarMessage
from ui.sounds import SoundName
from ui.widgets.basics import TouchButton
from ui.widgets.reuse import arrange
from ui.widgets.teacher_strip import Said, TeacherStrip, lay_words

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_INKS = {
    "turn": (theme.CLEAR, theme.INK),
    "do": (theme.ACCENT, theme.ON_ACCENT),
    "good": (theme.GOOD, theme.ON_SIGNAL),
    "over": (theme.CLEAR, theme.INK),
    "wrong": (theme.BAD, theme.ON_SIGNAL),
    "ask": (theme.ASK, theme.ON_SIGNAL),
    "wait": (theme.CLEAR, theme.INK),
    "look": (theme.CLEAR, theme.INK),
}
_SOUNDS: dict[str, SoundName] = {"do": "attention", "wrong": "wrong", "ask": "ask"}
_LAMP, _GLOW_S = "check", 2.0
_BAR_MM, _STRIP_MM, _UPRIGHT_MM = 13.2, 20.0, 26.0
"""Least height of the message bar at the normal text size: usually, in a lesson, and upright in one."""
_SIDE_MM = 1.4
_BAR_PARTS = 5
"""Number of the bar's own parts in the kv file: menu, figure, words, what is beside them, help."""
_EMBER = 0.2
"""Brightness of the indicator in quiet mode while nothing happens, 0..1."""


class MessageBar(BoxLayout):
    """The next step for the whole table in large letters, with a smaller line below if there is room.

    The keys of menu and help are at its ends; what is added to it stands before help. `figure`: art of the
    person who acts. A refusal takes the place of the next step, which then stands below.

    A broken rule has a key that shows it.

    `hands`: what people should put back on a table without camera; the button beside it dispatches `on_done`.
    In quiet mode only a `calm` indicator shows while no message is needed. `teach` lets the teacher speak in
    its place; `learning`: it is high enough for that.
    """

    icon = StringProperty("")
    figure = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    refusal = StringProperty("")
    hands = StringProperty("")
    shown = StringProperty("")
    under = StringProperty("")
    """Texts of the two lines."""
    colour = ListProperty(theme.CLEAR)
    ink = ListProperty(theme.INK)
    soft_ink = ListProperty(theme.SOFT)
    calm = BooleanProperty(False)
    learning = BooleanProperty(False)
    __events__ = ("on_done", "on_menu", "on_help", "on_leave")

    def __init__(self, **kwargs: Any) -> None:
        self._said = self.rule = ""
        self.lifetime = Lifetime()
        super().__init__(**kwargs)
        self.height = theme.text_mm(_BAR_MM)
        self._right = TouchButton(icon="check")
        if theme.portrait():
            self._right.icon = ""
        self._right.size = theme.mm(26 if theme.portrait() else 46), theme.text_mm(10.2)
        self._right.bind(on_release=lambda _: self.dispatch("on_done"))
        self._why = TouchButton()
        self._why.size = theme.mm(17), theme.text_mm(10.2)
        self._why.bind(on_release=lambda _: self._explain())
        self.teacher = TeacherStrip()
        self.teacher.bind(
            on_menu=lambda _: self.dispatch("on_menu"), on_leave=lambda _: self.dispatch("on_leave")
        )
        self.teacher.bind(needed_px=self._lay_words)
        self._parts: list[Widget] = []

    def on_kv_post(self, base_widget: Widget) -> None:
        """Lay the words out whenever they or their room change."""
        self._parts = list(reversed(self.children))
        for name in ("shown", "under", "learning"):
            self.fbind(name, self._lay_words)
        self.ids.words.bind(size=self._lay_words)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Add a part of the bar, later something to show beside the message."""
        if len(self.children) < _BAR_PARTS:
            super().add_widget(widget, *args, **kwargs)
        else:
            self.ids.beside.add_widget(widget, *args, **kwargs)

    def on_done(self) -> None:
        """Handle the user's report that the table is right."""

    def on_menu(self) -> None:
        """Handle a touch of the key of the menu."""

    def on_help(self) -> None:
        """Handle a touch of the key of help."""

    def on_leave(self) -> None:
        """Handle a touch of the teacher's cross."""

    @property
    def taught(self) -> bool:
        """Return whether the teacher speaks."""
        return self.teacher.parent is not None

    def teach(self, said: Said | None) -> None:
        """Let the teacher speak, or give the bar back to the next step."""
        self.padding = [0, 0] if said else [theme.mm(_SIDE_MM), 0]
        arrange(self, [self.teacher] if said else self._parts)
        if said:
            self.colour = theme.CLEAR
            self.teacher.say(said)
        self._lay_words()

    def has_words_at(self, x: float, y: float) -> bool:
        """Return whether the words stand at a place, in the coordinates of the bar's parent."""
        return not self.taught and bool(self.ids.words.collide_point(x, y))

    def explains_at(self, x: float, y: float) -> bool:
        """Return whether the words or the key that explains them are at a place, as `has_words_at`."""
        return self.has_words_at(x, y) or bool(self._why.parent and self._why.collide_point(x, y))

    def _explain(self) -> None:
        """Show the rule that was broken."""
        x, y = self._why.to_window(self._why.center_x, self._why.y)
        App.get_running_app().hold.show(About(self._why.text, rule=self.rule), (x, y))

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the words of the bar: the rule that they follow from, if there is one."""
        if not self.has_words_at(x, y):
            return None
        if self.rule:
            return About(self.shown, rule=self.rule)
        tr = App.get_running_app().tr
        what = tr.gettext("The bar says what happens now and what to do next.")
        return About(tr.gettext("Next step"), what)

    def show(
        self,
        message: BarMessage,
        flash: BarMessage | None = None,
        hands: str = "",
        figure: str = "",
    ) -> None:
        """Show a message in the colours of its kind; a new one is also spoken.

        `flash`: what stands in its place for a few seconds; `figure`: who acts.
        """
        app = App.get_running_app()
        refusal = flash.title if flash else ""
        if flash and refusal != self.refusal and self.get_parent_window():
            if flash.kind in _SOUNDS:
                app.sound(_SOUNDS[flash.kind])
            app.say_aloud(refusal)
        elif message.title != self._said and self.get_parent_window():
            if message.kind in _SOUNDS:
                app.sound(_SOUNDS[message.kind])
            app.say_aloud(message.title, needed=message.needed)
        self._said, self.refusal, self.hands = message.title, refusal, hands
        self.rule = flash.rule if flash else message.rule
        self._right.text = app.tr.gettext("Table is right")
        self._why.text = app.tr.gettext("Why?")
        why = bool(flash and flash.rule)
        self._put_beside(self._right, bool(hands) and not why)
        self._put_beside(self._why, why)
        self.calm = app.quiet and message.kind == "turn" and not (refusal or hands)
        if self.calm:
            self._light_lamp()
            return
        Animation.cancel_all(self, "ink")
        self.title, self.detail = message.title, message.detail
        kind, self.icon = message.kind, message.icon
        self.figure = figure if kind in ("turn", "look", "wait") else ""
        self.shown, self.under = message.title, message.detail
        if flash:
            kind, self.icon, self.figure = flash.kind, flash.icon, ""
            self.shown, self.under = flash.title, message.title
        elif hands:
            kind, self.icon, self.figure = "do", "hand", ""
            self.shown, self.under = hands, message.title
        self.colour, self.ink = _INKS[kind]
        self.soft_ink = theme.SOFT if self.ink == theme.INK else self.ink

    def _put_beside(self, key: Widget, wanted: bool) -> None:
        """Show a key beside the words, or hide it."""
        if wanted != bool(key.parent):
            (self.ids.beside.add_widget if wanted else self.ids.beside.remove_widget)(key)

    def glow(self) -> None:
        """Flash the indicator of quiet mode: an action was accepted."""
        if self.calm:
            self.ink = theme.GOOD
            ember = [*theme.GOOD[:3], _EMBER]
            self.lifetime.animate(self, Animation(ink=ember, duration=_GLOW_S, t="in_quad"))

    def _light_lamp(self) -> None:
        if self.icon != _LAMP or self.title:
            self.colour, self.ink = theme.CLEAR, [*theme.GOOD[:3], _EMBER]
            self.icon, self.title, self.detail, self.figure = _LAMP, "", "", ""
            self.shown = self.under = ""

    def _lay_words(self, *_: Any) -> None:
        """Choose the largest lines that hold the message: the second line goes first, then the size.

        The bar grows for what is too long even in notes.
        """
        least = theme.text_mm(
            _BAR_MM if not self.learning else _UPRIGHT_MM if theme.portrait() else _STRIP_MM
        )
        if self.taught:
            self.teacher.least_px = least
            self.height = max(least, self.teacher.needed_px)
        elif self.ids.words.width >= 2:
            self.height = max(least, lay_words(self.ids.words, self.shown, self.under, least))
