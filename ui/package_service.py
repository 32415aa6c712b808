"""Interface of games that people install from a USB stick and remove."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.base import Sentence

PackageActivity: TypeAlias = Literal["", "installing", "removing"]


class InstalledPackage(NamedTuple):
    """A game that can be removed: its name, its title, and why it cannot be played, if it cannot."""

    name: str
    title: str
    version: str
    problem: CompanionError | None = None


class PackageLook(NamedTuple):
    """Present state: `files` are the games on all sticks, None before the first look at them.

    `stick`: there is one. `share` (0..1) is the progress of what is `busy`; `done` and `problem` are the
    result of the last action.
    """

    games: Sequence[InstalledPackage] = ()
    files: Sequence[Path] | None = None
    stick: bool = False
    busy: PackageActivity = ""
    share: float = 0.0
    done: Sentence | None = None
    problem: CompanionError | None = None


class Packages(Protocol):
    """Games as packages; everything slow runs in the background and shows in `look`."""

    def look(self) -> PackageLook:
        """The present state; finds sticks that come and go."""

    def install(self, file: Path) -> None:
        """Start to install a game, or to replace it by another version."""

    def remove(self, name: str) -> None:
        """Start to remove a game; its stored games stay."""
