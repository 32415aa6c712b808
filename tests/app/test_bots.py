"""Bots whose search fails: a legal move, and a person if there is none."""

from collections.abc import Callable
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest

from companion.app.bots import Bots
from companion.app.thinking import Question, question
from companion.games import fae
from companion.games.fae.setup import random_druids, setup_of
from companion.session.base import GameConfig, GameSession, SessionContext, manifest
from companion.session.messages import TakeSeat
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.storage.journal import Journal
from tests.app.thoughts import illegal, raises
from tests.patience import WAIT_S

NAMES = ("The app", "Ana")


def begun(context: SessionContext) -> GameSession:
    setup = setup_of(fae.start(random_druids(Random(2)), 2), NAMES)
    return manifest("fae").begin(GameConfig(NAMES, setup=setup, bots={"The app": "easy"}), context)


class Table:
    """A game whose first player is a bot that thinks with `advise`."""

    def __init__(self, advise: Any) -> None:
        self.session = begun(SessionContext(chance=Random(1), watched=False))
        self.thread, self.shown = SessionThread(), Queue[Snapshot]()
        self._advise = advise
        self.bots = Bots(self._question, self.thread.post, least_s=0.0)
        self.thread.subscribe(self.shown.put)
        self.thread.subscribe(self.bots.look)
        self.thread.start()
        self.thread.open(self.thread.number(), self.session)

    def _question(self, shown: Snapshot, strength: Any) -> Question | None:
        asked = question(self.session, shown, strength, Random(3))
        assert asked
        return Question("fae", self._advise, asked.past, asked.seat, asked.secret, 0, asked.seed)

    def until(self, there: Callable[[Snapshot], object]) -> Snapshot:
        while not there(shown := self.shown.get(timeout=WAIT_S)):
            pass
        self.bots.stop()
        self.thread.stop()
        return shown


@pytest.mark.expects_errors
@pytest.mark.parametrize("advise", [raises, illegal])
def test_a_bot_without_a_good_answer_plays_a_legal_move(advise: Any) -> None:
    table = Table(advise)
    shown = table.until(lambda shown: shown.played == 1)
    assert (shown.turn, shown.bots) == ("Ana", {"The app": "easy"})


@pytest.mark.expects_errors
@pytest.mark.parametrize("found", [fae.Move(1, 60), None])
def test_a_bot_without_any_move_leaves_its_seat_to_a_person(
    found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def next_move(*_: object) -> Any:
        if found is None:
            raise SystemExit
        return found

    monkeypatch.setattr(Question, "any_move", next_move)
    shown = Table(illegal).until(lambda shown: not shown.bots)
    assert (shown.turn, shown.thinking, shown.played) == ("The app", False, 0)
    assert "somebody plays on" in str(shown.problem)


def test_a_seat_that_a_person_took_stays_theirs(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        context = SessionContext(journal, Random(1), watched=False)
        session = begun(context)
        session.tell(TakeSeat(1, "The app"))
        stored_as = session.snapshot(1).stored_as
        assert stored_as is not None
        assert manifest("fae").resume(stored_as, context).snapshot(1).bots == {}
