"""Touch test: four rings, one per corner, show how touches arrive; the page can correct them.

Listens to the panel's own positions, so it works however wrong they are; its button for leaving is in the
middle, which no turning moves.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.games.base import N_
from ui import theme
from ui.screens.page import Page
from ui.touch import TURNS, Felt, PanelPoint, TouchFinding, diagnose, in_window, on_panel, turned
from ui.widgets.painted import Painted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

FIRST_S, NEXT_S, LEAVE_S = 12.0, 6.0, 30.0
"""Timeouts in seconds: of the first ring, of each other ring, and of the page with the result."""
_PAUSE_S = 0.4
"""Seconds between a touch and the next ring, because a double touch may follow."""
_INSET_MM = 11.0
_MIDDLE = 0.15
"""Distance from the middle, in shares of the panel, within which a touch means the exit button."""


class Rings(Painted):
    """The four rings, and a dot at the felt position of the finger."""

    watched = ("states", "dot")
    states = ListProperty(["later"] * 4)
    dot = ObjectProperty(None, allownone=True)

    def paint(self) -> None:
        """Draw the rings: the one to touch with a finger in it, those felt ticked, those missed crossed."""
        for (x, y), state in zip(self.places(), self.states, strict=True):
            colour = {"waiting": theme.INK, "felt": theme.GOOD, "missed": theme.BAD}.get(state, theme.LINE)
            side = theme.mm(16 if state == "waiting" else 12)
            self.draw("shadow", x, y, side, colour)
            self.draw("shadow", x, y, side * 0.8, theme.GROUND)
            icon = {"waiting": "finger", "felt": "check", "missed": "cross"}.get(state)
            if icon:
                self.draw(icon, x, y, side * 0.5, colour)
        if self.dot:
            x, y = self.dot
            self.draw("shadow", x, y, theme.mm(7), [*theme.ASK[:3], 0.5])
            self.draw("shadow", x, y, theme.mm(3), theme.ASK)

    def places(self) -> list[PanelPoint]:
        """The rings' middles in the window, clockwise from the top left, in pixels."""
        inset = theme.mm(_INSET_MM)
        left, right, low, high = inset, self.width - inset, inset, self.height - inset
        return [(left, high), (right, high), (right, low), (left, low)]


class TouchTestScreen(Page):
    """Page of the touch test; closes by itself if nothing is touched."""

    text = StringProperty("")
    step = NumericProperty(0)
    finding = ObjectProperty(None, allownone=True)
    fixable = BooleanProperty(False)
    fixed = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._answers: list[list[Felt]] = []
        self._late: Any = None
        super().__init__(**kwargs)
        self._next = self.lifetime.trigger(lambda _: self._advance(), _PAUSE_S)
        self._buttons = tuple(reversed(self.ids.row.children))

    def open(self, **about: Any) -> None:
        """Begin with the first ring."""
        super().open(**about)
        self.begin()

    def begin(self) -> None:
        """Start again from the first ring."""
        self.stop()
        app = App.get_running_app()
        app.touches.on_raw = self._felt
        self.finding, self.fixable, self.fixed, self.step = None, False, False, 0
        self._answers = [[] for _ in range(4)]
        self.ids.rings.states = ["waiting", "later", "later", "later"]
        self._wait(FIRST_S)
        self.refresh_text()

    def on_pre_leave(self) -> None:
        """Stop, because another page came to the top."""
        self.stop()

    def stop(self) -> None:
        """Stop listening; a correction that was not stored is discarded."""
        app = App.get_running_app()
        app.touches.on_raw = lambda kind, x, y: None
        app.touches.turn = app.controller.profiles.preferences().touch
        self.ids.rings.dot = None
        super().stop()

    def fix(self) -> None:
        """Store the correction of touches."""
        App.get_running_app().prefer(touch=self.finding.turn)
        self.fixable, self.fixed = False, True
        self.refresh_text()

    def refresh_text(self) -> None:
        """Write the instruction, later the result."""
        tr = App.get_running_app().tr
        self.ids.row.clear_widgets()
        for button, wanted in zip(self._buttons, (self.fixable, self.finding is not None), strict=True):
            if wanted:
                self.ids.row.add_widget(button)
        if self.finding is None:
            self.text = tr.gettext("Touch the bright ring.")
        elif self.fixed:
            self.text = tr.gettext("Done. Touches now arrive where your finger is.")
        else:
            self.text = " ".join(tr.gettext(key) for key in self._found(self.finding))

    def on_touch_down(self, touch: Any) -> bool:
        """Accept only the exit button while rings are asked for."""
        if self.finding is None and not self.ids.leave.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))

    def _found(self, finding: TouchFinding) -> Sequence[str]:
        used = App.get_running_app().controller.profiles.preferences().touch
        if finding.kind == "unclear":
            return [N_("These touches match no ring. Try once more, with one finger.")]
        findings = []
        if finding.missing:
            findings.append(N_("The panel reported no touch at the crossed rings."))
        if finding.turn != used:
            flipped = _flips(finding.turn) != _flips(used)
            findings.append(N_("Touches arrive mirrored.") if flipped else N_("Touches arrive rotated."))
        if finding.doubled:
            findings.append(N_("Every touch arrives twice; the app ignores the second."))
        return findings or [N_("Touches arrive where your finger is.")]

    def _felt(self, kind: str, x: float, y: float) -> None:
        app = App.get_running_app()
        shown = in_window(*turned(app.touches.turn, x, y), Window.rotation)
        self.ids.rings.dot = (shown[0] * self.width, shown[1] * self.height) if kind != "up" else None
        if self.finding is not None:
            self._wait(LEAVE_S)
        elif kind == "down" and max(abs(x - 0.5), abs(y - 0.5)) > _MIDDLE:
            self._answers[self.step].append(Felt(x, y, Clock.time()))
            self._next()

    def _wait(self, limit_s: float) -> None:
        if self._late:
            self._late.cancel()
        self._late = self.lifetime.once(lambda _: self._gave_up(), limit_s)

    def _gave_up(self) -> None:
        if self.finding is None:
            self._advance()
        else:
            App.get_running_app().back()

    def _advance(self) -> None:
        states = list(self.ids.rings.states)
        states[self.step] = "felt" if self._answers[self.step] else "missed"
        if self.step < 3:
            self.step += 1
            states[self.step] = "waiting"
            self._wait(NEXT_S)
        self.ids.rings.states = states
        if "waiting" not in states:
            self._tell()

    def _tell(self) -> None:
        app = App.get_running_app()
        rings = self.ids.rings
        targets = [
            on_panel(x / self.width, y / self.height, Window.rotation) for x, y in rings.places()
        ]  # fmt: skip
        finding = diagnose(targets, self._answers)
        if finding.kind == "dead":
            text = app.tr.gettext("The panel reported no touch. Check its cable.")
            app.back()
            app.overlay.notice(text)
            return
        self.finding = finding
        if finding.kind != "unclear":
            self.fixable = finding.turn != app.touches.turn
            app.touches.turn = finding.turn  # apply it at once, so that the button "Fix it" can be touched
        self._wait(LEAVE_S)
        self.refresh_text()


def _flips(turn: str) -> bool:
    a, b, c, d = TURNS[turn]
    return a * d - b * c < 0
