"""The window's part of the board games that have none of their own; the attribute is the name of the game."""

from typing import cast

from companion.games import registry
from ui.game_ui import GameUi
from ui.games.board.description import Described
from ui.games.board.game_ui import board_ui


def __getattr__(name: str) -> GameUi:
    if name not in registry.registered():
        raise AttributeError(name)
    return board_ui(cast(Described, registry.load("board", object, name)))
