"""Turns that are missed: by themselves where there is no choice, by a key where there is one."""

from typing import NamedTuple

import pytest

from companion.games.base import Table
from companion.games.board_rules import BoardRules, Move, Way, board_rules
from companion.session.base import SessionContext
from companion.session.board.session import BoardSession
from companion.session.messages import Redo, Undo
from companion.session.view import Answer

ROOM = 6


class Position(NamedTuple):
    """Stones in a row of `ROOM` spaces, and the index of the player to move."""

    stones: int = 0
    turn: int = 0


def moves(position: Position) -> list[Way]:
    """The second player may lay a stone on even spaces only; after four stones anybody may miss a turn."""
    free: list[Way] = [(position.stones + 1,)]
    if position.turn and position.stones % 2 == 0:
        return [()]
    return [*free, ()] if position.stones >= 4 else free


def apply(position: Position, way: Way) -> Position:
    return Position(position.stones + len(way), 1 - position.turn)


def table(position: Position) -> Table:
    return {space: {"stone": 1} for space in range(1, position.stones + 1)}


RULES: BoardRules[Position, Move] = board_rules(
    name="stones", title="Stones", start=lambda _: Position(), moves=moves, apply=apply, table=table,
    winners=lambda position: (position.turn,) if position.stones == ROOM else None, book=dict,
)  # fmt: skip


@pytest.fixture
def session() -> BoardSession[Position, Move]:
    made = BoardSession(RULES.game, RULES, ("Ana", "Bo"), SessionContext(), touches=RULES.touches)
    made.begin_at(Position(3, 0))
    return made


def said(session: BoardSession[Position, Move]) -> list[str]:
    return [str(line.text) for line in session.snapshot(0).log]


def test_a_turn_without_a_choice_is_missed_by_itself(session: BoardSession[Position, Move]) -> None:
    session.tell(Answer(0, "move", (4,)))
    assert said(session) == ["Ana: 4", "Bo misses a turn."]
    assert session.snapshot(0).turn == "Ana"


def test_undo_and_redo_step_over_it(session: BoardSession[Position, Move]) -> None:
    session.tell(Answer(0, "move", (4,)))
    session.tell(Undo(0))
    assert session.snapshot(0).position == Position(3, 0) and said(session) == []
    session.tell(Redo(0))
    assert session.snapshot(0).position == Position(4, 0) and said(session)[1:] == ["Bo misses a turn."]


def test_a_turn_may_be_missed_by_a_key(session: BoardSession[Position, Move]) -> None:
    session.begin_at(Position(4, 0))
    assert [choice.decision.id for choice in session.choices()] == ["move", "pass"]
    session.tell(Answer(0, "pass", ()))
    assert said(session) == ["Ana misses a turn.", "Bo misses a turn."]
