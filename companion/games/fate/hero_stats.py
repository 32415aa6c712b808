"""Values of a hero: the sums over the cards in play, and the contents of the piles."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.fate.heroes import CARDS, PrintedCard, pile, printed
from companion.games.fate.position import CardState, Hero, Options

UPGRADE_COSTS = (5, 6, 8, 10)
"""Gold per upgrade, in order; every further upgrade costs as much as the last one (F-092)."""


class InPlay(NamedTuple):
    """A card in play: its state and its printed side."""

    card: CardState
    printed: PrintedCard


def hero_card(hero: Hero) -> PrintedCard:
    """The side of the hero card that is up."""
    return printed(hero.id, 0, hero.level)


def main_weapon(hero: Hero) -> int:
    """Number of the main weapon in use, which covers those before it (F-097); 0 without any."""
    return next((c.number for c in reversed(hero.cards) if printed(hero.id, c.number).main), 0)


def in_play(hero: Hero) -> tuple[InPlay, ...]:
    """Abilities and equipment in play, without covered main weapons (F-097)."""
    return _in_play(hero.id, hero.cards)


@lru_cache(maxsize=256)
def _in_play(hero_id: str, cards: tuple[CardState, ...]) -> tuple[InPlay, ...]:
    found = [InPlay(card, printed(hero_id, card.number)) for card in cards]
    weapon = next((card for card, face in reversed(found) if face.main), None)
    return tuple(one for one in found if not one.printed.main or one.card is weapon)


def _faces(hero: Hero) -> tuple[PrintedCard, ...]:
    return (hero_card(hero), *(face for _, face in in_play(hero)))


def strength(hero: Hero) -> int:
    """Number of dice of an attack action: hero card and all cards in play (F-153)."""
    return sum(face.strength for face in _faces(hero))


def max_health(hero: Hero) -> int:
    """Damage at which the hero is knocked out (F-163)."""
    return sum(face.health for face in _faces(hero))


def attack_range(hero: Hero) -> int:
    """Range of the main weapon, at least 1, plus bonuses, permanent and for this turn (F-150)."""
    weapon = max((face.range for face in _faces(hero)), default=1)
    return max(1, weapon) + sum(face.range_bonus for face in _faces(hero)) + hero.range_bonus


def move_allowance(hero: Hero) -> int:
    """Maximum number of hexes of a move action (F-054, F-062)."""
    return sum(face.move for face in _faces(hero)) + hero.move_bonus


def armour(hero: Hero) -> int:
    """Damage prevented in each damage event (F-160)."""
    return sum(face.armour for face in _faces(hero))


def hand_limit(hero: Hero) -> int:
    """Maximum number of event cards in hand (F-063)."""
    return max(face.hand_limit for face in _faces(hero))


def end_draw(hero: Hero) -> int:
    """Number of event cards drawn at the end of turn (F-083)."""
    return 1 + sum(face.end_draw for face in _faces(hero))


def has(hero: Hero, trait: str) -> bool:
    """Return whether a card in play has a lasting ability."""
    return any(trait in face.traits for face in _faces(hero))


def upgrade_cost(hero: Hero, options: Options) -> int:
    """Gold for the next upgrade; an option starts the marker one space further (F-092, F-422)."""
    return UPGRADE_COSTS[min(hero.upgrades + options.dear_upgrades, len(UPGRADE_COSTS) - 1)]


def card(hero: Hero, number: int) -> CardState | None:
    """The card of that number in play and not covered."""
    return next((played for played, _ in in_play(hero) if played.number == number), None)


def event_deck(hero: Hero) -> int:
    """Number of event cards left to draw before the discards are shuffled (F-064)."""
    return sum(face.copies for face in pile(hero.id, "event")) - hero.hand - len(hero.discards)


def drawable(hero: Hero) -> int:
    """Number of event cards that can be drawn, discards shuffled if needed (F-064)."""
    return event_deck(hero) + len(hero.discards)


def owned(hero: Hero) -> frozenset[int]:
    """Numbers of the cards in play, abilities by their level I side."""
    return frozenset(
        c.number - (printed(hero.id, c.number).pile == "ability" and printed(hero.id, c.number).level == 2)
        for c in hero.cards
    )


def unknown_abilities(hero: Hero) -> frozenset[int]:
    """Abilities in unknown order between the top one and those put under the pile (F-037)."""
    numbers = {face.number for face in pile(hero.id, "ability")}
    return frozenset(numbers) - owned(hero) - {hero.ability} - frozenset(hero.abilities_under)


def unknown_equipment(hero: Hero) -> frozenset[int]:
    """Equipment in unknown order between the top card and those put under the pile (F-037)."""
    numbers = {face.number for face in pile(hero.id, "equipment")}
    return frozenset(numbers) - owned(hero) - {hero.equipment} - frozenset(hero.equipment_under)


def copies_left(hero: Hero, event: int) -> int:
    """Maximum number of copies of an event card in hand and deck; the discards are open (F-450)."""
    return CARDS[hero.id][event].copies - hero.discards.count(event)
