"""Errors shared by several devices."""

from companion.errors import HardwareError
from companion.games.base import N_, Sentence, Term


def unknown_driver(device: str, expected: str, found: str) -> HardwareError:
    """The error of a driver that does not exist."""
    pattern = N_("{device}: expected one of the drivers {expected}, found {found}; name one in the settings")
    sentence = Sentence(pattern, {"device": device, "expected": expected, "found": repr(found)})
    return HardwareError.of("unknown_driver", sentence)


def lights_lost(port: str, found: object) -> HardwareError:
    """The error of a strip that stopped responding."""
    text = f"light strip at {port}: expected an answer, found: {found}; check the cable and power"
    return HardwareError("lights_lost", text, port=port, found=found)


def station_lost(seat: str, found: object) -> HardwareError:
    """The error of a seat's lamp that cannot be lit."""
    pattern = N_("Lighting the lamp at seat {seat} failed ({found}): check its wires.")
    sentence = Sentence(pattern, {"seat": Term(seat.replace("_", " ")), "found": found})
    return HardwareError.of("station_lost", sentence, seat=seat)


def pin_unusable(pin: int, use: str, found: object, user: str = "") -> HardwareError:
    """The error of a pin that cannot be opened; `user` is who has it, as the kernel names it."""
    if user:
        found = Sentence(N_('{found}, used by "{user}"'), {"found": found, "user": user})
    pattern = N_(
        "GPIO{pin} ({use}): expected a free pin, found: {found}; name another pin in the settings, close the "
        "program that uses it, or allow this user to (group gpio)"
    )
    return HardwareError.of("pin_unusable", Sentence(pattern, {"pin": pin, "use": use, "found": found}))


def no_pins(found: object) -> HardwareError:
    """The error of a machine without pins, or without a library for them."""
    pattern = N_(
        "expected the pins of a Raspberry Pi, found: {found}; install what is missing"
        ' (python3-lgpio), or use the driver "twin"'
    )
    return HardwareError.of("no_pins", Sentence(pattern, {"found": found}))


def pins_denied(path: object) -> HardwareError:
    """The error of pins without permission for this user."""
    pattern = N_("{path}: this user may not use the pins; sudo usermod -aG gpio $USER, then log in again")
    return HardwareError.of("no_pins", Sentence(pattern, {"path": path}))


def button_stuck(button: str) -> HardwareError:
    """The error of a button that stays pressed."""
    pattern = N_("button {button}: expected its release, found it held for long; check what presses it")
    return HardwareError.of("button_stuck", Sentence(pattern, {"button": button}))


def reader_lost(port: str, found: object) -> HardwareError:
    """The error of a disconnected card reader."""
    pattern = N_("card reader at {port}: expected a connected reader, found: {found}; check the cable")
    return HardwareError.of("reader_lost", Sentence(pattern, {"port": port, "found": found}))


def reader_garbled(port: str, found: str) -> HardwareError:
    """The error of a card reader that sends data other than tag numbers."""
    pattern = N_(
        "card reader at {port}: expected the number of a tag, found {found}; check its driver and speed in "
        "the settings, under [reader]"
    )
    return HardwareError.of("reader_garbled", Sentence(pattern, {"port": port, "found": found[:40]}))
