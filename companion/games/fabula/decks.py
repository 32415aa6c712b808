"""Rules for decks (FB-010 to FB-016)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from companion.games.base import N_, Sentence
from companion.games.codec import within
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.formats import Format


class DeckList(NamedTuple):
    """Contents of a deck: the bases, and the number of copies of each card in the main deck."""

    centre: str = ""
    outskirts: tuple[str, ...] = ()
    main: Mapping[str, Annotated[int, within(0, 999)]] = {}


class Problem(NamedTuple):
    """Violation of a rule for decks; `card` is the card concerned, "" for the deck as a whole."""

    code: str
    card: str = ""
    expected: object = None
    found: object = None

    def written(self) -> dict[str, Any]:
        """Write the problem as JSON without empty fields."""
        return {key: value for key, value in self._asdict().items() if value not in ("", None)}

    def sentence(self) -> Sentence:
        """Explain the problem and its remedy to players."""
        return Sentence(_SENTENCES[self.code], self._asdict())


UNPLAYABLE = ("unknown_card", "not_a_base", "base_in_deck")
"""Codes of problems that make a deck unplayable, so refused even if decks are not checked."""


def problems(deck: DeckList, cards: Mapping[str, CardDefinition], format_: Format) -> list[Problem]:
    """Return every problem of a deck, once per card; an empty list for a legal deck."""
    bases = [*([deck.centre] if deck.centre else []), *deck.outskirts]
    found = list(_sizes(deck, bases, format_))
    counts = Counter(bases)
    counts.update({card: n for card, n in deck.main.items() if n})
    colors = sorted({color for base in bases if base in cards for color in _colors(cards[base])})
    for name, n in counts.items():
        card = cards.get(name)
        if card is None or card.token:
            found.append(Problem("unknown_card", name))
            continue
        found += _of_card(deck, name, card, bases, colors)
        most = format_.copies.get(card.rarity, 0)
        if n > most:
            found.append(Problem("too_many_copies", name, most, n))
    return found


def _colors(base: CardDefinition) -> tuple[str, ...]:
    return base.colors if base.type == "base" else ()


def _sizes(deck: DeckList, bases: Sequence[str], format_: Format) -> Iterator[Problem]:
    if (n := sum(deck.main.values())) < format_.deck_min:
        yield Problem("too_few_cards", expected=format_.deck_min, found=n)
    if len(bases) != format_.outskirts + 1:
        yield Problem("base_count", expected=format_.outskirts + 1, found=len(bases))


def _of_card(
    deck: DeckList, name: str, card: CardDefinition, bases: Sequence[str], colors: Sequence[str]
) -> Iterator[Problem]:
    if name in bases and card.type != "base":
        yield Problem("not_a_base", name)
    if not deck.main.get(name):
        return
    if card.type == "base":
        yield Problem("base_in_deck", name)
    elif not set(card.colors) <= set(colors):
        yield Problem("wrong_color", name, colors, list(card.colors))


_SENTENCES = {
    "too_few_cards": N_("Expected at least {expected} cards in the deck, found {found}; add some."),
    "base_count": N_("Expected {expected} bases, found {found}."),
    "unknown_card": N_("There is no card called {card} that a deck may hold."),
    "too_many_copies": N_("Copies of {card}: expected at most {expected}, found {found}; take some out."),
    "wrong_color": N_("{card}: the bases do not have all its colours; take it out or change the bases."),
    "not_a_base": N_("{card} is no base; put it into the deck and choose a base instead."),
    "base_in_deck": N_("{card} is a base; the deck holds none, choose it as a base instead."),
}
