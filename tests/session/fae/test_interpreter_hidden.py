"""While a hand or a thing hides part of the table, only moves in clear view are accepted."""

from dataclasses import replace

import pytest

from companion.games import fae
from companion.games.base import Space, Table
from companion.games.fae.board import SPACES
from companion.session.board.interpreter import Interpreter
from companion.table.observation import Observation
from companion.table.verdict import Played, Verdict, Wait
from tests.games.fae.openings import opening
from tests.session.fae.tables import after, look

INTERPRETER: Interpreter[fae.Position, fae.Move] = Interpreter(fae)
P = opening(1)
BEFORE = fae.table(P)
MOVE = next(m for m in fae.legal(P) if not fae.isolated_by(P, m.source, m.target))
NEAR = frozenset(
    space
    for m in fae.legal(P)
    if {m.source, m.target} & {MOVE.source, MOVE.target}
    for space in (m.source, m.target)
)
FAR = next(space for space in SPACES if space not in NEAR)


def partly(table: Table, *hidden: Space) -> Observation:
    """A picture in which the hidden spaces keep what lay there before."""
    kept = {space: BEFORE.get(space, {}) for space in hidden}
    return replace(look(after(table, kept), BEFORE), hidden=frozenset(hidden), reached=True)


def interpret(seen: Observation) -> Verdict[fae.Move]:
    return INTERPRETER.interpret(P, seen, {})


def test_a_move_far_from_the_hand_is_believed() -> None:
    verdict = interpret(partly(after(BEFORE, fae.changed(P, MOVE)), FAR))
    assert isinstance(verdict, Played)
    assert verdict.move[:2] == MOVE[:2]


@pytest.mark.parametrize("hidden", sorted(NEAR))
def test_a_move_beside_the_hand_is_waited_for(hidden: Space) -> None:
    assert interpret(partly(after(BEFORE, fae.changed(P, MOVE)), hidden)) == Wait("hand", (hidden,))


@pytest.mark.parametrize("hidden", sorted(NEAR))
def test_a_move_beside_a_thing_is_believed_and_one_under_it_is_waited_for(hidden: Space) -> None:
    seen = replace(partly(after(BEFORE, fae.changed(P, MOVE)), hidden), reached=False)
    verdict = interpret(seen)
    if hidden in fae.changed(P, MOVE):
        assert verdict == Wait("hand", (hidden,))
    else:
        assert isinstance(verdict, Played)
        assert verdict.move[:2] == MOVE[:2]


def test_nothing_is_settled_while_something_is_hidden() -> None:
    assert interpret(partly(BEFORE, FAR)) == Wait("hand", (FAR,))
    assert not INTERPRETER.shows(BEFORE, {}, partly(BEFORE, FAR))


def test_no_mistake_is_told_while_something_is_hidden() -> None:
    mistakes = [m for m in fae.mistakes(P) if FAR not in m.changed][::40]
    assert len(mistakes) > 3
    for mistake in mistakes:
        assert interpret(partly(after(BEFORE, mistake.changed), FAR)) == Wait("hand", (FAR,))


def test_druids_that_left_for_a_hidden_space_are_no_move() -> None:
    assert interpret(partly(after(BEFORE, {MOVE.source: {}}), MOVE.target)) == Wait("hand", (MOVE.target,))
