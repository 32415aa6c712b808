"""Where the program keeps what it must not forget, and where people find what it writes for them."""

from pathlib import Path

from platformdirs import user_cache_path, user_documents_path, user_state_path

_NAME = "table-companion"
RESTORE_PLAN = "restoring.json"
"""The file that says how to finish a restore that was killed (`exchange`)."""
_MOST_CHARACTERS = 100
"""Maximum length of a name in a path; file systems take 255 bytes."""


def state_folder() -> Path:
    """The program's folder in the user's state (XDG_STATE_HOME, else ~/.local/state)."""
    return user_state_path(_NAME)


def cache_folder() -> Path:
    """The program's folder for what it can make again (XDG_CACHE_HOME, else ~/.cache)."""
    return user_cache_path(_NAME)


def documents_folder() -> Path:
    """A folder that people see: "Table Companion" among their documents, else ~/table-companion."""
    documents = user_documents_path()
    if documents.is_dir() and documents != Path.home():
        return documents / "Table Companion"
    return Path.home() / _NAME


def is_plain(name: str) -> bool:
    """Whether a name from outside may be part of a path: no separator, no dot in front, all printable."""
    short = 0 < len(name) <= _MOST_CHARACTERS
    return short and name.isprintable() and not name.startswith(".") and not {"/", "\\"} & {*name}
