"""Propose a sheet of tiles for a picture that is to be sampled.

Takes a picture and its view; returns tiles with their lands: known tiles by name, others from a partition of
the covered cells along visible sides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import (
    CLOCK,
    Cell,
    Clock,
    Hex,
    PlacedTile,
    Sheet,
    Shown,
    neighbour,
    opposite,
    tile_cells,
)
from vision.arrays import Picture
from vision.fairytile.find_lattice import segments
from vision.fairytile.kingdom_reading import SeenCell
from vision.fairytile.lattice import Segments, sides_seen
from vision.fairytile.own_set import unturned
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import smoothed
from vision.fairytile.read_picture import KnownSet, Memory, read
from vision.fairytile.samples import TileSamples
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.geometry.calibrate import View

Triple = tuple[Cell, Cell, Cell]


class _Way(NamedTuple):
    cost: float
    tiles: tuple[tuple[Cell, int], ...]
    taken: frozenset[Cell]


def propose(picture: Picture, view: View, samples: TileSamples, classifier: TerrainClassifier) -> Sheet:
    """Return the tiles in a BGR picture, (h, w, 3).

    Known ones by name, others named "" with classified lands.
    """
    lines = segments(picture)
    reading, memory = read(smoothed(picture, view), view, lines, KnownSet(samples, classifier), Memory())
    known = [
        Shown(PlacedTile(each.face.tile, "front", each.at, each.turn), each.face.face, each.face.hexes)
        for each in memory.placements
    ]
    taken = {cell for each in memory.placements for cell in each.cells}
    fresh = parted(_seams(view, lines, reading.cells.keys() - taken))
    shown = _agreed({cell: seen for cell, seen in reading.cells.items() if seen.hex}, fresh)
    tiles = [*known, *(_tile(at, turn, shown) for at, turn in fresh)]
    cells = {cell for each in tiles for cell in tile_cells(each.placed.at, each.placed.turn)}
    return Sheet(tuple(tiles), {cell: reading.cells[cell].px for cell in cells})


def parted(seams: Mapping[Cell, Mapping[Clock, float]]) -> list[tuple[Cell, int]]:
    """Partition cells into tiles; return cell A and turn, 0 or 1, of each.

    Visible sides, 0..1, should be borders of tiles: beam search for the partition with the least inside
    tiles.
    """
    ways = [_Way(0.0, (), frozenset())]
    for cell in sorted(seams, key=lambda cell: (cell[1], cell[0])):
        grown = []
        for way in ways:
            if cell in way.taken:
                grown.append(way)
                continue
            grown.append(way._replace(cost=way.cost + PARAMS.left_over_sides, taken=way.taken | {cell}))
            for at, turn in _tiles_over(cell):
                mine = tile_cells(at, turn)
                if all(each in seams and each not in way.taken for each in mine):
                    cost = way.cost + _inner(mine, seams)
                    grown.append(_Way(cost, (*way.tiles, (at, turn)), way.taken | set(mine)))
        ways = sorted(grown, key=lambda way: way.cost)[: PARAMS.partitions_max]
    return list(ways[0].tiles)[: PARAMS.tiles_max]


def _tiles_over(cell: Cell) -> list[tuple[Cell, int]]:
    """Return every tile that covers a cell; a tile has two shapes."""
    return [((cell[0] - q, cell[1] - r), turn) for turn in (0, 1) for q, r in tile_cells((0, 0), turn)]


def _inner(mine: Triple, seams: Mapping[Cell, Mapping[Clock, float]]) -> float:
    """Return the visible share of the sides between the cells of a tile."""
    inner = [seams[c][clock] for c in mine for clock in CLOCK if neighbour(c, clock) in mine]
    return sum(inner) / 2


def _seams(view: View, lines: Segments, cells: Collection[Cell]) -> dict[Cell, dict[Clock, float]]:
    """Return the visible share of each side of cells."""
    order = sorted(cells)
    if not order:
        return {}
    seen = sides_seen(view, lines, np.array(order))
    clocks = (3, 5, 7, 9, 11, 1)
    return {
        cell: {clock: float(share) for clock, share in zip(clocks, row, strict=True)}
        for cell, row in zip(order, seen, strict=True)
    }


def _agreed(seen: Mapping[Cell, SeenCell], tiles: Collection[tuple[Cell, int]]) -> dict[Cell, Hex]:
    """Return the lands of cells with rivers that continue, or end, on both sides of every border inside a
    tile.
    """
    shown: dict[Cell, Hex] = {}
    for at, turn in tiles:
        mine = tile_cells(at, turn)
        for cell in mine:
            hex_ = seen[cell].hex if cell in seen else None
            river = set(hex_.river) if hex_ else set()
            for clock in CLOCK:
                there = neighbour(cell, clock)
                if there in mine:
                    flows = _nats(seen, cell, clock) + _nats(seen, there, opposite(clock)) > 0
                    river = river | {clock} if flows else river - {clock}
            shown[cell] = Hex(hex_.terrain if hex_ else "plain", tuple(sorted(river)))
    return shown


def _nats(seen: Mapping[Cell, SeenCell], cell: Cell, clock: Clock) -> float:
    guess = seen[cell].guess if cell in seen else None
    return guess.river[CLOCK.index(clock)] if guess else 0.0


def _tile(at: Cell, turn: int, shown: Mapping[Cell, Hex]) -> Shown:
    a, b, c = (unturned(shown[cell], turn) for cell in tile_cells(at, turn))
    return Shown(PlacedTile("", "front", at, turn), None, (a, b, c))
