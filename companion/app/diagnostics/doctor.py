"""All checks of `companion doctor`; they need only the base installation."""

from collections.abc import Iterator
from pathlib import Path

from companion.app.diagnostics import doctor_computer, doctor_devices, doctor_phones
from companion.app.diagnostics.doctor_computer import LIBRARIES
from companion.errors import SettingsError
from companion.games.base import N_
from companion.settings import preferences
from companion.settings.settings import DEFAULTS, Settings, default_path, load
from companion.storage.journal import default_path as default_journal
from companion.storage.lock import in_use
from ui.services import Check, CheckState


def examine(file: Path | None) -> Iterator[Check]:
    """Yield each check as it is done; `file` is a settings file, None the user's."""
    yield doctor_computer.python()
    libraries = {wanted: doctor_computer.library(wanted) for wanted in LIBRARIES}
    yield from libraries.values()
    if all(check.state == "passed" for wanted, check in libraries.items() if wanted.extra == "vision"):
        from companion.app import game_loader  # needs the libraries that were just checked

        game_loader.check()
    yield doctor_computer.graphics()
    settings, settings_check = _settings(file)
    yield settings_check
    journal = Path(settings.journal.path).expanduser() if settings.journal.path else default_journal()
    liked = _preferences(journal.parent)
    camera = liked.camera or settings.camera.source
    running = _running(journal)
    yield from doctor_devices.devices(settings, camera, running, liked.country)
    yield doctor_phones.phones(liked.phones, settings.phones.port, running)
    yield from doctor_computer.computer(settings, camera, journal)


def _running(journal: Path) -> bool:
    try:
        return journal.exists() and in_use(journal)
    except OSError:  # owned by somebody else, such as the service
        return False


def _settings(file: Path | None) -> tuple[Settings, Check]:
    """The settings, or the defaults in place of wrong values."""
    path = file or default_path()
    try:
        settings = load(file)
    except SettingsError as error:
        return load(DEFAULTS), Check("settings", N_("Settings"), "failed", str(path), error)
    state: CheckState = "passed" if path.exists() else "not_there"
    return settings, Check("settings", N_("Settings"), state, str(path))


def _preferences(folder: Path) -> preferences.Preferences:
    """Choices made on the screen; the defaults if they cannot be read."""
    path = folder / preferences.FILE
    try:
        return preferences.load(path.read_bytes(), str(path))
    except (OSError, SettingsError):
        return preferences.Preferences()
