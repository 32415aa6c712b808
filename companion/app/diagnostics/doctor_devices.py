"""Device checks of `companion doctor`."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from companion.app.devices.light_strip import strip_layout
from companion.app.devices.mains import mains_hz
from companion.app.diagnostics.doctor_computer import import_library, why_not_loaded
from companion.app.machine.system_tool import ToolError, output
from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.session.words import TROUBLE
from companion.settings.settings import Settings
from hardware import gpio_chip
from hardware.lights import open_lights
from hardware.strip import DARK
from ui.services import Check, CheckState

CAMERA, STRIP, BUTTONS, READER = N_("Camera"), N_("Lights"), N_("Buttons"), N_("Card reader")
BROKER = N_("MQTT broker")
NO_CAMERA = N_('In the settings, [camera], name one: source = "0", or its device or address')
NO_STRIP = N_('In the settings, [lights], name its driver: driver = "wled", "adalight" or "network"')
NO_READER = N_('Optional: in the settings, [reader], driver = "lines" or "rdm6300", and its port')
MODEM_MANAGER = Path("/usr/sbin/ModemManager")
UDEV_S = 5.0
_UDEV = ("udevadm", "info", "--query=property", "--name")
_IGNORED = "ID_MM_DEVICE_IGNORE=1"
_PINS = ("lgpio", "RPi.GPIO")


def devices(settings: Settings, camera: str, running: bool, country: str = "") -> Iterable[Check]:
    """Check camera, strip, reader and buttons; `camera` is the source in use, `country` the chosen one.

    While the app is `running` its devices are not opened.
    """
    if running:
        yield Check("camera", CAMERA, "not_there", _IN_USE, _STOP)
        yield Check("lights", STRIP, "not_there", _IN_USE, _STOP)
        yield Check("reader", READER, "not_there", _IN_USE, _STOP)
    else:
        yield look(camera, mains_hz(settings.camera, country))
        yield strip(settings)
        yield reader(settings)
    yield buttons(settings)
    yield modem_manager()


def look(source: str, mains: int | None = None) -> Check:
    """Check that a camera delivers a picture that is not black, and show what it really gives.

    `mains` is the mains frequency in Hz, 0 for none; None leaves the camera as it is.
    """
    if source.startswith("sim:"):
        return Check("camera", CAMERA, "not_there", N_("the simulated table"), NO_CAMERA)
    try:
        from vision.cameras.address import without_password
        from vision.cameras.sources import Described, open_camera
        from vision.light.quality import covered

        name = without_password(source)
        camera = open_camera(source, mains_hz=mains)
        try:
            frame = camera.read()
            given = camera.state() if isinstance(camera, Described) else None
        finally:
            camera.close()
    except ModuleNotFoundError as error:
        found = Sentence(N_("needs {module}"), {"module": error.name})
        return Check("camera", CAMERA, "not_there", found)
    except CompanionError as error:
        return Check("camera", CAMERA, "failed", name, error)
    if frame is None:
        return Check("camera", CAMERA, "failed", name, N_("It gave no picture."))
    height_px, width_px = frame.picture.shape[:2]
    size: str | Sentence = f"{name}: {width_px}x{height_px}"
    if given:
        size = Sentence("{camera}: {given}", {"camera": name, "given": given.sentence()})
    if covered(frame.picture):
        return Check("camera", CAMERA, "failed", size, Sentence(TROUBLE["covered"]))
    return Check("camera", CAMERA, "passed", size)


def strip(settings: Settings) -> Check:
    """Check that the light strip can be opened, and show its answer."""
    lights = settings.lights
    if lights.driver == "twin":
        return Check("lights", STRIP, "not_there", N_("on the screen"), NO_STRIP)
    asked = f"{lights.driver}, {lights.port}"
    try:
        lamps = open_lights(lights.driver, strip_layout(lights), lights.port, lights.baud)
        try:
            lamps.show([DARK] * lamps.strip.count)
        finally:
            lamps.close()
    except ModuleNotFoundError as error:
        found = Sentence(N_("needs {module}"), {"module": error.name})
        return Check("lights", STRIP, "failed", found, _HARDWARE)
    except CompanionError as error:
        return Check("lights", STRIP, "failed", asked, error)
    found = Sentence("{asked}: {answer}", {"asked": asked, "answer": lamps.answer or _UNASKED})
    return Check("lights", STRIP, "passed", found)


def reader(settings: Settings) -> Check:
    """Check that the card reader's port can be opened; its protocol shows only with a tag."""
    wanted = settings.reader
    if wanted.driver == "twin":
        return Check("reader", READER, "not_there", N_("none is set up"), NO_READER)
    try:
        from hardware.serial_port import open_port
        from hardware.serial_reader import CARD_READER

        open_port(wanted.port, wanted.baud, CARD_READER).close()
    except ModuleNotFoundError as error:
        found = Sentence(N_("needs {module}"), {"module": error.name})
        return Check("reader", READER, "failed", found, _HARDWARE)
    except CompanionError as error:
        return Check("reader", READER, "failed", f"{wanted.driver}, {wanted.port}", error)
    return Check("reader", READER, "passed", f"{wanted.driver}, {wanted.port}, {wanted.baud} baud")


