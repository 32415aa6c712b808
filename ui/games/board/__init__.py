"""The window's part of any game on a printed board, made from its description."""

from ui.games.board.game_ui import board_ui

__all__ = ["board_ui"]
