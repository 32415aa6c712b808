"""Where the program keeps what it must not forget, and where people find what it writes for them."""

import re
import unicodedata
from pathlib import Path

from platformdirs import user_cache_path, user_documents_path, user_state_path

_NAME = "table-companion"
RESTORE_PLAN = "restoring.json"
"""The file that says how to finish a restore that was killed (`exchange`)."""
MOST_LETTERS = 40
"""Maximum length of a name that people give, in characters; with 4 bytes each it still fits a file name of
ext4 (255 bytes).
"""
_SEPARATORS_AND_INVISIBLE = re.compile(
    "[/\\\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Separators of paths, control and bidirectional characters (Unicode UAX #9), and halves of characters."""

_UNFIT_ON_FAT = re.compile(r'[<>:"|?*]')
"""Characters that FAT and exFAT refuse, the file systems of most USB sticks."""
_MOST_BYTES = 200
"""Maximum length of a file name; file systems take 255 bytes, and a draft's name is longer (`atomic`)."""


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


def is_plain(name: str, most: int = MOST_LETTERS) -> bool:
    """Whether a text from outside can name one file in every folder: 1 to `most` characters in NFC, no
    separator, no leading dot, no control or bidirectional character.
    """
    return (
        0 < len(name) <= most
        and not name.startswith(".")
        and not _SEPARATORS_AND_INVISIBLE.search(name)
        and unicodedata.is_normalized("NFC", name)
    )


def plain_file_name(stem: str, suffix: str) -> str:
    """One file name from a text such as people's names, on a USB stick too; what is unfit becomes "_"."""
    name = _UNFIT_ON_FAT.sub("_", _SEPARATORS_AND_INVISIBLE.sub("_", unicodedata.normalize("NFC", stem)))
    room = _MOST_BYTES - len(suffix.encode())
    return (name.encode()[:room].decode(errors="ignore").strip(" .") or "_") + suffix
