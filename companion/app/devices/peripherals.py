"""The peripherals: buttons, seat stations, card reader and MQTT broker."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from companion.app.devices.health import Health
from companion.app.devices.light_strip import LightStrip
from companion.app.devices.secret_lamps import SecretLamps, SecretLight
from companion.app.people.locks import SeatPatterns
from companion.app.people.profiles import FileProfiles
from companion.errors import HardwareError
from companion.games.base import Sentence
from companion.i18n import system_language, translator
from companion.session.messages import Confirm, Message, Redo, Undo
from companion.session.snapshot import Snapshot
from companion.settings.people import SIDES
from companion.settings.settings import ButtonSettings, MqttSettings, Settings, StationSettings
from hardware.buttons import Buttons, ButtonsTwin, open_buttons
from hardware.errors import button_stuck
from hardware.presses import ButtonPress
from hardware.readers import open_reader
from hardware.stations import Stations, StationsTwin, open_stations

if TYPE_CHECKING:
    from companion.app.devices.announcer import Announcer

BUTTONS: Mapping[ButtonPress, Callable[[int], Message]] = {
    ButtonPress("next", "short"): Confirm,
    ButtonPress("undo", "short"): Undo,
    ButtonPress("undo", "long"): Redo,
}
"""Messages that the buttons send to the game."""
REACTION_S = 0.2
"""Shortest time in which people answer what they see (Woods et al. 2015: 0.23 s on average, to light)."""
KEPT = 50
WRONG = ButtonPress("undo", "long")
"""With a camera, this press keeps the last seconds of pictures instead: a wrong move was undone before it."""


class PeripheralsHost(Protocol):
    """The running app, as the peripherals need it."""

    health: Health
    profiles: FileProfiles
    settings: Settings
    strip: LightStrip
    seat_patterns: SeatPatterns

    def latest(self) -> Snapshot | None:
        """The current snapshot; None without a game."""

    def tell(self, message: Message) -> None:
        """Submit a message to the game."""

    def player_at(self, seat: str) -> str | None:
        """Name of the active player at a seat."""

    def watched(self) -> bool:
        """Return True if a camera watches the table of the running game."""

    def keep_moment(self) -> None:
        """Keep the last seconds of pictures; an error is shown."""

    def secret_light(self, seat: str) -> SecretLight | None:
        """The secret that the lamp at a seat may show its player."""


class Peripherals:
    """Opens the configured peripherals; the game continues without those that fail."""

    def __init__(
        self, app: PeripheralsHost, settings: Settings, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._app, self.clock_s = app, clock_s
        self._at, self._at_before, self._since_s = 0, 0, 0.0
        self._helped: list[Callable[[], None]] = []
        self._held: list[Callable[[str], None]] = []
        self._sat: list[Callable[[str], None]] = []
        self.buttons: Buttons = ButtonsTwin()
        self.presses: deque[tuple[str, str]] = deque(maxlen=KEPT)
        """The last presses: (button, how), or (seat, "down")."""
        self.connect(settings.buttons)
        self.stations: Stations = StationsTwin()
        self._secret_lamps = self._secret()
        self.sit(settings.stations)
        self.reader = open_reader(settings.reader.driver, settings.reader.port, settings.reader.baud)
        self.reader.start(self._tag, app.health.failed)
        self._announcer = self._announced(settings.mqtt) if settings.mqtt.host else None

    def connect(self, settings: ButtonSettings) -> HardwareError | None:
        """Use the buttons at these pins; return the error if they cannot be used."""
        self.buttons.close()
        self.buttons = ButtonsTwin()
        try:
            self.buttons = open_buttons(settings.driver, settings.pins())
        except HardwareError as error:
            self._app.health.failed(error)
            return error
        finally:
            self.buttons.on_press(self._pressed)
        return None

    def sit(self, settings: StationSettings) -> HardwareError | None:
        """Use the stations at these pins; return the error if they cannot be used."""
        self._secret_lamps.close()
        self.stations = StationsTwin()
        pins = settings.pins() or (dict.fromkeys(SIDES, ()) if settings.driver == "twin" else {})
        try:
            self.stations = open_stations(settings.driver, pins)
        except HardwareError as error:
            self._app.health.failed(error)
            return error
        finally:
            self.stations.on_change(self._held_at)
            self._secret_lamps = self._secret()
        return None

    @property
    def broker_lost(self) -> bool | None:
        """True if the broker does not answer; None without one."""
        return self._announcer.problem is not None if self._announcer else None

    def show(self, snapshot: Snapshot | None) -> None:
        """Take note of the current state, and publish it to the broker, if any; None: no game."""
        if snapshot and snapshot.at != self._at:
            self._at, self._at_before, self._since_s = snapshot.at, self._at, self.clock_s()
        if self._announcer:
            self._announcer.show(snapshot)

    def on_help(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` on its own thread when the help button is pressed."""
        self._helped.append(listener)
        return partial(self._helped.remove, listener)

    def on_tag(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` on its own thread with the number of every tag held to the reader."""
        self._held.append(listener)
        return partial(self._held.remove, listener)

    def on_seat(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` on its own thread with the player who presses the button at their seat."""
        self._sat.append(listener)
        return partial(self._sat.remove, listener)

    def close(self) -> None:
        """Close all of them."""
        self._secret_lamps.close()
        self.buttons.close()
        self.reader.close()
        if self._announcer:
            self._announcer.close()

    def _secret(self) -> SecretLamps:
        return SecretLamps(self.stations, self._app.secret_light, self._app.health.failed)

    def _held_at(self, seat: str, down: bool) -> None:
        self._app.seat_patterns.pressed(seat, down)
        if down:
            self.presses.append((seat, "down"))
            if player := self._app.player_at(seat):
                for listener in tuple(self._sat):
                    listener(player)

    def _pressed(self, press: ButtonPress) -> None:
        self.presses.append(press)
        if press.how == "stuck":
            self._app.health.failed(button_stuck(press.button))
        elif press == ("help", "short"):
            for listener in tuple(self._helped):
                listener()
        elif press == WRONG and self._app.watched():
            self._app.keep_moment()
        elif (message := BUTTONS.get(press)) and (shown := self._app.latest()):
            seen = self._at if self.clock_s() - self._since_s >= REACTION_S else self._at_before
            self._app.tell(replace(message(shown.game), at=seen))

    def _tag(self, tag: str) -> None:
        for listener in tuple(self._held):
            listener(tag)

    def _announced(self, settings: MqttSettings) -> "Announcer":
        from companion.app.devices.announcer import Announcer  # paho-mqtt is optional

        return Announcer(settings, self._app.strip, self._said, self._app.health.failed)

    def _said(self, sentence: Sentence) -> str:
        liked, usual = self._app.profiles.preferences().language, self._app.settings.language
        language = next((language for language in (liked, usual) if language != "auto"), None)
        return sentence.say(translator(language or system_language()))
