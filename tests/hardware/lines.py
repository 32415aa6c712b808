"""Pins to try buttons and lamps at: gpiozero pretends to have them; in the VM they are the kernel's."""

import time
from functools import cache
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

CHIP = Path("/run/simgpio")
"""Lines that are driven and read from outside (tests/vm/boot.sh)."""
CONTACT_S = 0.06
"""Seconds between changes of a contact: longer than its bounce and than a lamp's change."""
SAMPLES = 400
"""Number of samples of a lamp's state."""


class KernelLine:
    """A simulated GPIO line: a button's contact or a lamp."""

    def __init__(self, number: int) -> None:
        self._folder = CHIP / f"sim_gpio{number}"

    def drive_low(self) -> None:
        """Press: pull the line to ground."""
        self._pull("pull-down")

    def drive_high(self) -> None:
        """Release: pull the line up."""
        self._pull("pull-up")

    @property
    def state(self) -> float:
        """Share of the time that the lamp is on, 0..1."""
        time.sleep(CONTACT_S)
        value = self._folder / "value"
        return sum(value.read_text().strip() == "1" for _ in range(SAMPLES)) / SAMPLES

    def _pull(self, way: str) -> None:
        (self._folder / "pull").write_text(way)
        time.sleep(CONTACT_S)


class KernelLines:
    """The lines of the chip, by number."""

    def pin(self, number: int) -> KernelLine:
        return KernelLine(number)


@cache
def _kernels() -> Any:
    """One holder for all tests: a second one finds the lines busy."""
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def opened(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lines that gpiozero uses from now on; `pin(number)` is one of them."""
    if CHIP.exists():
        monkeypatch.setattr(gpiozero.Device, "pin_factory", _kernels())
        return KernelLines()
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    return factory
