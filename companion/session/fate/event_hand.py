"""Event cards of a hero that the app plays."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.games.fate.heroes import pile
from companion.games.fate.position import Hero, Position
from companion.games.fate.text import dump


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
