"""Explanations of what is on the screens of Fábula: cards, bases, numbers, places, phases."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import NamedTuple

from companion.games.base import N_
from companion.games.fabula.cards import CardDefinition, Type
from companion.session.fabula import words
from ui.explanation import About


class _Words(NamedTuple):
    """Name, sentence and topic of the rules."""

    name: str
    sentence: str
    topic: str


PLACES: Mapping[str, _Words] = {
    "hand": _Words(
        N_("Player"),
        N_("The gold stones are resources, the small numbers cards in hand and deck."),
        "resources",
    ),
    "discard": _Words(N_("Discard pile"), N_("Used and fallen cards. Touch it to see them."), "zones"),
    "banished": _Words(N_("Banished"), N_("Cards that never return. Touch them to see them."), "zones"),
    "zone": _Words(
        N_("Battle zone"), N_("Allies fight here: in the upper row theirs, in the lower row yours."), "zones"
    ),
    "stack": _Words(
        N_("Waits to happen"), N_("It happens when nobody answers. The card on top happens first."), "stack"
    ),
    "back": _Words(N_("Card"), N_("Nobody else sees this card before it is played."), "zones"),
}
"""Places of the table."""
PHASES: Mapping[str, _Words] = {
    "restoration": _Words(
        N_("Restore"), N_("Draw up to six cards, get resources, and restore turned cards."), "turn"
    ),
    "action": _Words(N_("Cards"), N_("Play cards and use abilities, as long as you can pay."), "turn"),
    "offence": _Words(N_("Attack"), N_("Allies attack bases; the other side may block them."), "offence"),
    "influence": _Words(
        N_("Influence"), N_("Allies influence bases; the other side may defend them."), "influence"
    ),
    "end": _Words(N_("End"), N_("Discard down to five cards. All allies heal."), "turn"),
}
"""Phases of a turn."""
TYPES: Mapping[Type, _Words] = {
    "ally": _Words("", N_("Red: its offence. Heart: its life. Crown: its influence."), "cards"),
    "manoeuvre": _Words("", N_("Happens once, even in the other's turn; then it is discarded."), "cards"),
    "modification": _Words("", N_("Stays, and is attached to a card for a price."), "modifications"),
    "base": _Words("", N_("Shield: the damage it can still take."), "setup"),
}
"""Types of cards; their names are those of `words.TYPES`."""

_CENTRE = N_("The centre, with the crown: bring down theirs, guard yours. Shield: what it can still take.")
_OUTSKIRT = N_("A base beside the centre. Shield: the damage it can still take.")


def place(tr: NullTranslations, key: str) -> About:
    """Explain a place of the table."""
    return _about(tr, PLACES[key])


def phase(tr: NullTranslations, key: str) -> About:
    """Explain a phase of a turn."""
    return _about(tr, PHASES[key])


def card(tr: NullTranslations, key: str, card: CardDefinition, language: str) -> About:
    """Explain a card: its type, and its own text."""
    kind = TYPES[card.type]
    name = f"{words.card_name(key, card, language)} · {tr.gettext(words.TYPES[card.type])}"
    text = words.in_language(card.text, language)
    return About(name, " ".join(filter(None, (tr.gettext(kind.sentence), text))), kind.topic)


def base(tr: NullTranslations, key: str, card: CardDefinition, language: str, centre: bool) -> About:
    """Explain a base on the table by its place, and its own text."""
    place = tr.gettext(_CENTRE if centre else _OUTSKIRT)
    text = words.in_language(card.text, language)
    name = f"{words.card_name(key, card, language)} · {tr.gettext(words.TYPES['base'])}"
    return About(name, " ".join(filter(None, (place, text))), "aim" if centre else "setup")


def _about(tr: NullTranslations, about: _Words) -> About:
    return About(tr.gettext(about.name), tr.gettext(about.sentence), about.topic)
