"""The chosen camera and the available ones; OpenCV is loaded when a camera is opened or looked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.devices.mains import mains_hz
from companion.games.base import N_
from companion.settings.preferences import Preferences
from companion.settings.settings import CameraSettings
from ui.services import CameraChoice
from vision.cameras.address import PI, is_address, without_password

if TYPE_CHECKING:
    from vision.cameras.live_camera import DeviceMemory
    from vision.cameras.sources import Camera

SIMULATED = "sim:"
_SIMULATED_NAME = N_("Simulated table")


def is_there(source: str) -> bool:
    """Return True if a source is a real, connected camera."""
    if source.startswith(SIMULATED):
        return False
    if source.startswith(PI):
        from vision.cameras.pi_camera import pi_devices

        return any(device.source == source for device in pi_devices())
    return is_address(source) or _device(source).exists()


def _device(source: str) -> Path:
    """Path of the device that a number or a name stands for."""
    return Path(f"/dev/video{source}" if source.isdecimal() else source).resolve()


class Cameras:
    """Opens the chosen camera and applies the preferred locks of exposure, white balance and focus."""

    def __init__(
        self, settings: CameraSettings, preferences: Callable[[], Preferences], *, fixed: bool = False
    ) -> None:
        """With `fixed` the source in the settings cannot be changed."""
        self._settings, self._preferences, self._fixed = settings, preferences, fixed
        self._memory: DeviceMemory | None = None

    @property
    def source(self) -> str:
        """The source chosen on screen, otherwise the one from the settings."""
        return (not self._fixed and self._preferences().camera) or self._settings.source

    @property
    def hold_s(self) -> float:
        """Seconds without movement after which the table counts as settled."""
        return self._settings.hold_s

    def open(self) -> "Camera":
        """Open the chosen camera, also under another number than before. Raises VisionError."""
        from vision.cameras.live_camera import DeviceMemory
        from vision.cameras.sources import Lockable, open_camera

        self._memory = self._memory or DeviceMemory()
        liked = self._preferences()
        mains = mains_hz(self._settings, liked.country)
        camera = open_camera(self._memory.current(self.source), mains_hz=mains)
        if isinstance(camera, Lockable):
            camera.lock(liked.lock_exposure, liked.lock_white_balance, liked.lock_focus)
        return camera

    def is_there(self) -> bool:
        """Return True if the chosen camera is a real, connected one."""
        return is_there(self._memory.current(self.source) if self._memory else self.source)

    def choices(self) -> list[CameraChoice]:
        """The cameras of this computer, the one from the settings, and the simulated table."""
        from vision.cameras.live_camera import devices
        from vision.cameras.pi_camera import pi_devices

        local = [] if self._fixed else [*devices(), *pi_devices()]
        found = [CameraChoice(device.source, device.name) for device in local]
        known = {_device(choice.source) for choice in found}
        found += [
            CameraChoice(source, without_password(source))
            for source in dict.fromkeys((self.source, self._settings.source))
            if _device(source) not in known and not source.startswith(SIMULATED)
        ]
        simulated = self._settings.source if self._settings.source.startswith(SIMULATED) else f"{SIMULATED}1"
        return [*found, CameraChoice(simulated, _SIMULATED_NAME)]
