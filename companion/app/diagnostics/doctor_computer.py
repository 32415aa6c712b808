"""Checks of the computer, its libraries and the service. Nothing here raises."""

import ctypes
import grp
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib import import_module, metadata
from pathlib import Path
from typing import NamedTuple

from companion.app.machine import machine, radio
from companion.errors import StorageError
from companion.games import registry
from companion.games.base import N_, Sentence, Term, device_text
from companion.settings.settings import Settings
from companion.storage import clock, exports
from companion.storage.journal import Journal
from ui import display
from ui.services import Check
from ui.sound_cards import sound_cards

LEAST_MB = 300.0
HOT_C = 80.0
PATIENCE_S = 5.0
SERVICE = "companion.service"
SCREENS = Path("/dev/dri")
CONTROLLERS = Path("/sys/fs/cgroup/cgroup.controllers")
_EGL_VENDOR = 0x3053
_EGL_SURFACELESS = 0x31DD


class Library(NamedTuple):
    """A module, the package that contains it, and our extra that requires it."""

    module: str
    package: str
    extra: str = ""


LIBRARIES = (
    Library("click", "click"),
    Library("cryptography", "cryptography"),
    Library("packaging", "packaging"),
    Library("platformdirs", "platformdirs"),
    Library("pydantic", "pydantic"),
    Library("numpy", "numpy", "vision"),
    Library("cv2", "opencv-python", "vision"),
    Library("fpdf", "fpdf2", "vision"),
    Library("kivy", "kivy", "ui"),
    Library("aiohttp", "aiohttp", "phones"),
    Library("gpiozero", "gpiozero", "hardware"),
    Library("serial", "pyserial", "hardware"),
)


def python() -> Check:
    """The running Python version; it is always recent enough, or it would not run this."""
    return Check("python", "Python", "passed", f"{platform.python_version()} ({sys.executable})")


def library(wanted: Library) -> Check:
    """Check that a library can be imported, and find its version."""
    try:
        import_library(wanted.module)
        version = metadata.version(wanted.package)
    except metadata.PackageNotFoundError:  # installed without metadata, such as with the system
        version = str(getattr(sys.modules[wanted.module], "__version__", "?"))
    except ModuleNotFoundError as error:
        if not wanted.extra or error.name != wanted.module:
            return _broken(wanted, error)
        todo = Sentence(_INSTALL, {"extra": wanted.extra})
        return Check(wanted.package, wanted.package, "not_there", N_("not installed"), todo)
    except Exception as error:  # an import may raise anything
        return _broken(wanted, error)
    return Check(wanted.package, wanted.package, "passed", version)


def import_library(name: str) -> None:
    """Import a module without side effects that some leave. Raises whatever the module raises."""
    for variable in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG", "KIVY_NO_CONSOLELOG"):
        os.environ.setdefault(variable, "1")
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio creates a pipe in the working directory
    import_module(name)


def why_not_loaded(error: Exception) -> Sentence:
    """Explain why a module cannot be imported, such as one for another Python."""
    if isinstance(error, ModuleNotFoundError):
        return Sentence(N_("needs {module}"), {"module": error.name})
    return Sentence(_NOT_LOADED, {"said": device_text(error) or type(error).__name__})


def graphics() -> Check:
    """Check that OpenGL ES responds, and name its vendor."""
    try:
        found = _egl()
    except (OSError, AttributeError) as error:
        needed = "kivy" in sys.modules
        why = error.args[0] if error.args else error
        cause = why if isinstance(why, Term) else Sentence(_NOT_LOADED, {"said": device_text(error)})
        return Check("gl", "OpenGL", "failed" if needed else "not_there", cause, _NO_GL)
    return Check("gl", "OpenGL", "passed", found)


def screen(settings: Settings) -> Check:
    """List the connected screens, the one in use first, by the names that the settings take."""
    title = N_("Screen")
    if display.on_desktop():
        return Check("screen", title, "passed", N_("that of the desktop"))
    found = display.connected()
    if not (used := display.choose(found, settings.window.screen)):
        return Check("screen", title, "not_there", N_("none is connected"), _NO_SCREEN)
    names = ", ".join(str(one) for one in (used, *(other for other in found if other != used)))
    wanted = settings.window.screen
    if wanted not in (display.AUTO, used.connector):
        todo = Sentence(_OTHER_SCREEN, {"wanted": wanted, "used": used.connector})
        return Check("screen", title, "failed", names, todo)
    return Check("screen", title, "passed", names)


