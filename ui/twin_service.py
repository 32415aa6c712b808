"""Interface of simulated devices: make them fail as real ones do, and repair them."""

from collections.abc import Set
from typing import Literal, Protocol, TypeAlias, get_args

Fault: TypeAlias = Literal["unplugged", "garbage", "slow", "stuck"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
TwinName: TypeAlias = Literal["camera", "lights", "buttons", "stations", "reader"]


class Twins(Protocol):
    """Simulated devices in use."""

    def faults(self) -> dict[TwinName, Set[Fault]]:
        """Present fault of each device."""

    def fail(self, twin: TwinName, fault: Fault, on: bool) -> None:
        """Set or clear the fault of a device; ignored for devices that are not in `faults`."""

    def use(self, twin: TwinName) -> None:
        """Press a button of the device, or those at all seats, or hold a tag to it."""
