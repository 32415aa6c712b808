"""Joining a network, where the machine has no keyboard."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.machine_service import Network, NetworkLook
from ui.screens.page import Page
from ui.widgets.basics import FitLabel
from ui.widgets.pictured import PageHead
from ui.widgets.sheet import Row, RowList
from ui.widgets.text_sheet import TextSheet

LOOK_S = 0.3


class NetworksPage(Page):
    """Looks when it is opened; the network in use stands first, with a check."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown = NetworkLook()
        self._ticks = Clock.create_trigger(lambda _: self._look(), LOOK_S, interval=True)
        self.bind(on_enter=lambda _: self._ticks(), on_leave=lambda _: self._ticks.cancel())

    def open(self, **about: Any) -> None:
        """Begin to look."""
        App.get_running_app().controller.machine.look_for_networks()
        super().open(**about)

    def stop(self) -> None:
        """Look no more."""
        self._ticks.cancel()

    def refresh_text(self) -> None:
        """Show everything anew."""
        app = App.get_running_app()
        tr = app.tr
        shown = self._shown = app.controller.machine.networks()
        page = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("Network"), icon="chart"))
        said = tr.gettext("Touch the network to join.")
        if shown.problem:
            said = app.explain(shown.problem)
        elif shown.busy or shown.found is None:
            said = tr.gettext("One moment …")
        elif not shown.found:
            said = tr.gettext("No network is near.")
        colour = theme.BAD if shown.problem else theme.TEXT
        page.add_widget(
            FitLabel(text=said, color=colour, max_font_mm=3.8, size_hint_y=None, height=theme.mm(9))
        )
        rows = RowList()
        rows.show([self._row(network, shown.busy) for network in shown.found or ()])
        page.add_widget(rows)
        self.clear_widgets()
        self.add_widget(page)

    def choose(self, network: Network) -> TextSheet | None:
        """Join it, after its password where it wants one."""
        machine = App.get_running_app().controller.machine
        if network.locked:
            return TextSheet(network.name, partial(self._join, network.name))
        machine.join(network.name, "")
        self.refresh_text()
        return None

    def _join(self, name: str, password: str) -> None:
        App.get_running_app().controller.machine.join(name, password)
        self.refresh_text()

    def _row(self, network: Network, busy: bool) -> Row:
        icon = "check" if network.joined else "lock" if network.locked else "lock_open"
        act = None if busy else (lambda: None) if network.joined else partial(self.choose, network)
        return Row(f"{network.name} · {network.strength} %", act, icon, network.joined, keep=True)

    def _look(self) -> None:
        if App.get_running_app().controller.machine.networks() != self._shown:
            self.refresh_text()
