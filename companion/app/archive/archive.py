"""The stored games: resume, review, statistics, export."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import islice, starmap
from typing import overload

from companion.app.archive import history
from companion.app.archive.history import FindPast, PastGame
from companion.app.archive.summaries import Summaries
from companion.app.archive.tally import GameTally
from companion.errors import StorageError
from companion.games import registry
from companion.games.base import N_
from companion.storage import export, exports
from companion.storage.exports import Saved
from companion.storage.failure import failure
from companion.storage.journal import Journal
from ui.services import History, ReplayStep, SavedGame

MOST_SAVED = 20
"""Maximum number of games to go on with that are listed."""


class JournalArchive:
    """Implements `ui.services.Archive` on a journal.

    Summaries are cached per game until its next event, those of finished games also in a file.
    """

    def __init__(
        self,
        journal: Journal,
        past: FindPast,
        forget: Callable[[str], object] = lambda _: None,
        hung: int | None = None,
    ) -> None:
        """Read the games of `journal`; `past` finds the `PastGame` of a game by its name.

        `forget` is called with the uid of every deleted game. `hung` is the id of a game that is not read
        this time, because a call into it did not come back; `set_aside` says so.
        """
        self.set_aside = _set_aside(journal, hung)
        self._journal, self._past, self._forget = journal, past, forget
        self._known: dict[int, tuple[str, History, int]] = {}
        self._summaries = Summaries(journal.path.with_name(journal.path.name + ".summaries"))

    def saved_games(self, most: int = MOST_SAVED) -> Sequence[SavedGame]:
        """Unfinished stored games that can be resumed, the latest first, at most so many.

        Games whose last event ended them are not read, because the start page must appear at once.
        """
        latest = self._journal.latest()
        stored = {name for _, name, _, _ in latest}
        pasts = registry.available("past", PastGame, stored)
        over = {name: past.ended for name, past in pasts.items()}
        left = ((game, last) for game, name, kind, last in latest if name in over and kind not in over[name])
        saved = (
            SavedGame(known.id, known.players, moves, known.when, known.game, known.bots)
            for known, moves in starmap(self._one, left)
            if not known.finished and not known.problem
        )
        return list(islice(saved, most))

    def games(self) -> Sequence[History]:
        """All stored games without series, latest first; an unreadable game has its reason.

        Each is read when it is looked at.
        """
        rows = [(game, last) for game, _, _, last in self._journal.latest()]
        self._summaries.load({game for game, _ in rows})
        return _Summaries(rows, self._one)

    def check(self, game: int) -> None:
        """Refuse a game that is not read this time. Raises StorageError `set_aside`."""
        if self.set_aside and self.set_aside[0] == game:
            raise self.set_aside[1]

    def history(self, game: int) -> History:
        """A game with its series and moments.

        Raises StorageError `unknown_game`, `not_installed`, `bad_record`, `set_aside`; CompanionError
        `internal`.
        """
        self.check(game)
        return history.timeline(self._journal.game(game), self._journal.events(game), self._past)

    def replay(self, game: int) -> Sequence[ReplayStep]:
        """All steps of a game, with public information only. Raises as `history`."""
        self.check(game)
        return history.replay(self._journal.game(game), self._journal.events(game), self._past)

    def tally(self) -> GameTally:
        """Figures of no game, to which games are added."""
        return GameTally()

    def keep_summaries(self) -> None:
        """Write the summaries read so far to a file, by which the next reading is quick."""
        self._summaries.save()

    def export(self, game: int) -> Saved:
        """Write the record of a game, without unrevealed secrets, to the export folder."""
        name = self._file_name(game)
        content = json.dumps(export.export(self._journal, game), ensure_ascii=False) + "\n"
        return exports.write(name, ".json", content)

    def save_film(self, game: int, page: bytes) -> Saved:
        """Write the film of a game to the export folder, under a name without players. Raises as `export`."""
        known = self.history(game)
        return exports.write(f"{known.game}_{_moment(known)}", ".html", page)

    def save_picture(self, game: int, png: bytes) -> Saved:
        """Write a picture of a game next to its record. Raises as `export`."""
        return exports.write(self._file_name(game), ".png", png)

    def delete(self, game: int) -> None:
        """Delete a stored game. Raises StorageError `unknown_game`."""
        uid = self._journal.game(game).uid
        self._journal.delete(game)
        self._forget(uid)
        self._known.pop(game, None)
        if self._summaries.drop(game):
            self._summaries.save()

    def _file_name(self, game: int) -> str:
        """Name of an exported file of a game, without suffix."""
        known = self.history(game)
        players = "-".join(re.sub(r"[^\w]+", "_", player) for player in known.players)
        return f"{known.game}_{_moment(known)}_{players}"

    def _one(self, number: int, last: str) -> tuple[History, int]:
        """The summary of a game whose last checksum is `last`, and its moves left valid if unfinished."""
        found = self._known.get(number)
        if found is None or found[0] != last:
            kept = self._summaries.find(number, last)
            found = self._known[number] = last, *((kept, 0) if kept else self._read(number, last))
        return found[1:]

    def _read(self, number: int, last: str) -> tuple[History, int]:
        game = self._journal.game(number)
        try:
            self.check(number)
            events = self._journal.events(number)
        except StorageError as error:
            return history.unreadable(game, error), 0
        known = history.summary(game, events, self._past)
        self._summaries.add(known, game.created_s, last)
        return known, 0 if known.problem or known.finished else export.line(events)[1]


def _moment(known: History) -> str:
    """Return when a game was played, as a part of a file's name; else its id."""
    return known.when.replace(" ", "_").replace(":", "") or str(known.id)


def _set_aside(journal: Journal, hung: int | None) -> tuple[int, StorageError] | None:
    """Return the id of a game that is not read this time, and why; None if there is none."""
    try:
        game = journal.game(hung) if hung is not None else None
    except StorageError:
        return None  # deleted meanwhile
    return (game.id, failure("set_aside", _SET_ASIDE, game=game.name, id=game.id)) if game else None


_SET_ASIDE = N_(
    "{game}: a stored game did not answer, and the app started anew. It is set aside until the next start."
)


class _Summaries(Sequence[History]):
    """Summaries of games that are read one by one."""

    def __init__(
        self, rows: Sequence[tuple[int, str]], read: Callable[[int, str], tuple[History, int]]
    ) -> None:
        self._rows, self._read = rows, read

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> History: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[History]: ...

    def __getitem__(self, at: int | slice) -> History | Sequence[History]:
        if isinstance(at, slice):
            return [self._read(*row)[0] for row in self._rows[at]]
        return self._read(*self._rows[at])[0]
