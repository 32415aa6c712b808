"""Claims of the lesson of Fae, checked by plain counts of druids, without the rules of the product."""

from collections.abc import Mapping, Sequence

from companion.games.fae.board import ACROSS_LAKE, RITUAL_CARDS, TERRAIN_OF
from companion.games.fae.position import Move, Position
from companion.games.fae.rules import legal
from companion.games.lesson import Saying
from tests.games.fae.moment_claims import beside, druids
from tests.games.lessons import Claim

MOST_MOVES = 10
"""Maximum number of moves until the lesson ends."""


def moves(position: Position, way: Sequence[object]) -> list[Move]:
    """Legal moves that begin by touching these spaces."""
    return [move for move in legal(position) if (move.source, move.target)[: len(way)] == tuple(way)]


def _ways(saying: Saying) -> list[tuple[int, int]]:
    return [(int(source), int(target)) for source, target in saying.ways]


def _walks(position: Position, saying: Saying) -> bool:
    """All druids of a space walk together to a space beside theirs where others stand."""
    there = druids(position)
    return bool(saying.ways) and all(
        target in beside(source)
        and (source, target) not in ACROSS_LAKE
        and source in there
        and target in there
        and there[source].total() <= 6
        for source, target in _ways(saying)
    )


def _holds_one_ritual(position: Position, saying: Saying) -> bool:
    """One group is alone after the way, and each of its colours wins points."""
    if not _walks(position, saying) or len(saying.ways) != 1:
        return False
    ((source, target),) = _ways(saying)
    there = druids(position)
    there[target] = there[target] + there.pop(source)
    alone = [space for space in beside(source) & there.keys() if not beside(space) & there.keys()]
    if len(alone) != 1 or position.cards_used >= len(RITUAL_CARDS):
        return False
    (group,) = alone
    stay = there[group]
    if len(stay) == 5:
        stay = type(stay)({colour: count for colour, count in stay.items() if count > 1})
    return bool(stay) and TERRAIN_OF[group] not in RITUAL_CARDS[position.cards_used].cursed


def _card_waits(position: Position, saying: Saying) -> bool:
    """A card is left; it blesses one ground and curses another."""
    if saying.keys != ("card",) or saying.ways or not 0 < position.cards_used < len(RITUAL_CARDS):
        return False
    card = RITUAL_CARDS[position.cards_used]
    return len(card.blessed) == 1 == len(card.cursed) and card.blessed != card.cursed


CLAIMS: Mapping[str, Claim] = {
    "ritual": _holds_one_ritual,
    "card": _card_waits,
    "spirit": lambda position, saying: saying.keys == ("spirit",) and sum(position.ritual_cards) < 12,
    "move": _walks,
}
