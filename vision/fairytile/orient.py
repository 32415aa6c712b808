"""Name the cells of a lattice that was found anew.

Takes the cells as found; returns the rotation (six are possible) and shift to their names in the kingdom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import Cell, Hex, turned, turned_clock
from vision.arrays import FloatMap, Floats
from vision.fairytile.lattice import cell_middles, moved
from vision.fairytile.lattice import turned as turned_view
from vision.fairytile.match import PlacedFace
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import View


class Alignment(NamedTuple):
    """Map from cells as found to cells of the kingdom: a rotation by 60-degree steps, then a shift."""

    turn: int = 0
    shift: Cell = (0, 0)

    def cell(self, found: Cell) -> Cell:
        """Return the name of a cell."""
        q, r = turned(found, self.turn)
        return q + self.shift[0], r + self.shift[1]

    def view(self, found: View) -> View:
        """Return the view in which cells have their names."""
        shift = cell_middles(np.array(self.shift, np.intp))
        return moved(turned_view(found, self.turn), -shift)


def by_tiles(placements: Sequence[PlacedFace]) -> Alignment | None:
    """Align by the cells that tiles had when they were sampled; None if no sampled tile is sure."""
    votes: Counter[tuple[int, Alignment]] = Counter()
    for each in placements:
        if each.sure:
            turn = (each.face.turn - each.turn) % 6
            q, r = turned(each.at, turn)
            shift = each.face.at[0] - q, each.face.at[1] - r
            votes[each.face.picture, Alignment(turn, shift)] += 1
    return max(votes, key=lambda vote: (votes[vote], vote[0]))[1] if votes else None


def by_appearance(now: Sequence[Cell], alike: FloatMap, before: Sequence[Cell]) -> Alignment | None:
    """Align by cells that look alike; `alike` (now, 6, before) are correlations in each turn.

    Returns None if no cell is recognised.
    """
    votes: dict[Alignment, float] = {}
    for row, turn, column in zip(*np.nonzero(alike > PARAMS.likeness_cell), strict=True):
        q, r = turned(now[row], -int(turn))
        shift = before[column][0] - q, before[column][1] - r
        alignment = Alignment(-int(turn) % 6, shift)
        votes[alignment] = votes.get(alignment, 0.0) + float(alike[row, turn, column]) - 0.5
    return max(votes, key=lambda vote: votes[vote]) if votes else None


def by_kingdom(
    covered: Collection[Cell],
    seen: Mapping[Cell, Hex],
    colours: Mapping[Cell, Floats],
    known: Mapping[Cell, Hex],
) -> Alignment:
    """Align the covered cells to a `known` kingdom.

    Cells that were `seen` for sure must agree. Cells of one terrain must look alike: the `colours`, (d,), of
    cells are explained by terrains in one alignment only (analysis of variance).
    """
    best: tuple[float, Alignment] | None = None
    for turn in range(6):
        rotated = {cell: turned(cell, turn) for cell in covered}
        shifts = Counter(
            (want[0] - here[0], want[1] - here[1]) for here in rotated.values() for want in known
        ).most_common(PARAMS.candidates)
        for shift, overlap in shifts:
            alignment = Alignment(turn, shift)
            score = overlap - 0.5 * (len(covered) - overlap)
            for cell, hex_ in seen.items():
                if (wanted := known.get(alignment.cell(cell))) is not None:
                    score += PARAMS.same_hex_nats if _turned(hex_, turn) == wanted else -PARAMS.same_hex_nats
            score += PARAMS.colour_evidence_weight * _explained(alignment, colours, known)
            if best is None or score > best[0]:
                best = score, alignment
    return best[1] if best else Alignment()


def _turned(hex_: Hex, turn: int) -> Hex:
    return Hex(hex_.terrain, tuple(sorted(turned_clock(clock, turn) for clock in hex_.river)))


def _explained(alignment: Alignment, colours: Mapping[Cell, Floats], known: Mapping[Cell, Hex]) -> float:
    """Return the evidence, in nats, that colours vary less within terrains than among all cells."""
    rows = [
        (look, known[alignment.cell(cell)].terrain)
        for cell, look in colours.items()
        if alignment.cell(cell) in known
    ]
    if len(rows) < 6:
        return 0.0
    values, terrains = np.array([look for look, _ in rows]), np.array([terrain for _, terrain in rows])
    whole = values - values.mean(0)
    within = values.copy()
    for terrain in np.unique(terrains):
        within[terrains == terrain] -= within[terrains == terrain].mean(0)
    floor = 0.03**2
    gain = np.log(whole.var(0) + floor) - np.log(within.var(0) + floor)
    return float(len(rows) / 2 * gain.sum())
