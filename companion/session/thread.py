"""Thread that owns the game: takes messages, calls the session, shows the result."""

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from queue import Empty, Queue
from typing import TypeVar

from companion.errors import CompanionError, RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.session.base import GameSession
from companion.session.messages import Message, Seen
from companion.session.snapshot import Snapshot

log = logging.getLogger(__name__)

_ArgumentT = TypeVar("_ArgumentT")
_STALE = N_("Somebody was faster.")


@dataclass(frozen=True, slots=True)
class _OpenGame(Message):
    """Make `session` the game with this number."""

    session: GameSession


@dataclass(frozen=True, slots=True)
class _ShowAgain(Message):
    """Show the present state again, to a new subscriber or one that wants more of it."""


@dataclass(frozen=True, slots=True)
class _Stop(Message):
    """No more messages."""


class SessionThread:
    """One thread for one game at a time. All methods may be called from any thread.

    Subscribers are called on the owning thread with each new snapshot, after it is stored. An exception in
    one is logged; the others are still called.

    A message with a state's number (`Message.at`) is taken in that state only: of all decisions that were
    made in one state, the first one counts.
    """

    def __init__(
        self,
        alive: Callable[[], object] = lambda: None,
        beat_s: float | None = None,
        at: int = 0,
        guarded: Callable[[], AbstractContextManager[None]] = nullcontext,
        broken: Callable[[CompanionError], object] = lambda _: None,
    ) -> None:
        """Prepare the thread; nothing runs before `start`.

        `alive` is called on the owning thread after each message, and every `beat_s` seconds without one.
        `at` is the number of the first state. Each message is taken in a context of `guarded`; `broken` is
        called, on the owning thread, when the game has ended because it can show nothing any more.
        """
        self._guarded, self._broken = guarded, broken
        self._alive, self._beat_s = alive, beat_s
        self._inbox: Queue[Message] = Queue()
        self._numbers = count(1)
        self._subscribers: list[Callable[[Snapshot], object]] = []
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._newest: Seen | None = None
        self._session: GameSession | None = None
        self._game = 0
        self._at = at
        self._shown: Snapshot | None = None

    @property
    def latest(self) -> Snapshot | None:
        """The snapshot that was shown last."""
        return self._shown

    def subscribe(self, show: Callable[[Snapshot], object]) -> Callable[[], None]:
        """Call `show` with every snapshot from now on. Return a function that ends it."""
        self._subscribers.append(show)
        return partial(self._subscribers.remove, show)

    def number(self) -> int:
        """A number for the next game; its messages must carry it.

        Get the number before you open the game, so that no snapshot arrives before the number is known.
        """
        return next(self._numbers)

    def open(self, number: int, session: GameSession) -> None:
        """Make this the game that is on."""
        self._inbox.put(_OpenGame(number, session))

    def show_again(self) -> None:
        """Show the snapshot of the present game to all subscribers once more."""
        self._inbox.put(_ShowAgain(self._game))

    def post(self, message: Message) -> None:
        """Queue a message; returns at once."""
        if isinstance(message, Seen):
            self._newest = message
        self._inbox.put(message)

    def start(self) -> None:
        """Begin to take messages."""
        self._thread.start()

    def stop(self) -> None:
        """Take all messages that were posted, then end the thread."""
        self._inbox.put(_Stop(0))
        self._thread.join()

    def run_until_idle(self) -> None:
        """Without `start`: take all messages that wait, on this thread."""
        while True:
            try:
                self._take(self._inbox.get_nowait())
            except Empty:
                return

    def _run(self) -> None:
        while not isinstance(message := self._next(), _Stop):
            if message is not None:
                with self._guarded():
                    self._take(message)
            message = None  # while it waits, nothing holds a picture and its reader
            self._alive()

    def _next(self) -> Message | None:
        """Return the next message; None if none arrives within `beat_s` seconds."""
        try:
            return self._inbox.get(timeout=self._beat_s)
        except Empty:
            return None

    def _take(self, message: Message) -> None:
        """Handle a message; log any exception, and always answer the sender of a picture."""
        settled = None
        try:
            if self._is_current(message) and self._handle(message) and self._session:
                settled = self._session.settled_table
        except BaseException as error:  # a game may raise anything
            log.exception("game %d: no snapshot after %s", self._game, type(message).__name__)
            if not isinstance(message, Seen):  # somebody waits; after a picture the next one may be right
                self._session = None
                self._call(self._broken, internal(error))
        if isinstance(message, Seen):
            self._call(message.answer, settled)
            if self._newest is message:
                self._newest = None

    def _is_current(self, message: Message) -> bool:
        if isinstance(message, _OpenGame):
            self._session, self._game = message.session, message.game
        stale = isinstance(message, Seen) and message is not self._newest
        return self._session is not None and message.game == self._game and not stale

    def _handle(self, message: Message) -> bool:
        """Handle a message and show the result; return whether it met no problem."""
        assert self._session
        if message.at not in (None, self._at):
            self._call(message.refused, stale())
            return False
        problem: CompanionError | None = None
        try:
            if not isinstance(message, _OpenGame | _ShowAgain):
                self._session.tell(message)
        except CompanionError as error:
            problem = error
        except BaseException as error:  # a game may raise anything: report it and keep the game running
            log.exception("game %d: %s failed", self._game, type(message).__name__)
            problem = internal(error)
        new = self._session.snapshot(self._game, problem)
        if self._shown is None or not new.decides_as(self._shown):
            self._at += 1
        if problem:
            self._call(message.refused, problem)
        else:
            self._call(message.taken, self._at)
        self._show(replace(new, at=self._at), again=isinstance(message, _ShowAgain) or message.at is not None)
        return problem is None

    def _show(self, new: Snapshot, again: bool) -> None:
        """Show a snapshot if it differs from the last one, or `again`: who decided waits for an answer."""
        if new != self._shown or again:
            self._shown = new
            for show in tuple(self._subscribers):
                self._call(show, new)

    def _call(self, listener: Callable[[_ArgumentT], object], argument: _ArgumentT) -> None:
        try:
            listener(argument)
        except BaseException:  # nothing that a listener raises ends the game
            log.exception("game %d: a listener failed", self._game)


def stale() -> RuleError:
    """Return the error of a decision that was made in an earlier state."""
    return rule_error("stale", [Sentence(_STALE)])


def internal(error: BaseException) -> CompanionError:
    """Return the error that the players see after an internal exception."""
    pattern = N_("Internal error ({found}); the game is stored.")
    sentence = Sentence(pattern, {"found": type(error).__name__})
    return CompanionError("internal", str(sentence), sentences=(sentence,))
