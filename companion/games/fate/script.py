"""A written game of Fate: set-up and acts as JSON, the format of SCRIPT.md."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say
from companion.games.codec import decode, encode, refuse_unknown_keys, wrong
from companion.games.fate import ask
from companion.games.fate.act_codec import read_acts
from companion.games.fate.acts import Act
from companion.games.fate.check import problems
from companion.games.fate.excerpts import monster_object, monster_turn, reinforcement
from companion.games.fate.position import Hero, Options, Position
from companion.games.fate.rules import apply
from companion.games.fate.setup import Player, start


def _ask(document: object) -> dict[str, Any]:
    position, hero = ask.check_question(document)
    return ask.answer(read_setup({"position": position}), hero)


PARTS: Mapping[str, Callable[[object], dict[str, Any]]] = {
    "monster_turn": monster_turn,
    "reinforcement": reinforcement,
    "ask": _ask,
}
"""Players of documents that hold one part of a game or a question, by their key."""


def play(document: Mapping[str, Any], tr: Translations = ENGLISH) -> dict[str, Any]:
    """Return the result object of a written game; its `error` is the first illegal act, translated.

    Raises RuleError `bad_setup` or `bad_document` if nothing can be played.
    """
    for part, result in PARTS.items():
        if part in document:
            refuse_unknown_keys(document, ("game", part))
            return result(document[part])
    refuse_unknown_keys(document, ("game", "setup", "moves"))
    position, _, error, played = _played(document)
    problem = None
    if error:
        spaces = error.params.get("spaces", ())
        problem = {"move": played + 1, "code": error.code, "message": say(error, tr), "spaces": spaces}
    return {
        "game": "fate",
        "status": "finished" if position.result else "playing",
        "turn": position.heroes[position.turn].player,
        "phase": position.phase,
        "moves_played": played,
        "heroes": [hero_object(hero) for hero in position.heroes],
        "monsters": [monster_object(monster) for monster in position.monsters],
        "town": position.town,
        "step": position.step,
        "result": position.result,
        "position": encode(position),
        "error": problem,
    }


LETTER = "to_the_letter"
"""Key of the option that cards are read to the letter."""


class _Played(NamedTuple):
    position: Position
    acts: list[Act]
    error: RuleError | None
    played: int


def _played(document: Mapping[str, Any]) -> _Played:
    """Play the acts of a document, up to the first illegal one.

    A game without the key `LETTER` is read to the letter. If an act other than the last one is illegal then,
    the game may come from a version before that key: all of it must be legal in the older reading.
    """
    setup, acts = document.get("setup"), document.get("moves", [])
    if not isinstance(setup, dict) or not _is_silent(setup):
        return _run(read_setup(setup), read_acts(acts))
    found = _run(read_setup({LETTER: True, **setup}), read_acts(acts))
    if found.error and found.played < len(found.acts) - 1:
        before = _run(read_setup(setup), found.acts)
        return found if before.error else before
    return found


def _run(position: Position, acts: list[Act]) -> _Played:
    for number, act in enumerate(acts):
        try:
            position = apply(position, act).position
        except RuleError as error:
            return _Played(position, acts, error, number)
    return _Played(position, acts, None, len(acts))


def _is_silent(setup: object) -> bool:
    """Return whether a set-up lacks the key `LETTER`: it is handwritten or from an older version."""
    return isinstance(setup, dict) and "position" not in setup and LETTER not in setup


def hero_object(hero: Hero) -> dict[str, Any]:
    """Return a hero for a result."""
    return {
        "id": hero.id,
        "player": hero.player,
        "hex": hero.hex,
        "damage": hero.damage,
        "gold": hero.gold,
        "level": hero.level,
        "hand": hero.hand,
        "cards": encode(hero.cards),
    }


def setup_object(players: Sequence[Player | tuple[str, str]], options: Options) -> dict[str, Any]:
    """Convert a set-up to JSON, such that `read_setup` gives `start(players, options)`."""
    written = [encode(Player(*player)) for player in players]
    return {"players": written, **encode(options)}


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players' names in a written set-up."""
    if "position" in setup:
        return tuple(hero["player"] for hero in setup["position"]["heroes"])
    return tuple(player["name"] for player in setup["players"])


def read_setup(written: object) -> Position:
    """Read the first position of a written game. Raises RuleError `bad_setup` naming every wrong place.

    A set-up is an opening, or `{"position": …}` for the middle of a game, whose cards are read to the letter.
    An opening without the key `LETTER` is from a journal older than the key: the game goes on as it began.
    """
    found: list[Sentence] = []
    if not isinstance(written, dict):
        raise rule_error("bad_setup", [wrong("setup", N_('an object with the key "players"'), written)])
    if "position" in written:
        position = decode(Position, written["position"], "setup.position", found)
        found += [] if found else problems(position)
        if found:
            raise rule_error("bad_setup", found)
        asked = written["position"]["options"].get(LETTER, True)
        return position._replace(options=position.options._replace(to_the_letter=asked))
    rest = {key: value for key, value in written.items() if key != "players"}
    options = decode(Options, rest, "setup", found)
    players = decode(tuple[Player, ...], written.get("players"), "setup.players", found)
    if found:
        raise rule_error("bad_setup", found)
    return start(players, options)
