"""Thinking about a game in a process of its own: window and camera go on, and it can be ended."""

import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from companion.games.base import Advice

log = logging.getLogger(__name__)

LIMIT_S = 2.0
"""Nobody waits longer for an answer, the start of the process apart."""
_NICE = 10


@dataclass(frozen=True)
class Question:
    """What a seat asks: `companion.games.base.Advisor` says what is what; `seed` is for luck."""

    advise: Callable[..., Sequence[Advice[Any]]]
    past: Sequence[Any]
    seat: int
    secret: Any = field(repr=False)
    trials: int
    seed: int

    def answer(self, limit_s: float) -> Sequence[Advice[Any]]:
        """The answer, worked out here and now."""
        until_s = time.monotonic() + limit_s
        return self.advise(
            self.past,
            self.seat,
            self.secret,
            self.trials,
            Random(self.seed),
            lambda: time.monotonic() < until_s,
        )


class Thought:
    """A question that is being thought about; `answer` is called with what was found, on another thread.

    Not before `least_s` have passed, and not after `stop`. If the process cannot do it, `lost` is called with
    the error, and the answer is what comes to mind first.
    """

    def __init__(
        self,
        question: Question,
        answer: Callable[[Sequence[Advice[Any]]], object],
        least_s: float = 0.0,
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        """Begin to think."""
        self._lost = lost
        self._question, self._answer, self._least_s = question, answer, least_s
        self._stopped = threading.Event()
        self._process: Any = None
        self._thread = threading.Thread(target=self._think, name="thinking", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """The answer is not wanted any more."""
        self._stopped.set()
        if self._process is not None:
            self._process.kill()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Return when `answer` was called or will not be; False when it takes longer."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _think(self) -> None:
        began_s = time.monotonic()
        found = self._asked()
        self._stopped.wait(max(0.0, self._least_s - (time.monotonic() - began_s)))
        if not self._stopped.is_set():
            self._answer(found if found is not None else self._question.answer(0.0))

    def _asked(self) -> Sequence[Advice[Any]] | None:
        """What the process answers; None where it does not."""
        context = multiprocessing.get_context("spawn")  # a fork would copy the window's locks
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._question), daemon=True)
        try:
            process.start()
            self._process = process
            theirs.close()
            if self._stopped.is_set():
                process.kill()
            found: Sequence[Advice[Any]] = ours.recv()
            return found
        except Exception as error:  # what a question holds may raise anything when it is pickled
            if not self._stopped.is_set():
                log.exception("no answer from the process that thinks")
                self._lost(error)
            return None
        finally:
            ours.close()
            if process.pid is not None:
                process.join()


def _work(answer_to: Connection, question: Question) -> None:
    """In the process: answer, with less right to the processor than the window."""
    with suppress(KeyboardInterrupt):
        os.nice(_NICE)
        answer_to.send(question.answer(LIMIT_S))
