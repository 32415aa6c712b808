"""Window's part of draughts: the squares of a move's path are touched one after another."""

from ui.games.board import board_ui
from ui.games.tile import Tile

from .app import DRAUGHTS

TILE = Tile("board")
UI = board_ui(DRAUGHTS, touches=lambda move: move.path)
