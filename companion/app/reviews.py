"""The review of a stored game, made in a process of its own: it can be ended, and the window stays free."""

import logging
import multiprocessing
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from companion.app import game_loader
from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import FindPast, reviewed
from companion.app.phones.phones import not_installed
from companion.app.thinking import NICE, fault
from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.storage.journal import Journal, StoredEvent, StoredGame
from ui.services import Review

log = logging.getLogger(__name__)


class AppReviews:
    """Implements `ui.services.Reviews`; the last review is kept, so that it is there at once."""

    def __init__(
        self,
        journal: Journal,
        archive: JournalArchive,
        figures: Callable[[Sequence[str]], Mapping[str, str]] = lambda _: {},
        past: FindPast = game_loader.past,
    ) -> None:
        """Review the games of a journal; `figures` are the keys of the figures of players by name."""
        self._journal, self._archive, self._figures, self._past = journal, archive, figures, past
        self._process: Any = None
        self._answers: Connection | None = None
        self._for: tuple[int, int] | None = None
        self._progress = 0.0
        self._review: Review | None = None
        self._failed = False

    def offered(self, name: str) -> bool:
        """Return true if the positions of the game of this name can be judged."""
        try:
            return self._past(name).judge is not None
        except CompanionError:  # a game that is not installed any more
            return False

    def begin(self, game: int) -> None:
        """Start the review of a stored game, instead of any other. Raises StorageError `unknown_game`."""
        stored, events = self._journal.game(game), self._journal.events(game)
        now = game, len(events)
        if self._for == now and (self._review or self._process):
            return
        self.stop()
        self._for, self._progress, self._review, self._failed = now, 0.0, None, False
        context = multiprocessing.get_context("spawn")  # fork would copy the window's locks
        self._answers, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(theirs, stored, tuple(events)), daemon=True)
        self._process.start()
        theirs.close()

    def progress(self) -> float:
        """Share of the work that is done, 0..1."""
        self._take()
        return self._progress

    def latest(self) -> Review | None:
        """The review; None while it is made. Raises CompanionError `no_review` if that failed."""
        self._take()
        if self._failed:
            sentence = Sentence(_FAILED)
            raise CompanionError("no_review", str(sentence), sentences=(sentence,))
        return self._review

    def film(self, game: int, language: str, initials: bool) -> bytes:
        """Return a game as a page that plays it in any browser; with `initials` no name is in it.

        Raises StorageError; HardwareError `not_installed` without the libraries for phones.
        """
        try:
            from companion.app.phones.film import FilmLook, film  # aiohttp is optional
        except ModuleNotFoundError as error:
            raise not_installed(error) from error
        known, made = self._archive.history(game), self._review
        review = made if made and self._for and self._for[0] == game else Review()
        look = FilmLook(language, self._figures(known.players), game_loader.phone_board(known.game), initials)
        return film(self._journal, known, self._archive.replay(game), review, look)

    def stop(self) -> None:
        """Stop the work; a finished review is kept."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._answers:
            self._answers.close()
        self._process = self._answers = None

    def _take(self) -> None:
        """Take what the process has sent."""
        with suppress(EOFError, OSError):
            while self._answers and self._answers.poll():
                match self._answers.recv():
                    case float(share):
                        self._progress = share
                    case Review() as found:
                        self._review = found
                        self.stop()
                    case str(error):
                        log.error("no review of game %s: %s", self._for, error)
                        self._failed = True
                        self.stop()
            return
        self._failed = True  # it ended without an answer
        self.stop()


def _work(answers: Connection, game: StoredGame, events: Sequence[StoredEvent]) -> None:
    """Run in the process, at a lower priority than the window's: send the progress, then the review."""
    with suppress(KeyboardInterrupt, BrokenPipeError):
        os.nice(NICE)
        try:
            answers.send(reviewed(game, events, game_loader.past, answers.send))
        except BaseException as error:  # a game may raise anything
            answers.send(fault(error))


_FAILED = N_("The app could not look through this game.")
