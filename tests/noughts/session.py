"""Noughts and crosses at a table: every game's messages and one of its own."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.base import N_, Rules, Sentence
from companion.session.base import Agreed, SessionManifest, Surroundings
from companion.session.messages import Message
from companion.session.session import TimelineSession
from companion.session.snapshot import Snapshot
from companion.session.timeline import Stand
from tests.noughts import rules
from tests.noughts.rules import Move, Position


@dataclass(frozen=True, slots=True)
class Take(Message):
    """Take a space."""

    space: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoughtsSnapshot(Snapshot):
    """What a screen shows; `line` are the three in a row."""

    position: Position
    line: tuple[int, ...]


class NoughtsSession(TimelineSession[Stand[Position], Move]):
    """One game."""

    @classmethod
    def begin(cls, of: Rules[Any, Any], agreed: Agreed, around: Surroundings) -> "NoughtsSession":
        """A new game."""
        session = cls(of, agreed.players, around, agreed.bots)
        session._begin({"players": list(agreed.players)}, Stand(Position()))
        return session

    @classmethod
    def resume(cls, of: Rules[Any, Any], game: int, around: Surroundings) -> "NoughtsSession":
        """A stored game."""
        assert around.journal
        session = cls(of, rules.seats(around.journal.game(game).setup), around)
        session._resume(game, Stand(Position()))
        return session

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> NoughtsSnapshot:
        """What a seat may see."""
        position = self.timeline.stand.position
        turn = "" if self.over else self.players[position.turn]
        pattern = "The game is over." if self.over else "{player}, it is your turn."
        return NoughtsSnapshot(
            **self._common(game, problem, seat),
            message=Sentence(pattern, {"player": turn}),
            turn=turn,
            lying=rules.table(position),
            position=position,
            line=rules.line_of(position),
        )

    def _led_to(self, move: Move) -> Stand[Position]:
        return Stand(rules.apply(self.timeline.stand.position, move))

    def _take(self, message: Message) -> None:
        if isinstance(message, Take):
            self._play(Move(message.space))


def manifest(of: Rules[Any, Any]) -> SessionManifest:
    """The game with these rules at a table; with a secret it is over once that was shown."""
    return SessionManifest(
        begin=partial(NoughtsSession.begin, of),
        resume=partial(NoughtsSession.resume, of),
        ended=("reveal",) if of.secret else ("end",),
        reasons={"taken": N_("This space is taken.")},
    )
