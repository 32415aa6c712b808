"""The computer's clock and time zone by systemd's timedatectl."""

import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from shutil import which

from companion.app.devices import time_zones
from companion.app.machine.system_tool import Run, ToolError, output, refused
from companion.storage import clock

PROGRAM = "timedatectl"
_TOOL = (PROGRAM, "--no-ask-password")
PATIENCE_S = 10.0
_RETRY_S, _RETRIES = 0.5, 20
"""timedated refuses a time until the synchronisation that was switched off has ended, seconds later."""
_TOO_EARLY = ("Previous request is not finished", "Automatic time synchronization is enabled")


class AppClock:
    """Implements `ui.machine_service.MachineClock`; `served`: the app runs as a system service."""

    def __init__(
        self, served: bool, run: Run = subprocess.run, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._served, self._run, self._sleep = served, run, sleep

    def is_settable(self) -> bool:
        """Return True if the clock can be set here."""
        return self._served and which(PROGRAM) is not None

    def is_set(self) -> bool:
        """Return True if the date is reliable."""
        return clock.is_set()

    def zone(self) -> str:
        """The present time zone; empty if unknown."""
        return time_zones.of_clock()

    def zones(self, country: str) -> Sequence[str]:
        """Time zones of a country, in the order of the system's table: the largest of a region first."""
        return tuple(zone for code, zone in time_zones.listed() if code == country)

    def use_zone(self, zone: str) -> None:
        """Set the time zone, for this process too. Raises HardwareError `machine_refused`."""
        self._order("set-timezone", zone)
        time.tzset()

    def set(self, when: datetime) -> None:
        """Set date and time. Raises HardwareError `machine_refused`.

        A clock that the network may set refuses a person's time, so this is switched off meanwhile.
        """
        if not self._by_network():
            self._set(when)
            return
        self._order("set-ntp", "false")
        try:
            self._set(when)
        finally:
            self._order("set-ntp", "true")

    def _set(self, when: datetime) -> None:
        for left in reversed(range(_RETRIES)):
            try:
                self._tell("set-time", f"{when:%Y-%m-%d %H:%M:%S}")
                break
            except ToolError as error:
                if not (left and any(text in error.said for text in _TOO_EARLY)):
                    raise refused((PROGRAM, "set-time"), error.found) from error
            self._sleep(_RETRY_S)
        clock.set_by_hand()

    def _by_network(self) -> bool:
        """Return True if the network may set the clock."""
        try:
            return (
                output(self._run, (PROGRAM, "show", "--property=NTP", "--value"), PATIENCE_S).strip() == "yes"
            )
        except ToolError as error:
            raise refused((PROGRAM, "show"), error.found) from error

    def _order(self, *what: str) -> None:
        try:
            self._tell(*what)
        except ToolError as error:
            raise refused((PROGRAM, *what), error.found) from error

    def _tell(self, *what: str) -> None:
        output(self._run, (*_TOOL, *what), PATIENCE_S)
