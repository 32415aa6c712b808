"""Hints and reasons on a phone: for the seat that asks, and for nobody else."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from cryptography.exceptions import InvalidTag

from companion.app.controller.app import App
from companion.games import fae, registry
from companion.session.messages import Undo
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones.raw_client import RawPhone, opened
from tests.app.phones.test_page import Evening
from tests.session.fae_answers import moved

MOST_S = 30.0
"""Maximum time of an answer, with the start of its process."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        try:
            yield Evening(app, journal)
        finally:
            app.close()


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
    device = ana.device
    assert evening.app.phones.hint(device, "en") is None


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
