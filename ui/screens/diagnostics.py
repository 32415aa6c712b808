"""Diagnostics page: rated figures, latest errors, actions of the machine."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.error_text import translated_text
from ui import theme
from ui.screens.figures import HealthFigure, figures
from ui.screens.page import Page
from ui.services import Diagnostics
from ui.widgets.basics import PanelBox
from ui.widgets.page_parts import WrapLabel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

REFRESH_S = 1.0
_SIGNS = {
    "fine": ("check", theme.GOOD),
    "weak": ("warn", theme.INK),
    "bad": ("cross", theme.BAD),
    "unknown": ("less", theme.SOFT),
}
_CHECKED = {"failed": "bad", "passed": "fine", "not_there": "unknown"}
"""Ratings of the results of checks; failed ones come first."""


class CheckLine(BoxLayout):
    """A check with a symbol for its result."""

    sign = StringProperty("less")
    tint = ListProperty(theme.SOFT)
    text = StringProperty("")


class FigureTile(PanelBox):
    """One large figure with a symbol whose shape and colour rate it."""

    figure = ObjectProperty(HealthFigure("", "", "", "unknown"), rebind=True)
    sign = StringProperty("less")
    tint = ListProperty(theme.SOFT)

    def on_figure(self, *_: Any) -> None:
        """Choose the symbol."""
        self.sign, self.tint = _SIGNS[self.figure.state]


class DiagnosticsScreen(Page):
    """Refreshes once a second while it is shown."""

    about = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._errors: tuple[Any, ...] = ()
        self._checks: tuple[Any, ...] = ()
        self._frames = 0
        super().__init__(**kwargs)
        self.timer = self.lifetime.trigger(lambda _: self.refresh_text(), REFRESH_S, repeat=True)
        self.bind(on_pre_enter=self._begin)

    def refresh_text(self) -> None:
        """Measure again."""
        app = App.get_running_app()
        shown = app.controller.devices.diagnostics()
        grid = self.ids.figures
        grid.cols = 1 if theme.large_text() else 2
        found = figures(app.tr, shown, self._frames_s())
        if len(grid.children) != len(found):
            grid.clear_widgets()
            for _ in found:
                grid.add_widget(FigureTile())
        for tile, figure in zip(reversed(grid.children), found, strict=True):
            tile.figure = figure
        advised = [figure for figure in found if figure.advice]
        self.ids.advice.clear_widgets()
        for figure in advised:
            sign, tint = _SIGNS[figure.state]
            self.ids.advice.add_widget(CheckLine(sign=sign, tint=tint, text=figure.advice))
        self.ids.head.title = app.tr.gettext("How well it works")
        self.about = f"Table Companion {shown.version}\n{shown.machine}"
        self._show_errors(shown)
        self._show_checks(shown)

    def _begin(self, *_: Any) -> None:
        self._frames = Clock.frames
        self._since_s = Clock.time()
        self.timer()

    def _frames_s(self) -> float | None:
        """Frames per second since the last call."""
        if self.manager is None or self.manager.current != self.name:
            return None
        now_s, frames = Clock.time(), Clock.frames
        before_s, before = getattr(self, "_since_s", now_s), self._frames
        self._since_s, self._frames = now_s, frames
        return (frames - before) / (now_s - before_s) if now_s - before_s > REFRESH_S / 2 else None

    def _show_errors(self, shown: Diagnostics) -> None:
        app = App.get_running_app()
        lines = self.ids.errors
        lines.clear_widgets()
        for at, error in shown.errors:
            lines.add_widget(WrapLabel(text=f"{at}  {app.explain(error)}", em="note"))
        if not shown.errors:
            nothing = app.tr.gettext("Nothing went wrong.")
            lines.add_widget(WrapLabel(text=nothing, color=theme.SOFT, em="note"))

    def _show_checks(self, shown: Diagnostics) -> None:
        tr, lines = App.get_running_app().tr, self.ids.checks
        if (tr, shown.checks) == self._checks:
            return
        self._checks = tr, shown.checks
        lines.clear_widgets()
        for state, grade in _CHECKED.items():
            sign, tint = _SIGNS[grade]
            for check in (check for check in shown.checks if check.state == state):
                text = f"{translated_text(tr, check.title)}: {translated_text(tr, check.found)}"
                if state == "failed" and check.todo:
                    text += f"\n{translated_text(tr, check.todo)}"
                lines.add_widget(CheckLine(sign=sign, tint=tint, text=text))
