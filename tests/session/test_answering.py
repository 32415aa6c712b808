"""Touches of several things mean one answer; answers from outside are checked before they are taken."""

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.base import Reason, Sentence
from companion.session.answering import Answered, Answering, telling
from companion.session.view import PRESS, Answer, Choice, Decision, Path, Picks, Way, take

STEP, JUMP, LONG, OTHER = ("c3", "d4"), ("c3", "e5"), ("c3", "e5", "g7"), ("e3", "d4")
MOVE = Decision("move", Sentence("Touch a marked space."), Path((STEP, JUMP, LONG, OTHER)))
DONE = Decision("done", Sentence("Done"), PRESS)
START = Answering((DONE, MOVE))


def touched(*things: str) -> Any:
    """What became of touches; each must be taken."""
    found: Any = START
    for thing in things:
        found = found.touch(thing)
        assert found, thing
    return found


def test_the_only_way_left_is_the_answer_when_it_is_complete() -> None:
    assert START.next_things == {"c3", "e3"}
    assert touched("c3").next_things == {"d4", "e5"}
    assert touched("c3", "d4") == Answered("move", STEP)


def test_a_way_that_another_one_continues_waits_for_the_next_touch() -> None:
    jump = touched("c3", "e5")
    assert jump.complete == Answered("move", JUMP)
    assert jump.next_things == {"g7"}
    assert jump.touch("g7") == Answered("move", LONG)
    assert jump.touch("e5") == Answered("move", JUMP)


def test_another_first_thing_begins_anew_and_the_same_one_gives_up() -> None:
    other = touched("c3", "e3")
    assert other.chosen == ("e3",)
    assert other.touch("a1") is None
    assert other.touch("e3").chosen == ()


def test_picked_things_are_put_back_and_make_an_answer_when_all_are_there() -> None:
    order = Answering((Decision("order", Sentence("In which order?"), Picks((7, 8), 2, 2)),))
    assert order.next_things == {7, 8}
    eight: Any = order.touch(8)
    assert (eight.chosen, eight.complete) == ((8,), None)
    assert eight.touch(8) == order
    assert order.touch(20) is None
    assert eight.touch(7) == Answered("order", (8, 7))


def test_a_thing_that_breaks_a_rule_is_refused_before_another_way_is_begun() -> None:
    reason = Reason("lake", ("e3",), "E-015")
    told = replace(MOVE, why_not=lambda chosen, thing: reason if (chosen, thing) == (("c3",), "e3") else None)
    chosen: Any = Answering((told,)).touch("c3")
    assert chosen.touch("e3") == reason
    assert Answering((told,)).touch("e3") == Answering((told,), ("e3",))


def test_a_key_is_no_touch() -> None:
    assert Answering((DONE,)).next_things == frozenset()
    assert START.complete is None


def test_ways_are_told_apart_by_a_thing_of_their_own() -> None:
    assert telling([STEP, OTHER]) == ("c3", "e3")
    assert telling([JUMP, LONG]) == (None, "g7")


def test_an_answer_is_taken_by_its_decision() -> None:
    taken: list[Way] = []
    choices = [Choice(DONE, lambda way: taken.append(way)), Choice(MOVE, lambda way: taken.append(way))]
    take(Answer(1, "move", ["c3", "d4"]), choices)
    take(Answer(1, "done", []), choices)
    assert taken == [STEP, ()]


NO_WAYS: list[object] = [
    ["c3"],
    ["d4", "c3"],
    "c3",
    None,
    3,
    {"c3": "d4"},
    [["c3", "d4"]],
    [[]],
    [{}],
    [True],
]


def nobody(_: Way) -> None:
    pytest.fail("expected a refusal")


@pytest.mark.parametrize("answer", NO_WAYS, ids=str)
def test_what_is_no_way_is_refused(answer: object) -> None:
    one = replace(MOVE, form=Path((*MOVE.ways, (1,))))
    with pytest.raises(RuleError) as refused:
        take(Answer(1, "move", answer), [Choice(one, nobody)])
    assert refused.value.code == "no_option"


def test_what_may_not_be_decided_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        take(Answer(1, "mulligan", []), [Choice(MOVE, nobody)])
    assert refused.value.code == "no_decision"
