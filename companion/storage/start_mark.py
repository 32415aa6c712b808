"""A counter on disk of failed starts, such as those that a crashing driver ended."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import CompanionError
from companion.games import strict
from companion.storage import atomic

FILE = "starting.json"
MOST = 3
"""Number of consecutive failed starts after which the next start is in safe mode."""
log = logging.getLogger(__name__)


class StartMark:
    """Counts consecutive failed starts; `why` is the reason of the last one, if known."""

    def __init__(self, path: Path) -> None:
        """Read the counter; an unreadable one counts as 0."""
        self._path = path
        self.unfinished, self.why = _read(path)
        self._starting = False

    @property
    def careful(self) -> bool:
        """Return True if devices must not be used now. Safe mode changes nothing until `clear`."""
        return self.unfinished >= MOST

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Context of a running app; a crash counts until `finished`.

        Reported errors and an exit by the user do not count.
        """
        self._starting = not self.careful
        if self._starting:
            self._write(self.unfinished + 1, self.why)
        try:
            yield
        except (CompanionError, KeyboardInterrupt):
            self._as_before()
            raise
        except Exception as error:
            if self._starting:
                self._write(self.unfinished + 1, f"{type(error).__name__}: {error}")
            raise
        self._as_before()

    def finished(self) -> None:
        """Record that this start succeeded."""
        if self._starting:
            self._starting = False
            self.clear()

    def clear(self) -> None:
        """Reset the counter."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _as_before(self) -> None:
        if self._starting:
            self._write(self.unfinished, self.why)

    def _write(self, unfinished: int, why: str) -> None:
        try:
            atomic.write(self._path, json.dumps({"unfinished": unfinished, "why": why}))
        except OSError as error:  # a full disk is no reason not to start
            log.warning("%s: cannot be written: %s", self._path, error)


def _read(path: Path) -> tuple[int, str]:
    try:
        found = strict.loads(path.read_bytes())
        return max(0, int(found["unfinished"])), str(found["why"])
    except (OSError, ValueError, TypeError, LookupError):
        return 0, ""
