"""Page of the machine: version and state with a QR code, power off, restart, update."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.games.base import N_
from companion.i18n import say
from ui import theme
from ui.machine_service import MachineAction
from ui.screens.page import Page
from ui.widgets.basics import PanelBox, TouchButton
from ui.widgets.page_parts import PageHead, WrapLabel
from ui.widgets.qr import QrCode
from ui.widgets.rows import Row
from ui.widgets.sheet import Dialog

_ACTS: dict[MachineAction, tuple[str, str, str]] = {
    "update": ("redo", N_("Update"), ""),
    "restart": ("rotate", N_("Restart"), N_("Restart the machine? The games are stored.")),
    "power_off": ("moon", N_("Switch off"), N_("Switch the machine off? The games are stored.")),
}


class MachinePage(Page):
    """Page of the machine; every action asks for confirmation."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(problem=lambda *_: self.refresh_text())

    def refresh_text(self) -> None:
        """Rebuild the page."""
        app = App.get_running_app()
        tr, machine = app.tr, app.controller.machine
        about = machine.about()
        shown = "\n".join(say(tr, [line]) for line in machine.lines())
        page = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("This machine"), icon="chip"))
        body = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(2.4))
        body.add_widget(QrCode(text=about))
        side = PanelBox(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        lines = ScrollView(do_scroll_x=False, bar_width=theme.mm(1), scroll_distance=theme.mm(2))
        lines.add_widget(WrapLabel(text=shown))
        side.add_widget(lines)
        words = tr.gettext(
            "Photograph the code for a bug report: it holds these lines in English, no names and no secrets."
        )
        side.add_widget(WrapLabel(text=words, color=theme.SOFT))
        ended = machine.updated()
        said = self.problem or (say(tr, [ended]) if ended else "")
        if said:
            colour = theme.BAD if self.problem else theme.INK
            side.add_widget(WrapLabel(text=said, color=colour))
        body.add_widget(side)
        page.add_widget(body)
        if acts := machine.actions():
            page.add_widget(self._line(acts))
        self.clear_widgets()
        self.add_widget(page)

    def ask(self, act: MachineAction) -> None:
        """Once more, then it is done; an update is asked for where it says what is new."""
        app = App.get_running_app()
        _, title, question = _ACTS[act]
        if not question:
            app.open("update")
            return
        run = partial(app.controller.machine.run_action, act)
        row = Row(app.tr.gettext(title), lambda: self.attempt(run))
        Dialog(app.tr.gettext(title), app.tr.gettext(question), app.tr.gettext("Keep"), row)

    def _line(self, acts: Any) -> GridLayout:
        tr, two_rows = App.get_running_app().tr, theme.portrait() or theme.large_text()
        line = GridLayout(cols=2 if two_rows else 4, spacing=theme.mm(1.6), size_hint_y=None)
        line.height = theme.mm(24 if two_rows else 10)
        for act, (icon, title, _) in _ACTS.items():
            if act in acts:
                made = TouchButton(icon=icon, text=tr.gettext(title), size_hint=(1, 1))
                made.bind(on_release=lambda _, act=act: self.ask(act))
                line.add_widget(made)
        if App.get_running_app().controller.machine.has_networks():
            network = TouchButton(icon="chart", text=tr.gettext("Network"), size_hint=(1, 1))
            network.bind(on_release=lambda _: App.get_running_app().open("networks"))
            line.add_widget(network)
        return line
