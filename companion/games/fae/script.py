"""A written game of Fae: set-up and moves as JSON, the format of SCRIPT.md."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import ENGLISH, N_, Reason, Sentence, Table, Translations, rule_error, say
from companion.games.codec import Allowed, decode, refuse_unknown_keys, unknown_keys, wrong
from companion.games.fae.board import COLOURS, SPACES
from companion.games.fae.position import Move, Position, listed, position, scores, start, table
from companion.games.fae.rules import (
    Ritual,
    finished,
    illegal_move,
    isolated_by,
    needs_order,
    resolve,
    result,
)


class FaeSetup(NamedTuple):
    """Players, their spirits (player index to colour; empty if unknown), and the first position."""

    players: tuple[str, ...]
    spirits: Mapping[int, str]
    position: Position


class WrittenFaeSetup(NamedTuple):
    """A set-up as JSON; the keys are those of SCRIPT.md."""

    players: Annotated[tuple[str, ...], Allowed(N_("2 to 4 different names"))]
    druids: Mapping[
        Annotated[int, Allowed(N_("spaces from 1 to 60"), SPACES)],
        Annotated[str | Mapping[str, int], Allowed(N_("a colour, or an object of colours and numbers"))],
    ]
    spirits: Mapping[str, str] | None = None
    turn: str | None = None
    scores: Mapping[str, int] | None = None
    ritual_cards: Mapping[str, int] | None = None
    cards_used: int | None = None
    done: tuple[int, ...] | None = None


def play(document: Mapping[str, Any], tr: Translations = ENGLISH) -> dict[str, Any]:
    """Return the result object of a written game; its `error` is the first illegal move, translated.

    Raises RuleError `bad_setup` or `bad_document` if nothing can be played.
    """
    refuse_unknown_keys(document, ("game", "setup", "moves"))
    setup = read_setup(document.get("setup"))
    moves = read_moves(document.get("moves", []))
    p = setup.position
    resolved: list[dict[str, Any]] = []
    problem = None
    played = 0
    for number, move in enumerate(moves, 1):
        try:
            p, held = _resolve(p, move)
        except RuleError as error:
            spaces = error.params["spaces"]
            problem = {"move": number, "code": error.code, "message": say(error, tr), "spaces": spaces}
            break
        resolved += [{"move": number, **ritual_object(ritual, setup.players)} for ritual in held]
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


def _resolve(p: Position, move: Move) -> tuple[Position, tuple[Ritual, ...]]:
    """Call `resolve`; spaces may be any JSON value, and an order that matters must be given."""
    if type(move.source) is not int or type(move.target) is not int:
        raise illegal_move(p, move, Reason("unknown_space"))
    resolved = resolve(p, move)
    if needs_order(p, move):
        isolated = isolated_by(p, move.source, move.target)
        raise illegal_move(p, move, Reason("ritual_order", isolated, "E-021"))
    return resolved


def druids_object(druids: Table) -> dict[str, dict[str, int]]:
    """Convert a table to JSON: occupied spaces only, colours with at least one."""
    return {str(space): dict(counts) for space, counts in druids.items() if counts}


def move_object(move: Move) -> dict[str, Any]:
    """Convert a move to JSON."""
    written: dict[str, Any] = {"from": move.source, "to": move.target}
    return {**written, "rituals": list(move.rituals)} if move.rituals else written


def ritual_object(ritual: Ritual, players: tuple[str, ...]) -> dict[str, Any]:
    """Convert a resolved ritual to JSON."""
    return {
        **ritual._asdict(),
        "player": players[ritual.player],
        "removed": dict(ritual.removed),
        "scored": list(ritual.scored),
    }


def result_object(p: Position, setup: FaeSetup) -> dict[str, Any] | None:
    """Return totals and winners by name; None until the game is finished or without spirits."""
    if not finished(p) or not setup.spirits:
        return None
    totals, winners = result(p, setup.spirits)
    return {
        "totals": dict(zip(setup.players, totals, strict=True)),
        "winners": [setup.players[i] for i in winners],
    }


def setup_object(setup: FaeSetup) -> dict[str, Any]:
    """Convert a set-up to JSON for `read_setup`."""
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


def read_setup(written: object) -> FaeSetup:
    """Read the set-up of a written game. Raises RuleError `bad_setup` naming every place that is wrong."""
    problems: list[Sentence] = []
    read = decode(WrittenFaeSetup, written, "setup", problems)
    if problems or (problems := list(_problems(read))):
        raise rule_error("bad_setup", problems)
    players = read.players
    spirits = {players.index(name): colour for name, colour in (read.spirits or {}).items()}
    turn = 0 if read.turn is None else players.index(read.turn)
    opening = {space: found for space, found in read.druids.items() if isinstance(found, str)}
    middle = (read.scores, read.ritual_cards, read.cards_used, read.done)
    if len(opening) == len(read.druids) and middle == (None,) * len(middle):
        return FaeSetup(players, spirits, start(opening, len(players))._replace(turn=turn))
    cards = read.ritual_cards
    p = position(
        {space: {found: 1} if isinstance(found, str) else found for space, found in read.druids.items()},
        players=len(players),
        scores=read.scores,
        ritual_cards=None if cards is None else [cards.get(name, 0) for name in players],
        cards_used=read.cards_used,
        turn=turn,
        done=read.done,
    )
    return FaeSetup(players, spirits, p)


def _problems(read: WrittenFaeSetup) -> Iterator[Sentence]:
    """Yield the mistakes in the players' names, which the rules themselves do not know."""
    players = read.players
    if not 2 <= len(players) <= 4 or not all(players) or len(set(players)) < len(players):
        yield wrong("setup.players", N_("2 to 4 different names"), list(players))
        return
    if read.turn not in (None, *players):
        yield wrong("setup.turn", listed(players), read.turn)
    if not set(read.ritual_cards or ()) <= set(players):
        yield wrong("setup.ritual_cards", N_("an object of players and whole numbers"), read.ritual_cards)
    spirits = read.spirits or {}
    colours = set(spirits.values())
    if spirits and not (
        set(spirits) == set(players) and colours <= set(COLOURS) and len(colours) == len(spirits)
    ):
        yield wrong("setup.spirits", N_("a different colour for every player"), spirits)


