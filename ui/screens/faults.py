"""Page to make simulated devices fail and watch how the app reacts."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.base import N_
from ui import theme
from ui.screens.page import Page
from ui.twin_service import FAULTS, Fault, TwinName
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead, WrapLabel
from ui.widgets.rows import ROW_MM, RowList

_NAMES: dict[TwinName, tuple[str, str]] = {
    "camera": ("camera", N_("Camera")), "lights": ("lamp", N_("Lights")),
    "buttons": ("button", N_("Buttons")), "stations": ("eye", N_("Lamps at the seats")),
    "reader": ("tag", N_("Card reader")),
}  # fmt: skip
_FAULTS: dict[Fault, str] = {
    "unplugged": N_("Unplugged"), "garbage": N_("Garbage"), "slow": N_("Slow"), "stuck": N_("Stuck"),
}  # fmt: skip
_USES: dict[TwinName, str] = {"buttons": N_("Press"), "stations": N_("Hold"), "reader": N_("Hold a card")}


class FaultsPage(Page):
    """One line per simulated device, with a switch for each fault."""

    def refresh_text(self) -> None:
        """Show the present faults."""
        app = App.get_running_app()
        tr = app.tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("Try what happens"), icon="warn"))
        words = tr.gettext("Devices on the screen fail here like real ones. The game goes on without them.")
        page.add_widget(WrapLabel(text=words))
        rows = RowList()
        rows.show([self._line(twin, faults) for twin, faults in app.controller.twins.faults().items()])
        page.add_widget(rows)
        self.clear_widgets()
        self.add_widget(page)

    def switch(self, twin: TwinName, fault: Fault, on: bool) -> None:
        """Switch a fault of a device on or off."""
        App.get_running_app().controller.twins.fail(twin, fault, on)
        self.refresh_text()

    def _line(self, twin: TwinName, faults: Any) -> PanelBox:
        app = App.get_running_app()
        icon, title = _NAMES[twin]
        cols = 2 if theme.portrait() else 4
        high = theme.mm(ROW_MM)
        box = PanelBox(orientation="vertical", padding=theme.mm(2), spacing=theme.mm(1.6), size_hint_y=None)
        head = BoxLayout(spacing=theme.mm(2), size_hint_y=None)
        head.height = max(high, 2.3 * theme.em("body") + theme.mm(2))
        head.add_widget(Icon(name=icon, size_hint_x=None, width=theme.mm(8)))
        em: theme.TextSize = "note" if theme.portrait() and theme.large_text() else "body"
        head.add_widget(Text(text=app.tr.gettext(title), bold=True, em=em))
        if twin in _USES:
            use = TouchButton(text=app.tr.gettext(_USES[twin]))
            use.em = "note" if theme.portrait() else "body"
            use.size = theme.mm(38 if theme.portrait() else 50), head.height
            use.bind(on_release=lambda _: app.controller.twins.use(twin))
            head.add_widget(use)
        box.add_widget(head)
        keys = GridLayout(cols=cols, spacing=theme.mm(1.6))
        lines = len(FAULTS) / cols
        box.height = head.height + lines * (high + theme.mm(1.6)) + theme.mm(4)
        box.add_widget(keys)
        for fault in FAULTS:
            on = fault in faults
            made = TouchButton(text=app.tr.gettext(_FAULTS[fault]), icon="check" if on else "", chosen=on)
            made.size_hint = (1, 1)
            made.bind(on_release=partial(lambda fault, on, _: self.switch(twin, fault, not on), fault, on))
            keys.add_widget(made)
        return box
