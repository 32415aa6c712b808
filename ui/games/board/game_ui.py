"""`board_ui`: screens and pictures of a board game from its description."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import cast

from companion.games import registry
from companion.games.base import Kind
from ui.game_ui import GameUi, PicturedChoice
from ui.games.board.description import Described
from ui.games.board.pictures import PastGameBoard, hint_board
from ui.games.board.play import BoardPlayScreen
from ui.games.board.view import Look
from ui.widgets.corners import usual_corners


def board_ui(of: Described, *, colours: Mapping[Kind, str] = MappingProxyType({})) -> GameUi:
    """Return the window's part of a board game.

    `of` is a `BoardGame`. `colours` are those of pieces on the screen, as RRGGBB; by default what the
    camera expects.
    """
    look = Look(of, colours)
    parts = {"of": of, "game_look": look}
    return GameUi(
        name=of.rules.name,
        play=type("BoardGameScreen", (BoardPlayScreen,), parts),
        corners=usual_corners([(0, 0), (1, 0), (1, 1), (0, 1)]),
        setup_pieces=tuple(PicturedChoice(kind, icon, kind) for kind, icon in look.pictures.items()),
        past_board=partial(PastGameBoard, of, look),
        hint_board=partial(hint_board, look),
    )


def made(name: str) -> GameUi:
    """Return the window's part of a game from its description. Raises as `registry.load`."""
    return board_ui(cast(Described, registry.load("board", object, name)))
