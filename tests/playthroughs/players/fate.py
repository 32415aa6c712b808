"""Two games of Fate: by touch, and at a table where the camera asks whether a hero has moved."""

from random import Random

from companion.app.fate.players import FatePlayers, beginning
from companion.games import fate
from companion.games.base import Table
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.position import GRIMHEIM
from companion.session.base import GameConfig, SessionContext
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import AllDone, Confirm, Undo
from companion.session.view import Answer, usual_answer
from tests.playthroughs.table import Doubts, HandsTable, play
from tests.playthroughs.transcript import Transcript
from tests.playthroughs.views.fate import look, said

PLAYERS = ("Ana", "Bo")


def by_touch(seed: int = 1) -> str:
    """Return a game with one act that is undone."""
    written, _ = begun("Fate, by touch", seed, watched=False)
    chance, undone = Random(seed), False
    while not (shown := written.shown).over:
        if shown.stage == "heroes":
            asked = usual_answer(written.game, shown.decisions[0], chance) if shown.asked else None
            written.tell(asked or beginning(shown, chance)[1])
            if written.shown.played == 4 and not undone:
                undone = True
                written.tell(Undo(written.game))
        elif shown.choice:
            (*_, choice) = (one for one in shown.decisions if not one.aside)
            written.tell(Answer(written.game, choice.id, choice.form.random(chance)))
        else:
            written.tell(AllDone(written.game) if shown.stage == "guide" else Confirm(written.game))
    return written.end()


def at_table(seed: int = 25) -> str:
    """Return a game in front of a camera."""
    written, session = begun("Fate, at a table with a camera", seed, watched=True)
    table = HandsTable(session.assumed_table)
    players = FatePlayers(table, lambda: written.shown, written.tell, Random(seed), mistakes=0.1)  # type: ignore[arg-type]  # a table without pixels
    play(written, players.acts(), table, Doubts(gone), sight)
    return written.end()


def begun(title: str, seed: int, watched: bool) -> tuple[Transcript, FateSession]:
    """Return the transcript of a new game for two, and the game."""
    setup = fate.RULES.opening(Random(seed), PLAYERS)
    session = FateSession.begin(
        GameConfig(PLAYERS, setup=setup), SessionContext(None, Random(seed), watched=watched)
    )
    return Transcript(title, session, look, said, lambda shown: shown.position.step < 3), session


def sight(table: Table) -> Table:
    """Return the table with heroes on the hexes of Grimheim, as a camera sees them."""
    heroes = [kind for kind, n in table.get(GRIMHEIM, {}).items() for _ in range(n)]
    seen = {space: pieces for space, pieces in table.items() if space != GRIMHEIM}
    for hex_, hero in zip(sorted(GRIMHEIM_HEXES), heroes, strict=False):
        seen[hex_] = {hero: 1}
    return seen


def gone(shown: FateSnapshot) -> bool:
    """Return whether the first hero has just left Grimheim."""
    return shown.stage == "heroes" and shown.position.turn == 0 and shown.position.heroes[0].hex != GRIMHEIM
