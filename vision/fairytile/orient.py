"""Which cell of a lattice is which: a kingdom seen anew, beside what is known of it.

Six turns are possible and any shift. Tiles and cells that are known vote for theirs.
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


class Naming(NamedTuple):
    """How cells as found are called: turned, then shifted."""

    turn: int = 0
    shift: Cell = (0, 0)

    def cell(self, found: Cell) -> Cell:
        """The cell's right name."""
        q, r = turned(found, self.turn)
        return q + self.shift[0], r + self.shift[1]

    def view(self, found: View) -> View:
        """The view in which cells have their right names."""
        shift = cell_middles(np.array(self.shift, np.intp))
        return moved(turned_view(found, self.turn), -shift)


def by_tiles(lying: Sequence[PlacedFace]) -> Naming | None:
    """As in the pictures in which the tiles were taught; None where none of these is known."""
    votes: Counter[tuple[int, Naming]] = Counter()
    for each in lying:
        if each.sure:
            turn = (each.face.turn - each.turn) % 6
            q, r = turned(each.at, turn)
            shift = each.face.at[0] - q, each.face.at[1] - r
            votes[each.face.picture, Naming(turn, shift)] += 1
    return max(votes, key=lambda vote: (votes[vote], vote[0]))[1] if votes else None


def by_looks(now: Sequence[Cell], alike: FloatMap, before: Sequence[Cell]) -> Naming | None:
    """As when cells looked alike: `alike` (now, 6, before), each cell in each turn beside those before."""
    votes: dict[Naming, float] = {}
    for row, turn, column in zip(*np.nonzero(alike > PARAMS.likeness_cell), strict=True):
        q, r = turned(now[row], -int(turn))
        shift = before[column][0] - q, before[column][1] - r
        naming = Naming(-int(turn) % 6, shift)
        votes[naming] = votes.get(naming, 0.0) + float(alike[row, turn, column]) - 0.5
    return max(votes, key=lambda vote: votes[vote]) if votes else None


def by_kingdom(
    covered: Collection[Cell],
    seen: Mapping[Cell, Hex],
    looks: Mapping[Cell, Floats],
    known: Mapping[Cell, Hex],
) -> Naming:
    """So that the covered cells are those of a `known` kingdom, and show the same.

    What was `seen` for sure must agree; where nothing is known of the print, cells of one terrain must look
    alike: the `looks`, (d,), of a cell are explained by terrains in one turn only (analysis of variance).
    """
    best: tuple[float, Naming] | None = None
    for turn in range(6):
        rotated = {cell: turned(cell, turn) for cell in covered}
        shifts = Counter(
            (want[0] - here[0], want[1] - here[1]) for here in rotated.values() for want in known
        ).most_common(PARAMS.candidates)
        for shift, overlap in shifts:
            naming = Naming(turn, shift)
            score = overlap - 0.5 * (len(covered) - overlap)
            for cell, hex_ in seen.items():
                if (wanted := known.get(naming.cell(cell))) is not None:
                    score += PARAMS.same_hex_nats if _turned(hex_, turn) == wanted else -PARAMS.same_hex_nats
            score += PARAMS.colour_evidence_weight * _explained(naming, looks, known)
            if best is None or score > best[0]:
                best = score, naming
    return best[1] if best else Naming()


def _turned(hex_: Hex, turn: int) -> Hex:
    return Hex(hex_.terrain, tuple(sorted(turned_clock(clock, turn) for clock in hex_.river)))


def _explained(naming: Naming, looks: Mapping[Cell, Floats], known: Mapping[Cell, Hex]) -> float:
    """Nats by which the looks are more alike within each terrain than among all."""
    rows = [
        (look, known[naming.cell(cell)].terrain) for cell, look in looks.items() if naming.cell(cell) in known
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
