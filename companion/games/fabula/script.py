"""Written duels and decks: the documents of SCRIPT.md and their results."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import ENGLISH, N_, Translations, rule_error, say
from companion.games.codec import decode, unknown_keys, wrong
from companion.games.fabula import values
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.catalogue import read_cards
from companion.games.fabula.decks import DeckList, problems
from companion.games.fabula.duel import Duel
from companion.games.fabula.formats import STANDARD
from companion.games.fabula.position import Player, Position
from companion.games.fabula.rules import apply
from companion.games.fabula.setup import BESIDE, read_setup

KEYS = ("game", "setup", "actions", "moves", *BESIDE)


def play(document: Mapping[str, Any], tr: Translations = ENGLISH) -> dict[str, Any]:
    """Return the result object of a document; its `error` is the first refused action or None.

    `tr` translates the message of the error.
    """
    try:
        if "deck" in document:
            return deck_result(document)
        return _duel(document, tr)
    except RuleError as error:
        return {"game": "fabula", "status": None, "result": None, "error": _error(None, error, tr)}


def _error(action: int | None, error: RuleError, tr: Translations) -> dict[str, Any]:
    """Return an error object; "move" repeats "action", as it is the key of the other games."""
    return {"action": action, "move": action, "code": error.code, "message": say(error, tr)}


def _duel(document: Mapping[str, Any], tr: Translations) -> dict[str, Any]:
    found = unknown_keys(document, KEYS)
    if "actions" in document and "moves" in document:
        found.append(wrong("moves", N_("either actions or moves"), document["moves"]))
    actions = document.get("actions", document.get("moves", []))
    if not isinstance(actions, list):
        found.append(wrong("actions", N_("a list of actions"), actions))
    if found:
        raise rule_error("bad_setup", found)
    beside = {key: document[key] for key in BESIDE if key in document}
    position = read_setup(document.get("setup"), beside)
    problem = None
    played = 0
    for number, written in enumerate(actions, 1):
        try:
            position = apply(position, read_action(written, f"actions[{number - 1}]"))
        except RuleError as error:
            problem = _error(number, error, tr)
            break
        played = number
    return {**result(position), "actions_played": played, "error": problem}


def result(p: Position) -> dict[str, Any]:
    """Return a position as a result object."""
    duel = Duel(p)
    names = [side.name for side in p.sides]
    return {
        "game": "fabula",
        "status": "finished" if p.result else "playing",
        "turn": names[p.turn],
        "turn_number": p.turn_number,
        "phase": p.phase,
        "resources": {side.name: side.resources for side in p.sides},
        "hands": {side.name: list(side.hand) for side in p.sides},
        "decks": {side.name: len(side.deck) for side in p.sides},
        "battle": {name: _battle(duel, player) for player, name in enumerate(names)},
        "territory": {name: _territory(duel, player, names) for player, name in enumerate(names)},
        "discard": {side.name: list(side.discard) for side in p.sides},
        "banished": {side.name: list(side.banished) for side in p.sides},
        "stack": [item.id for item in p.stack],
        "result": {"winner": names[p.result.winner], "reason": p.result.reason} if p.result else None,
        "error": None,
    }


def _battle(duel: Duel, player: Player) -> dict[str, Any]:
    shown = {}
    for id_, permanent in duel.battle.items():
        if permanent.controller == player:
            ally = duel.ally(id_) is not None
            shown[id_] = {
                "card": duel.names[id_],
                "tapped": permanent.tapped,
                "preparing": permanent.preparing,
                "offence": values.offence(duel, id_) if ally else 0,
                "life": values.life(duel, id_) if ally else 0,
                "influence": values.influence(duel, id_) if ally else 0,
                "attached": [other.id for other in duel.battle.values() if other.host == id_],
            }
    return shown


def _territory(duel: Duel, player: Player, names: list[str]) -> dict[str, Any]:
    return {
        id_: {
            "card": duel.names.get(id_, ""),
            "resistance": values.resistance(duel, id_),
            "controller": names[base.controller],
            "destroyed": base.destroyed,
        }
        for id_, base in duel.bases.items()
        if base.owner == player
    }


class WrittenDeckList(NamedTuple):
    """Deck list to check, as JSON."""

    cards: object
    centre: str = ""
    outskirts: tuple[str, ...] = ()
    main: Mapping[str, int] = {}


def deck_result(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether a deck is legal, with all its problems.

    Raises RuleError `bad_setup` if the document is not in the format of SCRIPT.md.
    """
    found = unknown_keys(document, ("game", "deck"))
    written = document["deck"]
    read = decode(WrittenDeckList, written, "deck", found)
    deck = DeckList()
    if not found:
        deck = decode(DeckList, {k: v for k, v in written.items() if k != "cards"}, "deck", found)
    cards = {} if found else read_cards(read.cards, "deck.cards", found)
    if found:
        raise rule_error("bad_setup", found)
    wrongs = [problem.written() for problem in problems(deck, cards, STANDARD)]
    return {"game": "fabula", "legal": not wrongs, "problems": wrongs, "error": None}
