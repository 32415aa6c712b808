"""Interface of the buttons, a simulated set, and the available drivers."""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias

from hardware.errors import unknown_driver
from hardware.presses import ButtonPress, How
from hardware.twin import Twin

Button: TypeAlias = Literal["next", "undo", "help"]
Pins: TypeAlias = Mapping[str, int]
"""GPIO numbers of the Broadcom chip, by button."""


class Buttons(Protocol):
    """The buttons next to the board."""

    def on_press(self, listener: Callable[[ButtonPress], None]) -> None:
        """Call `listener` on the driver's own thread for every press."""

    def close(self) -> None:
        """Release the pins."""


class ButtonsTwin(Twin):
    """Simulated buttons, pressed by calling `press`; presses are lost while a fault is set.

    A stuck button is reported as stuck when it is pressed.
    """

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: list[Callable[[ButtonPress], None]] = []

    def on_press(self, listener: Callable[[ButtonPress], None]) -> None:
        """Call `listener` for every press."""
        self._listeners.append(listener)

    def press(self, button: Button, how: How = "short") -> None:
        """Press and release a button."""
        if self.stuck:
            how = "stuck"
        elif self.found_instead():
            return
        for listener in self._listeners:
            listener(ButtonPress(button, how))

    def close(self) -> None:
        """Do nothing: there is no device."""


def _gpio(pins: Pins) -> Buttons:
    from hardware.gpio import GpioButtons

    return GpioButtons(pins)


DRIVERS: Mapping[str, Callable[[Pins], Buttons]] = {"twin": lambda pins: ButtonsTwin(), "gpio": _gpio}


def open_buttons(driver: str, pins: Mapping[str, int] = {}) -> Buttons:
    """Open the buttons of a driver.

    Raises HardwareError `unknown_driver`, or `pin_unusable` if a pin cannot be used.
    """
    if driver not in DRIVERS:
        raise unknown_driver("buttons", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](pins)
