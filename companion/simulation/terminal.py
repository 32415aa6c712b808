"""A game as lines of text, for a terminal without a display."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeAlias, TypeVar

from companion.session.snapshot import Snapshot

SnapshotT = TypeVar("SnapshotT", bound=Snapshot)
Lines: TypeAlias = Callable[[SnapshotT | None, SnapshotT], Iterable[str]]
"""Return the lines for a snapshot that follows another; None before the first one."""


class TerminalEcho(Generic[SnapshotT]):
    """Passes to `echo` the lines that `lines` returns for each snapshot."""

    def __init__(self, lines: Lines[SnapshotT], echo: Callable[[str], object]) -> None:
        self._lines, self._echo = lines, echo
        self._before: SnapshotT | None = None

    def show(self, shown: SnapshotT) -> None:
        """Print the lines of the next snapshot."""
        for line in self._lines(self._before, shown):
            self._echo(line)
        self._before = shown
