"""Session of noughts and crosses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.base import N_, Reason, Rules, Sentence
from companion.session.base import GameConfig, SessionContext, SessionManifest
from companion.session.session import TimelineSession
from companion.session.snapshot import Snapshot
from companion.session.timeline import Step
from companion.session.view import Choice, Decision, Path, Prompt
from tests.noughts import rules
from tests.noughts.rules import Move, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class NoughtsSnapshot(Snapshot):
    """Snapshot for a screen; `line` are the three in a row."""

    position: Position
    line: tuple[int, ...]

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment."""
        if self.over:
            return Prompt("over", "", Sentence("The game is over."))
        return Prompt("turn", "", Sentence("{player}, it is your turn.", {"player": self.turn}))


class NoughtsSession(TimelineSession[Step[Position], Move]):
    """Session of one game."""

    @classmethod
    def begin(cls, of: Rules[Any, Any], config: GameConfig, context: SessionContext) -> "NoughtsSession":
        """Begin a new game."""
        session = cls(of, config.players, context, config.bots)
        session._begin({"players": list(config.players)}, Step(Position()))
        return session

    @classmethod
    def resume(cls, of: Rules[Any, Any], game: int, context: SessionContext) -> "NoughtsSession":
        """Resume a stored game."""
        assert context.journal
        session = cls(of, rules.seats(context.journal.game(game).setup), context)
        session._resume(game, Step(Position()))
        return session

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> NoughtsSnapshot:
        """Return a snapshot of all that a seat may see."""
        position = self.timeline.current.position
        turn = "" if self.over else self.players[position.turn]
        return NoughtsSnapshot(
            **self._common(game, problem, seat),
            turn=turn,
            assumed_table=rules.table(position),
            position=position,
            line=rules.line_of(position),
        )

    def _apply_move(self, move: Move) -> Step[Position]:
        return Step(rules.apply(self.timeline.current.position, move))

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return the choice of a free space for the player whose turn it is."""
        position = self.timeline.current.position
        if rules.finished(position) or seat not in (None, position.turn) or self.bot_to_move():
            return ()
        free = Path(tuple((space,) for space in rules.SPACES if position.held[space - 1] == "-"))
        taken = Sentence("This space is taken.")
        decision = Decision(
            "take",
            Sentence("Touch a free space."),
            free,
            why_not=lambda _, space: Reason("taken", (space,), "N-1", taken),
        )
        return (Choice(decision, lambda way: self._commit(Move(int(way[0])))),)


def manifest(of: Rules[Any, Any]) -> SessionManifest:
    """Return the session manifest for these rules."""
    return SessionManifest(
        begin=partial(NoughtsSession.begin, of),
        resume=partial(NoughtsSession.resume, of),
        reasons={"taken": N_("This space is taken.")},
    )
