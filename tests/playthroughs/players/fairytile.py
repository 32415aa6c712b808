"""Two games of Fairy Tile: by touch, and at a table. Its camera asks no question: it waits or objects."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.app.fairytile.hands import FairyPlayer
from companion.games import fairytile
from companion.games.fairytile.position import FinishTurn, Move, TurnPage
from companion.games.fairytile.rules import fulfilling
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.session import FairySession
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message, Undo
from companion.session.view import Answer
from companion.simulation.player import Acts, movements_to
from tests.playthroughs.table import Doubts, HandsTable, play
from tests.playthroughs.transcript import Transcript
from tests.playthroughs.views.fairytile import look, said

PLAYERS, PAGES = ("Ana", "Bo"), 3


def by_touch(seed: int = 1) -> str:
    """Return a game with a page told too early, a page that is turned, magic, and an undo."""
    session, written = begun("Fairy Tile, by touch", seed, watched=False)
    chance, undone = Random(seed), False
    while not written.shown.over:
        shown = written.shown
        if (shown.played == 0 and not shown.problem) or (shown.position.done and can_tell(session)):
            written.tell(Answer(written.game, "tell", ()))
        elif shown.position.done and not (shown.with_magic and chance.random() < 0.7):
            written.tell(answer(written.game, FinishTurn()))
        elif not shown.position.done and (shown.played == 2 or chance.random() < 0.05):
            written.tell(answer(written.game, TurnPage()))
        else:
            written.tell(answer(written.game, adventure(session, chance)))
            if written.shown.played >= 4 and not undone:
                undone = True
                written.tell(Undo(written.game))
    return written.end()


def at_table(seed: int = 5) -> str:
    """Return a game in front of a camera."""
    session, written = begun("Fairy Tile, at a table with a camera", seed, watched=True)
    chance, table = Random(seed), HandsTable(session.expected or {})
    player = Teller(table, lambda: written.shown, written.tell, chance, mistakes=0.1)  # type: ignore[arg-type]  # a table without pixels
    player.session = session
    play(written, player.acts(), table, Doubts(moved))
    return written.end()


def moved(shown: FairySnapshot) -> bool:
    """Return whether the second player has just moved a figure."""
    return shown.turn == PLAYERS[1] and isinstance(shown.log[-1].act, Move)


class Teller(FairyPlayer):
    """The simulated player, who also tells pages; `session` knows them."""

    session: FairySession

    def _answer(self, shown: FairySnapshot) -> Message | None:
        if shown.position.done and can_tell(self.session):
            return Answer(shown.game, "tell", ())
        return super()._answer(shown)

    def _move(self, shown: FairySnapshot) -> Acts:
        position = shown.position
        found = fulfilling(position, hand(self.session), fairytile.adventures(self.session.position))
        if not found:
            return super()._move(shown)
        return movements_to(self._table, fairytile.table(fairytile.apply(self.session.position, found[0])))


def begun(title: str, seed: int, watched: bool) -> tuple[FairySession, Transcript]:
    """Return a game of two with short books, and its transcript."""
    context = SessionContext(None, Random(seed), watched=watched)
    setup = fairytile.RULES.opening(Random(seed), PLAYERS)
    session = FairySession.begin(GameConfig(PLAYERS, options={"pages": PAGES}, setup=setup), context)
    return session, Transcript(title, session, look, said, two_rounds())


def two_rounds() -> Callable[[Any], bool]:
    """Return a function that says whether a snapshot belongs to the first two turns of each."""

    def whole(shown: FairySnapshot) -> bool:
        return sum(isinstance(entry.act, FinishTurn | TurnPage) for entry in shown.log) < 2 * len(PLAYERS)

    return whole


def hand(session: FairySession) -> int:
    """Return the page in hand of who has the turn."""
    return session.hand(session.position.turn)


def can_tell(session: FairySession) -> bool:
    """Return whether who has the turn can tell the page in hand."""
    return bool(hand(session)) and fairytile.tellable(session.position, hand(session))


def adventure(session: FairySession, chance: Random) -> Any:
    """Return an adventure after which the page can be told, or any."""
    found = fairytile.adventures(session.position)
    return chance.choice(fulfilling(session.position, hand(session), found) or found)