def groups(settings: Settings, camera: str) -> Iterable[Check]:
    """Check access rights to the configured devices; `camera` is the source in use."""
    screen = not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    needed = {
        "video": camera.isdecimal() or camera.startswith(("/dev/video", "pi:")),
        "dialout": settings.lights.driver in ("adalight", "wled"),
        "gpio": settings.buttons.driver != "twin",
        "input": screen,
    }
    mine = {*os.getgroups(), os.getegid()}
    for name, wanted in needed.items():
        yield _group(name, wanted, mine)


def disk(folder: Path) -> Check:
    """Check the free disk space."""
    free_mb = machine.free_mb(next(part for part in (folder, *folder.absolute().parents) if part.exists()))
    if free_mb is None:
        return Check("disk", N_("Disk"), "failed", str(folder))
    found = Sentence(N_("{n} MB free"), {"n": round(free_mb)})
    if free_mb < LEAST_MB:
        return Check("disk", N_("Disk"), "failed", found, N_("Delete what you do not need."))
    return Check("disk", N_("Disk"), "passed", found)


def sticks() -> Check:
    """List the USB sticks that backups can be written to."""
    found = ", ".join(f"{path.name} ({path})" for path in exports.sticks())
    if not found:
        todo = N_("Is one plugged in? Format it as FAT32 or exFAT; see `systemctl status companion-stick@*`.")
        return Check("sticks", N_("USB stick"), "not_there", N_("none"), todo)
    return Check("sticks", N_("USB stick"), "passed", device_text(found))


def installed_games() -> Iterable[Check]:
    """List the playable games, and why others are not."""
    others = [game for game in registry.installed() if game.source]
    sources = {game.name: f"{game.name} ({game.source} {game.version})" for game in others}
    names = ", ".join(sources.get(name, name) for name in registry.names())
    yield Check("installed_games", N_("Games"), "passed", names)
    for name, error in registry.left_out().items():
        yield Check(f"game_{name}", name, "failed", N_("left out"), error)


def games(journal: Path) -> Check:
    """Check that the stored games can be read."""
    try:
        with Journal(journal, write=False) as book:
            count = len(book.games())
    except StorageError as error:
        if error.code == "journal_missing":
            return Check("games", N_("Stored games"), "not_there", N_("none yet"))
        return Check("games", N_("Stored games"), "failed", str(journal), error)
    return Check("games", N_("Stored games"), "passed", str(count))


def heat() -> Check:
    """Check the processor's temperature."""
    celsius = machine.temperature_c()
    if celsius is None:
        return Check("temperature", N_("Temperature"), "not_there", _UNKNOWN)
    found = Sentence(N_("{n} °C"), {"n": round(celsius)})
    if celsius >= HOT_C:
        return Check("temperature", N_("Temperature"), "failed", found, N_("Improve its cooling."))
    return Check("temperature", N_("Temperature"), "passed", found)


def power() -> Check:
    """Check the power supply."""
    weak = machine.weak_power()
    if weak is None:
        return Check("power", N_("Power"), "not_there", _UNKNOWN)
    if weak:
        found = N_("the voltage is or was too low since the start")
        return Check("power", N_("Power"), "failed", found, _WEAK)
    return Check("power", N_("Power"), "passed", N_("the voltage is sufficient"))


def sound() -> Check:
    """List the cards that can play; the page *Sound* chooses one."""
    names = ", ".join(card.name for card in sound_cards())
    return Check("sound", N_("Sound"), "passed" if names else "not_there", names or N_("no sound card"))


def date() -> Check:
    """Check that the clock knows the date; without, games have none and copies are numbered only."""
    if clock.is_set():
        return Check("date", N_("Date"), "passed", time.strftime("%Y-%m-%d"))
    return Check("date", N_("Date"), "not_there", N_("unknown until the network sets the clock"), _NO_DATE)


def memory() -> Check:
    """Check that the service's memory limit is enforced; Raspberry Pi OS disables it by default."""
    title = N_("Memory limit")
    try:
        kept = "memory" in CONTROLLERS.read_text("utf-8").split()
    except OSError:
        return Check("memory", title, "not_there", _UNKNOWN)
    if kept:
        return Check("memory", title, "passed", N_("this computer enforces it"))
    return Check("memory", title, "not_there", N_("this computer does not enforce it"), _NO_LIMIT)


def service() -> Check:
    """Check that the service is enabled and running."""
    if shutil.which("systemctl") is None:
        return Check("service", N_("Service"), "not_there", N_("no systemd here"))
    enabled, active = _systemctl("is-enabled"), _systemctl("is-active")
    states = {"enabled": _ENABLED.get(enabled, enabled), "active": _ACTIVE.get(active, active)}
    found = Sentence("{enabled}, {active}", states)
    if enabled in ("", "not-found"):
        todo = N_("To start with the machine: sudo systemd/install.sh")
        return Check("service", N_("Service"), "not_there", found, todo)
    if active == "active":
        return Check("service", N_("Service"), "passed", found)
    todo = N_("Find the cause: journalctl -u companion -n 50. Then: sudo systemctl restart companion")
    return Check("service", N_("Service"), "failed" if enabled == "enabled" else "not_there", found, todo)


