"""Where the program keeps what it must not forget, and where people find what it writes for them."""

import os
from pathlib import Path


def state_folder() -> Path:
    """The program's folder in the user's state (XDG_STATE_HOME, else ~/.local/state)."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "table-companion"


def cache_folder() -> Path:
    """The program's folder for what it can make again (XDG_CACHE_HOME, else ~/.cache)."""
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser() / "table-companion"


def documents_folder() -> Path:
    """A folder that people see: "Table Companion" among their documents, else ~/table-companion.

    The documents' folder is that of `user-dirs.dirs` (freedesktop's xdg-user-dirs), if it is there.
    """
    config = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    try:
        lines = (config / "user-dirs.dirs").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip() == "XDG_DOCUMENTS_DIR":
            folder = Path(value.strip().strip('"').replace("$HOME", str(Path.home())))
            if folder.is_absolute() and folder.is_dir() and folder != Path.home():
                return folder / "Table Companion"
    return Path.home() / "table-companion"
