"""Rules of Fae that a move brings into play, for the sentences that explain them on the spot."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.fae.board import RITUAL_CARDS, RIVERS
from companion.games.fae.position import MAX_MOVING, SIZE, Move, Position, contents, size
from companion.games.fae.rules import Ritual, finished, resolve


class Turn(NamedTuple):
    """A move, the positions around it, and its rituals in the order held."""

    before: Position
    move: Move
    after: Position
    rituals: tuple[Ritual, ...]


def _next_player_is_stuck(turn: Turn) -> bool:
    return finished(turn.after) and not _all_cards_used(turn)


def _all_cards_used(turn: Turn) -> bool:
    return turn.after.cards_used == len(RITUAL_CARDS)


def _crosses_river(turn: Turn) -> bool:
    source, target, _ = turn.move
    return (min(source, target), max(source, target)) in RIVERS


def _mixes_colours(turn: Turn) -> bool:
    source, target, _ = turn.move
    return contents(turn.before, source).keys() != contents(turn.before, target).keys()


def _new_pile(turn: Turn) -> bool:
    used = turn.before.cards_used
    return any(
        RITUAL_CARDS[card].value != RITUAL_CARDS[card - 1].value
        for card in range(max(1, used), used + len(turn.rituals))
    )


def _too_many_to_move(turn: Turn) -> bool:
    source, target, _ = turn.move
    return (turn.before.groups[source] & SIZE) + size(turn.before, target) > MAX_MOVING


MOMENTS: Mapping[str, Callable[[Turn], bool]] = {
    "E-041": _next_player_is_stuck,
    "E-040": _all_cards_used,
    "E-042": lambda turn: finished(turn.after),
    "E-024": lambda turn: any(ritual.cursed for ritual in turn.rituals),
    "E-032": lambda turn: any(ritual.card == RITUAL_CARDS[-1].value for ritual in turn.rituals),
    "E-025": lambda turn: any(ritual.removed and not ritual.cursed for ritual in turn.rituals),
    "E-031": lambda turn: any(ritual.blessed and ritual.scored for ritual in turn.rituals),
    "E-021": lambda turn: len(turn.rituals) > 1,
    "E-020": lambda turn: bool(turn.rituals),
    "E-027": lambda turn: any(ritual.scored for ritual in turn.rituals),
    "E-026": lambda turn: any(ritual.scored for ritual in turn.rituals),
    "E-028": lambda turn: bool(turn.rituals),
    "E-029": lambda turn: any(turn.after.groups[ritual.space] for ritual in turn.rituals),
    "E-022": _new_pile,
    "E-014": _too_many_to_move,
    "E-015": _crosses_river,
    "E-011": lambda _: True,
    "E-012": _mixes_colours,
    "E-013": lambda turn: not turn.after.groups[turn.move.source],
}
"""Condition of each rule that a move can bring into play, the most surprising rule first."""


def moments(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Return the ids of the rules that a legal move brought into play, the most surprising first."""
    turn = Turn(before, move, after, resolve(before, move)[1])
    return tuple(rule for rule, applies in MOMENTS.items() if applies(turn))
