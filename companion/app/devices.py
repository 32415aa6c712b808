"""What is connected to the app, and how it is."""

from collections.abc import Sequence

from ui.services import Diagnostics, Light, Sign


class AppDevices:
    """Implements `ui.services.Devices`."""

    def signs(self) -> Sequence[Sign]:
        """One sign a device."""
        return (Sign("camera", "twin"), Sign("lights", "twin"), Sign("buttons", "twin"))

    def diagnostics(self) -> Diagnostics:
        """What was measured last."""
        return Diagnostics()

    def dim(self, brightness: float) -> bool:
        """Set the panel's backlight; False where there is none to set."""
        return False

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat, until None."""
