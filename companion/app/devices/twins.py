"""Fault injection: make simulated devices fail on demand."""

import threading
import time
from collections.abc import Set
from typing import Protocol

from companion.app.devices.peripherals import Peripherals
from hardware.buttons import ButtonsTwin
from hardware.lights import Lights
from hardware.readers import ReaderTwin
from hardware.stations import StationsTwin
from hardware.twin import Twin
from ui.twin_service import FAULTS, Fault, TwinName

SLOW_S = 2.0
LOOK_S = 2.0
"""Seconds for which a station's button is held."""
TAG = "5457494E"
"""Number of the tag held to the simulated reader."""


class TwinsHost(Protocol):
    """The running app, as far as its simulated devices are reached through it."""

    peripherals: Peripherals
    lamps: Lights


class AppTwins:
    """Implements `ui.twin_service.Twins`; `camera` holds the faults of the simulated camera."""

    def __init__(self, app: TwinsHost) -> None:
        self._app, self.camera = app, Twin()
        self._finger: threading.Thread | None = None

    def faults(self) -> dict[TwinName, Set[Fault]]:
        """Active faults by device."""
        return {
            name: {fault for fault in FAULTS if _has(twin, fault)} for name, twin in self._twins().items()
        }

    def fail(self, twin: TwinName, fault: Fault, on: bool) -> None:
        """Set or clear a fault of a device."""
        found = self._twins().get(twin)
        if found is None:
            return
        if fault == "unplugged":
            found.plugged_in = not on
        elif fault == "garbage":
            found.garbled = on
        elif fault == "slow":
            found.delay_s = SLOW_S if on else 0.0
        else:
            found.stuck = on

    def use(self, twin: TwinName) -> None:
        """Press its button, all buttons at the seats, or hold a tag to it; on its own thread."""
        self._finger = threading.Thread(target=self._use, args=(twin,), name="twin", daemon=True)
        self._finger.start()

    def wait(self) -> None:
        """Block until the used device has answered."""
        if self._finger:
            self._finger.join()

    def _use(self, twin: TwinName) -> None:
        peripherals = self._app.peripherals
        if twin == "buttons" and isinstance(peripherals.buttons, ButtonsTwin):
            peripherals.buttons.press("help")
        elif twin == "reader" and isinstance(peripherals.reader, ReaderTwin):
            peripherals.reader.hold(TAG)
        elif twin == "stations" and isinstance(peripherals.stations, StationsTwin):
            for down in (True, False):
                for seat in peripherals.stations.seats:
                    peripherals.stations.press(seat, down)
                time.sleep(LOOK_S if down else 0)

    def mend(self) -> None:
        """Clear all faults; a stuck device continues."""
        for twin in self._twins():
            for fault in FAULTS:
                self.fail(twin, fault, False)

    def _twins(self) -> dict[TwinName, Twin]:
        peripherals = self._app.peripherals
        found: dict[TwinName, object] = {
            "camera": self.camera, "lights": self._app.lamps, "buttons": peripherals.buttons,
            "stations": peripherals.stations, "reader": peripherals.reader,
        }  # fmt: skip
        return {name: twin for name, twin in found.items() if isinstance(twin, Twin)}


def _has(twin: Twin, fault: Fault) -> bool:
    wrong = {"unplugged": not twin.plugged_in, "garbage": twin.garbled, "slow": twin.delay_s > 0}
    return wrong.get(fault, twin.stuck)
