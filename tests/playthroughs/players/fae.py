"""Two games of Fae: by touch, and at a table where a druid stands on a border once."""

from random import Random

from companion.app.fae.hands import FaePlayer
from companion.games import fae
from companion.games.fae.autoplay import next_move
from companion.games.fae.setup import random_druids
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.fae.session import FaeSession
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Undo
from companion.simulation.player import Acts
from companion.table.observation import SeenPiece
from tests.playthroughs.table import Alike, Doubts, HandsTable, play
from tests.playthroughs.transcript import Transcript
from tests.playthroughs.views.fae import look, said
from tests.session.fae.tables import ScriptedEvidence
from tests.session.fae_answers import moved, ordered

PLAYERS = ("Ana", "Bo", "Cy")


def by_touch(seed: int = 1) -> str:
    """Return a game of three, with a move that is refused and one that is undone."""
    chance = Random(seed)
    setup = fae.RULES.opening(chance, PLAYERS)
    session = manifest("fae").begin(
        GameConfig(PLAYERS, setup=setup), SessionContext(None, chance, watched=False)
    )
    written = Transcript("Fae, by touch", session, look, said, lambda shown: shown.played < 2 * len(PLAYERS))
    undone = False
    while not written.shown.over:
        shown = written.shown
        if shown.choose:
            written.tell(ordered(written.game, tuple(chance.sample(shown.choose, len(shown.choose)))))
            continue
        move = next_move(shown.position, chance)
        if shown.played == 1:
            written.tell(moved(written.game, fae.Move(move.source, move.source)))
        written.tell(moved(written.game, fae.Move(move.source, move.target)))
        if written.shown.played == 4 and not undone:
            undone = True
            written.tell(Undo(written.game))
    return written.end()


def at_table(seed: int = 4) -> str:
    """Return a game of two in front of a camera."""
    chance = Random(seed)
    position = fae.start(random_druids(chance), 2)
    session = FaeSession(PLAYERS[:2], SessionContext(None, chance), position=position)
    written = Transcript("Fae, at a table with a camera", session, look, said, lambda shown: shown.played < 4)
    table = HandsTable(fae.table(position))
    player = FaePlayer(table, lambda: written.shown, written.tell, chance, mistakes=0.15)  # type: ignore[arg-type]  # a table without pixels
    player.patience = 1  # type: ignore[misc]  # nobody else answers here
    play(written, player.acts(), table, Doubts(lambda shown: shown.played == 2, alike=Border()))
    return written.end()


class Border:
    """Makes the first move of the second player a doubtful one, until it is answered."""

    def __init__(self) -> None:
        self._found: Alike | None = None

    def __call__(self, shown: FaeSnapshot, acts: Acts) -> Alike | None:
        """Return the evidence of a druid that may stand on either of two spaces."""
        if shown.doubt:
            return self._found
        position = shown.position
        if position and shown.played == 1 and self._found is None and (two := alone(position, acts)):
            (druid,), (one, other) = acts[0].pieces, two
            stood = [
                SeenPiece(move.target, kind, 20.0)
                for move in two
                for kind in fae.contents(position, move.target)
            ]
            came = SeenPiece(one.target, druid, 18.0, {(other.target, druid): 0.5})
            self._found = ScriptedEvidence([*stood, came]), frozenset({one.source, one.target, other.target})
            return self._found
        return None


def alone(position: fae.Position, acts: Acts) -> tuple[fae.Move, fae.Move] | None:
    """Return the move that hands make and another one of the same druid; None if it is not a single one."""
    moves = [move for move in fae.legal(position) for act in acts if move.source == act.space]
    made = [move for move in moves for act in acts if move.target == act.target]
    others = [move for move in moves if move not in made]
    if len(acts) != 1 or sum(acts[0].pieces.values()) != 1 or not made or not others:
        return None
    return made[0], others[0]
