"""A stored game of Fairy Tile is looked back on, and counted."""

from pathlib import Path
from random import Random

from companion.app.archive.archive import JournalArchive
from companion.app.archive.tally import GameTally
from companion.app.game_loader import past
from companion.games import fairytile
from companion.games.base import ENGLISH
from companion.games.fairytile.position import FinishTurn
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.session import FairySession
from companion.session.messages import Reveal
from companion.session.view import Answer
from companion.storage import export
from companion.storage.journal import Journal

PLAYERS = ("Ana", "Bo")


def told_to_the_end(journal: Journal, seed: int = 4) -> FairySession:
    """A game in which whoever can does what fulfils the page in hand."""
    chance = Random(seed)
    session = FairySession.begin(
        GameConfig(PLAYERS, options={"pages": 2}), SessionContext(journal, chance, watched=False)
    )
    while not session.finished:
        position = session.position
        page, acts = session.hand(position.turn), fairytile.adventures(position)
        good = [act for act in acts if fairytile.tellable(fairytile.apply(position, act), page)]
        session.tell(answer(1, chance.choice(good or acts)))
        if fairytile.tellable(session.position, page):
            session.tell(Answer(1, "tell", ()))
        if not session.finished:
            session.tell(answer(1, FinishTurn()))
    session.tell(Reveal(1))
    return session


def test_a_game_is_looked_back_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session = told_to_the_end(journal)
        stored = session.timeline.stored_as
        assert stored
        archive = JournalArchive(journal, past)
        known = archive.history(stored)
        winner = PLAYERS[session.position.winner or 0]
        assert (known.finished, known.winners) == (True, (winner,))
        assert known.points[winner] == 2
        assert known.series["lands"][0] == 9.0
        assert known.series["told"][-1] == sum(known.points.values()) == len(known.moments) - 2
        steps = archive.replay(stored)
        assert len(steps) == len(session.timeline.moves) + 1
        assert steps[-1].position.kingdom == session.position.kingdom
        figures = {figure.player: figure for figure in GameTally(archive.games()).players()}
        assert figures[winner].wins == 1


def test_its_record_is_a_written_game_with_everybodys_books(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session = told_to_the_end(journal)
        assert session.timeline.stored_as
        document = export.export(journal, session.timeline.stored_as)
        result = fairytile.RULES.play(document, ENGLISH)
        assert result["error"] is None
        assert result["result"] == {"winner": PLAYERS[session.position.winner or 0]}
