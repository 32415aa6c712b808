"""The board and the druids of Fae, as the reader needs them."""

from functools import cache

import numpy as np

from companion.games.base import Table
from companion.games.fae import board as fae
from vision.base import PieceMark
from vision.board.learn import Dealt
from vision.board.piece_kinds import ExpectedColour, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.geometry.find_board import Locate

MARKS = {
    "red": PieceMark("R", (60, 60, 230)),
    "blue": PieceMark("B", (230, 130, 40)),
    "yellow": PieceMark("Y", (40, 210, 250)),
    "purple": PieceMark("P", (210, 70, 160)),
    "black": PieceMark("K", (70, 70, 70)),
}
"""Letters and BGR colours that mark druids in the camera picture."""
PLASTIC = {
    "red": ExpectedColour(30, 15, 33, 12, 0.8),
    "yellow": ExpectedColour(62, 18, 88, 12, 0.6),
    "blue": ExpectedColour(22, 14, -68, 10, 0.7),
    "purple": ExpectedColour(22, 12, -45, 11, 0.6),
    "black": ExpectedColour(8, 8),
}
"""Colours of the plastic before this set is learnt. Measured; under a colour cast only their order counts."""
DRUIDS = PieceKinds(
    [PieceKind(name, MARKS[name], 13.0, 20.0, flat=False, colour=PLASTIC[name]) for name in fae.COLOURS],
    per_space=None,
)
"""A druid's base is 13 mm wide; figures are about 20 mm tall."""
SETUP = Dealt({space: fae.REGION_OF[space] for space in fae.SPACES})
"""Each region holds one druid of every colour at the start (E-002)."""


@cache
def fae_board() -> PrintedBoard:
    """Return the printed board."""
    size = np.array(fae.MAP_MM)
    return PrintedBoard(
        size_mm=fae.MAP_MM,
        spaces={space: np.array(fae.POLYGONS[space]) * size for space in fae.SPACES},
        frame_mm=fae.FRAME_MM,
        holes=[np.array(polygon) * size for polygon in fae.LAKES],
        grounds={space: fae.TERRAIN_OF[space] for space in fae.SPACES},
    )


def fae_reader(locate: Locate, start: Table | None = None) -> BoardReader:
    """Return a reader of Fae; without a known `start` the first picture must show a set-up."""
    return BoardReader(fae_board(), DRUIDS, locate, SETUP if start is None else start)
