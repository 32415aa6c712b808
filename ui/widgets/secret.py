"""Views of a secret for one person: fetched while a finger holds the button, then discarded.

For spirits, pages and hands of cards. Nothing here keeps, logs or speaks a secret.
"""

import math
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatter import ScatterPlane
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import PanelBox
from ui.widgets.presses import PatternInput

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SEEN_S = 0.4
"""How long a secret must be shown until it counts as seen."""


class SecretCover(BoxLayout):
    """Cover shown instead of a secret: a sign and an instruction; `primary` ones look like a key."""

    words = StringProperty("")
    icon = StringProperty("eye")
    primary = BooleanProperty(False)


class HoldToSee(PanelBox):
    """Shows the widget that `ask()` returns while one finger rests on it; dispatches `on_seen` after 0.4 s.

    If `owner` has a pattern it is pressed here first, with the same finger. The secret hides at once
    when the finger lifts or leaves, when a second one comes, when the window loses the focus, changes its
    size, sleeps or shows another screen, and when the language changes.
    """

    words = StringProperty("")
    owner = StringProperty("")
    ask = ObjectProperty(None, allownone=True)
    held = BooleanProperty(False)
    primary = BooleanProperty(False)
    """True if this is the page's main key; its cover then lies on what is below, the secret on paper."""

    __events__ = ("on_seen",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._finger: Any = None
        self._secret: Widget | None = None
        self._seen = False
        self.lifetime = Lifetime()
        self._watching = self.lifetime.trigger(self._watch, 0, repeat=True)
        self._pattern = PatternInput(self.lifetime, self._given, self._say)
        self._cover = SecretCover(words=self.words)
        self.bind(primary=self._lay_cover)
        self.bind(words=self._rest, owner=self._rest, ask=lambda *_: self.hide())
        self._rest()
        self.add_widget(self._cover)

    def on_seen(self) -> None:
        """Handle that the secret was shown for long enough to be seen."""

    def on_touch_down(self, touch: Any) -> bool:
        """Show the secret, or begin the pattern."""
        if self.disabled or self.held or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        if self._locked():
            self._pattern.down()
            return True
        self._finger = touch
        self._show()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Hide the secret if the finger leaves the button."""
        if touch.grab_current is not self:
            return False
        if not self.collide_point(*touch.pos):
            self.hide()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Hide."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._pattern.up()
        self.hide()
        return True

    def hide(self, *_: Any) -> None:
        """Hide and discard the secret, if it is shown."""
        if not self.held:
            return
        self._finger = None
        shown, seen = self._secret is not None, self._seen
        if self._secret:
            self.remove_widget(self._secret)
            self._secret.clear_widgets()
            self._secret.canvas.clear()
            self._secret = None
        self._lay_cover()
        if not self._cover.parent:
            self.add_widget(self._cover)
        self.held = False
        self.lifetime.end()
        self._rest()
        if shown and not seen and self.primary:
            self._say(App.get_running_app().tr.gettext("Let your finger rest here to see it."))

    def _show(self) -> None:
        self.held, self._seen = True, False
        self._listen()
        try:
            self._secret = self.ask()
        except CompanionError as error:
            self._cover.words = App.get_running_app().explain(error)
            return
        self.remove_widget(self._cover)
        self.colour = theme.SURFACE
        self.add_widget(self._secret)
        App.get_running_app().overlay.unnotice()
        self.lifetime.once(self._count_as_seen, _SEEN_S)

    def _count_as_seen(self, _: float) -> None:
        self._seen = True
        self.dispatch("on_seen")

    def _lay_cover(self, *_: Any) -> None:
        self._cover.primary, self._cover.icon = self.primary, "finger" if self.primary else "eye"
        self.colour = theme.CLEAR if self.primary else theme.SURFACE

    def _locked(self) -> bool:
        return bool(self.owner) and not App.get_running_app().controller.locks.is_open(self.owner)

    def _rest(self, *_: Any) -> None:
        """Show the cover with its instruction."""
        self._pattern.forget()
        tr = App.get_running_app().tr
        if not self._locked():
            self._say(self.words)
        elif App.get_running_app().controller.locks.has_lost(self.owner):
            self._say(tr.gettext("The file with the patterns is damaged: remove yours on the page Patterns."))
        else:
            self._say(tr.gettext("Press your pattern."))

    def _given(self, pattern: str) -> None:
        """Handle a pressed pattern; it opens nothing if the page was left meanwhile."""
        app = App.get_running_app()
        if self.get_root_window() is None:
            return
        locks, tr = app.controller.locks, app.tr
        try:
            right = locks.unlock(self.owner, pattern)
        except CompanionError as error:
            self._say(app.explain(error))
            return
        if right:
            praise = tr.gettext("Right.")
            self._say(f"{praise} {self.words}")
        elif wait_s := locks.wait_s(self.owner):
            self._say(tr.gettext("That was not it. Wait {n} s.").format(n=math.ceil(wait_s)))
        else:
            self._say(tr.gettext("That was not it."))

    def _say(self, words: str) -> None:
        self._cover.words = words

    def _listen(self) -> None:
        bind, hide = self.lifetime.bind, self.hide
        bind(Window, on_touch_down=self._touched, focus=hide, size=hide, on_minimize=hide)
        bind(App.get_running_app(), language=hide)
        self.lifetime.at_end(hide)
        self._watching()

    def _touched(self, _: Any, touch: Any) -> None:
        if touch is not self._finger:
            self.hide()

    def _watch(self, _: float) -> None:
        if self.get_root_window() is None or App.get_running_app().overlay.asleep:
            self.hide()


class HandOver(FloatLayout):
    """The game's cover, closed: only one player looks, who holds to see and confirms at the end: `on_done`.

    `way_out` is the picture of another way to leave: `on_left`.
    """

    tile = ObjectProperty(None, allownone=True)

    title = StringProperty("")
    picture = StringProperty("")
    words = StringProperty("")
    known = StringProperty("")
    owner = StringProperty("")
    ask = ObjectProperty(None, allownone=True)
    looked = BooleanProperty(False)
    way_out = StringProperty("back")

    __events__ = ("on_done", "on_left")

    def on_done(self) -> None:
        """Handle that the player is done."""

    def on_left(self) -> None:
        """Handle the other way out."""


class Turned(Widget):
    """Holds one widget, turned by `degrees` (0, 90, 180 or 270, counter-clockwise) to fill this one."""

    degrees = NumericProperty(0)

    def __init__(self, content: Widget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._plane = ScatterPlane(do_rotation=False, do_scale=False, do_translation=False)
        self._content = content
        self._plane.add_widget(content)
        self.add_widget(self._plane)
        self.bind(pos=self._turn, size=self._turn, degrees=self._turn)

    def _turn(self, *_: Any) -> None:
        width, height = self.size
        lying = self.degrees % 180 == 90
        self._content.size = (height, width) if lying else (width, height)
        self._plane.size = self._content.size
        self._plane.rotation = self.degrees
        self._plane.center = self.center
