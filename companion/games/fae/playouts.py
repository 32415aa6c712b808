"""Fast playouts of Fae to the end of the game, to estimate a move; the full rules are in `rules`.

Spaces that are empty, isolated or too full to be left stay so for the rest of a game: that makes it fast.
"""

from collections.abc import Sequence

from companion.games.base import Chance
from companion.games.fae.board import NEIGHBOURS, RITUAL_CARDS, SPACES
from companion.games.fae.position import MAX_MOVING, SIZE, Move, Position
from companion.games.fae.rules import ritual_outcome

_CARDS = len(RITUAL_CARDS)
_OWN, _CARD = 5, 4
"""Weights of an own point and of an own ritual card; a point of another colour weighs 1."""
_TRIES = 4
"""Maximum number of draws for a random move without a ritual, if there is no good ritual."""


class Playouts:
    """Plays random games; the outcomes of rituals are cached.

    Every player holds the ritual that is best for their own spirit against all others, if there is a good
    one, else moves at random; `overlooks` is the probability, 0..1, that a ritual is not seen. Several
    rituals of a move are resolved by ascending space.
    """

    def __init__(self, chance: Chance, overlooks: float = 0.0) -> None:
        self._chance, self._overlooks = chance, overlooks
        self._outcomes: dict[tuple[int, int, int], tuple[int, int, tuple[int, ...]]] = {}

    def play(self, p: Position, spirits: Sequence[int]) -> tuple[list[int], list[Move]]:
        """Return every player's total at the end, and the moves.

        `spirits` are indices of COLOURS by player.
        """
        groups, points, cards = list(p.groups), list(p.scores), list(p.ritual_cards)
        used, turn, moves = p.cards_used, p.turn, list[Move]()
        neighbour_counts = [0, *(sum(1 for n in NEIGHBOURS[space] if groups[n]) for space in SPACES)]
        leaves = {space for space in SPACES if groups[space] and neighbour_counts[space] == 1}
        movable = [space for space in SPACES if groups[space] and neighbour_counts[space]]
        while used < _CARDS:
            sees = not self._overlooks or self._chance.random() >= self._overlooks
            best = self._best(groups, neighbour_counts, leaves, used, spirits[turn]) if sees else None
            source, target = best or self._any(groups, neighbour_counts, movable)
            if not source:
                break
            moves.append(Move(source, target))
            groups[target] += groups[source]
            groups[source] = 0
            leaves.discard(source)
            for n in NEIGHBOURS[source]:
                neighbour_counts[n] -= 1
                if not groups[n] or neighbour_counts[n] > 1:
                    continue
                if neighbour_counts[n]:
                    leaves.add(n)
                    continue
                leaves.discard(n)
                if used < _CARDS:
                    groups[n], value, scored = self._outcome(n, groups[n], used)
                    used += 1
                    cards[turn] += 1
                    for colour in scored:
                        points[colour] += value
            turn = (turn + 1) % len(cards)
        return [points[spirit] + held for spirit, held in zip(spirits, cards, strict=True)], moves

    def _best(
        self, groups: list[int], neighbour_counts: list[int], leaves: set[int], used: int, mine: int
    ) -> tuple[int, int] | None:
        """Return the move whose rituals are best for a colour, or None if none is good."""
        best, found = 0, None
        for leaf in leaves:
            source = next(n for n in NEIGHBOURS[leaf] if groups[n])
            if groups[source] & SIZE > MAX_MOVING:
                continue
            alone = [n for n in NEIGHBOURS[source] if neighbour_counts[n] == 1 and groups[n]][: _CARDS - used]
            for target in NEIGHBOURS[source]:
                if not groups[target]:
                    continue
                worth = 0
                for card, n in enumerate(alone, used):
                    group = groups[n] + groups[source] if n == target else groups[n]
                    _, value, scored = self._outcome(n, group, card)
                    worth += _CARD + value * ((_OWN if mine in scored else 0) - len(scored))
                if worth > best:
                    best, found = worth, (source, target)
        return found

    def _any(self, groups: list[int], neighbour_counts: list[int], movable: list[int]) -> tuple[int, int]:
        """Return a random move, preferably one without a ritual; (0, 0) if there is none."""
        random, source, tries = self._chance.random, 0, _TRIES
        while movable and tries:
            at = int(random() * len(movable))
            source = movable[at]
            if not neighbour_counts[source] or not 0 < groups[source] & SIZE <= MAX_MOVING:
                movable[at] = movable[-1]
                movable.pop()
                source = 0
                continue
            tries -= 1
            if not any(neighbour_counts[n] == 1 and groups[n] for n in NEIGHBOURS[source]):
                break
        if not source:
            return 0, 0
        neighbours = NEIGHBOURS[source]
        while not groups[target := neighbours[int(random() * len(neighbours))]]:
            pass
        return source, target

    def _outcome(self, space: int, group: int, card: int) -> tuple[int, int, tuple[int, ...]]:
        """Return the rest of a group after a ritual, its value, and the colours that score it."""
        key = space, group, card
        known = self._outcomes.get(key)
        if known is None:
            known = self._outcomes[key] = ritual_outcome(space, group, card)
        return known
