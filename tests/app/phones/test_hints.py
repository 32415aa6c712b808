"""Hints and reasons on a phone: for the seat that asks, and for nobody else."""

from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from companion.app import hints as app_hints
from companion.app.thinking import Question
from companion.games import fae, registry
from companion.session.messages import Undo
from tests.app.phones.raw_client import RawPhone, opened
from tests.app.phones.table import shared
from tests.app.phones.test_page import Evening
from tests.app.phones.test_page import evening as evening
from tests.session.fae_answers import moved

QUESTION = Question("fae", lambda *_: (), (), 0, None, 1, 1)
MOST_S = 30.0
"""Maximum time of an answer, with the start of its process."""


def phone(evening: Evening, player: str) -> RawPhone:
    """Sit down at a seat."""
    address = evening.code(player)
    found = RawPhone(int(address.split(":")[2].split("/")[0]), address)
    found.until(lambda: found.latest is not None)
    return found


def hints(of: RawPhone) -> list[str]:
    """Sealed hints that came."""
    return [one["sealed"] for one in of.errors if one["type"] == "hint"]


def test_a_seat_gets_moves_with_reasons_that_nobody_else_can_read(evening: Evening) -> None:
    ana, bo = phone(evening, "Ana"), phone(evening, "Bo")
    assert ana.latest and ana.latest["public"]["hint"] is True
    ana.tell({"do": "hint"})
    ana.until(lambda: bool(hints(ana)), MOST_S)
    (sealed,) = hints(ana)
    answer = opened(ana.key, sealed)
    legal = {move[:2] for move in fae.legal(evening.snapshot.position)}
    assert answer["at"] == evening.snapshot.at and 0 < len(answer["hints"]) <= 3
    assert all(tuple(one["way"]) in legal and one["text"] for one in answer["hints"])
    with pytest.raises(InvalidTag):
        opened(bo.key, sealed)
    bo.send_json({"type": "hello", "device": bo.device})  # asks for all that there is for this seat
    bo.until(lambda: bo.latest is not None and bo.latest["at"] == evening.snapshot.at)
    assert not hints(bo)


def test_a_hint_ends_with_the_state_it_was_for(evening: Evening) -> None:
    ana = phone(evening, "Ana")
    ana.tell({"do": "hint"})
    ana.until(lambda: bool(hints(ana)), MOST_S)
    before = evening.snapshot
    evening.app.tell(moved(before.game, fae.legal(before.position)[0]))
    evening.until(lambda: evening.snapshot.played == 1)
    evening.app.tell(Undo(before.game))
    evening.until(lambda: evening.snapshot.played == 0)
    ana.until(lambda: ana.latest is not None and ana.latest["at"] == evening.snapshot.at)
    assert evening.app.phones.hint(ana.device, "en") is None


def test_who_has_not_the_turn_is_refused(evening: Evening) -> None:
    bo = phone(evening, "Bo")
    bo.tell({"do": "hint"})
    bo.until(lambda: bool(bo.errors))
    assert [one["code"] for one in bo.errors] == ["not_yours"]


def test_a_touch_that_is_refused_says_why(evening: Evening) -> None:
    (move,) = (one for one in evening.snapshot.decisions if one.id == "move")
    tried = ((after, thing) for after, _ in move.ways for thing in fae.board.SPACES if thing != after)
    after, thing, reason = next(
        (after, thing, found)
        for after, thing in tried
        if (found := move.why_not((after,), thing)) and found.text
    )
    ana, bo = phone(evening, "Ana"), phone(evening, "Bo")
    ana.tell({"why": thing, "after": [after]})
    ana.until(lambda: bool(ana.errors))
    assert [(one["code"], one["text"]) for one in ana.errors] == [(reason.code, str(reason.text))]
    assert not bo.errors and evening.snapshot.played == 0


def test_a_rule_is_said_in_its_sentence(evening: Evening) -> None:
    book = registry.rules("fae").book()
    rule = next(iter(next(iter(book.values())).rules))
    ana = phone(evening, "Ana")
    ana.tell({"rule": rule.ids[0]})
    ana.until(lambda: bool(ana.errors))
    assert [one["code"] for one in ana.errors] == ["rule"] and ana.errors[0]["text"]


@pytest.mark.parametrize(
    "message", [{"why": 1}, {"why": None, "after": []}, {"rule": 1}, {"rule": "x", "y": 1}]
)
def test_a_question_of_another_form_is_refused(evening: Evening, message: dict[str, object]) -> None:
    ana = phone(evening, "Ana")
    ana.tell(message)
    ana.until(lambda: bool(ana.errors))
    assert [one["code"] for one in ana.errors] == ["no_decision"]


def test_an_answer_that_comes_late_is_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the hint of one seat, which may tell its secret, would reach the next that asks."""
    answers: list[Any] = []

    class Late:
        def __init__(self, _: object, answer: object, **__: object) -> None:
            answers.append(answer)

        def stop(self) -> None:
            """Be too late to stop."""

    monkeypatch.setattr(app_hints, "Thought", Late)
    monkeypatch.setattr(app_hints, "can_answer", lambda _: True)
    hints, told = app_hints.SeatHints(lambda shown: replace(QUESTION, seed=shown.at)), list[str]()
    hints.ask(shared(turn="Ana", at=1), lambda: told.append("Ana"))
    hints.ask(shared(turn="Bo", at=2), lambda: told.append("Bo"))
    late, right = answers
    late(["Ana's"])
    assert not told and hints.of("Bo", 2) is None and hints.of("Ana", 1) is None
    right(["Bo's"])
    found: Any = hints.of("Bo", 2)
    assert told == ["Bo"] and found == ("Bo's",) and hints.of("Ana", 1) is None
