"""A game of Fae as the thread that owns it sees it: messages in, snapshots out."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.base import Table
from companion.games.fae import Move
from companion.session.fae.session import Session
from companion.session.fae.snapshot import Snapshot, snapshot
from companion.session.messages import Confirm, Failed, GoTo, Message, Redo, Seen, Undo


@dataclass(frozen=True, slots=True)
class Play(Message):
    """A move by touch."""

    move: Move


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """Which move it was."""

    move: Move


@dataclass(frozen=True, slots=True)
class ChooseOrder(Message):
    """The order of the rituals."""

    spaces: Sequence[int]


@dataclass(frozen=True, slots=True)
class Deal(Message):
    """The spirits, as shuffled colours."""

    outcome: Sequence[str]

    def __repr__(self) -> str:
        """Without the colours, which are secret."""
        return f"Deal(game={self.game})"


@dataclass(frozen=True, slots=True)
class Reveal(Message):
    """Show the spirits."""


class FaeGame:
    """A session, told by messages."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def agreed(self) -> Table | None:
        """What the last picture showed beyond doubt."""
        return self.session.agreed

    def tell(self, message: Message) -> None:
        """Let the session do what a message says."""
        session = self.session
        match message:
            case Seen(_, observation):
                session.observe(observation)
            case Play(_, move):
                session.play(move)
            case Answer(_, move):
                session.answer(move)
            case ChooseOrder(_, spaces):
                session.choose_order(spaces)
            case Undo(_, moves):
                session.undo(moves)
            case Redo(_, moves):
                session.redo(moves)
            case GoTo(_, number):
                apart = number - (session.line.at if session.line else 0)
                session.redo(apart) if apart > 0 else session.undo(-apart) if apart else None
            case Confirm():
                session.confirm()
            case Deal(_, outcome):
                session.deal(outcome)
            case Reveal():
                session.reveal()
            case Failed(_, error):
                raise error

    def snapshot(self, game: int, problem: CompanionError | None = None) -> Snapshot:
        """The session as a screen may show it."""
        return snapshot(self.session, game, problem)
