"""Backups to USB sticks while the app runs: on request, and by itself once every evening."""

import logging
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from companion import __version__
from companion.app.archive.history import local_time
from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.session.thread import internal
from companion.storage import backup, clock, exports, stick_backups
from companion.storage.backup import Places
from companion.storage.journal import Journal
from ui.backup_service import BackupActivity, BackupLook, Stick, StoredBackup

EVENING_HOUR = 18
"""Local hour from which the backup of the day is made."""
DUE_EVERY_S = 60.0
"""Seconds between two looks whether a backup is due."""
LOOK_EVERY_S = 1.0
"""Least seconds between two looks at the sticks."""
CLOSE_S = 4.0
"""Longest time in seconds that a backup may take while the app closes; the service has 10 in all."""

log = logging.getLogger(__name__)


class _File(NamedTuple):
    """A file as it was when it was read."""

    path: Path
    changed_ns: int
    size: int


class StickKeeper:
    """Implements `ui.backup_service.Backups`; one thread does all that touches a stick.

    `playing` says whether a game runs: no backup is made by itself then. `restart`
    is called when a restore is ready (`staged`): the next start carries it out. `now` is the local time.
    """

    def __init__(
        self,
        journal: Journal,
        places: Callable[[], Places],
        playing: Callable[[], bool],
        restart: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self._journal, self._places, self._playing, self._now = journal, places, playing, now
        self._sticks: tuple[Stick, ...] = ()
        self._read: dict[_File, StoredBackup] | None = None
        self._busy: BackupActivity = ""
        self._handled, self._total = 0, 1
        self._done: Sentence | None = None
        self._problem: CompanionError | None = None
        self._looked_s, self._looking = float("-inf"), False
        self._restart, self.staged = restart, False
        self._acts: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="backup", daemon=True)
        self._worker.start()

    def close(self) -> None:
        """Save what is new since the last backup, if a stick is there; return after `CLOSE_S` at most."""
        self._acts.put(self._last_save)
        self._acts.put(None)
        self._worker.join(CLOSE_S)

    def look(self) -> BackupLook:
        """The present state; looks for sticks again if the last look was a while ago."""
        if not self._looking and time.monotonic() - self._looked_s >= LOOK_EVERY_S:
            self._looking = True
            self._acts.put(self._look)
        read = self._read
        backups = None if read is None else sorted(read.values(), key=lambda one: one.when, reverse=True)
        share = min(1.0, self._handled / self._total)
        return BackupLook(self._sticks, backups, self._busy, share, self._done, self._problem)

    def save(self) -> None:
        """Start a backup to the first stick."""
        self._begin("saving", self._save)

    def restore(self, file: Path) -> None:
        """Check a backup and get its restore ready for the next start."""
        self._begin("restoring", lambda: self._stage(file))

    def offer(self) -> StoredBackup | None:
        """The newest usable backup on a stick with games, while no game is stored here."""
        usable = [one for one in self.look().backups or () if not one.problem and one.games != 0]
        return usable[0] if usable and not self._journal.latest() else None

    def wait(self) -> None:
        """Block until everything asked for so far is done."""
        done = threading.Event()
        self._acts.put(done.set)
        done.wait()

    def due(self) -> bool:
        """Return True if the backup of this evening should be made now."""
        now = self._now()
        evening = now.replace(hour=EVENING_HOUR, minute=0, second=0, microsecond=0)
        if now < evening:
            evening -= timedelta(days=1)
        last_s = self._unsaved_since()
        return last_s is not None and last_s < evening.timestamp() and not self._playing()

    def _work(self) -> None:
        while True:
            try:
                act = self._acts.get(timeout=DUE_EVERY_S)
            except queue.Empty:
                act = self._evening_save
            if act is None:
                return
            try:
                act()
            except CompanionError as error:
                self._problem = error
                log.warning("%s", error)
            except Exception as error:  # the page would wait for ever
                log.exception("backup failed")
                self._problem = internal(error)

    def _begin(self, busy: BackupActivity, act: Callable[[], None]) -> None:
        if self._busy or self.staged:
            return
        self._busy, self._handled, self._total = busy, 0, 1
        self._done, self._problem = None, None

        def work() -> None:
            try:
                act()
                self._look()
            finally:
                self._busy = ""

        self._acts.put(work)

    def _evening_save(self) -> None:
        if self.due():
            self.save()

    def _last_save(self) -> None:
        if not self.staged and self._unsaved_since() is not None:
            self._save()

    def _unsaved_since(self) -> float | None:
        """Unix time of the newest backup on the stick (0: none), if there are games since then."""
        sticks = exports.sticks()
        if not sticks or not clock.is_set():
            return None
        saved_s = max((stick_backups.made_s(path) for path in stick_backups.own(sticks[0])), default=0.0)
        return saved_s if self._journal.last_s() > saved_s else None

    def _save(self) -> None:
        sticks = exports.sticks()
        if not sticks:
            raise stick_backups.no_stick()
        places = self._places()
        self._total = max(1, backup.size_of(places) * stick_backups.PASSES)
        path = stick_backups.save(places, sticks[0], __version__, self._progress)
        self._done = Sentence(_SAVED, {"name": path.name})

    def _stage(self, file: Path) -> None:
        backup.stage(self._places(), file)
        self.staged = True
        self._restart()

    def _look(self) -> None:
        try:
            folders = exports.sticks()
            self._sticks = tuple(found for folder in folders if (found := _stick(folder)))
            known = self._read or {}
            files = [file for folder in folders for file in _files(stick_backups.candidates(folder))]
            self._read = {file: known.get(file) or _stored(self._places(), file.path) for file in files}
        finally:
            self._looked_s, self._looking = time.monotonic(), False

    def _progress(self, handled: int) -> None:
        self._handled += handled


def _stick(folder: Path) -> Stick | None:
    with suppress(OSError):  # pulled out this moment
        return Stick(folder, folder.name, shutil.disk_usage(folder).free / 1e6)
    return None


def _files(paths: Iterable[Path]) -> Iterable[_File]:
    for path in paths:
        with suppress(OSError):
            found = path.stat()
            yield _File(path, found.st_mtime_ns, found.st_size)


def _stored(places: Places, path: Path) -> StoredBackup:
    try:
        info = backup.check(places, path)
    except CompanionError as error:
        return StoredBackup(path, problem=error)
    own = path.name.startswith(f"backup-{stick_backups.table()}-")
    return StoredBackup(path, local_time(info.made_s), info.games, own)


_SAVED = N_("The backup was saved and read back: {name}. You may pull out the USB stick.")
