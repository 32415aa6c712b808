"""Names of cards, phases and symbols of Fábula; screens and logs translate them."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games.base import N_, Sentence, Translations
from companion.games.fabula.cards import CardDefinition, Text, Type
from companion.games.fabula.position import EndReason, Phase

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
    "restoration": N_("Restoration"),
    "action": N_("Action"),
    "offence": N_("Offence"),
    "influence": N_("Influence"),
    "end": N_("End"),
}
ENDS: Mapping[EndReason, str] = {
    "centre_conquered": N_("{player} has conquered the centre."),
    "centre_destroyed": N_("{player} has destroyed the centre."),
    "deck_out": N_("{player} wins: the other deck is empty."),
    "conceded": N_("{player} wins: the other gave up."),
}


LANGUAGE = N_("en")
"""The code of the language of a catalogue: texts of cards bring their own translations."""


class CardName(Sentence):
    """A card's name in a sentence; its values are the name by language."""

    __slots__ = ()

    def say(self, tr: Translations) -> str:
        """The name in the language of a catalogue."""
        found = self.values.get(tr.gettext(LANGUAGE)) or self.values.get("en") or self.pattern
        return str(found)


def named(key: str, card: CardDefinition) -> CardName:
    """A card's name for sentences."""
    names = {"en": card.name} if isinstance(card.name, str) else card.name
    return CardName(card_name(key, None, ""), {code: name for code, name in names.items() if name})


def in_language(text: Text, language: str) -> str:
    """A text of a card in a language, else in English, else in any it has; "" for none."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def card_name(key: str, card: CardDefinition | None, language: str) -> str:
    """Return the name of a card; its id in plain words if it has none."""
    found = in_language(card.name, language) if card else ""
    return found or key.replace("_", " ").replace("-", " ").capitalize()


def type_line(tr: NullTranslations, card: CardDefinition) -> str:
    """Type and kind of a card in one line."""
    what = tr.gettext(TYPES[card.type])
    kind = tr.gettext(card.kind.replace("_", " ")) if card.kind else ""
    return f"{what} · {kind}" if kind else what


REASONS: Mapping[str, str] = {
    "not_your_decision": N_("It is the other player's decision."),
    "wrong_phase": N_("Not in this phase."),
    "too_expensive": N_("That costs more resources than there are."),
    "tapped": N_("It is tapped."),
    "preparing": N_("It prepares until the next turn."),
    "unknown_card": N_("This card is unknown."),
    "not_in_hand": N_("That card is not in the hand."),
    "bad_target": N_("That is no target for it now."),
    "must_discard": N_("First discard cards."),
    "must_choose": N_("First choose a target."),
    "too_many": N_("Too many."),
    "cannot_restore": N_("You can restore only your own tapped cards."),
    "game_over": N_("The game is over."),
}
"""Sentence for each reason of a rule error, by code."""
