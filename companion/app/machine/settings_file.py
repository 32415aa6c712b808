"""Changes to the user's settings file that keep its lines, order and comments."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import SettingsError
from companion.games.base import N_, Sentence
from companion.settings.settings import load
from companion.storage import atomic
from companion.storage.failure import failure

_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")


def change(path: Path, table: str, values: Mapping[str, Any]) -> None:
    """Set these values in a table of the file, which is created if missing.

    On disk when this returns. Raises SettingsError if the file cannot be read or the result is invalid,
    StorageError `not_written`; then the file is unchanged.
    """
    import tomlkit  # slow to import, and seldom needed
    from tomlkit.exceptions import TOMLKitError

    try:
        written = path.read_text(encoding="utf-8") if path.exists() else ""
        document = tomlkit.parse(written)
        document.setdefault(table, tomlkit.table()).update(values)
    except (OSError, UnicodeDecodeError, TOMLKitError, AttributeError) as error:
        pattern = N_("{file}: expected a readable settings file in TOML, found: {found}.")
        sentence = Sentence(pattern, {"file": path, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error
    try:
        atomic.write(path, tomlkit.dumps(document))
        try:
            load(path)
        except SettingsError:
            atomic.write(path, written)
            raise
    except OSError as error:
        raise failure("not_written", _NOT_WRITTEN, path=path, cause=error.strerror or error) from error


def with_journal(written: bytes, path: Path | None) -> bytes:
    """Return a settings file with the journal at `path`; None: the default. All else stays as it is.

    A file that cannot be read is returned unchanged: the start says what is wrong with it.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(written)
        journal = document.setdefault("journal", tomlkit.table())
        named = journal.get("path", "")
        if (Path(named).expanduser() if named else None) == path:
            return written
        journal["path"] = str(path or "")
        return tomlkit.dumps(document).encode()
    except (ValueError, TypeError, AttributeError, RuntimeError, TOMLKitError):
        return written
