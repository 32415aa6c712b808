"""The cover of a board game, from its description: its simulated table in the middle of a game."""

from random import Random
from zlib import crc32

import cv2

from companion.app.board.description import BoardGame
from companion.games.base import Table
from companion.games.installed import cover_of
from vision.board.simulated import SimulatedBoard

_MOVES, _LOOKS = 12, 1000
_SIDE_PX = 200
"""Left and right of the picture, with the table only."""


def keep(of: BoardGame) -> None:
    """Store the cover of a game where its tile looks for it. Raises OSError."""
    name = of.rules.name
    look = crc32(name.encode()) % _LOOKS  # each game has another print, table and light
    stage = SimulatedBoard(of.board(), of.kinds, _midgame(of), look, markers=False)
    picture = next(iter(stage.frames([], fps=1.0))).picture[:, _SIDE_PX:-_SIDE_PX]
    path = cover_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = path.with_suffix(".new")
    drawn.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
    drawn.replace(path)


def _midgame(of: BoardGame) -> Table:
    """Return a table after some random moves, before the end of the game."""
    rules, position, chance = of.rules, of.opening(0), Random(0)
    for _ in range(_MOVES):
        after = rules.apply(position, rules.next_move(position, chance))
        if rules.finished(after):
            break
        position = after
    return rules.table(position)
