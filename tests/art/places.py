"""Folders of the inputs and outputs."""

from pathlib import Path

UI = Path(__file__).parents[2] / "ui"
APP = UI.parent / "companion" / "app"
FONTS = UI.parent / "companion" / "printing" / "fonts"
"""Fonts that the screen and the printed sheets share."""
PACKAGES = UI.parent / "build" / "art" / "node_modules"
"""The npm packages of `package-lock.json`, installed there by `make art`."""


def art_of(game: str) -> Path:
    """Folder of a game's pictures."""
    folder = UI / "games" / game / "prints"
    folder.mkdir(exist_ok=True)
    return folder
