"""Perft: number of sequences of n moves, as in chess programs.

No ritual can change the count: the druids a ritual takes off are isolated, so no move leads to them or
away from them, and a group's size does not depend on its colours. So the counts are the same for every
set-up. Until groups of seven are possible they follow from the map alone:

- perft(1): one move each way over each of the 135 edges.
- perft(2): a move empties its source s and closes the 2 deg(s) moves from and to it, and deg(s) moves
  leave s: the sum over s of deg(s) (270 - 2 deg(s)).
- perft(3): the same over ordered pairs of sources s, t; when s and t are adjacent, s is no longer a target
  of t, and the two moves between them are closed only once.
"""

import pytest

from companion.games import fae
from companion.games.fae.board import EDGES, SPACES
from tests.games.fae.openings import druids, opening


def perft(p: fae.Position, depth: int) -> int:
    moves = fae.legal(p)
    return len(moves) if depth == 1 else sum(perft(fae.apply(p, move), depth - 1) for move in moves)


def derived(depth: int) -> int:
    edges = {*EDGES, *((b, a) for a, b in EDGES)}
    deg = {space: sum(a == space for a, _ in edges) for space in SPACES}
    if depth == 1:
        return len(edges)
    if depth == 2:
        return sum(deg[s] * (len(edges) - 2 * deg[s]) for s in SPACES)
    return sum(
        deg[s] * (deg[t] - touching) * (len(edges) - 2 * deg[s] - 2 * deg[t] + 2 * touching)
        for s in SPACES
        for t in SPACES
        if s != t
        for touching in [(s, t) in edges]
    )


def brute_force(occupied: frozenset[int], depth: int) -> int:
    """Count with nothing but a set of occupied spaces and the list of edges."""
    moves = [(a, b) for edge in EDGES for a, b in (edge, edge[::-1]) if a in occupied and b in occupied]
    return len(moves) if depth == 1 else sum(brute_force(occupied - {a}, depth - 1) for a, _ in moves)


@pytest.mark.parametrize(("depth", "sequences"), [(1, 270), (2, 70_344), (3, 17_672_256)])
def test_table_follows_from_the_map(depth: int, sequences: int) -> None:
    assert derived(depth) == sequences


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("depth", [1, 2])
def test_perft_from_any_opening(depth: int, seed: int) -> None:
    assert perft(opening(seed), depth) == derived(depth) == brute_force(frozenset(druids(seed)), depth)


def test_perft_3() -> None:
    assert perft(opening(1), 3) == derived(3)
