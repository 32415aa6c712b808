"""Demo mode: a game plays itself, captions say what just happened, and a touch ends it."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.session.base import manifest
from companion.session.caption import Caption
from companion.session.snapshot import Snapshot
from ui import theme
from ui.lifetime import Lifetime
from ui.screens.play import PlayScreen
from ui.widgets.basics import Icon, PanelBox, Text, largest_em

_LOOKS = {
    "seen": ("eye", theme.SUNK, theme.INK),
    "score": ("star", theme.GOOD, theme.ON_SIGNAL),
    "mistake": ("warn", theme.BAD, theme.ON_SIGNAL),
    "mended": ("check", theme.GOOD, theme.ON_SIGNAL),
    "doubt": ("help", theme.ASK, theme.ON_SIGNAL),
}
_AGAIN_S = 6.0
"""Seconds within which a second touch ends a game that is not over."""


class CaptionPanel(PanelBox):
    """A sentence with the icon and colours of its kind."""

    icon = StringProperty("")
    text = StringProperty("")

    def __init__(self, caption: Caption, **kwargs: Any) -> None:
        super().__init__(padding=theme.mm(1.4), spacing=theme.mm(1.4), **kwargs)
        self._icon = Icon(size_hint_x=None, width=theme.mm(8))
        self._label = Text(bold=True, halign="left")
        for part in (self._icon, self._label):
            self.add_widget(part)
        self._label.bind(size=self._choose, text=self._choose)
        self.show(caption)

    def _choose(self, label: Text, *_: Any) -> None:
        label.em = largest_em(label.text, label.width, label.height, "body", "note")

    def show(self, caption: Caption) -> None:
        """Show a caption."""
        self.icon, self.colour, ink = _LOOKS[caption.kind]
        self.text = caption.text
        self._icon.name, self._icon.colour = self.icon, ink
        self._label.text, self._label.color = caption.text, ink


class Exhibition:
    """Demo mode of the window: takes all touches from `begin` until the window closes.

    One touch ends a finished game, two touches an unfinished one; `leave` closes the window.
    """

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self._lifetime = Lifetime()
        self._panel: CaptionPanel | None = None
        self._result: CaptionPanel | None = None
        self._over = False
        self._asked_s = -_AGAIN_S

    def begin(self) -> None:
        """Take all touches from now on."""
        self._lifetime.bind(Window, on_touch_down=self._touched, on_touch_move=_taken, on_touch_up=_taken)
        self._lifetime.at_end(self._take_result_away)

    def furnish(self, screen: Widget) -> None:
        """Add the camera picture and the caption to a new play screen."""
        if isinstance(screen, PlayScreen):
            plays = App.get_running_app().tr.gettext("A demo: the app plays the game.")
            self._panel = CaptionPanel(
                Caption("seen", plays), size_hint_y=None, height=theme.text_mm(13 if theme.portrait() else 22)
            )
            screen.exhibit(self._panel)

    def tell(self, before: Snapshot | None, now: Snapshot) -> None:
        """Show a caption for what just happened."""
        tr = App.get_running_app().tr
        caption = manifest(now.name).caption(tr, before, now) if before else None
        if caption and self._panel:
            self._panel.show(caption)
        self._over = now.over
        self._take_result_away()
        if now.over:
            self._result = CaptionPanel(
                Caption("seen", tr.gettext("Touch the screen to end the demo.")),
                size_hint=(None, None), size=(Window.width, theme.mm(17)),
            )  # fmt: skip
            Window.add_widget(self._result)

    def _take_result_away(self) -> None:
        if self._result:
            Window.remove_widget(self._result)
            self._result = None

    def _touched(self, *_: Any) -> bool:
        app = App.get_running_app()
        now_s = Clock.get_time()
        if self._over or now_s - self._asked_s < _AGAIN_S:
            self._leave()
        else:
            self._asked_s = now_s
            app.overlay.notice(app.tr.gettext("The demo plays by itself. Touch again to end it."))
        return True


def _taken(*_: Any) -> bool:
    """Swallow every touch; widgets get none."""
    return True
