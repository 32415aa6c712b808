"""Pattern locks: users may lock their secrets with a pattern, which opens them for a moment."""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from companion.errors import RuleError, StorageError
from companion.games.base import N_, Sentence, rule_error
from companion.settings import locks as file
from companion.settings.locks import Locks, Pattern, PatternLock, PatternPresses
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.journal import StoredGame

log = logging.getLogger(__name__)

OPEN_S = 30.0
"""Grace period in seconds during which no pattern is asked for after the last look."""


class FileLocks:
    """Implements `ui.lock_service.Locks` on a file that only its owner may read; thread-safe.

    A try is stored as a failed one before it is checked, so a restart cannot forget it; a restart begins
    the waiting time again. `stored` returns all stored games.
    """

    def __init__(
        self,
        folder: Path,
        stored: Callable[[], Iterable[StoredGame]],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the file; if it is damaged everybody is locked until each has reset their pattern."""
        self._path, self._stored, self._now_s = folder / file.FILE, stored, now_s
        self._lock, self._open = threading.RLock(), dict[str, float]()
        self.problem: StorageError | None = None
        self._kept = self._read()
        self._tried = {name: now_s() for name, lock in self._kept.locks.items() if lock.failed}

    def has(self, name: str) -> bool:
        """Return True if a player has a pattern."""
        return name in self._kept.locks or self.has_lost(name)

    def has_lost(self, name: str) -> bool:
        """Return True if a player's pattern was lost with a damaged file: it can only be reset."""
        return self._kept.has_lost(name)

    def is_open(self, name: str) -> bool:
        """Return True if nothing keeps a player's secret locked now."""
        return not self.has(name) or self._now_s() < self._open.get(name, 0.0)

    def wait_s(self, name: str) -> float:
        """Remaining waiting time in seconds after too many failed tries."""
        lock = self._kept.locks.get(name)
        if lock is None:
            return 0.0
        return max(0.0, self._tried.get(name, 0.0) + file.wait_s(lock.failed) - self._now_s())

    def unlock(self, name: str, pattern: Pattern) -> bool:
        """Try a pattern; return True and open the secret for a moment if it is right.

        Raises StorageError.
        """
        with self._lock:
            lock = self._kept.locks.get(name)
            if lock is None or not file.usable(pattern) or self.wait_s(name):
                return not self.has(name)
            self._keep_lock(name, replace(lock, failed=lock.failed + 1))
            self._tried[name] = self._now_s()
            if not file.fits(lock, pattern):
                return False
            if lock.failed:
                log.warning("a secret was opened after %d wrong patterns", lock.failed)
            self._keep_lock(name, replace(lock, failed=0))
            self._open[name] = self._now_s() + OPEN_S
            return True

    def shut(self, name: str) -> None:
        """Lock a player's secret again."""
        self._open.pop(name, None)

    def lock(self, name: str, pattern: Pattern) -> None:
        """Set a player's pattern, or remove it with "".

        Raises RuleError `locked` if the old pattern has not been entered, `bad_pattern`,
        StorageError.
        """
        with self._lock:
            if not self.is_open(name):
                raise locked(name)
            if pattern and not file.usable(pattern):
                raise rule_error("bad_pattern", [Sentence(_BAD, {"fewest": file.FEWEST, "most": file.MOST})])
            self._keep_lock(name, file.locked_by(pattern) if pattern else None)
            self.shut(name)

    def strike(self, name: str) -> None:
        """Reset a forgotten pattern.

        In return nobody sees that player's secrets in the games stored by now before they are
        revealed. Raises StorageError.
        """
        with self._lock:
            others = {other: lock for other, lock in self._kept.locks.items() if other != name}
            closed = self._kept.closed.get(name, frozenset()) | _uids(self._stored())
            self._keep(Locks(others, {**self._kept.closed, name: closed}, self._kept.lost))

    def check(self, name: str, game: str) -> None:
        """Check that a secret of a game may be shown now; `game` is its uid.

        Raises RuleError `locked`, `closed`.
        """
        if game in self._kept.closed.get(name, ()):
            raise rule_error("closed", [Sentence(_CLOSED, {"player": name})])
        if not self.is_open(name):
            raise locked(name)
        if self.has(name):
            self._open[name] = self._now_s() + OPEN_S

    def _until(self, number: int) -> frozenset[str]:
        return _uids(game for game in self._stored() if game.id <= number)

    def _keep_lock(self, name: str, lock: PatternLock | None) -> None:
        others = {other: kept for other, kept in self._kept.locks.items() if other != name}
        self._keep(replace(self._kept, locks={**others, name: lock} if lock else others))

    def _keep(self, locks: Locks) -> None:
        try:
            atomic.write(self._path, file.dump(locks), private=True)
        except OSError as error:
            raise failure("not_written", _NOT_WRITTEN, path=str(self._path), cause=str(error)) from error
        self._kept = locks

    def _read(self) -> Locks:
        try:
            return file.load(self._path.read_bytes(), self._until)
        except FileNotFoundError:
            return Locks()
        except (OSError, ValueError) as error:
            self.problem = failure("unreadable", _UNREADABLE, path=str(self._path), cause=str(error))
            return Locks(lost=True)  # the damaged file stays until somebody resets a pattern


def _uids(games: Iterable[StoredGame]) -> frozenset[str]:
    return frozenset(game.uid for game in games if game.uid)


class SeatPatterns:
    """Patterns entered with the seats' buttons; called on the buttons' thread.

    A pattern is checked when the next press begins: that press shows the opened secret. `at` returns the
    player at a seat.
    """

    def __init__(
        self,
        locks: FileLocks,
        at: Callable[[str], str | None],
        failed: Callable[[StorageError], object],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._locks, self._at, self._failed, self._now_s = locks, at, failed, now_s
        self._presses = defaultdict[str, PatternPresses](PatternPresses)

    def pressed(self, seat: str, down: bool) -> None:
        """Record that the button at a seat went down or up."""
        presses, now_s = self._presses[seat], self._now_s()
        if not down:
            presses.up(now_s)
            return
        pattern, player = presses.taken(now_s), self._at(seat)
        presses.down(now_s)
        if pattern and player and not self._locks.is_open(player):
            try:
                self._locks.unlock(player, pattern)
            except StorageError as error:
                self._failed(error)


def locked(player: str) -> RuleError:
    """The error raised while a pattern is required."""
    return rule_error("locked", [Sentence(_LOCKED, {"player": player})])


_LOCKED = N_("{player} must press the pattern first.")
_CLOSED = N_("The pattern of {player} was removed during this game: the secret stays closed to the end.")
_BAD = N_("A pattern has {fewest} to {most} presses, short and long ones.")
_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")
_UNREADABLE = N_(
    "{path} could not be read ({cause}): all secrets stay locked. Remove the patterns on the"
    " page Patterns, then set new ones."
)
