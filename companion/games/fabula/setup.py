"""Set-up of a duel: players, decks and options, read from JSON and checked (SCRIPT.md)."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, wrong
from companion.games.fabula import turns
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.catalogue import SAMPLE, read_cards, sample_data
from companion.games.fabula.decks import UNPLAYABLE, DeckList, problems
from companion.games.fabula.duel import Duel
from companion.games.fabula.formats import STANDARD, Format, Options
from companion.games.fabula.opening import change_hand
from companion.games.fabula.position import Base, Id, PlayerSide, Position

SHUFFLES = 2**52
"""Number of shuffles of a deck, too many to try; the number of one is a player's secret."""

UNKNOWN_CARD = "?"
"""Unknown card in a written deck, for decks that exist on the table only."""


class WrittenDeck(NamedTuple):
    """Deck of a player as JSON: bases, and the cards of the deck, top first."""

    centre: str
    outskirts: tuple[str, ...]
    cards: tuple[str, ...]


class DuelSetup(NamedTuple):
    """Set-up as JSON: the names of the fields are the keys of SCRIPT.md.

    `decks` of the sample set may be given by name. With `prepare` bases and opening hands are not chosen yet.
    `shuffle` holds a number for each player that determines the order of the deck, `format` the differences
    to the standard format.
    """

    players: tuple[str, ...]
    decks: Mapping[str, WrittenDeck | str]
    check_decks: bool = True
    prepare: bool = False
    shuffle: Mapping[str, int] = {}
    mulligan: Mapping[str, tuple[int, ...]] = {}
    options: Options = Options()
    format: Mapping[str, object] = {}
    lists: Mapping[str, Mapping[str, int]] = {}
    own_hands: tuple[str, ...] = ()


BESIDE = ("cards", "mulligan", "options")
"""Keys that may also be beside the set-up in a document."""


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players' names in a written set-up."""
    return tuple(setup["players"])


def read_setup(written: object, beside: Mapping[str, object] | None = None) -> Position:
    """Return the first position of a duel.

    Raises RuleError `bad_setup` or `bad_deck` naming every wrong place.
    """
    found: list[Sentence] = []
    if not isinstance(written, dict):
        raise rule_error("bad_setup", [wrong("setup", N_('an object with the key "players"'), written)])
    parts: dict[str, object] = {key: value for key, value in written.items() if key != "cards"}
    parts |= {key: value for key, value in (beside or {}).items() if key != "cards"}
    if "options" in parts:
        parts["options"] = _on_and_off(parts["options"])
    setup = decode(DuelSetup, parts, "setup", found)
    where = "cards" if "cards" in (beside or {}) else "setup.cards"
    cards = read_cards({**written, **(beside or {})}.get("cards"), where, found)
    format_ = _format(parts.get("format", {}), found)
    if not found:
        found += _problems(setup, cards)
    if found:
        raise rule_error("bad_setup", found)
    decks = {name: _deck(setup.decks[name]) for name in setup.players}
    _check_decks(setup, decks, cards, format_)
    return start(setup, decks, cards, format_)


def _on_and_off(options: object) -> object:
    """Read the texts "on" and "off" of options as true and false."""
    words = {"on": True, "off": False}
    if not isinstance(options, dict):
        return options
    return {
        key: words.get(value, value) if isinstance(value, str) else value for key, value in options.items()
    }


def _format(written: object, found: list[Sentence]) -> Format:
    standard = STANDARD._asdict()
    return decode(Format, {**standard, **written} if isinstance(written, dict) else written, "format", found)


def _deck(written: WrittenDeck | str) -> WrittenDeck:
    if isinstance(written, WrittenDeck):
        return written
    return decode(WrittenDeck, deck_object(written), written, [])


def deck_object(name: str) -> dict[str, Any]:
    """Return a deck of the sample set as JSON for a set-up."""
    deck = sample_data()["decks"][name]
    return {
        "centre": deck["centre"],
        "outskirts": deck["outskirts"],
        "cards": [card for card, n in deck["main"].items() for _ in range(n)],
    }


