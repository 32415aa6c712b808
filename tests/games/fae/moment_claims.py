"""Conditions of the moments of Fae, read from RULES.md: plain counts of druids, no product rules."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.games.fae.board import ACROSS_LAKE, EDGES, REGION_OF, RITUAL_CARDS, TERRAIN_OF
from companion.games.fae.position import Move, Position, table

Claim = Callable[[Position, Move, Position], bool]

SEEDS = range(100)
TOO_RARE: Mapping[str, str] = {}


class Held(NamedTuple):
    """One ritual: druids before and after it, number of its card from 0."""

    space: int
    druids: Counter[str]
    left: Counter[str]
    card: int


def beside(space: int) -> set[int]:
    return {a + b - space for a, b in EDGES if space in (a, b)}


def druids(p: Position) -> dict[int, Counter[str]]:
    return {int(space): Counter(counts) for space, counts in table(p).items()}


def moved(before: Position, move: Move) -> dict[int, Counter[str]]:
    """Druids after the walk, before any ritual."""
    there = druids(before)
    there[move.target] = there[move.target] + there.pop(move.source)
    return there


@lru_cache(4)
def held(before: Position, move: Move, after: Position) -> tuple[Held, ...]:
    walked, now = moved(before, move), druids(after)
    alone = [
        space
        for space in sorted(beside(move.source))
        if space in walked and not any(near in walked for near in beside(space))
    ]
    order = list(move.rituals) or alone
    number = after.cards_used - before.cards_used
    assert number == min(len(alone), 12 - before.cards_used)
    return tuple(
        Held(space, walked[space], now.get(space, Counter()), before.cards_used + n)
        for n, space in enumerate(order[:number])
    )


def some(holds: Callable[[Held], bool]) -> Claim:
    return lambda *turn: any(map(holds, held(*turn)))


def points(before: Position, after: Position) -> int:
    return sum(after.scores) - sum(before.scores)


def cursed(ritual: Held) -> bool:
    return TERRAIN_OF[ritual.space] in RITUAL_CARDS[ritual.card].cursed


def may_walk(p: Position) -> bool:
    there = druids(p)
    return any(sum(there[a].values()) <= 6 and beside(a) & there.keys() for a in there)


def at_end(p: Position) -> bool:
    return sum(p.ritual_cards) == 12 or not may_walk(p)


def value_rises(before: Position, move: Move, after: Position) -> bool:
    cards = [1] * 4 + [2] * 3 + [3] * 2 + [4] * 2 + [5]
    last = cards[max(0, before.cards_used - 1)]
    return cards[max(0, after.cards_used - 1)] > last


def over_a_river(before: Position, move: Move, after: Position) -> bool:
    assert (move.source, move.target) not in ACROSS_LAKE
    return REGION_OF[move.source] != REGION_OF[move.target]


def cards_gained(before: Position, move: Move, after: Position) -> int:
    return after.ritual_cards[before.turn] - before.ritual_cards[before.turn]


CLAIMS: Mapping[str, Claim] = {
    "E-011": lambda before, move, after: move.target in beside(move.source),
    "E-012": lambda before, move, after: set(druids(before)[move.source]) != set(druids(before)[move.target]),
    "E-013": lambda before, move, after: move.source not in druids(after),
    "E-014": lambda before, move, after: sum(moved(before, move)[move.target].values()) >= 7,
    "E-015": over_a_river,
    "E-020": lambda *turn: bool(held(*turn)),
    "E-021": lambda *turn: len(held(*turn)) >= 2,
    "E-022": value_rises,
    "E-024": some(cursed),
    "E-025": some(lambda one: not cursed(one) and len(one.druids) == 5 and 1 in one.druids.values()),
    "E-026": lambda before, move, after: points(before, after) > 0,
    "E-027": lambda before, move, after: points(before, after) > 0,
    "E-028": lambda *turn: cards_gained(*turn) > 0,
    "E-029": some(lambda one: one.left.total() > 0),
    "E-031": some(
        lambda one: TERRAIN_OF[one.space] in RITUAL_CARDS[one.card].blessed and one.left.total() > 0
    ),
    "E-032": lambda before, move, after: before.cards_used < 12 == after.cards_used,
    "E-040": lambda before, move, after: sum(after.ritual_cards) == 12,
    "E-041": lambda before, move, after: sum(after.ritual_cards) < 12 and not may_walk(after),
    "E-042": lambda before, move, after: at_end(after),
}
