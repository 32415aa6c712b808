"""Names of cards, phases and symbols of Fábula; screens and logs translate them."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games.base import N_
from companion.games.fabula.card_names import LANGUAGE, CardName, card_name, in_language, named
from companion.games.fabula.cards import CardDefinition, Type
from companion.games.fabula.position import EndReason, Phase

__all__ = [
    "COLOURS", "ENDS", "LANGUAGE", "PHASES", "RARITIES", "REASONS", "TYPES", "CardName", "card_name",
    "in_language", "named", "type_line",
]  # fmt: skip

TYPES: Mapping[Type, str] = {
    "ally": N_("Ally"),
    "manoeuvre": N_("Manoeuvre"),
    "modification": N_("Modification"),
    "base": N_("Base"),
}
COLOURS: Mapping[str, str] = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "blue": N_("blue"),
    "green": N_("green"),
}
RARITIES: Mapping[str, str] = {
    "common": N_("common"),
    "rare": N_("rare"),
    "legendary": N_("legendary"),
}
PHASES: Mapping[Phase, str] = {
    "bases": N_("Bases"),
    "mulligan": N_("Opening hand"),
    "restoration": N_("Restore"),
    "action": N_("Cards"),
    "offence": N_("Attack"),
    "influence": N_("Influence"),
    "end": N_("End"),
}
ENDS: Mapping[EndReason, str] = {
    "centre_conquered": N_("{player} has conquered the centre."),
    "centre_destroyed": N_("{player} has destroyed the centre."),
    "deck_out": N_("{player} wins: the other deck is empty."),
    "conceded": N_("{player} wins: the other gave up."),
}


def type_line(tr: NullTranslations, card: CardDefinition) -> str:
    """Type and kind of a card in one line."""
    what = tr.gettext(TYPES[card.type])
    kind = tr.gettext(card.kind.replace("_", " ")) if card.kind else ""
    return f"{what} · {kind}" if kind else what


REASONS: Mapping[str, str] = {
    "not_your_decision": N_("It is the other player's decision."),
    "wrong_phase": N_("Not in this phase."),
    "too_expensive": N_("You have too few resources for that."),
    "tapped": N_("It is turned."),
    "preparing": N_("It prepares until the next turn."),
    "unknown_card": N_("This card is unknown."),
    "not_in_hand": N_("That card is not in the hand."),
    "bad_target": N_("That is no target for it now."),
    "must_discard": N_("First discard cards."),
    "must_choose": N_("First choose a target."),
    "too_many": N_("Too many."),
    "cannot_restore": N_("You can restore only your own turned cards."),
    "game_over": N_("The game is over."),
}
"""Sentence for each reason of a rule error, by code."""
