"""The thread that owns the game: takes messages, lets the session store and count them, shows the result."""

import logging
import threading
from collections.abc import Callable
from itertools import count
from queue import Empty, Queue
from typing import Generic, TypeVar

from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.session.messages import Message, Open, Owned, Seen, Stop

log = logging.getLogger(__name__)

SnapshotT = TypeVar("SnapshotT")


class SessionThread(Generic[SnapshotT]):
    """One thread for one game at a time. All methods may be called from any thread.

    Subscribers are called on the owning thread with every new snapshot, after it is stored.
    """

    def __init__(self) -> None:
        """Nothing runs before `start`."""
        self._inbox: Queue[Message] = Queue()
        self._numbers = count(1)
        self._subscribers: list[Callable[[SnapshotT], object]] = []
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._newest: Seen | None = None
        self._owned: Owned[SnapshotT] | None = None
        self._game = 0
        self._shown: SnapshotT | None = None

    @property
    def latest(self) -> SnapshotT | None:
        """The snapshot that was shown last."""
        return self._shown

    def subscribe(self, show: Callable[[SnapshotT], object]) -> None:
        """Call `show` with every snapshot from now on."""
        self._subscribers.append(show)

    def open(self, owned: Owned[SnapshotT]) -> int:
        """Make this the game that is on; its number is what messages must carry."""
        number = next(self._numbers)
        self._inbox.put(Open(number, owned))
        return number

    def post(self, message: Message) -> None:
        """Hand a message over; returns at once."""
        if isinstance(message, Seen):
            self._newest = message
        self._inbox.put(message)

    def start(self) -> None:
        """Begin to take messages."""
        self._thread.start()

    def stop(self) -> None:
        """Take all messages that were posted, then end the thread."""
        self._inbox.put(Stop(0))
        self._thread.join()

    def run_until_idle(self) -> None:
        """Without `start`: take all messages that wait, on this thread."""
        while True:
            try:
                self._take(self._inbox.get_nowait())
            except Empty:
                return

    def _run(self) -> None:
        while not isinstance(message := self._inbox.get(), Stop):
            self._take(message)

    def _take(self, message: Message) -> None:
        taken = self._count(message)
        if isinstance(message, Seen):
            message.answer(self._owned.agreed if taken and self._owned else None)

    def _count(self, message: Message) -> bool:
        """Whether the message was for the game that is on; then it was told and the result shown."""
        if isinstance(message, Open):
            self._owned, self._game = message.owned, message.game
        if self._owned is None or message.game != self._game:
            return False
        if isinstance(message, Seen) and message is not self._newest:
            return False
        problem: CompanionError | None = None
        try:
            self._owned.tell(message)
        except CompanionError as error:
            problem = error
        except Exception as error:  # a mistake of ours: say so and keep the game on
            log.exception("game %d: %s failed", self._game, type(message).__name__)
            problem = internal(error)
        self._show(self._owned.snapshot(self._game, problem))
        return problem is None

    def _show(self, new: SnapshotT) -> None:
        if new != self._shown:
            self._shown = new
            for show in self._subscribers:
                show(new)


def internal(error: Exception) -> CompanionError:
    """A mistake of ours, as people are told."""
    pattern = N_("Something went wrong inside ({found}); the game is stored.")
    sentence = Sentence(pattern, {"found": type(error).__name__})
    return CompanionError("internal", str(sentence), sentences=(sentence,))
