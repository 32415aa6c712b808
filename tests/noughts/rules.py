"""Noughts and crosses, with a secret lucky space for each player or without.

Three in a row win one point, and one more if the own lucky space is among them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import (
    Advice,
    Advisor,
    Chance,
    Rules,
    Secret,
    Sentence,
    Table,
    Translations,
    rule_error,
)
from companion.games.codec import decode, wrong
from companion.games.rulebook import Rule, Topic

NAME = "noughts"
OPEN_NAME = "open_noughts"
"""Name of the game without a secret."""
SPACES = tuple(range(1, 10))
LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
SIGNS = ("nought", "cross")


class Position(NamedTuple):
    """Owner of each space in nine letters: "0", "1", or "-" for none."""

    held: str = "-" * 9

    @property
    def turn(self) -> int:
        """Index of the player to move."""
        return (9 - self.held.count("-")) % 2


class Move(NamedTuple):
    """Take a space, 1..9."""

    space: int


def line_of(position: Position) -> tuple[int, ...]:
    """Return the three in a row; () if there are none."""
    for line in LINES:
        if position.held[line[0] - 1] != "-" and len({position.held[space - 1] for space in line}) == 1:
            return line
    return ()


def finished(position: Position) -> bool:
    """Return whether a player has won or all spaces are taken."""
    return bool(line_of(position)) or "-" not in position.held


def apply(position: Position, move: Move) -> Position:
    """Return the position after a move. Raises RuleError `game_over` or `taken`."""
    if finished(position):
        raise _refused("game_over", "The game is over.")
    if position.held[move.space - 1] != "-":
        raise _refused("taken", "This space is taken.")
    before, after = position.held[: move.space - 1], position.held[move.space :]
    return Position(f"{before}{position.turn}{after}")


def table(position: Position) -> Table:
    """Return the expected table: the sign on each taken space."""
    return {
        space: {SIGNS[int(who)]: 1} for space, who in zip(SPACES, position.held, strict=True) if who != "-"
    }


def result(position: Position, players: Sequence[str], lucky: Mapping[str, int]) -> dict[str, Any]:
    """Return points by player and the winners, for known lucky spaces."""
    line = line_of(position)
    if not line:
        return {"points": dict.fromkeys(players, 0), "winners": []}
    winner = players[int(position.held[line[0] - 1])]
    points = dict.fromkeys(players, 0) | {winner: 1 + (lucky.get(winner) in line)}
    return {"points": points, "winners": [winner]}


class Setup(NamedTuple):
    """Set-up as JSON."""

    players: tuple[str, ...]


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a written set-up; it may hold revealed lucky spaces."""
    problems: list[Sentence] = []
    known = (
        {key: value for key, value in setup.items() if key != "lucky"} if isinstance(setup, dict) else setup
    )
    read = decode(Setup, known, "setup", problems)
    if problems:
        raise rule_error("bad_setup", problems)
    if len(read.players) != 2:
        raise _refused("bad_setup", "setup.players: expected two names.")
    return read.players


def read_setup(setup: Mapping[str, Any]) -> Position:
    """Return the empty board after checking the set-up."""
    seats(setup)
    return Position()


def read_move(written: Any) -> Move:
    """Read a move from an object with the key "space"."""
    problems: list[Sentence] = []
    move = decode(Move, written, "move", problems)
    if not problems and move.space not in SPACES:
        problems.append(wrong("move.space", "1..9", move.space))
    if problems:
        raise rule_error("bad_document", problems)
    return move


def play(document: Mapping[str, Any], tr: Translations) -> dict[str, Any]:
    """Return the result object of a written game."""
    setup = document.get("setup") or {}
    players, position, error = seats(setup), read_setup(setup), None
    for number, written in enumerate(document.get("moves", []), 1):
        try:
            position = apply(position, read_move(written))
        except RuleError as refused:
            error = {"move": number, "code": refused.code, "message": str(refused)}
            break
    return {
        "game": document.get("game", NAME),
        "status": "finished" if finished(position) else "playing",
        "held": position.held,
        "result": result(position, players, setup.get("lucky", {})) if finished(position) else None,
        "error": error,
    }


def advise(
    past: Sequence[Position],
    seat: int,
    lucky: int | None,
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[Advice[Move], ...]:
    """Suggest two free spaces: those that complete a line of either player, then the lucky one."""
    now = past[-1]
    free = [space for space in SPACES if now.held[space - 1] == "-"]
    chance.choices(free, k=trials)
    ordered = sorted(free, key=lambda space: (-_ends(now, space), space != lucky, space))
    return tuple(
        Advice(
            Move(space),
            (space,),
            (space,),
            Sentence("Three in a row." if _ends(now, space) else "It is free."),
        )
        for space in ordered[:2]
    )


def _ends(now: Position, space: int) -> bool:
    """Return whether a space makes three in a row for either player."""
    held = (f"{now.held[: space - 1]}{who}{now.held[space:]}" for who in "01")
    return any(bool(line_of(Position(text))) for text in held)


def _load(text: str) -> Position:
    if len(text) != 9 or set(text) - set("-01"):
        raise _refused("bad_position", f"expected nine of - 0 1, found {text!r}.")
    return Position(text)


def _next_move(position: Position, chance: Chance) -> Move:
    return Move(chance.choice([space for space in SPACES if position.held[space - 1] == "-"]))


def _refused(code: str, text: str) -> RuleError:
    return rule_error(code, [Sentence(text)])


RULES: Rules[Position, Move] = Rules(
    name=NAME,
    title="Noughts and crosses",
    players=(2, 2),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_move,
    write_move=Move._asdict,
    apply=apply,
    finished=finished,
    table=table,
    turn=lambda position: position.turn,
    dump=lambda position: position.held,
    load=_load,
    opening=lambda _, names: {"players": list(names)},
    next_move=_next_move,
    book=lambda: {"aim": Topic("What it is about", (Rule("Three in a row win.", ("N-1",)),))},
    secret=Secret("lucky", lambda chance, seats: chance.choices(SPACES, k=seats)),
    advisor=Advisor(advise, {"easy": 1, "strong": 2}),
)
OPEN_RULES = replace(RULES, name=OPEN_NAME, title="Open noughts and crosses", secret=None)
