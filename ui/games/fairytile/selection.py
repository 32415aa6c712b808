"""What a tap on the kingdom means; no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.fairytile.board import Cell, Figure, Upside, tile_cells
from companion.games.fairytile.placements import Spot, placements
from companion.games.fairytile.position import Position

Lie: TypeAlias = tuple[Cell, ...]
"""The three cells of a tile, sorted."""


def lie(spot: Spot) -> Lie:
    """Which cells a tile covers there."""
    return tuple(sorted(tile_cells(*spot)))


def lies(spots: Sequence[Spot]) -> dict[Lie, tuple[Spot, ...]]:
    """Legal spots by the cells they cover: the turns that are possible there, in order."""
    found: dict[Lie, tuple[Spot, ...]] = {}
    for spot in sorted(spots, key=lambda spot: spot.turn):
        found[lie(spot)] = (*found.get(lie(spot), ()), spot)
    return found


@dataclass
class FairySelection:
    """Remembers taps until they mean something: a figure, then where it goes; or a tile, and where it lies.

    `figure` is asked about, `spots` are where the tile in hand may lie while it is, `spot` is where it does.
    `tile` is the one in hand, which people name where it comes from a stack of their own.
    """

    figure: Figure | None = None
    spots: dict[Lie, tuple[Spot, ...]] | None = None
    spot: Spot | None = None
    tile: Upside | None = None

    @property
    def laying(self) -> bool:
        """Whether a place for the tile is looked for."""
        return self.spots is not None

    def clear(self) -> None:
        """Forget what was tapped so far."""
        self.figure = self.spots = self.spot = self.tile = None

    def choose(self, under: Sequence[Figure], beside: Sequence[Figure] = ()) -> None:
        """Figures were tapped: the topmost `under` the finger is meant; where it is chosen already the next
        one, also of those `beside` on the same land; none after the last.
        """
        self.spots = self.spot = self.tile = None
        order = [*under, *(figure for figure in beside if figure not in under)]
        at = order.index(self.figure) + 1 if self.figure and self.figure in under else 0
        self.figure = order[at] if at < len(order) else None

    def lay(self, position: Position, tile: Upside) -> None:
        """A tile was taken in hand: where may it lie?"""
        self.clear()
        free = position.box.options.free_placement_when_stuck
        self.tile, self.spots = tile, lies(placements(position.kingdom, position.box.face(tile), free))

    def put(self, where: Lie) -> None:
        """A place was tapped: the tile lies there; once more and it turns to its next legal turn."""
        turns = (self.spots or {})[where]
        at = (turns.index(self.spot) + 1) % len(turns) if self.spot in turns else 0
        self.spot = turns[at]
