"""The kingdom: all cells laid so far, what can be seen in it, and what is great in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from companion.games.fairytile.board import CLOCK, STEPS, Cell, Clock, Hex, Laid, around, beside, opposite

Place: TypeAlias = Literal[
    "plain", "forest", "mountain", "castle", "river",
    "great plain", "great forest", "great mountain", "great river",
]  # fmt: skip
"""What a goal may name."""

PLACES: tuple[Place, ...] = get_args(Place)
GREAT = {"plain": 3, "forest": 3, "mountain": 3, "river": 5}
"""So many connected cells are great (FT-180, FT-190)."""
Groups: TypeAlias = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Kingdom:
    """What every cell shows, and the tiles by which it came there, where they are known.

    Never changed: laying a tile makes another kingdom.
    """

    cells: Mapping[Cell, Hex]
    laid: tuple[Laid, ...] = ()

    def __hash__(self) -> int:
        """Equal kingdoms have the same."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.cells.items()))

    def with_hexes(self, hexes: Mapping[Cell, Hex], laid: Laid | None = None) -> "Kingdom":
        """The kingdom with more cells, and the tile they belong to."""
        return Kingdom({**self.cells, **hexes}, (*self.laid, laid) if laid else self.laid)

    @cached_property
    def castles(self) -> tuple[Cell, ...]:
        """Cells with a castle, sorted."""
        return tuple(sorted(cell for cell, hex_ in self.cells.items() if hex_.terrain == "castle"))

    @cached_property
    def places(self) -> Mapping[Place, frozenset[Cell]]:
        """The cells that are what a goal may name."""
        found: dict[Place, set[Cell]] = {place: set() for place in PLACES}
        for cell, (terrain, river) in self.cells.items():
            found[terrain].add(cell)
            if river:
                found["river"].add(cell)
        for place in PLACES:
            if place.startswith("great "):
                found[place].update(*self.great[place.removeprefix("great ")])
        return {place: frozenset(cells) for place, cells in found.items()}

    @cached_property
    def great(self) -> Mapping[str, Groups]:
        """Great plains, forests, mountains and rivers: their cells sorted, and the groups too."""
        found: dict[str, Groups] = {}
        for what, least in GREAT.items():
            if what == "river":
                own = {cell for cell, hex_ in self.cells.items() if hex_.river}
                groups = _groups(own, self._down_the_river)
            else:
                own = {cell for cell, hex_ in self.cells.items() if hex_.terrain == what}
                groups = _groups(own, around)
            found[what] = tuple(sorted(group for group in groups if len(group) >= least))
        return found

    @cached_property
    def rivers(self) -> Groups:
        """Every river, however short: the cells that are joined by it."""
        own = {cell for cell, hex_ in self.cells.items() if hex_.river}
        return tuple(sorted(_groups(own, self._down_the_river)))

    def _down_the_river(self, cell: Cell) -> Iterator[Cell]:
        for clock in self.cells[cell].river:
            there = self.cells.get(beside(cell, clock))
            if there and opposite(clock) in there.river:
                yield beside(cell, clock)

    def ray(self, cell: Cell, clock: Clock) -> tuple[Cell, ...]:
        """The cells from one on in a direction up to the first gap, without itself (FT-082, FT-152, A11)."""
        step_q, step_r = STEPS[clock]
        q, r = cell[0] + step_q, cell[1] + step_r
        found = []
        while (q, r) in self.cells:
            found.append((q, r))
            q, r = q + step_q, r + step_r
        return tuple(found)

    def rays(self, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
        """What lies in each of the six directions, by CLOCK (FT-054, A07)."""
        return tuple(self.ray(cell, clock) for clock in CLOCK)

    def sees(self, cell: Cell) -> frozenset[Cell]:
        """What a figure on a cell sees, its own cell too (FT-150 to FT-153)."""
        return frozenset((cell,)).union(*self.rays(cell))

    def flows(self, cell: Cell, there: Cell) -> bool:
        """Whether a river leaves a cell towards a neighbour, be that land or not."""
        return any(beside(cell, clock) == there for clock in self.cells[cell].river)

    def river_faults(self) -> list[tuple[Cell, Cell]]:
        """Neighbours of which one has a river at their side and the other has not."""
        return [
            (cell, beside(cell, clock))
            for cell, hex_ in self.cells.items()
            for clock in hex_.river
            if (there := self.cells.get(beside(cell, clock))) and opposite(clock) not in there.river
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
