"""A mark on the disk for starts that did not finish, such as those that a driver ended with the program."""

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
"""After so many starts that did not finish the next one is a careful one."""
log = logging.getLogger(__name__)


class StartMark:
    """Counts the starts in a row that did not finish; `why` the last one did not, where that is known."""

    def __init__(self, path: Path) -> None:
        """Read the mark; one that cannot be read is none."""
        self._path = path
        self.unfinished, self.why = _read(path)
        self._starting = False

    @property
    def careful(self) -> bool:
        """Whether to leave devices alone now. Careful starts change nothing until `clear`."""
        return self.unfinished >= MOST

    @contextmanager
    def starting(self) -> Iterator[None]:
        """The app starts and runs here; a crash counts until `finished`. Errors that are told, and what
        people end themselves, do not count.
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
        """This start is over and well."""
        if self._starting:
            self._starting = False
            self.clear()

    def clear(self) -> None:
        """The next start is like the first."""
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
