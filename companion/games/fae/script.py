"""A written game of Fae: set-up and moves as JSON, the format of SCRIPT.md."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.games.base import N_, Reason, Sentence, Table, rule_error, say
from companion.games.fae.board import COLOURS, SPACES
from companion.games.fae.position import Move, Position, listed, position, scores, start, table
from companion.games.fae.rules import (
    Ritual,
    apply,
    explain,
    finished,
    illegal_move,
    isolated_by,
    needs_order,
    result,
    rituals,
)

MIDDLE_KEYS = ("scores", "ritual_cards", "cards_used", "done")
"""Keys of a set-up that starts in the middle of a game."""


class Setup(NamedTuple):
    """Who plays, which spirit everybody has (player index to colour; empty when unknown), and from where."""

    players: tuple[str, ...]
    spirits: Mapping[int, str]
    position: Position


def play(document: Mapping[str, Any], gettext: Callable[[str], str] = str) -> dict[str, Any]:
    """The result object of a written game; its `error` is the first illegal move, told with `gettext`.

    Raises RuleError `bad_setup` or `bad_document` when there is nothing to play.
    """
    setup = read_setup(document.get("setup"))
    moves = read_moves(document.get("moves", []))
    p = setup.position
    resolved: list[dict[str, Any]] = []
    problem = None
    played = 0
    for number, move in enumerate(moves, 1):
        reason = _why_not(p, move)
        if reason:
            message = say(illegal_move(p, move, reason), gettext)
            problem = {"move": number, "code": reason.code, "message": message, "spaces": reason.spaces}
            break
        resolved += [{"move": number, **ritual_object(r, setup.players)} for r in rituals(p, move)]
        p = apply(p, move)
        played = number
    return {
        "game": "fae",
        "status": "finished" if finished(p) else "playing",
        "turn": setup.players[p.turn],
        "moves_played": played,
        "druids": druids_object(table(p)),
        "scores": scores(p),
        "ritual_cards": dict(zip(setup.players, p.ritual_cards, strict=True)),
        "cards_used": p.cards_used,
        "rituals": resolved,
        "result": result_object(p, setup),
        "error": problem,
    }


def _why_not(p: Position, move: Move) -> Reason | None:
    """As `explain`, but spaces may be any JSON value, and a choice of order may not be left open."""
    if type(move.source) is not int or type(move.target) is not int:
        return Reason("unknown_space")
    reason = explain(p, move)
    if reason is None and needs_order(p, move):
        return Reason("ritual_order", isolated_by(p, move.source, move.target), "E-021")
    return reason


def druids_object(druids: Table) -> dict[str, dict[str, int]]:
    """A table as JSON: occupied spaces only, colours with at least one."""
    return {str(space): dict(counts) for space, counts in druids.items() if counts}


def move_object(move: Move) -> dict[str, Any]:
    """A move as JSON."""
    written: dict[str, Any] = {"from": move.source, "to": move.target}
    return {**written, "rituals": list(move.rituals)} if move.rituals else written


def ritual_object(ritual: Ritual, players: tuple[str, ...]) -> dict[str, Any]:
    """A resolved ritual as JSON."""
    return {
        **ritual._asdict(),
        "player": players[ritual.player],
        "removed": dict(ritual.removed),
        "scored": list(ritual.scored),
    }


def result_object(p: Position, setup: Setup) -> dict[str, Any] | None:
    """Totals and winners by name; None until the game is finished or without spirits."""
    if not finished(p) or not setup.spirits:
        return None
    totals, winners = result(p, setup.spirits)
    return {
        "totals": dict(zip(setup.players, totals, strict=True)),
        "winners": [setup.players[i] for i in winners],
    }


def setup_object(setup: Setup) -> dict[str, Any]:
    """A set-up as JSON, such that `read_setup` gives the same set-up again."""
    players, spirits, p = setup
    return {
        "players": list(players),
        **({"spirits": {players[i]: colour for i, colour in spirits.items()}} if spirits else {}),
        "druids": druids_object(table(p)),
        "scores": scores(p),
        "ritual_cards": dict(zip(players, p.ritual_cards, strict=True)),
        "cards_used": p.cards_used,
        "turn": players[p.turn],
        "done": sorted(p.done),
    }


def read_setup(written: object) -> Setup:
    """The set-up of a written game. Raises RuleError `bad_setup` naming every place that is wrong."""
    problems = list(_setup_problems(written))
    if problems:
        raise rule_error("bad_setup", problems)
    assert isinstance(written, dict)
    players = tuple(written["players"])
    spirits = {players.index(name): colour for name, colour in (written.get("spirits") or {}).items()}
    turn = players.index(written.get("turn", players[0]))
    druids = {int(space): druids for space, druids in written["druids"].items()}
    whole = all(isinstance(found, str) for found in druids.values()) and not set(MIDDLE_KEYS) & set(written)
    if whole:
        p = start(druids, len(players))._replace(turn=turn)
    else:
        cards = written.get("ritual_cards")
        p = position(
            {space: {found: 1} if isinstance(found, str) else found for space, found in druids.items()},
            players=len(players),
            scores=written.get("scores"),
            ritual_cards=None if cards is None else [cards.get(name, 0) for name in players],
            cards_used=written.get("cards_used"),
            turn=turn,
            done=written.get("done"),
        )
    return Setup(players, spirits, p)


def read_moves(written: object) -> list[Move]:
    """The moves of a written game, not yet checked against the rules.

    Raises RuleError `bad_document` naming every move that is not written as one.
    """
    if not isinstance(written, list):
        raise rule_error("bad_document", [_wrong("moves", N_("a list of moves"), written)])
    problems = []
    moves = []
    for i, item in enumerate(written):
        place = f"moves[{i}]"
        if not isinstance(item, dict) or not {"from", "to"} <= set(item):
            problems.append(_wrong(place, N_("an object with the keys from and to"), item))
            continue
        order = item.get("rituals") or []
        if not _is_list_of_ints(order):
            problems.append(_wrong(f"{place}.rituals", N_("a list of spaces"), order))
            continue
        moves.append(Move(item["from"], item["to"], tuple(order)))
    if problems:
        raise rule_error("bad_document", problems)
    return moves


def _setup_problems(setup: object) -> Iterator[Sentence]:
    """What is not written as a set-up should be; the rules check the rest."""
    if not isinstance(setup, dict):
        yield _wrong("setup", N_("an object with the keys players and druids"), setup)
        return
    players = setup.get("players")
    if not (
        isinstance(players, list)
        and 2 <= len(players) <= 4
        and all(isinstance(name, str) and name for name in players)
        and len(set(players)) == len(players)
    ):
        yield _wrong("setup.players", N_("2 to 4 different names"), players)
        players = None
    yield from _druid_problems(setup.get("druids"))
    if players:
        yield from _player_problems(setup, players)
    if not _is_counts(setup.get("scores", {})):
        yield _wrong("setup.scores", N_("an object of colours and whole numbers"), setup["scores"])
    if type(setup.get("cards_used", 0)) is not int:
        yield _wrong("setup.cards_used", N_("a whole number"), setup["cards_used"])
    if not _is_list_of_ints(setup.get("done", [])):
        yield _wrong("setup.done", N_("a list of spaces"), setup["done"])


def _druid_problems(druids: object) -> Iterator[Sentence]:
    if not isinstance(druids, dict):
        yield _wrong("setup.druids", N_("an object of spaces and druids"), druids)
        return
    known = set(map(str, SPACES))
    for space, found in druids.items():
        if space not in known:
            yield _wrong("setup.druids", N_("spaces from 1 to 60"), space)
        elif not isinstance(found, str) and not _is_counts(found):
            yield _wrong(f"setup.druids.{space}", N_("a colour, or an object of colours and numbers"), found)


def _player_problems(setup: Mapping[str, Any], players: list[str]) -> Iterator[Sentence]:
    if setup.get("turn", players[0]) not in players:
        yield _wrong("setup.turn", listed(players), setup["turn"])
    cards = setup.get("ritual_cards", {})
    if not _is_counts(cards) or not set(cards) <= set(players):
        yield _wrong("setup.ritual_cards", N_("an object of players and whole numbers"), cards)
    spirits = setup.get("spirits") or {}
    if not (
        isinstance(spirits, dict)
        and (not spirits or set(spirits) == set(players))
        and all(colour in COLOURS for colour in spirits.values())
        and len(set(spirits.values())) == len(spirits)
    ):
        yield _wrong("setup.spirits", N_("a different colour for every player"), spirits)


def _is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(type(n) is int for n in value.values())


def _is_list_of_ints(value: object) -> bool:
    return isinstance(value, list) and all(type(n) is int for n in value)


def _wrong(place: str, expected: str, found: object) -> Sentence:
    return Sentence(
        N_("{place}: expected {expected}, found {found}."),
        {"place": place, "expected": expected, "found": N_("nothing") if found is None else _short(found)},
    )


def _short(found: object) -> str:
    text = repr(found)
    return text if len(text) <= 60 else text[:57] + "..."
