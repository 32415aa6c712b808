"""Buttons and lamps at the GPIO pins of a Raspberry Pi, by gpiozero."""

import os
import queue
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import gpiozero

from hardware import gpio_chip
from hardware.errors import no_pins, pin_unusable, pins_denied, station_lost
from hardware.presses import BOUNCE_S, ButtonPress, PressRecogniser
from hardware.strip import Light

Change = tuple[str, bool, float]


class GpioButtons:
    """Buttons between a pin and ground, read on their own thread.

    Raises HardwareError `pin_unusable` or `no_pins`.
    """

    def __init__(self, pins: Mapping[str, int], doubles: Iterable[str] = ()) -> None:
        """`pins` by button; the Pi's internal pull-ups are used."""
        self._presses = PressRecogniser(tuple(doubles))
        self._listeners: list[Callable[[ButtonPress], None]] = []
        self._changes: queue.SimpleQueue[Change | None] = queue.SimpleQueue()
        with ExitStack() as opened:
            self._buttons = [_button(name, pin, self._changed, opened) for name, pin in pins.items()]
            opened.pop_all()
        self._worker = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._worker.start()

    def on_press(self, listener: Callable[[ButtonPress], None]) -> None:
        """Call `listener` for every press."""
        self._listeners.append(listener)

    def close(self) -> None:
        """Release the pins."""
        for button in self._buttons:
            button.close()
        self._changes.put(None)
        self._worker.join()

    def _changed(self, name: str, down: bool) -> None:
        self._changes.put((name, down, time.monotonic()))

    def _run(self) -> None:
        while True:
            due_s = self._presses.due_s()
            try:
                change = self._changes.get(
                    timeout=None if due_s is None else max(0.0, due_s - time.monotonic())
                )
            except queue.Empty:
                found = self._presses.passed(time.monotonic())
            else:
                if change is None:
                    return
                found = self._presses.change(*change)
            for press in found:
                for listener in self._listeners:
                    listener(press)


class GpioStations:
    """One button and RGB lamp per seat. Raises HardwareError `pin_unusable` or `no_pins`."""

    def __init__(self, pins: Mapping[str, Sequence[int]]) -> None:
        """`pins` of button, red, green and blue by seat."""
        self._listeners: list[Callable[[str, bool], None]] = []
        self._buttons, self._lamps = [], {}
        with ExitStack() as opened:
            for seat, (button, *colours) in pins.items():
                self._buttons.append(_button(seat, button, self._changed, opened))
                with _having(colours, seat):
                    self._lamps[seat] = opened.enter_context(gpiozero.RGBLED(*colours))
            opened.pop_all()

    @property
    def seats(self) -> Iterable[str]:
        """Seats with a station."""
        return self._lamps.keys()

    def on_change(self, listener: Callable[[str, bool], None]) -> None:
        """Call `listener` on gpiozero's thread for every change."""
        self._listeners.append(listener)

    def show(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat. Raises HardwareError `station_lost`."""
        try:
            self._lamps[seat].value = tuple(colour / 255 for colour in light)
        except (gpiozero.GPIOZeroError, OSError) as error:
            raise station_lost(seat, error) from error

    def close(self) -> None:
        """Switch all lamps off and release the pins."""
        for device in (*self._lamps.values(), *self._buttons):
            device.close()

    def _changed(self, seat: str, down: bool) -> None:
        for listener in self._listeners:
            listener(seat, down)


def _button(name: str, pin: int, changed: Callable[[str, bool], None], opened: ExitStack) -> Any:
    with _having([pin], name):
        button = opened.enter_context(gpiozero.Button(pin, pull_up=True, bounce_time=BOUNCE_S))
    button.when_pressed = lambda: changed(name, True)
    button.when_released = lambda: changed(name, False)
    return button


def _choose_chip() -> None:
    """Make gpiozero use the chip at the header, whatever its number; else gpiozero chooses by number."""
    if gpiozero.Device.pin_factory is not None or "GPIOZERO_PIN_FACTORY" in os.environ:
        return
    chip = gpio_chip.header()
    if chip is None:
        return
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError:  # gpiozero tries its other libraries
        return
    try:
        gpiozero.Device.pin_factory = LGPIOFactory(chip=chip.number)
    except Exception as error:  # lgpio's own, which derives from nothing more special
        raise gpiozero.BadPinFactory(f"{chip.path}: {error}") from error


@contextmanager
def _having(pins: Sequence[int], use: str) -> Iterator[None]:
    """Convert errors of unusable pins to HardwareErrors."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio creates a FIFO in the working directory
    try:
        _choose_chip()
        yield
    except gpiozero.BadPinFactory as error:
        chips = gpio_chip.paths()
        if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            raise pins_denied(chips[0]) from error
        raise no_pins(error) from error
    except (gpiozero.GPIOZeroError, OSError) as error:
        named = [pin for pin in pins if f"GPIO{pin} " in f"{error} "]
        pin, chip = (named or pins)[0], gpio_chip.header()
        user = gpio_chip.user(chip.path, pin) if chip else ""
        raise pin_unusable(pin, use, error, user) from error