def read_position(written: object) -> Position:
    """Read the first position of a written game. Raises RuleError `bad_setup` as `read_setup` does."""
    return read_setup(written).position


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players' names in a written set-up."""
    return tuple(setup["players"])


def read_move(written: object) -> Move:
    """Read a move from a JSON object. Raises RuleError `bad_document` naming every place that is wrong."""
    problems: list[Sentence] = []
    move = _read_move(written, "move", problems)
    problems += [
        wrong(f"move.{key}", N_("spaces from 1 to 60"), space)
        for key, space in zip(("from", "to"), move, strict=False)
        if type(space) is not int
    ]
    if problems:
        raise rule_error("bad_document", problems)
    return move


def read_moves(written: object) -> list[Move]:
    """Read the moves of a written game, not yet checked against the rules.

    Raises RuleError `bad_document` naming every move that is malformed.
    """
    if not isinstance(written, list):
        raise rule_error("bad_document", [wrong("moves", N_("a list of moves"), written)])
    problems: list[Sentence] = []
    moves = [_read_move(item, f"moves[{i}]", problems) for i, item in enumerate(written)]
    if problems:
        raise rule_error("bad_document", problems)
    return moves


def _read_move(written: object, place: str, problems: list[Sentence]) -> Move:
    """Read a move whose spaces may be any JSON value: a space that does not exist is an illegal move."""
    if not isinstance(written, dict) or not {"from", "to"} <= set(written):
        problems.append(wrong(place, N_("an object with the keys from and to"), written))
        return Move(0, 0)
    problems += unknown_keys(written, ("from", "to", "rituals"), f"{place}.")
    order = written.get("rituals") or []
    if not isinstance(order, list) or any(type(space) is not int for space in order):
        problems.append(wrong(f"{place}.rituals", N_("a list of spaces"), order))
        order = []
    return Move(written["from"], written["to"], tuple(order))
