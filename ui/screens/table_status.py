"""Status of the devices at the table: one sign on the start page, and a sheet with all of them."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from ui import theme
from ui.services import DeviceStatus
from ui.widgets.basics import Key
from ui.widgets.lines import Lines as Lines  # for the kv file
from ui.widgets.painted import Painted
from ui.widgets.sheet import ModalSheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_DEVICES = {
    "camera": ("camera", N_("Camera")),
    "lights": ("lamp", N_("Lights")),
    "buttons": ("button", N_("Buttons")),
    "reader": ("tag", N_("Card reader")),
    "broker": ("home", N_("MQTT broker")),
}
_MEANINGS = {
    ("camera", "ok"): N_("The camera is connected and can watch the table."),
    ("camera", "twin"): N_("No camera is set up. Play on the screen."),
    ("camera", "starting"): N_("The camera does not answer yet. Wait a moment, or play on the screen."),
    ("camera", "missing"): N_("The camera does not answer. Check its cable, or play on the screen."),
    ("lights", "ok"): N_("The lights around the board are connected."),
    ("lights", "twin"): N_("No lights are set up. The screen draws them around the board."),
    ("lights", "missing"): N_("The lights do not answer. Check their plug; the game goes on without them."),
    ("buttons", "ok"): N_("The buttons beside the board are connected."),
    ("buttons", "twin"): N_("No buttons are set up. Those on the screen do the same."),
    ("buttons", "missing"): N_("The buttons do not answer. Check their cable, or use those on the screen."),
    ("reader", "ok"): N_("The card reader is connected."),
    ("reader", "missing"): N_(
        "The card reader does not answer. Check its cable; touch the screen meanwhile."
    ),
    ("broker", "ok"): N_("The MQTT broker receives the state of the game."),
    ("broker", "missing"): N_(
        "The MQTT broker does not answer. Check that it runs, and [mqtt] in the settings; the game goes on "
        "without it."
    ),
}
_SET_UP: Mapping[str, tuple[str, Mapping[str, Any]]] = {"reader": ("tags", {}), "broker": ("settings", {})}
"""Pages that set up a device; other devices have a part of the set-up page."""
_DOTS = {
    "ok": ("check", theme.GOOD),
    "twin": ("", theme.SOFT),
    "starting": ("wait", theme.SOFT),
    "missing": ("trouble", theme.BAD),
}
"""Icon and colour of a state; without icon the dot is hollow."""


class TableStatus(NamedTuple):
    """The state of the worst device, and what the start page says about the table."""

    state: str
    words: str


def status(tr: NullTranslations, signs: Sequence[DeviceStatus]) -> TableStatus:
    """Return what is true of the whole table: one device that fails is named, else a missing camera."""
    for state, pattern in (("missing", N_("{device}: no answer")), ("starting", N_("{device} is starting"))):
        for sign in signs:
            if sign.state == state:
                device = tr.gettext(_DEVICES[sign.device][1])
                return TableStatus(state, tr.gettext(pattern).format(device=device))
    if any(sign.device == "camera" and sign.state == "ok" for sign in signs):
        return TableStatus("ok", tr.gettext("Table ready"))
    return TableStatus("twin", tr.gettext("Without camera"))


def show(signs: Sequence[DeviceStatus]) -> ModalSheet:
    """Open the sheet with all devices, what their state means, and the way to set each up."""
    tr = App.get_running_app().tr
    rows = [_row(tr, sign) for sign in signs]
    sheet = ModalSheet(tr.gettext("Your table"), rows)
    for row in rows:
        row.shut = sheet.shut
    return sheet


class StatusDot(Painted):
    """A round sign of a state: its colour, and an icon of its own; hollow without icon."""

    watched = ("state",)
    state = StringProperty("twin")

    def paint(self) -> None:
        """Draw the dot."""
        icon, colour = _DOTS[self.state]
        side = min(theme.mm(4.6), *self.size)
        x, y = self.middle
        self.box((x - side / 2, y - side / 2), (side, side), colour, side / 2)
        if icon:
            self.draw(icon, x, y, 0.7 * side, theme.ON_SIGNAL)
        else:
            hole = 0.6 * side
            self.box((x - hole / 2, y - hole / 2), (hole, hole), theme.GROUND, hole / 2)


class StatusKey(Key):
    """The state of the table, as a dot with words."""

    sign = StringProperty("twin")


class DeviceRow(BoxLayout):
    """A device of the sheet: what its state means, and a key to set it up."""

    icon = StringProperty("")
    title = StringProperty("")
    meaning = StringProperty("")
    sign = StringProperty("twin")
    lead = ListProperty([])
    shut = ObjectProperty(None)

    def set_up(self) -> None:
        """Close the sheet and go to the page that sets the device up."""
        page, about = self.lead
        self.shut()
        App.get_running_app().open(page, **about)


def _row(tr: NullTranslations, sign: DeviceStatus) -> DeviceRow:
    icon, name = _DEVICES[sign.device]
    meaning = f"{tr.gettext(_MEANINGS[sign.device, sign.state])}\n{sign.detail}".strip()
    lead = _SET_UP.get(sign.device, ("set_up", {"part": sign.device}))
    return DeviceRow(icon=icon, title=tr.gettext(name), meaning=meaning, sign=sign.state, lead=lead)
