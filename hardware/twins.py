"""Twins of the devices: the same behaviour without wires, for laptops and tests."""

from collections.abc import Callable, Sequence

from companion.errors import HardwareError
from hardware.buttons import Button
from hardware.lights import Light

DARK: Light = (0, 0, 0)


class LightsTwin:
    """A strip that only remembers what it shows. `plugged_in = False` makes it fail as a lost one does."""

    def __init__(self, count: int) -> None:
        """A dark strip of `count` lamps, 1 or more."""
        self.plugged_in = True
        self.shown: tuple[Light, ...] = (DARK,) * count

    @property
    def count(self) -> int:
        """How many lamps the strip has."""
        return len(self.shown)

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps.

        Raises HardwareError `lights_lost` when unplugged, ValueError for another number of lamps.
        """
        if len(lights) != self.count:
            raise ValueError(f"expected {self.count} lamps, found {len(lights)}")
        if not self.plugged_in:
            raise HardwareError(
                "lights_lost", "light strip: expected an answer, found none; check the cable and power"
            )
        self.shown = tuple(lights)


class ButtonsTwin:
    """Buttons that are pressed by calling `press`, such as from the screen."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: list[Callable[[Button], None]] = []

    def on_press(self, listener: Callable[[Button], None]) -> None:
        """Call `listener` for every press."""
        self._listeners.append(listener)

    def press(self, button: Button) -> None:
        """Press and let go."""
        for listener in self._listeners:
            listener(button)
