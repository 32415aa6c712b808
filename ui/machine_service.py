"""What the window asks about the machine the app runs on: how it is, and what it shall do."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from companion.games.base import Sentence

MachineAct: TypeAlias = Literal["power_off", "restart", "update"]


class Machine(Protocol):
    """A box without a keyboard, where the app runs as its service; elsewhere nothing can be done here."""

    def about(self) -> str:
        """Version, machine and state in a few short lines, to be photographed; no names, no secrets."""

    def acts(self) -> Sequence[MachineAct]:
        """What can be done here."""

    def act(self, act: MachineAct) -> None:
        """Do it; returns once it has begun. Raises HardwareError `machine_refused`."""

    def updated(self) -> Sentence | None:
        """How the last update ended; None where there was none."""
