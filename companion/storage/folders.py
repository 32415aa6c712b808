"""Where the program keeps what it must not forget, and where people find what it writes for them."""

import re
from pathlib import Path

from platformdirs import user_cache_path, user_documents_path, user_state_path

_NAME = "table-companion"
RESTORE_PLAN = "restoring.json"
"""The file that says how to finish a restore that was killed (`exchange`)."""
_PLAIN = re.compile(r"[\w-][\w. +-]{0,99}")


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
    return _PLAIN.fullmatch(name) is not None
