"""App's part of Reversi: board and discs, from which everything with a camera follows, and past games."""

from functools import cache

from companion.app.board.description import BoardGame
from companion.app.board.game import board_game
from companion.app.board.history import board_past
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard

from . import rules

DISC_MM, HEIGHT_MM, SQUARE_MM = 32.0, 6.0, 40.0

REVERSI = BoardGame(
    rules=rules.RULES,
    game=rules,
    board=cache(lambda: PrintedBoard.grid(8, 8, SQUARE_MM, frame_mm=15.0)),
    kinds=PieceKinds(
        [
            PieceKind("black", PieceMark("B", (60, 60, 60)), DISC_MM, HEIGHT_MM, colour=DARK),
            PieceKind("white", PieceMark("W", (230, 230, 230)), DISC_MM, HEIGHT_MM, colour=LIGHT),
        ]
    ),
    turns=rules.TURNS,
    sides=rules.COLOURS,
)
GAME = board_game(REVERSI)
PAST = board_past(rules.RULES, rules.winners, lambda move: (move.space,), rules.points)
