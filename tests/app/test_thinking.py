"""Thinking in a process: answers, luck, time, being stopped, and a process that dies."""

import threading
from random import Random
from typing import Any

import pytest

from companion.app.thinking import LateError, NoAnswerError, Question, Thought
from companion.games import fae
from companion.games.fae.advice import advise
from companion.games.fae.setup import random_druids
from tests.app.thoughts import dies, echo, for_ever, raises, unpicklable
from tests.patience import WAIT_S


def asked(advise: Any, least_s: float = 0.0, seed: int = 5) -> tuple[Thought, list[Any]]:
    heard: list[Any] = []
    return Thought(Question("fae", advise, (), 1, "red", 7, seed), heard.append, least_s), heard


def test_a_process_answers_with_the_same_luck_as_here() -> None:
    thought, heard = asked(echo)
    assert thought.wait(WAIT_S)
    assert heard == [echo((), 1, "red", 7, Random(5), lambda: True)]


def test_what_was_stopped_is_never_answered() -> None:
    thought, heard = asked(for_ever)
    thought.stop()
    assert thought.wait(WAIT_S) and heard == []
    waiting, heard = asked(echo, least_s=WAIT_S)
    waiting.stop()
    assert waiting.wait(WAIT_S) and heard == []


@pytest.mark.expects_errors
def test_where_the_process_dies_the_first_thought_is_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    thought, heard = asked(dies)
    assert thought.wait(WAIT_S)
    assert heard == [echo((), 1, "red", 7, Random(5), lambda: True)]
    assert "red" not in caplog.text


@pytest.mark.expects_errors
@pytest.mark.parametrize("thinks", [dies, unpicklable])
def test_a_lost_answer_is_told(thinks: Any) -> None:
    lost: list[Exception] = []
    question = Question("fae", thinks, (), 1, "red", 7, 5)
    assert Thought(question, lambda _: None, lost=lost.append).wait(WAIT_S)
    assert [type(error) for error in lost] == [NoAnswerError]


@pytest.mark.expects_errors
def test_a_failed_search_is_answered_with_nothing_and_its_position_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[Any] = []
    p = fae.start(random_druids(Random(1)), 2)
    assert Thought(Question("fae", raises, (p,), 1, "purple", 7, 5), heard.append).wait(WAIT_S)
    assert heard == [()]
    assert fae.RULES.dump(p) in caplog.text and "thoughts.py" in caplog.text
    assert "'purple'" not in caplog.text, "the text of an error may hold a secret"


@pytest.mark.expects_errors
def test_a_search_without_an_end_is_answered_with_nothing(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Any] = []
    lost: list[Exception] = []
    question = Question("fae", for_ever, (), 1, "red", 7, 5)
    assert Thought(question, heard.append, lost=lost.append, lost_s=0.1).wait(WAIT_S)
    assert heard == [()] and [type(error) for error in lost] == [LateError]


def test_the_answer_comes_on_another_thread() -> None:
    threads: list[threading.Thread] = []
    question = Question("fae", echo, (), 0, None, 1, 1)
    thought = Thought(question, lambda _: threads.append(threading.current_thread()))
    assert thought.wait(WAIT_S) and threads[0] is not threading.current_thread()


def test_a_question_does_not_show_the_secret() -> None:
    assert "purple" not in repr(Question("fae", echo, (), 0, "purple", 1, 1))


def test_a_position_of_a_real_game_goes_there_and_back() -> None:
    heard: list[Any] = []
    past = (fae.start(random_druids(Random(1)), 2),)
    assert Thought(Question("fae", advise, past, 0, "red", 10, 3), heard.append).wait(WAIT_S)
    assert fae.explain(past[0], heard[0][0].move) is None
