"""Window's part of Reversi: a touch lays a disc on a square."""

from ui.games.board import board_ui
from ui.games.tile import Tile

from .app import REVERSI

TILE = Tile("board")
UI = board_ui(REVERSI, touches=lambda move: (move.space,))
