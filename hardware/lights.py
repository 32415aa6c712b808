"""What every light strip does, real or twin."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

Light: TypeAlias = tuple[int, int, int]
"""Red, green and blue of one lamp, 0..255 each."""


class Lights(Protocol):
    """A strip around the board; lamp 0 is at the board's top left corner, the rest follow clockwise."""

    @property
    def count(self) -> int:
        """How many lamps the strip has."""

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps. Raises HardwareError `lights_lost` when the strip does not answer."""
