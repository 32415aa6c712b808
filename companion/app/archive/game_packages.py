"""Installs and removes games while the app runs."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.games import registry, wheels
from companion.games.base import N_, Sentence, rule_error
from companion.games.package import InstalledGame
from companion.session.thread import internal
from companion.storage import exports
from companion.storage.failure import failure
from ui.package_service import InstalledPackage, PackageActivity, PackageLook

LOOK_EVERY_S = 1.0
"""Least seconds between two looks at the sticks."""

log = logging.getLogger(__name__)


class GamePackages:
    """Implements `ui.package_service.Packages`: a thread for each look and each action.

    `playing` says whether a game runs, whose files must stay.
    """

    def __init__(self, playing: Callable[[], bool]) -> None:
        self._playing = playing
        self._lock, self._setting = threading.Lock(), threading.Lock()
        self._now = PackageLook()
        self._looked_s, self._looking = float("-inf"), False

    def look(self) -> PackageLook:
        """The present state; looks again in the background if the last look was a while ago."""
        if not self._looking and time.monotonic() - self._looked_s >= LOOK_EVERY_S:
            self._looking = True
            self._start(self._look)
        return self._now

    def install(self, file: Path) -> None:
        """Start to install a game, or to replace it by another version."""
        self._begin("installing", lambda: self._install(file))

    def remove(self, name: str) -> None:
        """Start to remove a game; its stored games stay."""
        self._begin("removing", lambda: self._remove(name))

    def prove(self) -> threading.Thread:
        """Start to try the games that were not tried yet, one after the other; return the thread.

        A trial ends with its thread, and that with the app.
        """
        thread = threading.Thread(target=registry.prove, name="trials", daemon=True)
        thread.start()
        return thread

    def wait(self) -> None:
        """Block until the last action is done."""
        with self._lock:
            pass

    def _begin(self, busy: PackageActivity, act: Callable[[], Sentence]) -> None:
        if not self._lock.acquire(blocking=False):
            return  # one action at a time
        self._set(busy=busy, share=0.0, done=None, problem=None)

        def work() -> None:
            try:
                if self._playing():
                    raise rule_error("playing", [Sentence(_PLAYING)])
                self._set(done=act())
            except CompanionError as error:
                log.warning("%s", error)
                self._set(problem=error)
            except OSError as error:
                log.warning("%s", error)
                self._set(problem=failure("not_installed", _NOT_WRITTEN, found=error.strerror or str(error)))
            except Exception as error:  # the page would wait for ever
                log.exception("a game is not installed or removed")
                self._set(problem=internal(error))
            finally:
                self._set(busy="", games=_games())
                self._lock.release()

        self._start(work)

    def _install(self, file: Path) -> Sentence:
        before = {game.name for game in wheels.removable()}
        game = wheels.install(file, lambda share: self._set(share=share))
        pattern = _REPLACED if game.name in before else _INSTALLED
        return Sentence(pattern, {"game": _title(game), "version": game.version})

    def _remove(self, name: str) -> Sentence:
        title = next((_title(game) for game in wheels.removable() if game.name == name), name)
        wheels.remove(name)
        return Sentence(_REMOVED, {"game": title})

    def _look(self) -> None:
        try:
            sticks = exports.sticks()
            folders = [folder for stick in sticks for folder in (stick / exports.FOLDER, stick)]
            files = [file for folder in folders for file in exports.matching(folder, f"*{wheels.SUFFIX}")]
            self._set(games=_games(), files=tuple(files), stick=bool(sticks))
        finally:
            self._looked_s, self._looking = time.monotonic(), False

    def _set(self, **changes: Any) -> None:
        with self._setting:
            self._now = self._now._replace(**changes)

    def _start(self, act: Callable[[], None]) -> None:
        threading.Thread(target=act, name="packages", daemon=True).start()


def _games() -> tuple[InstalledPackage, ...]:
    return tuple(
        InstalledPackage(game.name, _title(game), game.version, game.error) for game in wheels.removable()
    )


def _title(game: InstalledGame) -> str:
    try:
        return registry.rules(game.name).title
    except CompanionError:
        return game.name


_INSTALLED = N_("{game} {version} is installed. You find it on the start page.")
_REPLACED = N_("{game} {version} is installed. The app uses it from its next start on.")
_REMOVED = N_("{game} was removed. Its stored games are kept.")
_PLAYING = N_("Expected no running game, found one. Leave it first; it stays stored.")
_NOT_WRITTEN = N_("The game cannot be read or written ({found}). Check the USB stick and the space left.")
