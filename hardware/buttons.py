"""What every set of buttons does, real or twin, and which there are."""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias

from hardware.errors import unknown_driver
from hardware.twin import Twin

Button: TypeAlias = Literal["next", "undo", "help"]


class Buttons(Protocol):
    """The three buttons beside the board."""

    def on_press(self, listener: Callable[[Button], None]) -> None:
        """Call `listener` for every press, on a thread of the driver's own."""


class ButtonsTwin(Twin):
    """Buttons that are pressed by calling `press`, such as from the screen; while they fail nobody hears."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: list[Callable[[Button], None]] = []

    def on_press(self, listener: Callable[[Button], None]) -> None:
        """Call `listener` for every press."""
        self._listeners.append(listener)

    def press(self, button: Button) -> None:
        """Press and let go."""
        if self.found_instead():
            return
        for listener in self._listeners:
            listener(button)


DRIVERS: Mapping[str, Callable[[], Buttons]] = {"twin": ButtonsTwin}


def open_buttons(driver: str) -> Buttons:
    """The buttons that a driver hears. Raises HardwareError `unknown_driver`."""
    if driver not in DRIVERS:
        raise unknown_driver("buttons", ", ".join(DRIVERS), driver)
    return DRIVERS[driver]()
