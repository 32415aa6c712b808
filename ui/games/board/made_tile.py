"""Tiles of the board games that have none of their own; the attribute is the name of the game."""

from companion.games import registry
from ui.tile import Tile


def __getattr__(name: str) -> Tile:
    if name not in registry.registered():
        raise AttributeError(name)
    return Tile("board")
