"""Statistics of decks over stored duels: wins and losses by opponent."""

from pathlib import Path
from random import Random

from companion.app.archive.archive import JournalArchive
from companion.app.archive.tally import GameTally
from companion.app.game_loader import past
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.session import FabulaSession
from companion.storage.journal import Journal
from tests.session.fabula.duels import GAME, lay
from tests.session.fabula_acts import PlayAction


def finished(journal: Journal, decks: tuple[str, str], loser: str) -> None:
    """A duel that somebody gives up at once."""
    session = FabulaSession.begin(
        GameConfig(("Ana", "Bo"), decks), SessionContext(journal, Random(1), watched=False)
    )
    lay(session)
    session.tell(PlayAction(GAME, {"concede": loser}))


def test_decks_are_counted_by_what_they_met(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        finished(journal, ("ember", "river"), "Bo")
        finished(journal, ("river", "ember"), "Bo")
        finished(journal, ("ember", "grove"), "Bo")
        finished(journal, ("ember", "ember"), "Ana")
        found = {one.role: one for one in GameTally(JournalArchive(journal, past).games()).roles("fabula")}
    ember = found["ember"]
    assert (ember.games, ember.wins, dict(ember.against)) == (5, 3, {"river": (1, 2), "grove": (1, 1)})
    assert (found["river"].games, found["river"].wins, dict(found["river"].against)) == (
        2,
        1,
        {"ember": (1, 2)},
    )
    assert dict(found["grove"].against) == {"ember": (0, 1)}
    assert ember.minutes >= 0
