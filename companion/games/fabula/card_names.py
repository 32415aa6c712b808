"""Names of cards in sentences; cards bring their own translations."""

from companion.games.base import N_, Sentence, Translations
from companion.games.fabula.cards import CardDefinition, Text

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