def buttons(settings: Settings) -> Check:
    """Check that this computer's pins can be used for buttons."""
    wanted = "gpio" in (settings.buttons.driver, settings.stations.driver)
    state: CheckState = "failed" if wanted else "not_there"
    chips = gpio_chip.paths()
    if not chips:
        return Check("buttons", BUTTONS, state, N_("this computer has no pins"))
    failures = [failure for name in _PINS if (failure := _failure(name))]
    if (missing := _failure("gpiozero")) or len(failures) == len(_PINS):
        return Check("buttons", BUTTONS, state, missing or failures[0], _DRIVER)
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        found = Sentence(N_("{path}: no permission"), {"path": chips[0]})
        return Check("buttons", BUTTONS, state, found, _GROUP)
    header = gpio_chip.header()
    found_chips = f"{header.path.name} ({header.label})" if header else ", ".join(c.name for c in chips)
    return Check("buttons", BUTTONS, "passed", found_chips)


def modem_manager() -> Check:
    """Check that ModemManager leaves the serial ports alone: it would speak to each for 10 to 30 s."""
    title = "ModemManager"
    if not MODEM_MANAGER.exists():
        return Check("modem_manager", title, "passed", N_("not installed"))
    try:
        from hardware.serial_port import ports

        found = list(ports())
        probed = [port for port in found if _IGNORED not in output(subprocess.run, (*_UDEV, port), UDEV_S)]
    except ModuleNotFoundError as error:
        return Check(
            "modem_manager", title, "not_there", Sentence(N_("needs {module}"), {"module": error.name})
        )
    except ToolError as error:
        return Check("modem_manager", title, "not_there", error.found)
    if probed:
        wrong = Sentence(N_("it speaks to {port} after each start"), {"port": ", ".join(probed)})
        return Check("modem_manager", title, "failed", wrong, _NOT_IGNORED)
    quiet = Sentence(N_("it ignores {port}"), {"port": ", ".join(found) or "-"})
    return Check("modem_manager", title, "passed", quiet)


def _failure(module: str) -> Sentence | None:
    """Explain why a module cannot be imported; None if it can."""
    try:
        import_library(module)
    except Exception as error:  # such as a library of another Python, or one that finds no pins
        return why_not_loaded(error)
    return None


_NOT_IGNORED = N_(
    "sudo systemd/install.sh, then plug it in again; if it is an adapter of another kind, add its USB vendor"
    " to /etc/udev/rules.d/70-companion.rules"
)
_IN_USE = N_("the app is using it; see How well it works")
_STOP = N_("To try it: sudo systemctl stop companion, or close the app")
_UNASKED = N_("sent a dark frame; such strips do not answer")
_HARDWARE = N_("pip install 'table-companion[hardware]'")
_DRIVER = N_(
    "pip install 'table-companion[hardware]'; if lgpio is still missing: sudo apt install"
    " python3-lgpio and an environment made with --system-site-packages; sudo"
    " systemd/install.sh does both"
)
_GROUP = N_("sudo usermod -aG gpio $USER, then log in again")
