"""Window's part of draughts."""

from ui.games.board import board_ui
from ui.tile import Tile

from .app import DRAUGHTS

TILE = Tile("board")
UI = board_ui(DRAUGHTS)
