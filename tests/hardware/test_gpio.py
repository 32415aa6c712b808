"""Buttons and stations at pins: pretended ones, and in the VM real lines of the kernel."""

import fcntl
import os
import queue
import struct
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.errors import HardwareError
from hardware import gpio_chip, presses
from hardware.buttons import open_buttons
from hardware.gpio import GpioStations
from hardware.presses import ButtonPress
from hardware.stations import open_stations
from hardware.strip import DARK
from tests.hardware import lines
from tests.patience import WAIT_S

PINS = {"next": 17, "undo": 27}


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(presses, "BOUNCE_S", 0.0)  # these contacts do not bounce
    return lines.opened(monkeypatch)


def test_a_press_is_heard_on_its_own_thread(pins: Any) -> None:
    buttons, heard = open_buttons("gpio", PINS), queue.SimpleQueue[ButtonPress]()
    buttons.on_press(heard.put)
    for number in (17, 27):
        pins.pin(number).drive_low()
        pins.pin(number).drive_high()
    assert [heard.get(timeout=WAIT_S), heard.get(timeout=WAIT_S)] == [
        ButtonPress("next", "short"),
        ButtonPress("undo", "short"),
    ]
    pins.pin(17).drive_low()
    assert heard.get(timeout=WAIT_S) == ButtonPress("next", "long")
    buttons.close()
    assert heard.empty()


def test_a_pin_that_is_taken_is_told_by_name(pins: Any) -> None:
    buttons = open_buttons("gpio", PINS)
    with pytest.raises(HardwareError, match=r"GPIO17 \(bottom\): expected a free pin") as caught:
        open_stations("gpio", {"bottom": (17, 5, 6, 13)})
    assert caught.value.code == "pin_unusable"
    buttons.close()


def test_a_machine_without_pins_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> object:
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", none, raising=False)
    with pytest.raises(HardwareError, match=r"python3-lgpio") as caught:
        open_buttons("gpio", PINS)
    assert caught.value.code == "no_pins"


def test_pins_nobody_may_use_name_the_group(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none() -> object:
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(gpio_chip, "CHIPS", tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", none, raising=False)
    with pytest.raises(HardwareError, match=r"gpiochip0: .*usermod -aG gpio") as caught:
        open_buttons("gpio", PINS)
    assert caught.value.code == "no_pins"


def test_a_station_tells_who_presses_and_shows_its_own_light(pins: Any) -> None:
    stations = open_stations("gpio", {"bottom": (4, 5, 6, 13), "top": (12, 16, 20, 21)})
    heard = queue.SimpleQueue[tuple[str, bool]]()
    stations.on_change(lambda seat, down: heard.put((seat, down)))
    pins.pin(12).drive_low()
    pins.pin(12).drive_high()
    assert [heard.get(timeout=WAIT_S), heard.get(timeout=WAIT_S)] == [("top", True), ("top", False)]
    stations.show("top", (255, 0, 51))
    assert [pins.pin(pin).state for pin in (16, 20, 21)] == pytest.approx([1, 0, 0.2], abs=0.1)
    assert [pins.pin(pin).state for pin in (5, 6, 13)] == [0, 0, 0], "no light at another seat"
    stations.show("top", DARK)
    assert not any(pins.pin(pin).state for pin in (16, 20, 21))
    assert isinstance(stations, GpioStations)
    assert set(stations.seats) == {"bottom", "top"}
    stations.close()


@pytest.mark.parametrize("number", [0, 4, 10])
@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_the_chip_at_the_header_is_found_by_its_label(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, label: str
) -> None:
    opened: list[int] = []

    def factory(chip: int) -> MockFactory:
        opened.append(chip)
        return MockFactory(pin_class=MockPWMPin)

    library = SimpleNamespace(LGPIOFactory=factory)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", library)
    labels = {f"gpiochip{other}": "gpio-brcmstb@107d508500" for other in (0, 1, 4, 10, 11)}
    labels[f"gpiochip{number}"] = label
    for name in labels:
        (tmp_path / name).touch()
    monkeypatch.setattr(gpio_chip, "CHIPS", tmp_path)
    monkeypatch.setattr(gpio_chip, "label", lambda path: labels[path.name])
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    open_buttons("gpio", PINS).close()
    assert opened == [number]


def test_label_and_user_of_a_pin_are_read_from_the_kernels_structures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ioctl(fd: int, request: int, argument: bytes) -> bytes:
        if request == 0x8044B401:  # GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h
            assert len(argument) == 68
            return struct.pack("=32s32sI", b"gpiochip0", b"pinctrl-bcm2711", 58)
        assert (request, len(argument)) == (0xC100B405, 256), "GPIO_V2_GET_LINEINFO_IOCTL"
        pin = struct.unpack_from("=I", argument, 64)[0]
        used = {17: (b"spi0 CS1", 1), 18: (b"", 1)}.get(pin, (b"", 0))
        return struct.pack("=32s32sIIQ176x", b"", used[0], pin, 0, used[1])

    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(gpio_chip, "CHIPS", tmp_path)
    assert gpio_chip.header() is None, "a file is no chip"
    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    found = gpio_chip.header()
    assert found == (tmp_path / "gpiochip0", 0, "pinctrl-bcm2711")
    assert [gpio_chip.user(found.path, pin) for pin in (17, 18, 27)] == ["spi0 CS1", "?", ""]


def test_a_pin_that_another_program_has_names_it(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = gpio_chip.Chip(Path("/dev/gpiochip0"), 0, "pinctrl-bcm2711")
    monkeypatch.setattr(gpio_chip, "header", lambda: chip)
    monkeypatch.setattr(gpio_chip, "user", lambda path, pin: f"spi0 CS{pin}")
    buttons = open_buttons("gpio", PINS)
    with pytest.raises(HardwareError, match=r"GPIO27 \(bottom\): .*, used by \"spi0 CS27\""):
        open_stations("gpio", {"bottom": (27, 5, 6, 13)})
    buttons.close()
