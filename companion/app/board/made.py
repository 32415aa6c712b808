"""The app's part of the board games that have none of their own; the attribute is the name of the game."""

from companion.app.base import AppGame
from companion.app.board.description import BoardGame
from companion.app.board.game import board_game
from companion.games import registry


def __getattr__(name: str) -> AppGame:
    if name not in registry.registered():
        raise AttributeError(name)
    return board_game(registry.load("board", BoardGame, name))
