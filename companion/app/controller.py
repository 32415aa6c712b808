"""The running app behind the window: every game it plays, and the stored ones."""

from collections.abc import Sequence
from datetime import datetime

from companion.app.fae import FaeControls
from companion.app.fate import FateControls
from companion.games import fae, fate
from companion.storage import export
from ui.controller import SavedGame, TableKind


class App(FaeControls, FateControls):
    """Implements `ui.controller.Controller`; its methods may be called from any thread."""

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

    def resume_game(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""
        if self._journal.game(game).name == fate.NAME:
            self.resume_fate(game, table)
        else:
            self.resume_fae(game, table)
