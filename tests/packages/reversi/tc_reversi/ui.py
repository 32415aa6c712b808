"""Window's part of Reversi."""

from ui.games.board import board_ui
from ui.tile import Tile

from .app import REVERSI

TILE = Tile("board")
UI = board_ui(REVERSI)
