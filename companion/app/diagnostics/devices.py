"""The connected devices and their status."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from companion import __version__
from companion.app.camera.camera_patience import PATIENCE_S
from companion.app.devices.health import Health
from companion.app.devices.light_strip import LightStrip
from companion.app.devices.peripherals import Peripherals
from companion.app.diagnostics import doctor_computer
from companion.app.diagnostics.cached_checks import CachedChecks
from companion.app.diagnostics.doctor_devices import BROKER, BUTTONS, CAMERA, READER, STRIP
from companion.app.machine import machine
from companion.app.machine.safe_mode import SafeMode
from companion.errors import HardwareError
from companion.games.base import N_, Sentence
from companion.settings.settings import Settings
from hardware.backlight import Backlight, find_backlight
from hardware.buttons import ButtonsTwin
from hardware.readers import ReaderTwin
from ui.services import Check, CheckState, DeviceStatus, Diagnostics, Light
from vision.cameras.address import without_password

_TITLES = {"camera": CAMERA, "lights": STRIP, "buttons": BUTTONS, "reader": READER, "broker": BROKER}
_FOUND: Mapping[str, tuple[CheckState, str]] = {
    "ok": ("passed", N_("answers")),
    "twin": ("not_there", N_("on the screen")),
    "starting": ("not_there", N_("does not answer yet")),
    "missing": ("failed", N_("does not answer")),
}


class DevicesHost(Protocol):
    """The running app, as its device page needs it."""

    health: Health
    settings: Settings
    strip: LightStrip
    peripherals: Peripherals

    @property
    def camera_source(self) -> str:
        """Source of the pictures."""

    def has_camera(self) -> bool:
        """Return True if the source is a real, connected camera."""

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat."""


class AppDevices:
    """Implements `ui.services.Devices`."""

    def __init__(
        self,
        app: DevicesHost,
        settings: Settings,
        journal: Path,
        backlight: Backlight | None = None,
        safe: SafeMode | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`journal` is the journal of the games; a `backlight` of None is searched for."""
        self._app, self._folder, self._backlight = app, journal.parent, backlight or find_backlight()
        self._safe = safe
        self._clock, self._began_s = clock, clock()
        self._checkup = CachedChecks(lambda: doctor_computer.computer(settings, app.camera_source, journal))

    def signs(self) -> Sequence[DeviceStatus]:
        """The status of each device; card reader and broker only if they are set up."""
        lights, buttons = self._app.settings.lights.driver, self._app.settings.buttons.driver
        unheard = isinstance(self._app.peripherals.buttons, ButtonsTwin)
        reader = self._app.peripherals.reader
        read = (
            ()
            if isinstance(reader, ReaderTwin)
            else (DeviceStatus("reader", "missing" if reader.lost else "ok"),)
        )
        lost = self._app.peripherals.broker_lost
        broker = () if lost is None else (DeviceStatus("broker", "missing" if lost else "ok"),)
        return (
            self._camera(),
            DeviceStatus(
                "lights", "missing" if self._app.strip.lost else "twin" if lights == "twin" else "ok"
            ),
            DeviceStatus("buttons", "twin" if buttons == "twin" else "missing" if unheard else "ok"),
            *read,
            *broker,
        )

    def diagnostics(self) -> Diagnostics:
        """The latest measurements."""
        health = self._app.health
        return Diagnostics(
            pictures_s=health.pictures_s,
            reading_ms=health.reading_ms,
            light=health.light,
            errors=health.errors,
            version=__version__,
            machine=machine.model(),
            temperature_c=machine.temperature_c(),
            slowed_down=machine.slowed_down(),
            free_mb=machine.free_mb(self._folder),
            checks=(*map(self._check, self.signs()), *self._checkup.latest()),
        )

    def dim(self, brightness: float) -> bool:
        """Set the panel's backlight; return False if there is none or it does not answer."""
        if self._backlight is None:
            return False
        try:
            self._backlight.set(brightness)
        except HardwareError as error:
            self._app.health.failed(error)
            return False
        return True

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat; None ends it."""
        self._app.spotlight(seat, light)

    def safe_mode_reason(self) -> Sentence | None:
        """Why no device is used (safe mode); None in normal mode."""
        return self._safe.why if self._safe else None

    def try_again(self) -> None:
        """Leave safe mode: restart the app with devices after the window closes."""
        if self._safe:
            self._safe.leave()

    def _camera(self) -> DeviceStatus:
        source = self._app.camera_source
        if source.startswith("sim:"):
            return DeviceStatus("camera", "twin", source)
        state: Literal["ok", "starting", "missing"] = "ok" if self._app.has_camera() else "missing"
        if self._app.health.lost:
            state = "missing"
        elif state == "missing" and self._clock() - self._began_s < PATIENCE_S:
            state = "starting"
        return DeviceStatus("camera", state, without_password(source))

    def _check(self, sign: DeviceStatus) -> Check:
        state, found = _FOUND[sign.state]
        camera = self._app.health.camera
        if sign.device == "camera" and state == "passed" and camera:
            return Check(sign.device, CAMERA, state, camera.sentence())
        return Check(sign.device, _TITLES[sign.device], state, found)
