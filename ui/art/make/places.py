"""Folders of the inputs and outputs."""

from pathlib import Path

UI = Path(__file__).parents[2]
PACKAGES = UI.parent / "build" / "art" / "node_modules"
"""The npm packages of `package-lock.json`, installed there by `make art`."""


def art_of(game: str) -> Path:
    """Folder of a game's pictures."""
    folder = UI / "games" / game / "prints"
    folder.mkdir(exist_ok=True)
    return folder
