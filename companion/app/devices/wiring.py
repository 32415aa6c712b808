"""The wiring diagram: the Raspberry Pi's header and everything the settings connect to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.app.devices.light_strip import strip_layout
from companion.games.base import N_
from companion.printing import new_document
from companion.settings.people import SIDE_WORDS
from companion.settings.settings import Settings
from hardware.header import HEADER
from hardware.strip import FULL_MA, IDLE_MA

if TYPE_CHECKING:
    from fpdf import FPDF

RESISTOR_OHM = 330
LEGS = (N_("button"), N_("red"), N_("green"), N_("blue"))
BUTTONS = {"next": N_("button next"), "undo": N_("button undo"), "help": N_("button help")}

_TOP_MM, _ROW_MM, _MIDDLE_MM, _DOT_MM = 62.0, 8.4, 105.0, 5.2
_USED, _GROUND, _POWER, _FREE = (30, 110, 190), (60, 60, 60), (200, 60, 50), (225, 225, 225)


class Wire(NamedTuple):
    """GPIO number, connected part, and whether a lamp's leg needs a resistor."""

    gpio: int
    what: str
    resistor: bool = False


def wires(settings: Settings, gettext: Callable[[str], str] = str) -> Iterator[Wire]:
    """All connections, in the order of the settings."""
    if settings.buttons.driver == "gpio":
        for name, pin in settings.buttons.pins().items():
            yield Wire(pin, gettext(BUTTONS[name]))
    if settings.stations.driver == "gpio":
        for seat, pins in settings.stations.pins().items():
            for leg, pin in zip(LEGS, pins, strict=True):
                yield Wire(pin, f"{gettext(SIDE_WORDS[seat])}: {gettext(leg)}", resistor=leg != "button")


def sheet(settings: Settings, gettext: Callable[[str], str] = str) -> bytes:
    """Draw the diagram as a PDF of one A4 page."""
    _ = gettext
    pdf = new_document(_("Wiring"))
    pdf.add_page()
    pdf.set_font("titles", "", 20)
    pdf.set_xy(20, 15)
    pdf.cell(170, 8, _("Wiring"))
    pdf.set_font("text", "", 10)
    pdf.set_xy(20, 25)
    pdf.multi_cell(170, 5, "\n".join(_notes(settings, _)), align="L")
    connected = {wire.gpio: wire for wire in wires(settings, _)}
    for index, pin in enumerate(HEADER):
        _draw_pin(pdf, index, pin, connected.get(int(pin)) if pin.isdecimal() else None)
    return bytes(pdf.output())


def _notes(settings: Settings, _: Callable[[str], str]) -> Iterator[str]:
    lights = settings.lights
    if lights.driver in ("adalight", "wled"):
        yield _("The strip: controller on USB at {port}; the lamps need a power supply of their own.").format(
            port=lights.port
        )
    if lights.driver == "network":
        yield _("The strip: WLED at {host}, over the network.").format(host=lights.port)
    if lights.driver != "twin":
        strip = strip_layout(lights)
        full_a = strip.wired * (3 * FULL_MA + IDLE_MA) / 1000
        yield _(
            "{lamps} lamps draw at most {most} A at 5 V with the limit in the settings ({full} A without it)."
        ).format(lamps=strip.wired, most=f"{lights.most_ma / 1000:.1f}", full=f"{full_a:.1f}")
    if list(wires(settings)):
        yield _(
            "Buttons: connect pin and ground. Lamps: common leg to ground, each other leg through {ohm} ohm."
        ).format(ohm=RESISTOR_OHM)
    else:
        yield _(
            "Nothing is connected to the pins: name them in the settings, under [buttons] and [stations]."
        )


def _draw_pin(pdf: FPDF, index: int, pin: str, wire: Wire | None) -> None:
    """Draw one pin and its wire, seen from above with the board's corner at the top."""
    right, row = index % 2, index // 2
    x_mm = _MIDDLE_MM + (3.2 if right else -3.2 - _DOT_MM)
    y_mm = _TOP_MM + row * _ROW_MM
    colour = _USED if wire else _GROUND if pin == "GND" else _POWER if pin in ("3V3", "5V") else _FREE
    pdf.set_fill_color(*colour)
    pdf.set_draw_color(90)
    pdf.ellipse(x_mm, y_mm, _DOT_MM, _DOT_MM, style="DF")
    pdf.set_font("text", "", 7)
    pdf.set_text_color(*((255,) * 3 if colour != _FREE else (90,) * 3))
    pdf.set_xy(x_mm - 1, y_mm)
    pdf.cell(_DOT_MM + 2, _DOT_MM, str(index + 1), align="C")
    name = f"GPIO{pin}" if pin.isdecimal() else pin
    if wire:
        name = f"{name}  {wire.what}" + (f"  {RESISTOR_OHM} ohm" if wire.resistor else "")
    pdf.set_text_color(0 if wire else 140)
    pdf.set_font("text", "B" if wire else "", 10 if wire else 7)
    pdf.set_xy(x_mm + _DOT_MM + 2 if right else x_mm - 82, y_mm)
    pdf.cell(80, _DOT_MM, name, align="L" if right else "R")
