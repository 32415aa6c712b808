"""The kingdom: all cells placed so far, lines of sight, and connected groups of cells."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal, TypeAlias, get_args

from companion.games.fairytile.board import (
    CLOCK,
    STEPS,
    Cell,
    Clock,
    Hex,
    PlacedTile,
    neighbour,
    neighbours,
    opposite,
)

PlaceKind: TypeAlias = Literal[
    "plain", "forest", "mountain", "castle", "river",
    "great plain", "great forest", "great mountain", "great river",
]  # fmt: skip
"""Kind of place that a goal may name."""

PLACES: tuple[PlaceKind, ...] = get_args(PlaceKind)
GREAT = {"plain": 3, "forest": 3, "mountain": 3, "river": 5}
"""Minimum number of connected cells that make a great place (FT-180, FT-190)."""
Groups: TypeAlias = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Kingdom:
    """Contents of every cell, and the placed tiles as far as they are known.

    Immutable: placing a tile makes another kingdom.
    """

    cells: Mapping[Cell, Hex]
    placed_tiles: tuple[PlacedTile, ...] = ()

    def __hash__(self) -> int:
        """Hash of the cells, as mappings have none; equal for equal kingdoms."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.cells.items()))

    def with_hexes(self, hexes: Mapping[Cell, Hex], placed: PlacedTile | None = None) -> "Kingdom":
        """Return the kingdom with more cells, and the tile they belong to if it is known."""
        return Kingdom({**self.cells, **hexes}, (*self.placed_tiles, placed) if placed else self.placed_tiles)

    @cached_property
    def castles(self) -> tuple[Cell, ...]:
        """Cells with a castle, sorted."""
        return tuple(sorted(cell for cell, hex_ in self.cells.items() if hex_.terrain == "castle"))

    @cached_property
    def _places(self) -> dict[PlaceKind, frozenset[Cell]]:
        return {}

    def where(self, place: PlaceKind) -> frozenset[Cell]:
        """Return the cells of a kind of place."""
        if place not in self._places:
            self._places[place] = frozenset(self._cells_of(place))
        return self._places[place]

    def _cells_of(self, place: PlaceKind) -> Iterator[Cell]:
        if place.startswith("great "):
            return chain.from_iterable(self.groups(place.removeprefix("great ")))
        if place == "river":
            return (cell for cell, hex_ in self.cells.items() if hex_.river)
        return (cell for cell, hex_ in self.cells.items() if hex_.terrain == place)

    def great(self) -> Mapping[str, Groups]:
        """Return the great plains, forests, mountains and rivers, groups and their cells sorted."""
        return {what: self.groups(what) for what in GREAT}

    def groups(self, what: str) -> Groups:
        """Return the great groups of a kind, a key of GREAT."""
        if what == "river":
            groups: Iterable[tuple[Cell, ...]] = self.rivers
        else:
            groups = _groups({cell for cell, hex_ in self.cells.items() if hex_.terrain == what}, neighbours)
        return tuple(sorted(group for group in groups if len(group) >= GREAT[what]))

    @cached_property
    def rivers(self) -> Groups:
        """Rivers of any length, each as the cells it connects."""
        return tuple(sorted(_groups(set(self.where("river")), self._down_the_river)))

    def _down_the_river(self, cell: Cell) -> Iterator[Cell]:
        for clock in self.cells[cell].river:
            there = self.cells.get(neighbour(cell, clock))
            if there and opposite(clock) in there.river:
                yield neighbour(cell, clock)

    def ray(self, cell: Cell, clock: Clock) -> tuple[Cell, ...]:
        """Return the cells in a direction up to the first gap, without `cell` (FT-082, FT-152, A11)."""
        step_q, step_r = STEPS[clock]
        q, r = cell[0] + step_q, cell[1] + step_r
        found = []
        while (q, r) in self.cells:
            found.append((q, r))
            q, r = q + step_q, r + step_r
        return tuple(found)

    def rays(self, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
        """Return the ray in each of the six directions, in the order of CLOCK (FT-054, A07)."""
        return tuple(self.ray(cell, clock) for clock in CLOCK)

    def sees(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells a figure on a cell sees, its own included (FT-150 to FT-153)."""
        return frozenset((cell,)).union(*self.rays(cell))

    def flows(self, cell: Cell, there: Cell) -> bool:
        """Return whether a river leaves a cell towards a neighbour, land or gap."""
        return any(neighbour(cell, clock) == there for clock in self.cells[cell].river)

    def river_faults(self) -> list[tuple[Cell, Cell]]:
        """Return pairs of neighbours of which only the first has a river at their common side."""
        return [
            (cell, neighbour(cell, clock))
            for cell, hex_ in self.cells.items()
            for clock in hex_.river
            if (there := self.cells.get(neighbour(cell, clock))) and opposite(clock) not in there.river
        ]


def _groups(own: set[Cell], reached: Callable[[Cell], Iterable[Cell]]) -> Iterator[tuple[Cell, ...]]:
    left = set(own)
    while left:
        group = {left.pop()}
        fresh = list(group)
        while fresh:
            more = left.intersection(reached(fresh.pop()))
            left -= more
            group |= more
            fresh += more
        yield tuple(sorted(group))
