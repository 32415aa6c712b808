"""Session of noughts and crosses: the common messages and one of its own."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.base import N_, Rules, Sentence
from companion.session.base import GameConfig, SessionContext, SessionManifest
from companion.session.messages import Message
from companion.session.session import TimelineSession
from companion.session.snapshot import Snapshot
from companion.session.timeline import Step
from tests.noughts import rules
from tests.noughts.rules import Move, Position


@dataclass(frozen=True, slots=True)
class Take(Message):
    """Take a space."""

    space: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoughtsSnapshot(Snapshot):
    """Snapshot for a screen; `line` are the three in a row."""

    position: Position
    line: tuple[int, ...]


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
        pattern = "The game is over." if self.over else "{player}, it is your turn."
        return NoughtsSnapshot(
            **self._common(game, problem, seat),
            message=Sentence(pattern, {"player": turn}),
            turn=turn,
            assumed_table=rules.table(position),
            position=position,
            line=rules.line_of(position),
        )

    def _apply_move(self, move: Move) -> Step[Position]:
        return Step(rules.apply(self.timeline.current.position, move))

    def _take(self, message: Message) -> None:
        if isinstance(message, Take):
            self._commit(Move(message.space))


def manifest(of: Rules[Any, Any]) -> SessionManifest:
    """Return the session manifest for these rules."""
    return SessionManifest(
        begin=partial(NoughtsSession.begin, of),
        resume=partial(NoughtsSession.resume, of),
        reasons={"taken": N_("This space is taken.")},
    )
