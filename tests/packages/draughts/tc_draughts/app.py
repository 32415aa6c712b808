"""App's part of draughts: board and pieces, from which everything with a camera follows, and past games."""

from functools import cache

from companion.app.board.description import BoardGame
from companion.app.board.game import board_game
from companion.app.board.history import board_past
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard

from . import rules

MAN_MM, HEIGHT_MM, SQUARE_MM = 32.0, 8.0, 40.0
BLACK, WHITE = (60, 60, 60), (230, 230, 230)

DRAUGHTS = BoardGame(
    rules=rules.RULES,
    game=rules,
    board=cache(lambda: PrintedBoard.grid(8, 8, SQUARE_MM, frame_mm=15.0, chequered=True)),
    kinds=PieceKinds(
        [
            PieceKind("black_man", PieceMark("B", BLACK), MAN_MM, HEIGHT_MM, colour=DARK),
            PieceKind("white_man", PieceMark("W", WHITE), MAN_MM, HEIGHT_MM, colour=LIGHT),
            PieceKind("black_king", PieceMark("BK", BLACK), MAN_MM, 2 * HEIGHT_MM, colour=DARK),
            PieceKind("white_king", PieceMark("WK", WHITE), MAN_MM, 2 * HEIGHT_MM, colour=LIGHT),
        ]
    ),
    sides=("black_man", "white_man"),
)
GAME = board_game(DRAUGHTS)
PAST = board_past(rules.RULES, rules.winners, lambda move: move.path)
