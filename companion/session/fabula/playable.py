"""Cards and answers that are open to the deciding player, and the words on their keys."""

from collections.abc import Sequence
from typing import Protocol

from companion.games.base import N_
from companion.games.fabula import targets, values
from companion.games.fabula.cards import Ability, CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.turns import too_many_cards
from companion.session.fabula import words
from companion.session.fabula.decisions import PLAYING, Asks

NO_TARGET = N_("There is no target for it.")


class Asked(Protocol):
    """The part of a snapshot, or of an open decision, that tells what can be played."""

    @property
    def position(self) -> Position:
        """The position, with the names that are known."""

    @property
    def asks(self) -> Asks:
        """The decision that is open now."""

    @property
    def decider(self) -> Player:
        """Index of the deciding player."""


def discards(asked: Asked) -> int:
    """Return the number of cards to discard now."""
    position = asked.position
    return position.due[0].n if position.due else too_many_cards(Duel(position))


def why_not(asked: Asked, card: CardDefinition) -> str:
    """Return why a card of the hand cannot be played now; "" if nothing is known against it."""
    if asked.asks not in PLAYING:
        return N_("Cards are played before the attack, or as an answer.")
    duel, player = Duel(asked.position), asked.decider
    if card.type != "manoeuvre" and (duel.phase, duel.turn) != ("action", player):
        return N_("Now only manoeuvres can be played.")
    if card.cost > duel.sides[player].resources:
        return words.REASONS["too_expensive"]
    if not targets.choices(duel, card.targets, player, ""):
        return NO_TARGET
    if not values.holds(duel, card.only_if, player, ""):
        return N_("The condition on the card is not met.")
    if not targets.allows_tokens(duel, card, player):
        return N_("Its token may be there only once, and it is there already.")
    return ""


def steps(duel: Duel, text: Ability | CardDefinition, player: Player, source: Id) -> Sequence[list[Id]]:
    """Return the cards that fit each target of a text, in order; a card may be chosen only once."""
    return [
        [id_ for id_ in values.fitting(duel, selector, player, source) if id_ != source]
        for selector in text.targets
    ]
