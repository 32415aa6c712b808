"""Errors that several devices have in common."""

from companion.errors import HardwareError


def unknown_driver(device: str, expected: str, found: str) -> HardwareError:
    """The error of a driver that does not exist."""
    return HardwareError(
        "unknown_driver",
        f"{device}: expected a driver out of {expected}, found {found!r}; name one of them in the settings",
        device=device,
        expected=expected,
        found=found,
    )


def lights_lost(port: str, found: object) -> HardwareError:
    """The error of a strip that does not answer any more."""
    text = f"light strip at {port}: expected an answer, found: {found}; check the cable and power"
    return HardwareError("lights_lost", text, port=port, found=found)
