"""Cards and answers that are open to the deciding player, and the words on their keys."""

from collections.abc import Mapping, Sequence

from companion.games.base import N_
from companion.games.fabula import targets, values
from companion.games.fabula.cards import Ability, CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.games.fabula.turns import too_many_cards
from companion.session.fabula import words
from companion.session.fabula.decisions import Asks
from companion.session.fabula.snapshot import FabulaSnapshot

NO_TARGET = N_("There is no target for it.")
KEYS: Mapping[Asks, tuple[str, str]] = {
    "mulligan": (N_("Keep all"), N_("Exchange {n}")),
    "discard": ("", N_("Discard")),
    "restore": (N_("To the cards"), N_("Restore")),
    "act": (N_("To the attack"), ""),
    "answer": (N_("Let it be"), ""),
    "attack": (N_("No attack"), N_("Attack")),
    "block": (N_("No block"), N_("Block")),
    "order": (N_("In this order"), N_("In this order")),
    "fight": (N_("Go on"), ""),
    "influence": (N_("No influence"), N_("Influence")),
    "defend": (N_("No defence"), N_("Defend")),
    "end": (N_("End the turn"), ""),
}
"""Words on the large key by decision: with nothing chosen, and with something; "" for no key."""


def discards(snapshot: FabulaSnapshot) -> int:
    """Return the number of cards to discard now."""
    position = snapshot.position
    return position.due[0].n if position.due else too_many_cards(Duel(position))


def why_not(snapshot: FabulaSnapshot, card: CardDefinition) -> str:
    """Return why a card of the hand cannot be played now; "" if nothing is known against it."""
    if snapshot.asks not in ("act", "answer", "restore"):
        return N_("Cards are played before the attack, or as an answer.")
    if snapshot.asks != "act" and card.type != "manoeuvre":
        return N_("Now only manoeuvres can be played.")
    if card.cost > snapshot.position.sides[snapshot.decider].resources:
        return words.REASONS["too_expensive"]
    duel, player = Duel(snapshot.position), snapshot.decider
    if not targets.choices(duel, card.targets, player, ""):
        return NO_TARGET
    if not values.holds(duel, card.only_if, player, ""):
        return N_("The condition on the card is not met.")
    if not targets.allows_tokens(duel, card, player):
        return N_("It makes a token that may be there only once, and it is.")
    return ""


def steps(duel: Duel, text: Ability | CardDefinition, player: Player, source: Id) -> Sequence[list[Id]]:
    """Return the cards that fit each target of a text, in order; a card may be chosen only once."""
    return [
        [id_ for id_ in values.fitting(duel, selector, player, source) if id_ != source]
        for selector in text.targets
    ]
