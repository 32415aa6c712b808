"""What every set of buttons does, real or twin, and which there are."""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias, get_args

from hardware.errors import unknown_driver
from hardware.presses import How, Press
from hardware.twin import Twin

Button: TypeAlias = Literal["next", "undo", "help"]
BUTTONS: tuple[Button, ...] = get_args(Button)
Pins: TypeAlias = Mapping[str, int]
"""GPIO numbers of Broadcom's chip, by button."""


class Buttons(Protocol):
    """The buttons beside the board."""

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Call `listener` for every press, on a thread of the driver's own."""

    def close(self) -> None:
        """Let go of the pins."""


class ButtonsTwin(Twin):
    """Buttons that are pressed by calling `press`, such as from the screen; while they fail nobody hears. One
    that is stuck is heard as such once it is pressed.
    """

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: list[Callable[[Press], None]] = []

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Call `listener` for every press."""
        self._listeners.append(listener)

    def press(self, button: Button, how: How = "short") -> None:
        """Press and let go."""
        if self.stuck:
            how = "stuck"
        elif self.found_instead():
            return
        for listener in self._listeners:
            listener(Press(button, how))

    def close(self) -> None:
        """There is nothing to let go of."""


def _gpio(pins: Pins) -> Buttons:
    from hardware.gpio import GpioButtons

    return GpioButtons(pins)


DRIVERS: Mapping[str, Callable[[Pins], Buttons]] = {"twin": lambda pins: ButtonsTwin(), "gpio": _gpio}


def open_buttons(driver: str, pins: Mapping[str, int] = {}) -> Buttons:
    """The buttons that a driver hears.

    Raises HardwareError `unknown_driver`, or `pin_unusable` when a pin cannot be had.
    """
    if driver not in DRIVERS:
        raise unknown_driver("buttons", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](pins)
