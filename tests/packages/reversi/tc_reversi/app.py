"""App's part of Reversi: board and discs, from which everything with a camera follows, and past games."""

from dataclasses import replace
from functools import cache

from companion.app.archive.history import PastGame
from companion.app.archive.record import Record
from companion.app.board.description import BoardGame
from companion.app.board.game import board_game
from ui.services import History, ReplayStep
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


def _result(known: History, record: Record) -> History:
    *_, last = rules.positions(record.moves)
    if not record.over:
        return known
    found = rules.result(last, known.players)
    return replace(known, finished=True, points=found["points"], winners=tuple(found["winners"]))


def _replay(record: Record) -> list[ReplayStep]:
    return [ReplayStep(position, {}) for position in rules.positions(record.moves)]


PAST = PastGame(result=_result, timeline=_result, replay=_replay)