def service_runs() -> bool:
    """Return True if the service has the devices of this computer now."""
    return _systemctl("is-active") in ("active", "activating")


def computer(settings: Settings, camera: str, journal: Path) -> Iterable[Check]:
    """Checks whose result may change while the app runs."""
    yield screen(settings)
    yield from groups(settings, camera)
    yield disk(journal.parent)
    yield sticks()
    yield from installed_games()
    yield games(journal)
    yield heat()
    yield power()
    yield memory()
    yield sound()
    yield date()
    yield radio.check()
    yield service()


def _broken(wanted: Library, error: Exception) -> Check:
    todo = Sentence(_ANEW, {"package": wanted.package})
    return Check(wanted.package, wanted.package, "failed", why_not_loaded(error), todo)


def _egl() -> str:
    """Version and vendor of EGL. Raises OSError, AttributeError."""
    ctypes.CDLL("libGLESv2.so.2")
    egl = ctypes.CDLL("libEGL.so.1")
    egl.eglGetDisplay.restype = ctypes.c_void_p
    egl.eglGetDisplay.argtypes = [ctypes.c_void_p]
    egl.eglInitialize.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    egl.eglQueryString.restype = ctypes.c_char_p
    egl.eglQueryString.argtypes = [ctypes.c_void_p, ctypes.c_int]
    major, minor = ctypes.c_int(), ctypes.c_int()
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        display = egl.eglGetDisplay(None)
    elif any(SCREENS.glob("card*")):
        egl.eglGetPlatformDisplay.restype = ctypes.c_void_p
        egl.eglGetPlatformDisplay.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        display = egl.eglGetPlatformDisplay(_EGL_SURFACELESS, None, None)  # the app may be using the screen
    else:
        raise OSError(N_("no screen"))
    if not display or not egl.eglInitialize(display, ctypes.byref(major), ctypes.byref(minor)):
        raise OSError(N_("no usable screen"))
    vendor = device_text(egl.eglQueryString(display, _EGL_VENDOR) or b"?")
    return f"EGL {major.value}.{minor.value}, {vendor}"


def _group(name: str, wanted: bool, mine: set[int]) -> Check:
    title = Sentence(N_("Group {name}"), {"name": name})
    try:
        number = grp.getgrnam(name).gr_gid
    except KeyError:
        return Check(f"group_{name}", title, "not_there", N_("no such group here"))
    if os.geteuid() == 0:
        return Check(f"group_{name}", title, "passed", N_("root needs none"))
    if number in mine:
        return Check(f"group_{name}", title, "passed", N_("this user belongs to it"))
    found = N_("this user does not belong to it")
    if not wanted:
        return Check(f"group_{name}", title, "not_there", found)
    todo = Sentence(N_("sudo usermod -aG {name} $USER, then log in again"), {"name": name})
    return Check(f"group_{name}", title, "failed", found, todo)


def _systemctl(question: str) -> str:
    """Query systemd about the service; "" if it does not answer."""
    try:
        result = subprocess.run(
            ["systemctl", question, SERVICE], capture_output=True, text=True, timeout=PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return device_text(result.stdout)


_ENABLED = {
    "enabled": N_("starts with the machine"),
    "disabled": N_("does not start with the machine"),
    "not-found": N_("not installed"),
    "": N_("not installed"),
}
_ACTIVE = {
    "active": N_("runs"),
    "activating": N_("is starting"),
    "inactive": N_("is not running"),
    "failed": N_("has failed"),
    "": N_("status unknown"),
}
"""Texts for the states that systemctl reports; other states are shown unchanged."""
_NOT_LOADED = N_("cannot be loaded: {said}")
_INSTALL = N_("Optional: pip install 'table-companion[{extra}]'")
_ANEW = N_("Reinstall it: pip install --force-reinstall {package}")
_NO_GL = N_("sudo apt install libegl1 libgles2 libgl1-mesa-dri; then connect a screen")
_NO_SCREEN = N_("Connect a screen and switch it on: the service waits for it.")
_OTHER_SCREEN = N_(
    "[window] screen names {wanted}, which is not connected; {used} is used. Connect it, or change the "
    "setting."
)
_UNKNOWN = N_("not measured on this computer")
_NO_LIMIT = N_(
    "Optional: add cgroup_enable=memory to the end of the line in /boot/firmware/cmdline.txt, restart"
)
_NO_DATE = N_("Optional: connect a network, or a clock chip with a battery")
_WEAK = N_("Use a stronger power supply and a short cable.")
