"""Result of reading one picture of a kingdom.

Cells, figures, doubts, and the evidence behind them.
"""

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
    """Covered cell: pixel of its middle, land, probability 0..1.

    `tile`, `face` and `part` name a sampled tile. For other tiles `guess` is the classifier's result; None
    without one.
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
        """Return whether its land counts as read."""
        return self.hex is not None and self.chance >= PARAMS.sure_chance

    def fit(self, wanted: Hex) -> float:
        """Return the log-likelihood ratio, in nats and at most 0, of another land."""
        if self.tile is not None and self.sure:
            return 0.0 if self.hex == wanted else -CERTAIN_NATS
        return 0.0 if self.guess is None else self.guess.fit(wanted)


@dataclass(frozen=True, slots=True)
class SeenFigure:
    """Most likely cell of a figure, its foot, probability 0..1, nats lost by other cells.

    `twice`: cells of further figures of the same kind.
    """

    cell: Cell
    foot_mm: tuple[float, float]
    chance: float
    others: Mapping[Cell, float] = field(default_factory=dict)
    twice: tuple[Cell, ...] = ()

    @property
    def sure(self) -> bool:
        """Return whether its cell counts as read."""
        return self.chance >= PARAMS.sure_chance


@dataclass(frozen=True, slots=True)
class Reading:
    """Kingdom in one picture.

    `doubted`: cells that may be covered, `hidden`: cells of known tiles behind something.
    """

    cells: Mapping[Cell, SeenCell] = field(default_factory=dict)
    figures: Mapping[Figure, SeenFigure] = field(default_factory=dict)
    doubted: frozenset[Cell] = frozenset()
    hidden: frozenset[Cell] = frozenset()

    @property
    def unsure(self) -> frozenset[Cell]:
        """Cells that were not read for sure."""
        cells = {cell for cell, seen in self.cells.items() if not seen.sure}
        figures = {cell for f in self.figures.values() if not f.sure for cell in (f.cell, *f.twice)}
        return frozenset(cells | figures | self.doubted)

    @property
    def table(self) -> dict[Space, dict[Kind, int]]:
        """Most likely table, in the form of `Table`."""
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
        """Probability of each cell."""
        found: dict[Space, float] = {cell_text(cell): seen.chance for cell, seen in self.cells.items()}
        for standing in self.figures.values():
            for cell in (standing.cell, *standing.twice):
                space = cell_text(cell)
                found[space] = min(found.get(space, 1.0), standing.chance)
        return {**found, **{cell_text(cell): PARAMS.doubted_chance for cell in self.doubted}}


class KingdomEvidence:
    """Likelihood of tables other than the most likely one."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def pieces(self, space: Space) -> tuple[SeenPiece, ...]:
        """Return nothing: `fit` weighs lands and figures together."""
        return ()

    def left(self, space: Space) -> int:
        """Return 0: nothing leaves a kingdom."""
        return 0

    gone = stood = left

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """Return 1: `fit` weighs a move's pieces."""
        return 1

    def fit(self, wanted: Table) -> float:
        """Return the log-likelihood ratio, in nats and at most 0, of these lands and figures."""
        return sum(self._nats(space, kind) for space, kinds in wanted.items() for kind in kinds)

    def addition(self, space: Space, kind: Kind) -> float:
        """Return the evidence against a piece that was not seen."""
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
    """Return the land that a kind of piece names; None for figures and unknown kinds."""
    name, *river = kind.split()
    terrain = next((terrain for terrain in TERRAINS if terrain == name), None)
    return terrain and Hex(terrain, tuple(clock for clock in CLOCK if str(clock) in river))
