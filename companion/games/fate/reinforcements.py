"""Step 5 of the monster turn: draw and place monster cards (F-340 to F-350)."""

from collections.abc import Collection, Iterable, Mapping

from companion.games.base import N_, Sentence, rule_error
from companion.games.fate.board import NEIGHBOURS, OUTSIDE
from companion.games.fate.happenings import Applied, Drawn, Happening
from companion.games.fate.losses import place, put_under
from companion.games.fate.monster_die import occupied
from companion.games.fate.monsters import CARDS, SEER, MonsterCard, supply
from companion.games.fate.position import Hex, MonsterDeck, Position
from companion.games.fate.track import colour

TEMPLE_RUINS: Hex = "12,4"


def placements(card: MonsterCard, taken: Collection[Hex]) -> tuple[tuple[Hex, str], ...]:
    """Return the monsters of a card by hex; the yellow Seer brings skeletons around the ruins (F-347)."""
    if card.legend != SEER or card.level != 1:
        return card.place
    neighbours = NEIGHBOURS[TEMPLE_RUINS]
    free = (hex_ for hex_ in OUTSIDE if hex_ in neighbours and hex_ not in taken)
    return card.place + tuple((hex_, "skeleton") for hex_ in free)


def fits(card: MonsterCard, taken: Collection[Hex], left: Mapping[str, int]) -> bool:
    """Return whether each monster of a card has a free hex and a tile in `left` (F-343 to F-346)."""
    pieces = placements(card, taken)
    kinds = [kind for _, kind in pieces]
    return all(hex_ not in taken for hex_, _ in pieces) and all(
        kinds.count(kind) <= left[kind] for kind in set(kinds)
    )


def deck(position: Position) -> MonsterDeck:
    """Return the deck players draw from on this space (F-202)."""
    return position.red if colour(position.options, position.step) == "red" else position.yellow


def drawable(position: Position) -> tuple[int, ...]:
    """Return the possible next cards: any of the shuffled ones, then the first of those put under."""
    cards = deck(position)
    return tuple(sorted(cards.shuffled)) or cards.under[:1]


def any_fits(position: Position) -> bool:
    """Return whether any card of the deck can be placed; else a player places nothing (F-348)."""
    cards = deck(position)
    taken, left = occupied(position), supply(position.monsters)
    return any(fits(CARDS[number], taken, left) for number in (*cards.shuffled, *cards.under))


def draw(position: Position, number: int) -> Applied:
    """Draw a card for player `turn`: place its monsters, or put it under the deck (F-340 to F-343).

    Raises RuleError `bad_card` if it cannot be the next card of the deck.
    """
    allowed = drawable(position)
    if number not in allowed:
        pattern = N_("Expected a monster card that can be next ({expected}), found {found}.")
        values = {"expected": _ranges(allowed), "found": number}
        raise rule_error("bad_card", [Sentence(pattern, values)])
    card = CARDS[number]
    position = _taken_off(position, number)
    taken = occupied(position)
    if not fits(card, taken, supply(position.monsters)):
        return Applied(put_under(position, number), (Drawn(number, position.turn, placed=False),))
    done: tuple[Happening, ...] = (Drawn(number, position.turn, placed=True),)
    for hex_, kind in placements(card, taken):
        level = card.level if kind == card.legend else 0
        position, placed = place(position, kind, hex_, level, number)
        done += placed
    if card.legend:
        return Applied(position._replace(legend_cards=(*position.legend_cards, number)), done)
    return Applied(put_under(position, number), done)


def _taken_off(position: Position, number: int) -> Position:
    cards = deck(position)
    rest = MonsterDeck(cards.shuffled - {number}, tuple(n for n in cards.under if n != number))
    yellow = CARDS[number].colour == "yellow"
    return position._replace(yellow=rest) if yellow else position._replace(red=rest)


def _ranges(numbers: Iterable[int]) -> str:
    """Format numbers as ranges: 7-9, 12."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
