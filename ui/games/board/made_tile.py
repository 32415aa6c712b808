"""Tiles of the board games that have none of their own; the attribute is the name of the game."""

from companion.games import installed, registry
from ui.tile import Tile


def __getattr__(name: str) -> Tile:
    if name not in registry.registered():
        raise AttributeError(name)
    cover = installed.cover_of(name)  # drawn when the game was tried
    return Tile("board", cover=cover if cover.is_file() else None)
