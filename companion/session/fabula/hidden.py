"""Hidden information of a duel: the cards of a deck are known, their order is not.

A stored set-up has unknown cards in its decks, and `lists` beside them. If the app keeps the hands, one
sealed number a seat shuffles its list; the name of a card is published when all players see it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import Chance
from companion.games.fabula.catalogue import sample_data
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.setup import SHUFFLES, UNKNOWN_CARD, shuffled
from companion.session.base import GameConfig
from companion.session.fabula import own_decks

Deck = Mapping[str, Any]
"""Written form of a deck: `centre`, `outskirts` and `cards`."""


def chosen(config: GameConfig, own_hands: bool) -> dict[str, Any]:
    """Return the set-up of a config, whose roles are names of decks.

    With `own_hands` people hold their cards themselves, while the app keeps those of bots.
    """
    known = own_decks.choices()
    roles = config.roles or ("",) * len(config.players)
    names = [role if role in known else known[n % len(known)] for n, role in enumerate(roles)]
    options = {name: value for name, value in config.options.items() if name != "hands"}
    brought = own_decks.written_setup(dict(zip(config.players, names, strict=True)))
    kept = {"own_hands": [name for name in config.players if name not in config.bots]} if own_hands else {}
    return {"players": list(config.players), **brought, "options": options, **kept}


def written(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return a set-up for storage: the cards of each player without their order."""
    if "lists" in setup:
        return dict(setup)
    decks: dict[str, Any] = {}
    lists: dict[str, dict[str, int]] = {}
    for player, deck in setup["decks"].items():
        whole = _deck(deck)
        lists[player] = dict(sorted(Counter(whole["cards"]).items()))
        decks[player] = {**whole, "cards": [UNKNOWN_CARD] * len(whole["cards"])}
    kept = {key: value for key, value in setup.items() if key not in ("shuffle", "mulligan")}
    return {**kept, "decks": decks, "lists": lists, "prepare": True}


def _deck(deck: str | Deck) -> Deck:
    if not isinstance(deck, str):
        return deck
    named = sample_data()["decks"][deck]
    cards = [card for card, n in named["main"].items() for _ in range(n)]
    return {"centre": named["centre"], "outskirts": named["outskirts"], "cards": cards}


def order(setup: Mapping[str, Any], player: str, number: int) -> Sequence[str]:
    """Return the cards of a deck as shuffled by a number, top first."""
    return shuffled(tuple(Counter(setup["lists"][player]).elements()), number)


def friendly(setup: Mapping[str, Any], start: Position, player: str, chance: Chance) -> int:
    """Return a number that shuffles cheap allies into a player's opening hand, if the deck has enough."""
    number = 0
    for _ in range(_TRIES):
        number = chance.randrange(SHUFFLES)
        hand = [start.cards[name] for name in order(setup, player, number)[: start.format.opening_hand]]
        cheap = [card for card in hand if card.type == "ally" and card.cost <= start.format.resource_start]
        if len(cheap) >= _CHEAP_ALLIES:
            break
    return number


_CHEAP_ALLIES = 3
"""Minimum number of allies in a friendly opening hand that can be played in the first turn."""
_TRIES = 200
"""Maximum number of shuffles tried; of the sample decks, about one in five is friendly."""


def unseen(setup: Mapping[str, Any], position: Position) -> tuple[Mapping[str, int], ...]:
    """Return, by player, the cards of the list that no player has seen yet."""
    left = []
    for side in position.sides:
        known = Counter(name for id_, name in position.names.items() if is_card_of(side.name, id_))
        rest = Counter(setup["lists"].get(side.name, {}))
        rest.subtract(known)
        left.append({name: n for name, n in rest.items() if n > 0})
    return tuple(left)


def is_card_of(player: str, id_: Id) -> bool:
    """Return whether an id is a card of a player's deck, no base and no token."""
    owner, _, number = id_.rpartition("/")
    return owner == player and number.isdecimal()


def with_hand(position: Position, seat: Player, ordered: Sequence[str]) -> Position:
    """Return a position with the names of a seat's hand."""
    hand = {id_: ordered[int(id_.rpartition("/")[2]) - 1] for id_ in position.sides[seat].hand}
    return position._replace(names={**position.names, **hand})
