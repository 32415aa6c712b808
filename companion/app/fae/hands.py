"""The simulated player of Fae, who follows the app."""

from companion.app.fae import players as people
from companion.games import fae
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Confirm, Message
from companion.session.view import Answer
from companion.simulation.player import PAUSE, Acts, FollowingPlayer, movements_to

MISTAKES = 0.05


class FaePlayer(FollowingPlayer[FaeSnapshot]):
    """Puts the table right piece by piece, and gives people time to answer first."""

    snapshot = FaeSnapshot
    patience = 4
    _moved = PAUSE

    def _todo(self, shown: FaeSnapshot) -> Acts:
        if shown.position is None:
            return ()
        asked = not isinstance(self._answer(shown), Confirm | None)
        if not asked and (todo := movements_to(self._table, fae.table(shown.position))):
            return todo[:1]
        if shown.suggested_move and shown.step:
            self._moved = (shown.step,)
            return self._moved
        return ()

    def _answer(self, shown: FaeSnapshot) -> Message | None:
        """Return the order of rituals, the move that was made, or that the table is right."""
        if shown.choose:
            return Answer(shown.game, "order", shown.choose)
        if shown.doubt:
            (made,) = self._moved
            ends = made.space, made.target
            asked = (move[:2] for move in shown.doubt)
            return next((Answer(shown.game, "which", way) for way in asked if way == ends), None)
        return None if shown.phase in ("setup", "play", "finished") else Confirm(shown.game)

    def _move(self, shown: FaeSnapshot) -> Acts:
        if shown.position is None or shown.doubt or shown.status == "finished":
            return ()
        seed = self._chance.randrange(2**32)
        acts = people.acts(shown.position, seed, mistakes=self._mistakes, names=shown.players)
        self._moved = (next(acts),)
        return self._moved
