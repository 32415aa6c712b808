"""Meaning of taps on the kingdom; no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.fairytile.board import Cell, FaceUpTile, Figure, tile_cells
from companion.games.fairytile.placements import Spot, placements
from companion.games.fairytile.position import Position

Lie: TypeAlias = tuple[Cell, ...]
"""The three cells of a tile, sorted."""


def lie(spot: Spot) -> Lie:
    """Cells that a tile covers at a spot."""
    return tuple(sorted(tile_cells(*spot)))


def lies(spots: Sequence[Spot]) -> dict[Lie, tuple[Spot, ...]]:
    """Legal turns in order, by the cells that they cover."""
    found: dict[Lie, tuple[Spot, ...]] = {}
    for spot in sorted(spots, key=lambda spot: spot.turn):
        found[lie(spot)] = (*found.get(lie(spot), ()), spot)
    return found


@dataclass
class FairySelection:
    """Collects taps until they form an action: a figure and its target, or a tile and its spot.

    `figure` is the selected one, `spots` are the legal spots of the tile in hand, `spot` is the chosen one.
    `tile` is the one in hand, which people name if it comes from a real stack.
    """

    figure: Figure | None = None
    spots: dict[Lie, tuple[Spot, ...]] | None = None
    spot: Spot | None = None
    tile: FaceUpTile | None = None

    @property
    def laying(self) -> bool:
        """Return true while a spot for the tile is chosen."""
        return self.spots is not None

    def clear(self) -> None:
        """Discard the taps so far."""
        self.figure = self.spots = self.spot = self.tile = None

    def choose(self, under: Sequence[Figure], beside: Sequence[Figure] = ()) -> None:
        """Select the topmost figure `under` the finger; if it is selected already, the next
        one, also of those `beside` on the same land; none after the last.
        """
        self.spots = self.spot = self.tile = None
        order = [*under, *(figure for figure in beside if figure not in under)]
        at = order.index(self.figure) + 1 if self.figure and self.figure in under else 0
        self.figure = order[at] if at < len(order) else None

    def lay(self, position: Position, tile: FaceUpTile) -> None:
        """Take a tile in hand and find its legal spots."""
        self.clear()
        free = position.box.options.free_placement_when_stuck
        self.tile, self.spots = tile, lies(placements(position.kingdom, position.box.face(tile), free))

    def put(self, where: Sequence[Lie]) -> None:
        """Put the tile where a finger means one of these; a second tap lays it there the next legal way."""
        turns = [spot for lie in where for spot in (self.spots or {})[lie]]
        at = (turns.index(self.spot) + 1) % len(turns) if self.spot in turns else 0
        self.spot = turns[at]
