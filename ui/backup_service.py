"""Interface of backups on USB sticks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.base import Sentence

BackupActivity: TypeAlias = Literal["", "saving", "restoring"]


class Stick(NamedTuple):
    """A USB stick: its folder, its name for people and its free space."""

    folder: Path
    name: str
    free_mb: float


class StoredBackup(NamedTuple):
    """A file on a stick: its local time and number of games, or the reason why it cannot be restored.

    `own`: it is of this table.
    """

    file: Path
    when: str = ""
    games: int | None = None
    own: bool = False
    problem: CompanionError | None = None


class BackupLook(NamedTuple):
    """Present state: `backups` are those on all sticks, newest first, None before they were read.

    `share` (0..1) is the progress of what is `busy`; `done` and `problem` are the result of the last action.
    """

    sticks: Sequence[Stick] = ()
    backups: Sequence[StoredBackup] | None = None
    busy: BackupActivity = ""
    share: float = 0.0
    done: Sentence | None = None
    problem: CompanionError | None = None


class Backups(Protocol):
    """Backups on USB sticks; everything slow runs in the background and shows in `look`."""

    def look(self) -> BackupLook:
        """The present state; finds sticks that come and go."""

    def save(self) -> None:
        """Start a backup to the first stick."""

    def restore(self, file: Path) -> None:
        """Start to check a backup and to get its restore ready; then the app restarts with it."""

    def offer(self) -> StoredBackup | None:
        """The newest usable backup, if this table has no games yet."""
