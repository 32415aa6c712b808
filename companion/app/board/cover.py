"""The cover of a board game, from its description: its simulated table in the middle of a game."""

from random import Random
from zlib import crc32

import cv2

from companion.app.board.description import BoardGame
from companion.games.base import Table
from vision.board.simulated import SimulatedBoard

_MOVES, _LOOKS = 12, 1000
_SIDE_PX = 200
"""Left and right of the picture, with the table only."""


def drawn(of: BoardGame) -> bytes:
    """Return the cover of a game as a PNG."""
    look = crc32(of.rules.name.encode()) % _LOOKS  # each game has another print, table and light
    stage = SimulatedBoard(of.board(), of.kinds, _midgame(of), look, markers=False)
    picture = next(iter(stage.frames([], fps=1.0))).picture[:, _SIDE_PX:-_SIDE_PX]
    return bytes(cv2.imencode(".png", picture)[1])


def _midgame(of: BoardGame) -> Table:
    """Return a table after some random moves, before the end of the game."""
    rules, position, chance = of.rules, of.opening(0), Random(0)
    for _ in range(_MOVES):
        after = rules.apply(position, rules.next_move(position, chance))
        if rules.finished(after):
            break
        position = after
    return rules.table(position)
