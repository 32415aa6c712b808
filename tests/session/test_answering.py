"""Reasons of refused touches, and answers from outside, which are checked; touches: test_answering_js.py."""

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.base import Reason, Sentence
from companion.session.answering import Answering
from companion.session.view import PRESS, Answer, Choice, Decision, Path, Way, take

STEP, JUMP, LONG, OTHER = ("c3", "d4"), ("c3", "e5"), ("c3", "e5", "g7"), ("e3", "d4")
MOVE = Decision("move", Sentence("Touch a marked space."), Path((STEP, JUMP, LONG, OTHER)))
DONE = Decision("done", Sentence("Done"), PRESS)
START = Answering((DONE, MOVE))


def test_a_thing_that_breaks_a_rule_is_refused_before_another_way_is_begun() -> None:
    reason = Reason("lake", ("e3",), "E-015")
    told = replace(MOVE, why_not=lambda chosen, thing: reason if (chosen, thing) == (("c3",), "e3") else None)
    chosen: Any = Answering((told,)).touch("c3")
    assert chosen.touch("e3") == reason
    assert Answering((told,)).touch("e3") == Answering((told,), ("e3",))


def test_a_key_is_no_touch() -> None:
    assert Answering((DONE,)).next_things == frozenset()
    assert START.complete is None


def test_touches_stay_while_they_begin_an_answer() -> None:
    chosen = Answering((MOVE,), ("c3",))
    assert chosen.among((MOVE, DONE)) == Answering((MOVE, DONE), ("c3",))
    assert chosen.among((DONE,)) == Answering((DONE,))


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


def test_a_thing_that_breaks_a_rule_is_refused_with_the_reason() -> None:
    reason = Reason("lake", ("e3",), "E-015", Sentence("No lake."))
    told = replace(MOVE, why_not=lambda chosen, thing: reason if (chosen, thing) == (("c3",), "e3") else None)
    with pytest.raises(RuleError, match="No lake") as refused:
        take(Answer(1, "move", ["c3", "e3"]), [Choice(told, nobody)])
    assert refused.value.code == "lake"


def test_what_may_not_be_decided_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        take(Answer(1, "mulligan", []), [Choice(MOVE, nobody)])
    assert refused.value.code == "no_decision"
