"""Set-up of the stations at the seats: four pins each, tested by button and light."""

from collections.abc import Sequence
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.games.base import N_
from companion.settings.people import SIDE_WORDS
from ui import theme
from ui.screens.set_up_part import PressPart
from ui.widgets.basics import Text, TouchButton

_LEGS = (N_("Button"), N_("Red"), N_("Green"), N_("Blue"))
_DARK = (0, 0, 0)


class SeatsPart(PressPart):
    """Touch a seat, connect its pins as shown, press its button."""

    title, icon = N_("Lamps at the seats"), "eye"

    def build(self) -> None:
        """Build the list of seats, or the pins of one."""
        super().build()
        if seat := self.chosen.get("seat"):
            self._build_seat(seat)
            return
        wired = self.setup.seat_pins()
        words = N_("Press the button at every seat: it gets a check. Touch a seat to change its pins.")
        if not wired:
            words = N_("No seat has a button and a lamp of its own. Touch a seat to add them.")
        self.add_widget(self.say(self.tr(words)))
        things = [(seat, "eye" if seat in wired else "plus", words) for seat, words in SIDE_WORDS.items()]
        self.add_widget(self.tiles(things, lambda name, how: how == "down", self._open))

    def leave(self) -> None:
        """Switch the tested light off."""
        if seat := self.chosen.pop("seat", None):
            self.attempt(lambda: self.setup.light_seat(seat, _DARK))

    def _open(self, seat: str) -> None:
        """Open a seat with its pins, or with four free ones."""
        free = self.setup.free_pins(seat)
        pins = self.setup.seat_pins().get(seat) or free[: len(_LEGS)]
        self.choose(seat=seat if len(pins) == len(_LEGS) else None, pins=tuple(pins))

    def _build_seat(self, seat: str) -> None:
        pins: Sequence[int] = self.chosen["pins"]
        wired = self.setup.seat_pins().get(seat)
        words = N_(
            "{seat}: connect button and lamp to these pins and to ground, each leg of the lamp by 330 ohm."
        )
        legs = BoxLayout(orientation="vertical", spacing=theme.mm(1.2))
        for leg in range(len(_LEGS)):
            legs.add_widget(self._leg(seat, leg, pins, tried=wired is not None and [*wired] == [*pins]))
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.2))
        said = self.say(self.tr(words).format(seat=self.tr(SIDE_WORDS[seat]).capitalize()))
        said.em = "note"
        words_box = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8), scroll_distance=theme.mm(2))
        words_box.add_widget(said)
        side.add_widget(words_box)
        keys = [
            self._act("", N_("All seats"), self._close),
            *([self._act("cross", N_("Nothing here"), partial(self._wire, seat, ()))] if wired else []),
            self._act("check", N_("Use these pins"), partial(self._wire, seat, pins)),
        ]
        for key in keys:
            if not theme.portrait():
                key.size_hint_y, key.height = None, max(theme.mm(11), 2.6 * theme.em("note") + theme.mm(1.2))
            side.add_widget(key)
        self.orientation = "vertical" if theme.portrait() else "horizontal"
        side.size_hint_x = 1 if theme.portrait() else 0.6 if theme.large_text() else 0.5
        self.add_widget(legs)
        self.add_widget(side)

    def _leg(self, seat: str, leg: int, pins: Sequence[int], tried: bool) -> Widget:
        """Row of one pin: its number, buttons for other pins, and its test."""
        line = BoxLayout(spacing=theme.mm(1.2))
        em: theme.TextSize = "note" if theme.large_text() else "body"
        line.add_widget(Text(text=self.tr(_LEGS[leg]), bold=True, em=em))
        for icon, by in (("back", -1), ("next", 1)):
            made = TouchButton(icon=icon, size_hint=(None, 1), width=theme.mm(theme.TOUCH_MM + 0.2))
            made.bind(on_release=lambda _, by=by: self._turn(seat, leg, by))
            line.add_widget(made)
        place = self.tr(N_("GPIO{gpio}, pin {pin}"))
        place = place.format(gpio=pins[leg], pin=self.setup.header_pin(pins[leg]))
        line.add_widget(Text(text=place, em=em))
        if leg:
            light = tuple(255 if colour == leg else 0 for colour in range(1, len(_LEGS)))
            line.add_widget(
                self._act(
                    "" if theme.portrait() else "lamp", N_("Try"), lambda: self._try(seat, light), tried
                )
            )
        else:
            pressed = (seat, "down") in self.setup.pressed()
            line.add_widget(
                self._act(
                    "check" if pressed and tried else "" if theme.portrait() else "button",
                    N_("Press it"),
                    None,
                    tried,
                )
            )
        return line

    def _act(self, icon: str, words: str, act: object, on: bool = True) -> TouchButton:
        made = TouchButton(icon=icon, text=self.tr(words), size_hint=(1, 1), disabled=not on)
        made.why_not = self.tr(N_("First touch the key that uses these pins."))
        made.em = "note"
        if callable(act):
            made.bind(on_release=lambda _: act())
        return made

    def _turn(self, seat: str, leg: int, by: int) -> None:
        """Choose the next free pin."""
        pins = [*self.chosen["pins"]]
        free = [pin for pin in self.setup.free_pins(seat) if pin == pins[leg] or pin not in pins]
        at = free.index(pins[leg]) if pins[leg] in free else 0
        pins[leg] = free[(at + by) % len(free)]
        self.choose(pins=tuple(pins))

    def _wire(self, seat: str, pins: Sequence[int]) -> None:
        if self.attempt(lambda: self.setup.wire_seat(seat, pins)) and not pins:
            self._close()
        else:
            self.anew()

    def _try(self, seat: str, light: tuple[int, ...]) -> None:
        self.attempt(lambda: self.setup.light_seat(seat, light))

    def _close(self) -> None:
        self.leave()
        self.anew()
