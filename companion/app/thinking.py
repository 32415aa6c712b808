"""Thinking in a separate process: it can be cancelled, and blocks neither window nor camera."""

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
"""Time limit of an answer in seconds, without the start of the process."""
_NICE = 10


@dataclass(frozen=True)
class Question:
    """A seat's question.

    The fields are those of `companion.games.base.Advisor`, `seed` is for randomness.
    """

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


class Thought:
    """A question in progress; `answer` is called with the result on another thread.

    It is not called before `least_s` seconds have passed, nor after `stop`. If the process fails, `lost`
    is called with the error, and the answer is a quick default.
    """

    def __init__(
        self,
        question: Question,
        answer: Callable[[Sequence[Advice[Any]]], object],
        least_s: float = 0.0,
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        """Start the process."""
        self._lost = lost
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
            self._answer(found if found is not None else self._question.answer(0.0))

    def _asked(self) -> Sequence[Advice[Any]] | None:
        """The answer of the process; None if there is none."""
        context = multiprocessing.get_context("spawn")  # fork would copy the window's locks
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
        except Exception as error:  # pickling a question may raise anything
            if not self._stopped.is_set():
                log.exception("no answer from the process that thinks")
                self._lost(error)
            return None
        finally:
            ours.close()
            if process.pid is not None:
                process.join()


def _work(answer_to: Connection, question: Question) -> None:
    """Run in the process: answer at a lower priority than the window's."""
    with suppress(KeyboardInterrupt):
        os.nice(_NICE)
        answer_to.send(question.answer(LIMIT_S))