def _problems(setup: DuelSetup, cards: Mapping[str, CardDefinition]) -> list[Sentence]:
    players = setup.players
    if len(players) != 2 or not all(players) or len(set(players)) != 2:
        return [wrong("setup.players", N_("two different names"), list(players))]
    found = []
    if set(setup.decks) != set(players):
        found.append(wrong("setup.decks", N_("a deck for each player"), sorted(setup.decks)))
    for name, deck in setup.decks.items():
        if isinstance(deck, str) and (
            deck not in sample_data()["decks"] or cards != read_cards(SAMPLE, "", [])
        ):
            known = ", ".join(sample_data()["decks"])
            found.append(wrong(f"setup.decks.{name}", known, deck))
    for key in ("mulligan", "shuffle"):
        found += [
            wrong(f"{key}.{name}", ", ".join(players), name)
            for name in getattr(setup, key)
            if name not in players
        ]
    return found


def _check_decks(
    setup: DuelSetup, decks: Mapping[str, WrittenDeck], cards: Mapping[str, CardDefinition], format_: Format
) -> None:
    """Raise RuleError `bad_deck` with all problems of the decks."""
    found: list[Sentence] = []
    for player, deck in decks.items():
        known = [card for card in deck.cards if card != UNKNOWN_CARD]
        needed = format_._replace(deck_min=format_.deck_min - deck.cards.count(UNKNOWN_CARD))
        bases = [base for base in deck.outskirts if base != UNKNOWN_CARD]
        for problem in problems(DeckList(deck.centre, tuple(bases), Counter(known)), cards, needed):
            if setup.check_decks or problem.code in UNPLAYABLE:
                found.append(Sentence(N_("Deck of {player}:"), {"player": player}))
                found.append(problem.sentence())
    if found:
        raise rule_error("bad_deck", found)


def start(
    setup: DuelSetup, decks: Mapping[str, WrittenDeck], cards: Mapping[str, CardDefinition], format_: Format
) -> Position:
    """Place the bases, draw the hands and begin the first turn (FB-020 to FB-027).

    With `prepare` the duel begins with the phase "bases" instead.
    """
    names: dict[Id, str] = {}
    sides, bases = [], []
    for owner, player in enumerate(setup.players):
        deck = decks[player]
        ordered = shuffled(deck.cards, setup.shuffle.get(player))
        ids = tuple(f"{player}/{n}" for n in range(1, len(ordered) + 1))
        names |= {id_: card for id_, card in zip(ids, ordered, strict=True) if card != UNKNOWN_CARD}
        places = [f"{player}/c", *(f"{player}/o{n}" for n in range(1, len(deck.outskirts) + 1))]
        names |= dict(zip(places, (deck.centre, *deck.outskirts), strict=True))
        bases += [Base(id_, owner, owner, centre=id_ == places[0]) for id_ in places]
        hand = format_.opening_hand
        sides.append(PlayerSide(player, ids[hand:], ids[:hand]))
    p = Position(format_, setup.options, cards, names, tuple(sides), tuple(bases))
    duel = Duel(p._replace(phase="bases") if setup.prepare else p)
    for player, positions in setup.mulligan.items():
        seat = setup.players.index(player)
        last = len(duel.sides[seat].hand)
        if len(set(positions)) < len(positions) or any(not 1 <= n <= last for n in positions):
            pattern = N_("different positions in the hand, 1 to {last}")
            expected = Sentence(pattern, {"last": last})
            place = f"mulligan.{player}"
            problem = {"place": place, "expected": expected, "found": list(positions)}
            raise rule_error(
                "bad_setup", [Sentence(N_("{place}: expected {expected}, found {found}."), problem)]
            )
        change_hand(duel, seat, positions)
    if not setup.prepare:
        turns.begin_turn(duel)
    return duel.frozen()


def shuffled(cards: tuple[str, ...], number: int | None) -> tuple[str, ...]:
    """Shuffle cards in the order that a secret number determines; None keeps their order."""
    if number is None:
        return cards
    keys = [sha256(f"{number}/{i}".encode()).digest() for i in range(len(cards))]
    return tuple(card for _, card in sorted(zip(keys, cards, strict=True)))
