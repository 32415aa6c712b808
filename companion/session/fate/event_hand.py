"""Event cards that the app keeps: of heroes that it plays, and of all in a game on the screen."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from companion.games.fate.heroes import pile
from companion.games.fate.position import Hero, Position
from companion.games.fate.text import dump


class EventHands:
    """The event cards that the app keeps for heroes, worked out once for each position."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._found: dict[int, tuple[int, ...]] = {}

    def of(self, position: Position, seat: int, past: Callable[[int], Sequence[Position]]) -> tuple[int, ...]:
        """Return the numbers of the cards of a seat in this position; `past(seat)` are those up to it."""
        if position is not self._position:
            self._position, self._found = position, {}
        if seat not in self._found:
            self._found[seat] = event_hand(past(seat), seat)
        return self._found[seat]


def event_hand(past: Sequence[Position], seat: int) -> tuple[int, ...]:
    """Return the numbers of the event cards in hand after these positions.

    The order of the deck is not stored: each draw is random, but the same for the same positions.
    """
    held: list[int] = []
    discards: Counter[int] = Counter()
    for position in past:
        hero = position.heroes[seat]
        now = Counter(hero.discards)
        for number in (now - discards).elements():
            if number in held:
                held.remove(number)
        discards = now
        del held[hero.hand :]
        if len(held) < hero.hand:
            deck = _deck(hero, held)
            chance = Random(f"{seat} {dump(position)}")
            held += chance.sample(deck, min(hero.hand - len(held), len(deck)))
    return tuple(held)


def _deck(hero: Hero, held: Sequence[int]) -> list[int]:
    copies = Counter({face.number: face.copies for face in pile(hero.id, "event")})
    return sorted((copies - Counter(hero.discards) - Counter(held)).elements())
