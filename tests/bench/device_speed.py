"""Speed of the LED strip and the buttons, `python -m tests.bench.device_speed`.

Measures pictures per second on a strip, and the delay of a light behind its event and of a press behind its
edge. The strip is a pseudo-terminal that takes bytes no faster than its baud rate, ten bits a byte; the pins
are gpiozero's mock pins, so the kernel's part is not included.
"""

import os
import pty
import queue
import threading
import time
import tty
from collections.abc import Sequence
from statistics import median, quantiles

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.devices.light_effects import Led
from companion.app.devices.light_strip import LightStrip
from hardware import serial_lights
from hardware.buttons import open_buttons
from hardware.presses import BOUNCE_S, ButtonPress
from hardware.serial_lights import SerialLights, frame
from hardware.strip import Light, Strip
from tests.bench.tables import table

STEP_S = 0.002
SPAN_S, EVENTS = 3.0, 40
RED: Light = (255, 0, 0)
BLUE: Light = (0, 0, 255)


class SlowPort:
    """Far end of a cable with a baud rate; `arrived` are the times at which frames were complete."""

    def __init__(self, baud: int, lamps: int) -> None:
        self._end, far = pty.openpty()
        tty.setraw(far)
        self.port = os.ttyname(far)
        self._a_step, self._a_frame = baud / 10 * STEP_S, len(frame(bytes(3 * lamps)))
        self.arrived: queue.SimpleQueue[float] = queue.SimpleQueue()
        self.closing = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        may, got, began_s = 0.0, 0, time.monotonic()
        while not self.closing.wait(STEP_S):
            now_s = time.monotonic()
            may, began_s = may + self._a_step * (now_s - began_s) / STEP_S, now_s
            os.set_blocking(self._end, False)
            try:
                taken = len(os.read(self._end, max(1, int(may))))
            except BlockingIOError:
                may = 0.0
                continue
            may -= taken
            for _ in range((got + taken) // self._a_frame - got // self._a_frame):
                self.arrived.put(now_s)
            got += taken


def frames_a_second(baud: int, lamps: int) -> float:
    """Pictures per second if each is sent as soon as the one before has arrived."""
    far, strip = SlowPort(baud, lamps), Strip(lamps, 0, 0, 0)
    lights = SerialLights(far.port, baud, strip, "adalight")
    lights.show([RED] * lamps)
    first_s = last_s = far.arrived.get()
    count = 0
    while last_s < first_s + SPAN_S:
        lights.show([RED] * lamps)
        last_s, count = far.arrived.get(), count + 1
    far.closing.set()
    lights.close()
    return count / (last_s - first_s)


def light_lag_ms(baud: int, lamps: int) -> list[float]:
    """From a new pattern to the last byte of its frame at the strip."""
    far, found = SlowPort(baud, lamps), []
    strip = LightStrip(
        SerialLights(far.port, baud, Strip(lamps, 0, 0, 0), "adalight"), [Led()] * lamps, lambda _: None
    )
    far.arrived.get()
    for number in range(EVENTS):
        asked_s = time.monotonic()
        strip.show([Led(RED if number % 2 else BLUE)] * lamps)
        while (at_s := far.arrived.get()) < asked_s:
            pass
        found.append(1000 * (at_s - asked_s))
    strip.close()
    far.closing.set()
    return found


def press_lag_ms() -> list[float]:
    """From the edge at a pin to the listener, contacts that bounce not counted."""
    gpiozero.Device.pin_factory = factory = MockFactory(pin_class=MockPWMPin)
    buttons, heard, found = open_buttons("gpio", {"next": 17}), queue.SimpleQueue[float](), []

    def pressed(_: ButtonPress) -> None:
        heard.put(time.monotonic())

    buttons.on_press(pressed)
    pin = factory.pin(17)
    for _ in range(EVENTS):
        pin.drive_low()
        threading.Event().wait(3 * BOUNCE_S)
        edge_s = time.monotonic()
        pin.drive_high()
        found.append(1000 * (heard.get() - edge_s))
        threading.Event().wait(3 * BOUNCE_S)
    buttons.close()
    factory.reset()
    return found


def report() -> str:
    """Markdown tables."""
    serial_lights.ANSWER_S = 0.1  # there is no greeting to wait for
    rows = []
    for baud in (115_200, 921_600):
        for lamps in (60, 300):
            lag = light_lag_ms(baud, lamps)
            rows.append((f"{baud}", lamps, f"{frames_a_second(baud, lamps):.0f}", *_figures(lag)))
    speed = table(("baud", "lamps", "pictures a second", "light behind event, ms", "p95"), rows)
    return speed + "\n\n" + table(("press behind edge, ms", "p95"), [_figures(press_lag_ms())])


def _figures(values: Sequence[float]) -> tuple[str, str]:
    return f"{median(values):.1f}", f"{quantiles(values, n=20)[-1]:.1f}"


if __name__ == "__main__":
    print(report())
