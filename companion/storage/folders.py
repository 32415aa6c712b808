"""Where the program keeps what it must not forget."""

import os
from pathlib import Path


def state_folder() -> Path:
    """The program's folder in the user's state (XDG_STATE_HOME, else ~/.local/state)."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "table-companion"
