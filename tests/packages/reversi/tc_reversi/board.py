"""Board and discs of Reversi, as the camera and the screen need them."""

from functools import cache

from companion.app.board.description import BoardGame
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard

from .rules import COLOURS, RULES

BLACK = PieceKind("black", PieceMark("B", (60, 60, 60)), foot_mm=32.0, height_mm=6.0, colour=DARK)
WHITE = PieceKind("white", PieceMark("W", (230, 230, 230)), foot_mm=32.0, height_mm=6.0, colour=LIGHT)
BOARD = BoardGame(
    rules=RULES,
    board=cache(lambda: PrintedBoard.grid(8, 8, side_mm=40.0, frame_mm=15.0)),
    kinds=PieceKinds([BLACK, WHITE]),
    sides=COLOURS,
)
