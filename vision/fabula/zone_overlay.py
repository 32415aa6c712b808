"""Overlay for a picture of the table: both players' zones, and marks for their cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.games.base import Kind, Space
from vision.arrays import Floats
from vision.base import PieceMark
from vision.fabula.rows import BASE_COLUMNS_MM, BASES_MM, BATTLE_MM, PILES_MM, TABLE_MM

UNKNOWN = "unknown"
HALF_MM, ROW_MM = 36.0, 46.0
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GREY = (200, 200, 200)
_LEFT, _MIDDLE, _RIGHT = BASE_COLUMNS_MM[0], BASE_COLUMNS_MM[2], BASE_COLUMNS_MM[-1]
_NEAR = {
    "battle": (_LEFT, _RIGHT, BATTLE_MM),
    "centre": (_MIDDLE, _MIDDLE, BASES_MM),
    "outskirts": (_LEFT, _RIGHT, BASES_MM),
    "discard": (PILES_MM, PILES_MM, BATTLE_MM),
    "deck": (PILES_MM, PILES_MM, BASES_MM),
}


class ZoneOverlay:
    """The table of two players; nothing is printed on it, so a zone is the area of its expected cards."""

    def __init__(self, cards: Sequence[str] = ()) -> None:
        self._cards = tuple(cards)

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Rectangle (4, 2) around each zone of both players, table mm."""
        outlines: dict[Space, Floats] = {}
        for zone, place in _NEAR.items():
            outlines[f"near {zone}"] = _around(*place)
            outlines[f"far {zone}"] = TABLE_MM - _around(*place)
        return outlines

    @property
    def corners_mm(self) -> Floats:
        """Rectangle (4, 3) around all zones."""
        width, height = TABLE_MM
        return np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], float)

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Number of two digits for each card."""
        names = dict.fromkeys((*self._cards, UNKNOWN))
        return {name: PieceMark(_number(number), GREY) for number, name in enumerate(names)}


def _around(left: float, right: float, down: float) -> Floats:
    left, right, top, bottom = left - HALF_MM, right + HALF_MM, down - ROW_MM, down + ROW_MM
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _number(number: int) -> str:
    return DIGITS[number // len(DIGITS)] + DIGITS[number % len(DIGITS)]
