"""Answers of players if the camera alone cannot decide."""

from dataclasses import replace
from itertools import chain, repeat

import pytest

from companion.games import fae
from companion.games.base import Reason
from companion.session.fae.session import FaeSession
from companion.session.messages import AllDone
from companion.table.observation import Observation
from companion.table.tables import plus
from companion.table.verdict import Ask, Settled, Verdict, Wait, Wrong
from tests.session.fae_answers import moved
from tests.session.fakes import PerfectInterpreter, begun, observed, opening, see


class Puzzled(PerfectInterpreter):
    """Content with the first picture; says the same of all that follow."""

    def __init__(self, verdict: Verdict[fae.Move]) -> None:
        self.verdicts = chain([Settled(1.0, {})], repeat(verdict))

    def interpret(self, *_: object) -> Verdict[fae.Move]:
        return next(self.verdicts)

    def settled(self, *_: object) -> bool:
        return False


def unexplained(verdict: Verdict[fae.Move]) -> tuple[FaeSession, Observation]:
    session, picture = begun(Puzzled(verdict), position=opening()), see(fae.table(opening()))
    session.observe(picture)
    session.observe(picture)
    return session, picture


def test_a_picture_that_nobody_understands_is_named_and_people_settle_it() -> None:
    session, picture = unexplained(Wait("motion", (3, 4)))
    shown = session.snapshot(1)
    assert shown.unclear == (3, 4)
    assert shown.prompt.text.pattern == "I cannot recognise the pieces here."
    assert observed(session, picture) == ["wait"]
    session.confirm()
    assert observed(session, picture) == ["settled"]
    assert session.settled_table == fae.table(opening())
    assert session.snapshot(1).unclear == ()
    assert observed(session, picture) == ["wait"], "said of one picture, not of all that follow"


@pytest.mark.parametrize(("later_s", "then"), [(2.5, "settled"), (4.0, "wait")])
def test_people_settle_the_table_of_that_moment(later_s: float, then: str) -> None:
    """Behind an arm that stays anything may be moved."""
    session, picture = unexplained(Wait("motion", (3, 4)))
    session.confirm()
    assert observed(session, replace(picture, time_s=2.0, trouble="hand")) == ["wait"]
    assert observed(session, replace(picture, time_s=later_s)) == [then]


def test_people_settle_an_unexplained_table_but_no_illegal_move() -> None:
    for code, after in (("unexplained", ["settled"]), ("across_lake", ["illegal"])):
        session, picture = unexplained(Wrong(Reason(code, ()), None, None, 1.0))
        session.confirm()
        assert observed(session, picture) == after


def test_people_say_that_none_of_the_moves_in_doubt_was_made_nor_another_one() -> None:
    session, picture = unexplained(Ask(tuple(fae.legal(opening())[:2])))
    assert len(session.snapshot(1).doubt) == 2
    session.tell(AllDone(1))
    assert session.snapshot(1).doubt == ()
    assert observed(session, picture) == ["settled"]
    assert session.settled_table == fae.table(opening())
    assert observed(session, picture) == ["ask"], "said of one picture, not of all that follow"


def test_people_say_which_other_move_than_those_in_doubt_was_made() -> None:
    first, *_, other = fae.legal(opening())
    session, _ = unexplained(Ask((first,)))
    session.tell(moved(1, other))
    shown = session.snapshot(1)
    assert shown.doubt == () and [turn.move for turn in shown.log] == [other]


def test_what_people_say_was_done_holds_until_the_picture_shows_something_new() -> None:
    session, first = unexplained(Wrong(Reason("unexplained", ()), None, None, 1.0))
    session.confirm()
    session.observe(first)
    move = fae.legal(opening())[0]
    session.tell(moved(1, move))
    wanted = session.timeline.current.table
    picture = see(plus(wanted, {move.source: {"red": 5}, move.target: {"black": 5}}))
    assert observed(session, picture) == ["wait"]
    assert len(session.steps) == 2
    session.confirm()
    assert observed(session, picture) == ["wait"]
    assert len(session.steps) == 1
    session.confirm()
    assert observed(session, picture) == ["settled"], "the camera learns what they settled"
    assert session.settled_table == wanted


def test_druids_going_back_are_not_a_new_move() -> None:
    first = fae.legal(opening())[0]
    between = fae.apply(opening(), first)
    second = next(
        m for m in fae.legal(between) if {*m[:2]}.isdisjoint(first[:2]) and m in fae.legal(opening())
    )
    session = begun(position=opening())
    for position in (opening(), between, fae.apply(between, second)):
        session.observe(see(fae.table(position)))
    session.undo(2)
    only_second = fae.apply(opening(), second)
    assert observed(session, see(fae.table(only_second))) == ["wait"]
    assert observed(session, see(fae.table(opening()))) == ["corrected"]
    assert session.snapshot(1).can_redo
