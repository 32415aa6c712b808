"""The app's and the window's part of the game, from its descriptions."""

from dataclasses import replace
from functools import cache
from typing import Any

from companion.app.board.description import BoardGame
from companion.app.board.game import board_game
from tests.noughts import app
from tests.ui.games.board import rows
from ui.games.board import board_ui
from ui.tile import Tile
from vision.base import PieceMark
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard


@cache
def printed() -> PrintedBoard:
    grid = PrintedBoard.grid(3, 3, 60.0, frame_mm=10.0, chequered=True)
    return replace(
        grid,
        spaces={space: grid.spaces[name] for space, name in rows.PLACES.items()},
        grounds={space: grid.grounds[name] for space, name in rows.PLACES.items()},
    )


ROWS = BoardGame(
    rules=rows.RULES,
    game=rows,  # type: ignore[arg-type]  # a module
    board=printed,
    kinds=PieceKinds(
        [
            PieceKind("nought", PieceMark("O", (230, 230, 230)), foot_mm=40.0, height_mm=6.0, colour=LIGHT),
            PieceKind("cross", PieceMark("X", (60, 60, 60)), foot_mm=40.0, height_mm=6.0, colour=DARK),
        ]
    ),
    sides=("nought", "cross"),
)
GAME, PAST = board_game(ROWS), app.past(rows.RULES)
UI: Any = board_ui(ROWS)
TILE = Tile("board")
