"""A game of Fate as the thread that owns it sees it: messages in, snapshots out."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.base import N_, Sentence, Table
from companion.games.fate.acts import Act
from companion.games.fate.position import Face
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import Entry, Snapshot, Stage
from companion.session.fate.table_state import table
from companion.session.messages import Confirm, Failed, GoTo, Message, Redo, Seen, Undo
from companion.session.words import TROUBLE


@dataclass(frozen=True, slots=True)
class PlayAct(Message):
    """An act by touch."""

    act: Act


@dataclass(frozen=True, slots=True)
class Choose(Message):
    """An option of the waiting choice."""

    index: int
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Back(Message):
    """The guide step before again."""


@dataclass(frozen=True, slots=True)
class AllDone(Message):
    """All guide steps are done."""


@dataclass(frozen=True, slots=True)
class Roll(Message):
    """So many dice of the app for an act of a hero."""

    dice: int


class FateGame:
    """A session, told by messages."""

    def __init__(self, session: FateSession) -> None:
        self.session = session

    @property
    def agreed(self) -> Table | None:
        """What lies there as far as known, done steps included."""
        return self.lying

    @property
    def lying(self) -> Table:
        """What lies on the table as far as known."""
        return table(self.session.hands.lying.pieces)

    def tell(self, message: Message) -> None:
        """Let the session do what a message says."""
        session = self.session
        match message:
            case Seen(_, observation):
                session.observe(observation)
            case PlayAct(_, act):
                session.act(act)
            case Choose(_, index, dice):
                session.choose(index, dice)
            case Confirm():
                session.confirm()
            case Back():
                session.back()
            case AllDone():
                session.all_done()
            case Undo(_, acts):
                session.undo(acts)
            case Redo(_, acts):
                session.redo(acts)
            case GoTo(_, number):
                session.go_to(number)
            case Roll(_, dice):
                session.roll(dice)
            case Failed(_, error):
                raise error

    def snapshot(self, game: int, problem: CompanionError | None = None) -> Snapshot:
        """The session as a screen may show it."""
        return snapshot(self.session, game, problem)


def snapshot(session: FateSession, game: int, problem: CompanionError | None = None) -> Snapshot:
    """The session as a screen may show it; `problem` is what the last message met."""
    position, line = session.position, session.line
    stands = line.positions[1 : line.at + 1]
    return Snapshot(
        game,
        session.stage,
        _message(session),
        position,
        table(session.hands.lying.pieces),
        stored_as=session.game_id,
        steps=session.hands.steps,
        at=session.hands.at,
        choice=session.choice,
        log=tuple(Entry(number, text) for number, stand in enumerate(stands, 1) for text in stand.told),
        differences=session.differences,
        unsure=session.unsure,
        tray=session.tray.faces if session.rolls else None,
        played=line.at,
        can_undo=line.at > 0,
        can_redo=line.at < len(line.moves),
        titles={id: piece.kind for id, piece in session.hands.lying.pieces.items()}
        | {hero.id: hero.id for hero in position.heroes}
        | {monster.id: monster.kind for monster in position.monsters},
        problem=problem,
    )


STAGES: Mapping[Stage, str] = {
    "heroes": N_("{player}, it is your turn."),
    "monsters": N_("The monsters go on."),
    "over": N_("The game is over."),
}


def _message(session: FateSession) -> Sentence:
    """The one sentence that says what goes on."""
    if session.trouble:
        return Sentence(TROUBLE[session.trouble])
    stage = session.stage
    if stage == "guide":
        return session.hands.left[0].title
    if stage != "heroes" and session.choice:
        return session.choice.question
    position = session.position
    player = {"player": position.heroes[position.turn].player} if stage == "heroes" else {}
    return Sentence(STAGES[stage], player)
