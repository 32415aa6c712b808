"""What a picture shows of a kingdom: its cells, the tiles they belong to, and the figures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.games.base import Kind, Space, Table
from companion.games.fairytile.board import CLOCK, TERRAINS, Cell, Figure, Hex, cell_text, hex_kind, read_cell
from companion.table.observation import CERTAIN_NATS, SeenPiece
from vision.fairytile.params import PARAMS
from vision.fairytile.terrain_classifier import Guess

UNKNOWN_KIND = "unknown"


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A covered cell: where its middle is in the picture, what it shows and how sure that is, 0..1.

    `tile`, `face` and `part` are those of a taught tile. Of any other print `guess` tells what its kin show;
    None where nothing is known of the set.
    """

    px: tuple[float, float]
    hex: Hex | None
    chance: float
    tile: str | None = None
    face: str | None = None
    part: str | None = None
    guess: Guess | None = None

    @property
    def sure(self) -> bool:
        """Whether what it shows is beyond doubt."""
        return self.hex is not None and self.chance >= PARAMS.sure_chance

    def fit(self, wanted: Hex) -> float:
        """Nats, at most 0, for it to show that."""
        if self.tile is not None and self.sure:
            return 0.0 if self.hex == wanted else -CERTAIN_NATS
        return 0.0 if self.guess is None else self.guess.fit(wanted)


@dataclass(frozen=True, slots=True)
class SeenFigure:
    """Where a figure stands most likely, how sure that is, 0..1, and nats lost for other cells; `twice` are
    those where another one of the same kind stands.
    """

    cell: Cell
    foot_mm: tuple[float, float]
    chance: float
    others: Mapping[Cell, float] = field(default_factory=dict)
    twice: tuple[Cell, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether it stands there beyond doubt."""
        return self.chance >= PARAMS.sure_chance


@dataclass(frozen=True, slots=True)
class Reading:
    """A kingdom in one picture; `doubted` are cells of which it is not sure whether a tile covers them,
    `hidden` those of known tiles that something hides.
    """

    cells: Mapping[Cell, SeenCell] = field(default_factory=dict)
    figures: Mapping[Figure, SeenFigure] = field(default_factory=dict)
    doubted: frozenset[Cell] = frozenset()
    hidden: frozenset[Cell] = frozenset()

    @property
    def unsure(self) -> frozenset[Cell]:
        """All cells that were not read beyond doubt."""
        cells = {cell for cell, seen in self.cells.items() if not seen.sure}
        figures = {cell for f in self.figures.values() if not f.sure for cell in (f.cell, *f.twice)}
        return frozenset(cells | figures | self.doubted)

    @property
    def table(self) -> dict[Space, dict[Kind, int]]:
        """The best reading, as games write tables."""
        found: dict[Space, dict[Kind, int]] = {
            cell_text(cell): {hex_kind(seen.hex) if seen.hex else UNKNOWN_KIND: 1}
            for cell, seen in self.cells.items()
        }
        for figure, standing in self.figures.items():
            for cell in {standing.cell, *standing.twice} & self.cells.keys():
                found[cell_text(cell)][figure] = 1
        return found

    @property
    def confidence(self) -> dict[Space, float]:
        """How sure each cell is."""
        found: dict[Space, float] = {cell_text(cell): seen.chance for cell, seen in self.cells.items()}
        for standing in self.figures.values():
            for cell in (standing.cell, *standing.twice):
                space = cell_text(cell)
                found[space] = min(found.get(space, 1.0), standing.chance)
        return {**found, **{cell_text(cell): PARAMS.doubted_chance for cell in self.doubted}}


class KingdomEvidence:
    """What a picture says about other lands and places of figures than the likeliest."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def pieces(self, space: Space) -> tuple[SeenPiece, ...]:
        """Nothing: lands and figures are weighed as a whole, by `fit`."""
        return ()

    def left(self, space: Space) -> int:
        """Nothing leaves a kingdom."""
        return 0

    gone = stood = left

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """What a move brings is weighed with all else, by `fit`."""
        return 1

    def fit(self, wanted: Table) -> float:
        """Nats, at most 0, for cells to show these lands and carry these figures."""
        return sum(self._nats(space, kind) for space, kinds in wanted.items() for kind in kinds)

    def addition(self, space: Space, kind: Kind) -> float:
        """Nothing hides unseen."""
        return CERTAIN_NATS

    def _nats(self, space: Space, kind: Kind) -> float:
        cell, hex_ = read_cell(str(space)), read_hex(kind)
        if cell is None or cell not in self._reading.cells:
            return -CERTAIN_NATS
        if hex_ is None:
            standing = next((s for f, s in self._reading.figures.items() if f == kind), None)
            if standing is None:
                return 0.0
            return (
                0.0 if standing.cell == cell else -min(standing.others.get(cell, CERTAIN_NATS), CERTAIN_NATS)
            )
        return self._reading.cells[cell].fit(hex_)


def read_hex(kind: Kind) -> Hex | None:
    """What a kind of piece shows as a cell; None for figures and what is unknown."""
    name, *river = kind.split()
    terrain = next((terrain for terrain in TERRAINS if terrain == name), None)
    return terrain and Hex(terrain, tuple(clock for clock in CLOCK if str(clock) in river))
