"""Rules of Fae once more, slow and simple, from RULES.md alone: to check what hints say."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from companion.games import fae
from companion.games.fae.board import COLOURS, EDGES, RITUAL_CARDS, SPACES, TERRAIN_OF

BESIDE = {space: {a + b - space for a, b in EDGES if space in (a, b)} for space in SPACES}


class PlainRitual(NamedTuple):
    """Ritual: druids before and after it, terrain, value and the colours that score."""

    space: int
    druids: int
    left: int
    blessed: bool
    cursed: bool
    value: int
    colours: frozenset[str]


@dataclass(frozen=True)
class PlainGame:
    """Groups by space, spaces that had their ritual, and cards used."""

    groups: dict[int, Counter[str]]
    done: frozenset[int]
    used: int

    @classmethod
    def of(cls, p: fae.Position) -> "PlainGame":
        return cls(
            {int(space): Counter(group) for space, group in fae.table(p).items()}, p.done, p.cards_used
        )

    def moves(self) -> list[tuple[int, int]]:
        if self.used == len(RITUAL_CARDS):
            return []
        return [
            (a, b) for a in self.groups if self.groups[a].total() <= 6 for b in BESIDE[a] if b in self.groups
        ]

    def isolated(self, source: int) -> list[int]:
        left = self.groups.keys() - {source}
        return sorted(space for space in BESIDE[source] & left if not BESIDE[space] & left)

    def play(
        self, source: int, target: int, order: tuple[int, ...] = ()
    ) -> "tuple[PlainGame, list[PlainRitual]]":
        groups = {space: Counter(group) for space, group in self.groups.items() if space != source}
        groups[target] += self.groups[source]
        isolated = self.isolated(source)
        held = []
        for card, space in zip(RITUAL_CARDS[self.used :], order or isolated, strict=False):
            group, terrain = groups[space], TERRAIN_OF[space]
            cursed, blessed = terrain in card.cursed, terrain in card.blessed
            left = Counter[str]() if cursed else group
            if len(group) == len(COLOURS):
                left = Counter({colour: n for colour, n in left.items() if n > 1})
            value = left.total() + (card.value if blessed else 0) if left else 0
            held.append(
                PlainRitual(space, group.total(), left.total(), blessed, cursed, value, frozenset(left))
            )
            groups[space] = left
            if not left:
                del groups[space]
        return PlainGame(groups, self.done | {*isolated}, self.used + len(held)), held

    def turns(self) -> "Iterator[tuple[tuple[int, int], PlainGame, list[PlainRitual]]]":
        """Yield every move, in every order of its rituals, with what it leads to."""
        for source, target in self.moves():
            for order in permutations(self.isolated(source)):
                yield (source, target), *self.play(source, target, order)

    def live(self) -> set[str]:
        """Colours with a druid whose space had no ritual yet."""
        return {colour for space, group in self.groups.items() if space not in self.done for colour in group}


def gain(held: list[PlainRitual], colour: str) -> int:
    return sum(ritual.value for ritual in held if colour in ritual.colours)
