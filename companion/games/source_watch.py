"""Watches the source folder of a game, and says what became of a change."""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from companion.errors import CompanionError
from companion.games import installed

PAUSE_S = 0.5


class SourceWatch:
    """Calls `changed(None)` after a change of the folder's files with which the game can be loaded.

    With one that is refused it calls `changed(error)`, and goes on. Runs on a thread until `close`.
    """

    def __init__(self, folder: Path, changed: Callable[[CompanionError | None], object]) -> None:
        installed.add_source(folder)
        self._folder, self._changed = folder, changed
        self._mark, self._end = installed.source_mark(folder), Event()
        self._thread = Thread(target=self._run, name="source", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the watch."""
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(PAUSE_S):
            try:
                if (mark := installed.source_mark(self._folder)) == self._mark:
                    continue
                self._mark = mark
                installed.try_source(self._folder)
            except CompanionError as error:
                self._changed(error)
                continue
            self._changed(None)
