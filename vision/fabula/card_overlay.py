"""Overlay for a picture of a duel: the recognised cards with their names, and their zones."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from companion.games.base import Kind, Space
from vision.arrays import Floats
from vision.base import PieceMark, PlacedPiece
from vision.fabula.layout import PlacedCard
from vision.fabula.rows import BACK
from vision.fabula.zone_overlay import GREY, UNKNOWN
from vision.geometry.calibrate import View

DOUBT = (0, 140, 255)
MARGIN_MM = 6.0


class CardOverlay:
    """The table as far as its cards show it, in mm of the view; `names` are the printed names of cards."""

    def __init__(self, cards: Sequence[PlacedCard], view: View, names: Mapping[str, str]) -> None:
        self._cards, self._names = cards, names
        self._corners = [view.to_board(card.corners_px) for card in cards]

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """The cards, each at its middle."""
        placed = []
        for card, corners in zip(self._cards, self._corners, strict=True):
            x, y = corners.mean(0).tolist()
            placed.append(PlacedPiece(card.id or UNKNOWN, f"{card.side} {card.zone}", (x, y)))
        return placed

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Rectangle (4, 2) around the cards of each zone."""
        zones: dict[Space, list[Floats]] = defaultdict(list)
        certain: dict[Space, list[Floats]] = defaultdict(list)
        for card, corners in zip(self._cards, self._corners, strict=True):
            zones[f"{card.side} {card.zone}"].append(corners)
            if card.id:
                certain[f"{card.side} {card.zone}"].append(corners)
        zones |= certain  # an uncertain card may be none
        return {zone: _around(np.concatenate(corners)) for zone, corners in zones.items()}

    @property
    def corners_mm(self) -> Floats:
        """Rectangle (4, 3) around all cards."""
        return np.column_stack([_around(np.concatenate(self._corners)), np.zeros(4)])

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Name of each card; an uncertain card has a question mark."""
        certain = {card.id for card in self._cards if card.id and card.id != BACK}
        named = {card: PieceMark("", GREY, self._names.get(card, card)) for card in certain}
        return {**named, BACK: PieceMark("", GREY), UNKNOWN: PieceMark("?", DOUBT)}


def _around(points: Floats) -> Floats:
    """Return the rectangle (4, 2) around points (n, 2)."""
    (left, top), (right, bottom) = points.min(0) - MARGIN_MM, points.max(0) + MARGIN_MM
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
