"""Folders of the app's state, its cache, and its exported files."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from platformdirs import user_cache_path, user_documents_path, user_state_path

_NAME = "table-companion"
RESTORE_PLAN = "restoring.json"
"""Name of the file that says how to finish an interrupted restore (`exchange`)."""
MOST_LETTERS = 40
"""Maximum length of a user-chosen name, in characters.

With 4 bytes each it still fits a file name of ext4 (255 bytes).
"""
_SEPARATORS_AND_INVISIBLE = re.compile(
    "[/\\\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Path separators, control and bidirectional characters (Unicode UAX #9), and surrogates."""

_UNFIT_ON_FAT = re.compile(r'[<>:"|?*]')
"""Characters that FAT and exFAT forbid, the file systems of most USB sticks."""
_MOST_BYTES = 200
"""Maximum length of a file name in bytes; file systems allow 255, and drafts have longer names (`atomic`)."""


_ELSEWHERE: ContextVar[Path | None] = ContextVar("state folder", default=None)


def state_folder() -> Path:
    """The app's folder in the user's state (XDG_STATE_HOME, else ~/.local/state)."""
    return _ELSEWHERE.get() or user_state_path(_NAME)


@contextmanager
def state_in(folder: Path) -> Iterator[None]:
    """Use another state folder within the `with` block, on this thread only."""
    before = _ELSEWHERE.set(folder)
    try:
        yield
    finally:
        _ELSEWHERE.reset(before)


def cache_folder() -> Path:
    """The app's folder for reproducible data (XDG_CACHE_HOME, else ~/.cache)."""
    return user_cache_path(_NAME)


def documents_folder() -> Path:
    """A folder visible to users: "Table Companion" in their documents, else ~/table-companion."""
    documents = user_documents_path()
    if documents.is_dir() and documents != Path.home():
        return documents / "Table Companion"
    return Path.home() / _NAME


def is_plain(name: str, most: int = MOST_LETTERS) -> bool:
    """Return True if a text from outside is a safe file name in every folder.

    It has 1 to `most` characters in NFC, no separator, no leading dot, no control or bidirectional
    character.
    """
    return (
        0 < len(name) <= most
        and not name.startswith(".")
        and not _SEPARATORS_AND_INVISIBLE.search(name)
        and unicodedata.is_normalized("NFC", name)
    )


def plain_file_name(stem: str, suffix: str) -> str:
    """Make a file name from any text, valid on a USB stick too; forbidden characters become "_"."""
    name = _UNFIT_ON_FAT.sub("_", _SEPARATORS_AND_INVISIBLE.sub("_", unicodedata.normalize("NFC", stem)))
    room = _MOST_BYTES - len(suffix.encode())
    return (name.encode()[:room].decode(errors="ignore").strip(" .") or "_") + suffix
