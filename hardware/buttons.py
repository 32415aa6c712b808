"""What every set of buttons does, real or twin."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

Button: TypeAlias = Literal["next", "undo", "help"]


class Buttons(Protocol):
    """The three buttons beside the board."""

    def on_press(self, listener: Callable[[Button], None]) -> None:
        """Call `listener` for every press, on a thread of the driver's own."""
