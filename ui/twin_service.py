"""What the window asks of devices that are only on the screen: to fail as real ones do, and to be mended."""

from collections.abc import Set
from typing import Literal, Protocol, TypeAlias, get_args

Fault: TypeAlias = Literal["unplugged", "garbage", "slow", "stuck"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
TwinName: TypeAlias = Literal["camera", "lights", "buttons", "stations", "reader"]


class Twins(Protocol):
    """The twins that are in use."""

    def faults(self) -> dict[TwinName, Set[Fault]]:
        """What is wrong with each of them now."""

    def fail(self, twin: TwinName, fault: Fault, on: bool) -> None:
        """Make it fail, or mend it; another twin than those of `faults` stays as it is."""

    def use(self, twin: TwinName) -> None:
        """Press a button of it, or those at all seats, or hold a tag to it."""
