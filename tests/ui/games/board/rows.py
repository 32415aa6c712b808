"""Three in a row on a printed board: the rules of noughts and crosses as a camera could follow them."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.base import Mistake, Reason, Space, Table
from companion.session.board.session import board_session
from tests.noughts import rules
from tests.noughts.rules import Move, Position, apply, table

__all__ = ["apply", "table"]

NAME = "rows"
RULES = replace(rules.OPEN_RULES, name=NAME, title="Rows")
PLACES = dict(zip(rules.SPACES, ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"), strict=True))
"""Name of each space on the print; the rules number them."""
dump, load = RULES.dump, RULES.load


def legal(position: Position) -> list[Move]:
    if rules.finished(position):
        return []
    return [Move(space) for space in rules.SPACES if position.held[space - 1] == "-"]


def explain(position: Position, move: Move) -> Reason | None:
    if rules.finished(position):
        return Reason("game_over")
    return None if move in legal(position) else Reason("taken", (move.space,))


def changed(position: Position, move: Move) -> Table:
    return {move.space: table(apply(position, move))[move.space]}


def removals(position: Position, move: Move) -> list[Table]:
    return []


def optional(position: Position) -> Table:
    return {}


def mistakes(position: Position) -> Iterable[Mistake]:
    for space, counts in table(position).items():
        yield Mistake(Reason("taken", (space,)), space, space, {space: dict.fromkeys(counts, 2)})


def touches(move: Any) -> tuple[Space, ...]:
    return (move.space,)


SESSION = board_session(
    sys.modules[__name__], RULES, reasons={"taken": "This space is taken."}, touches=touches
)
