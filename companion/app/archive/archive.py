"""The stored games: resume, review, statistics, export."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import overload

from companion.app.archive import history
from companion.app.archive.history import FindPast, PastGame
from companion.errors import StorageError
from companion.games import registry
from companion.games.base import ENGLISH, player_name
from companion.storage import export, exports
from companion.storage.exports import Saved
from companion.storage.journal import Journal, StoredGame
from ui.services import History, PlayerFigures, ReplayStep, RoleFigures, SavedGame

MOST_SAVED = 20
"""Maximum number of games to go on with that are listed."""


class JournalArchive:
    """Implements `ui.services.Archive` on a journal.

    Results are cached per game until its next event.
    """

    def __init__(self, journal: Journal, past: FindPast) -> None:
        """Read the games of `journal`; `past` finds the `PastGame` of a game by its name."""
        self._journal, self._past = journal, past
        self._known: dict[int, tuple[int, History, int]] = {}

    def saved_games(self, most: int = MOST_SAVED) -> Sequence[SavedGame]:
        """Unfinished stored games that can be resumed, the latest first, at most so many.

        Games whose last event ended them are not read, because the start page must appear at once.
        """
        latest = self._journal.latest()
        stored = {name for _, name, _ in latest}
        pasts = registry.available("companion.app", "PAST", PastGame, "history", stored)
        over = {name: past.ended for name, past in pasts.items()}
        left = (game for game, name, kind in latest if name in over and kind not in over[name])
        saved = (
            SavedGame(known.id, known.players, moves, known.when, known.game)
            for known, moves in map(self._one, left)
            if not known.finished and not known.problem
        )
        return list(islice(saved, most))

    def games(self) -> Sequence[History]:
        """All stored games without series, latest first; an unreadable game has its reason.

        Each is read when it is looked at.
        """
        return _Summaries([game for game, _, _ in self._journal.latest()], self._one)

    def history(self, game: int) -> History:
        """A game with its series and moments.

        Raises StorageError `unknown_game`, `not_installed`, `bad_record`; CompanionError `internal`.
        """
        return history.timeline(self._journal.game(game), self._journal.events(game), self._past)

    def replay(self, game: int) -> Sequence[ReplayStep]:
        """All steps of a game, with public information only. Raises as `history`."""
        return history.replay(self._journal.game(game), self._journal.events(game), self._past)

    def statistics(self) -> Sequence[PlayerFigures]:
        """Statistics of every player over the finished games, most games first."""
        played: dict[tuple[str, str], list[tuple[str, History]]] = {}
        for known in self.games():
            for player in known.players if known.finished else ():
                if player in known.bots:
                    continue
                # Players without a name count as one, whatever language they were stored in.
                who = player_name(ENGLISH, player)
                played.setdefault((who, known.game), []).append((player, known))
        figures = [_figures(who, game, of) for (who, game), of in played.items()]
        return sorted(figures, key=lambda one: (-one.games, one.player.casefold(), one.game))

    def role_figures(self, game: str) -> Sequence[RoleFigures]:
        """Statistics of the roles of a game, such as decks, most played first."""
        played = [known for known in self.games() if known.finished and known.game == game]
        roles = dict.fromkeys(role for known in played for role in known.roles.values() if role)
        return sorted((_role_figures(role, played) for role in roles), key=lambda one: (-one.games, one.role))

    def export(self, game: int) -> Saved:
        """Write the record of a game, without unrevealed secrets, to the export folder."""
        name = self._file_name(game)
        content = json.dumps(export.export(self._journal, game), ensure_ascii=False) + "\n"
        return exports.write(name, ".json", content)

    def save_picture(self, game: int, png: bytes) -> Saved:
        """Write a picture of a game next to its record. Raises as `export`."""
        return exports.write(self._file_name(game), ".png", png)

    def delete(self, game: int) -> None:
        """Delete a stored game. Raises StorageError `unknown_game`."""
        self._journal.delete(game)
        self._known.pop(game, None)

    def _file_name(self, game: int) -> str:
        """Name of an exported file of a game, without suffix."""
        known = self.history(game)
        players = "-".join(re.sub(r"[^\w]+", "_", player) for player in known.players)
        when = known.when.replace(" ", "_").replace(":", "") or str(game)
        return f"{known.game}_{when}_{players}"

    def _one(self, number: int) -> tuple[History, int]:
        """The summary of a game and the number of its valid (not undone) moves."""
        game = self._journal.game(number)
        if game.id not in self._known or self._known[game.id][0] != game.events:
            known, moves = self._read(game)
            self._known[game.id] = game.events, known, moves
        return self._known[game.id][1:]

    def _read(self, game: StoredGame) -> tuple[History, int]:
        try:
            events = self._journal.events(game.id)
        except StorageError as error:
            return history.unreadable(game, error), 0
        known = history.summary(game, events, self._past)
        return known, 0 if known.problem else export.line(events)[1]


class _Summaries(Sequence[History]):
    """Summaries of games that are read one by one."""

    def __init__(self, numbers: Sequence[int], read: Callable[[int], tuple[History, int]]) -> None:
        self._numbers, self._read = numbers, read

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> History: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[History]: ...

    def __getitem__(self, at: int | slice) -> History | Sequence[History]:
        if isinstance(at, slice):
            return [self._read(number)[0] for number in self._numbers[at]]
        return self._read(self._numbers[at])[0]


def _figures(who: str, game: str, played: Sequence[tuple[str, History]]) -> PlayerFigures:
    points = [of.points[player] for player, of in played if player in of.points]
    return PlayerFigures(
        who,
        game,
        len(played),
        sum(player in of.winners for player, of in played),
        max(points, default=None),
        sum(points) / len(points) if points else None,
        sum(of.minutes for _, of in played),
    )


def _role_figures(role: str, played: Sequence[History]) -> RoleFigures:
    """Count each player with the role; a role against itself counts twice."""
    mine = [(known, name) for known in played for name, own in known.roles.items() if own == role]
    against: dict[str, tuple[int, int]] = {}
    for known, name in mine:
        for other, their in known.roles.items():
            if other != name and their != role and (name in known.winners) != (other in known.winners):
                wins, games = against.get(their, (0, 0))
                against[their] = wins + (name in known.winners), games + 1
    wins = sum(name in known.winners for known, name in mine)
    minutes = sum(known.minutes for known, _ in mine) / len(mine)
    return RoleFigures(role, len(mine), wins, minutes, against)
