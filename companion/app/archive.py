"""The stored games: to go on with, to look back on, to count."""

from collections.abc import Sequence
from datetime import datetime

from companion.games import fae, fate
from companion.storage import export
from companion.storage.journal import Journal
from ui.services import History, PlayerFigures, SavedGame


class JournalArchive:
    """Implements `ui.services.Archive` on a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def saved_games(self) -> Sequence[SavedGame]:
        """Stored games that are not over, the latest first; Fae is over when its spirits are revealed."""
        saved = []
        for game in reversed(self._journal.games()):
            events = self._journal.events(game.id)
            if game.name in (fae.NAME, fate.NAME) and not export.spirits(events) and not export.ended(events):
                when = datetime.fromtimestamp(game.created_s).strftime("%Y-%m-%d %H:%M")
                moves = export.line(events)[1]
                saved.append(SavedGame(game.id, export.players(game.setup), moves, when, game.name))
        return saved

    def games(self) -> Sequence[History]:
        """All stored games without their series, the latest first."""
        return ()

    def history(self, game: int) -> History:
        """A game with its series and moments."""
        raise NotImplementedError

    def statistics(self) -> Sequence[PlayerFigures]:
        """Everybody's figures."""
        return ()

    def export(self, game: int) -> str:
        """Write the record of a game and return its path."""
        raise NotImplementedError

    def delete(self, game: int) -> None:
        """Forget a stored game."""
        self._journal.delete(game)
