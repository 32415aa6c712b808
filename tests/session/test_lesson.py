"""The guided first round in a session: stored, resumed, undone, and silent while the app has the turn."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.games.fae.lesson import LESSON
from companion.games.lesson import END
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.messages import BotMove, Learn, Read, Redo, Undo
from companion.storage.journal import Journal
from tests.session.fae_answers import moved

PLAYERS = ("Ana", "Bo")
BEGIN, RESUME = manifest("fae").begin, manifest("fae").resume


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "games.db") as opened:
        yield opened


def context(journal: Journal | None = None) -> SessionContext:
    return SessionContext(journal, Random(1), watched=False)


def taught(journal: Journal | None = None, **config: Any) -> Any:
    """A lesson of Fae with its own set-up."""
    setup = LESSON.opening(PLAYERS, ())
    session: Any = BEGIN(GameConfig(PLAYERS, setup=setup, lesson=True, **config), context(journal))
    session.tell(Learn(1))
    return session


def step(session: Any) -> str | None:
    shown = session.snapshot(1).lesson
    return shown.key or None if shown else None


def follow(session: Any) -> None:
    (source, target), *_ = session.snapshot(1).lesson.saying.ways
    session.tell(moved(1, fae.Move(source, target)))


def resumed(journal: Journal, session: Any) -> Any:
    return RESUME(session.timeline.stored_as, context(journal))


def test_a_game_without_a_lesson_says_nothing(journal: Journal) -> None:
    session: Any = BEGIN(GameConfig(PLAYERS, setup=LESSON.opening(PLAYERS, ())), context(journal))
    assert step(session) is None
    assert step(resumed(journal, session)) is None


def test_a_lesson_goes_on_after_a_restart_with_what_was_read(journal: Journal) -> None:
    session = taught(journal)
    assert step(session) == step(resumed(journal, session)) == "ritual"
    follow(session)
    assert step(session) == step(resumed(journal, session)) == "card"
    session.tell(Read(1, "card"))
    again = resumed(journal, session)
    assert again.snapshot(1).lesson == session.snapshot(1).lesson
    assert step(again) == "spirit"
    again.tell(Read(1, "spirit"))
    assert step(resumed(journal, again)) == "move"


def test_a_lesson_that_was_left_stays_left_after_a_restart(journal: Journal) -> None:
    session = taught(journal)
    session.tell(Read(1, END))
    follow_up = resumed(journal, session)
    assert step(session) is step(follow_up) is None
    follow_up.tell(moved(1, fae.legal(follow_up.timeline.current.position)[0]))
    assert step(follow_up) is None


def test_a_lesson_that_was_left_goes_on_where_it_was() -> None:
    session = taught()
    follow(session)
    session.tell(Read(1, END))
    session.tell(Learn(1))
    assert step(session) == "card" and session.learning


def test_a_lesson_that_begins_before_its_set_up_is_seen_is_stored_with_it(journal: Journal) -> None:
    session: Any = BEGIN(GameConfig(PLAYERS, lesson=True), SessionContext(journal, Random(1)))
    session.tell(Learn(1))
    assert not session.begun and step(session) is None
    session._begin_at(fae.RULES.read_setup(LESSON.opening(PLAYERS, ()) or {}))
    assert step(session) == step(resumed(journal, session)) == "ritual"


def test_an_undo_takes_the_lesson_back_and_a_redo_brings_it_again(journal: Journal) -> None:
    session = taught(journal)
    first = session.snapshot(1).lesson
    follow(session)
    second = session.snapshot(1).lesson
    session.tell(Undo(1))
    assert session.snapshot(1).lesson == resumed(journal, session).snapshot(1).lesson == first
    session.tell(Redo(1))
    assert session.snapshot(1).lesson == second


def test_what_was_read_stays_read_after_an_undo() -> None:
    session = taught()
    follow(session)
    session.tell(Read(1, "card"))
    session.tell(Undo(1))
    assert step(session) == "ritual"
    follow(session)
    assert step(session) == "spirit"


def test_nothing_is_said_while_the_app_has_the_turn() -> None:
    session = taught(bots={"Bo": "easy"})
    follow(session)
    assert session.bot_to_move() and step(session) is None
    assert session.snapshot(1).lesson.well, "what the person did is praised at once"
    session.tell(BotMove(1, 1, fae.legal(session.timeline.current.position)[0]))
    assert step(session) == "card"
