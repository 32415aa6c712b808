"""Thinking in a separate process: it can be cancelled, and blocks neither window nor camera."""

import logging
import multiprocessing
import os
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from companion.games import registry
from companion.games.base import Advice, Chance, Strength
from companion.session.base import GameSession
from companion.session.snapshot import Snapshot

log = logging.getLogger(__name__)

LIMIT_S = 2.0
"""Time limit of an answer in seconds, without the start of the process."""
LOST_S = 8.0
"""Time after which an answer counts as lost, with the start of the process: a Pi needs 3 s for that."""
NICE = 10


class NoAnswerError(Exception):
    """The process that thinks gave no answer; the text says where it failed."""


class LateError(NoAnswerError):
    """There was no answer in time."""


@dataclass(frozen=True)
class Question:
    """A seat's question.

    `game` is the name of the game; the other fields are those of `companion.games.base.Advisor`, `seed` is
    for randomness.
    """

    game: str
    advise: Callable[..., Sequence[Advice[Any]]]
    past: Sequence[Any]
    seat: int
    secret: Any = field(repr=False)
    trials: int
    seed: int

    def answer(self, limit_s: float) -> Sequence[Advice[Any]]:
        """Compute the answer in this process."""
        until_s = time.monotonic() + limit_s
        return self.advise(
            self.past,
            self.seat,
            self.secret,
            self.trials,
            Random(self.seed),
            lambda: time.monotonic() < until_s,
        )

    def any_move(self) -> Any:
        """Return a legal move by chance, as far as the seat can know."""
        return registry.rules(self.game).next_move(self.past[-1], Random(self.seed))

    def position_text(self) -> str:
        """Return the position as everybody may see it, for the log."""
        rules = registry.rules(self.game)
        return rules.dump(rules.view(self.past[-1], None))


def can_answer(shown: Snapshot) -> bool:
    """Return whether the game can answer a question of the player to move now."""
    rules = registry.rules(shown.name)
    if rules.advisor is None or not shown.turn or shown.turn in shown.own_hands:
        return False
    return shown.dealt or not rules.secret


def question(session: GameSession, shown: Snapshot, strength: Strength, chance: Chance) -> Question | None:
    """Return the question of the player to move, restricted to what that seat knows.

    None if the game cannot answer it now. Raises RuleError `no_secret`.
    """
    rules = registry.rules(shown.name)
    if rules.advisor is None or not can_answer(shown):
        return None
    seat = shown.players.index(shown.turn)
    past = session.past(seat)[: shown.played + 1]
    if shown.turn in shown.bots:
        secret = session.known_to_bot(seat)
    else:
        secret = session.secret(seat) if rules.secret else None
    trials, seed = rules.advisor.effort(strength), chance.randrange(2**32)
    return Question(shown.name, rules.advisor.advise, past, seat, secret, trials, seed)


class Thought:
    """A question in progress; `answer` is called with the result on another thread, always once.

    It is not called before `least_s` seconds have passed, nor after `stop`. If the process fails or gives no
    answer in time, `lost` is called with the error, and the answer is a quick one, or empty.
    """

    def __init__(
        self,
        question: Question,
        answer: Callable[[Sequence[Advice[Any]]], object],
        least_s: float = 0.0,
        lost: Callable[[Exception], object] = lambda _: None,
        lost_s: float = LOST_S,
    ) -> None:
        """Start the process."""
        self._lost, self._lost_s = lost, lost_s
        self._question, self._answer, self._least_s = question, answer, least_s
        self._stopped = threading.Event()
        self._process: Any = None
        self._thread = threading.Thread(target=self._think, name="thinking", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Cancel the question."""
        self._stopped.set()
        if self._process is not None:
            self._process.kill()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Block until `answer` was called or is cancelled; return False on timeout."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _think(self) -> None:
        began_s = time.monotonic()
        found = self._asked()
        self._stopped.wait(max(0.0, self._least_s - (time.monotonic() - began_s)))
        if not self._stopped.is_set():
            self._answer(found)

    def _asked(self) -> Sequence[Advice[Any]]:
        """Return the answer of the process; without one a quick answer of this one, or nothing."""
        try:
            return self._answer_of_process()
        except Exception as error:  # pickling a question may raise anything
            if self._stopped.is_set():
                return ()
            log.error("no answer from the process that thinks: %s\n%s", fault(error), self._about())
            self._lost(error)
            return () if isinstance(error, LateError) else self._quick()

    def _quick(self) -> Sequence[Advice[Any]]:
        try:
            return self._question.answer(0.0)
        except BaseException as error:  # a game may raise anything; somebody waits for the answer
            log.error("no answer: %s\n%s", fault(error), self._about())
            return ()

    def _about(self) -> str:
        with suppress(BaseException):
            return f"{self._question.game}, seat {self._question.seat}: {self._question.position_text()}"
        return self._question.game

    def _answer_of_process(self) -> Sequence[Advice[Any]]:
        context = multiprocessing.get_context("spawn")  # fork would copy the window's locks
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._question), daemon=True)
        try:
            process.start()
            self._process = process
            theirs.close()
            if self._stopped.is_set():
                process.kill()
            if not ours.poll(self._lost_s):
                raise LateError(f"no answer within {self._lost_s} s")
            found: Sequence[Advice[Any]] | str = ours.recv()
            if isinstance(found, str):
                raise NoAnswerError(found)
            return found
        finally:
            ours.close()
            if process.pid is not None:
                process.kill()
                process.join()


def fault(error: BaseException) -> str:
    """Return where an error is and of which type, without its text: that may hold a secret."""
    if isinstance(error, NoAnswerError):
        return str(error)
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"


def _work(answer_to: Connection, question: Question) -> None:
    """Run in the process: answer at a lower priority than the window's, or send why there is no answer."""
    with suppress(KeyboardInterrupt):
        os.nice(NICE)
        try:
            answer_to.send(tuple(question.answer(LIMIT_S)))
        except BaseException as error:  # a game may raise anything
            answer_to.send(fault(error))
