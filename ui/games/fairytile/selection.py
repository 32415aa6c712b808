"""Touches of the kingdom so far; no widgets here."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.games.fairytile.board import FIGURES, Cell, FaceUpTile, Figure, read_cell, tile_cells
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import Position
from companion.session.answering import Answering
from companion.session.fairytile.decisions import read_spot, tiles

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


class FairySelection(NamedTuple):
    """A figure and where it may go, or the tile in hand, its legal spots, and the chosen one."""

    figure: Figure | None = None
    targets: tuple[Cell, ...] = ()
    tile: FaceUpTile | None = None
    spots: Mapping[Lie, tuple[Spot, ...]] = MappingProxyType({})
    spot: Spot | None = None

    @property
    def laying(self) -> bool:
        """Return true while a spot for the tile is chosen."""
        return self.tile is not None


def selected(answering: Answering, position: Position) -> FairySelection:
    """Return what touches mean."""
    if not answering.chosen:
        return FairySelection()
    first, *then = answering.chosen
    if figure := next((one for one in FIGURES if one == first), None):
        cells = (read_cell(str(thing)) for thing in answering.next_things)
        return FairySelection(figure, tuple(sorted(cell for cell in cells if cell)))
    ways = [way for one in answering.decisions for way in one.ways if way[:1] == (first,)]
    spots = [spot for way in ways if (spot := read_spot(way[1]))]
    return FairySelection(
        tile=tiles(position).get(first), spots=lies(spots), spot=read_spot(then[0]) if then else None
    )
