"""Snapshot of any game for a screen: immutable, for a seat, without the others' secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games.base import MoveT, Sentence, Strength, Table
from companion.games.lesson import LessonView
from companion.session.events import Why
from companion.session.timeline import StepT, Timeline
from companion.session.view import Decision, Line, Mark, Prompt, Thing


def lines(timeline: Timeline[Any, Any]) -> tuple[Line, ...]:
    """Return the story of the moves that count."""
    steps = timeline.steps[1 : timeline.at + 1]
    return tuple(Line(number, text) for number, step in enumerate(steps, 1) for text in step.log)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Common fields of all games; each game's snapshot adds its own.

    `name`: name of the game. `game`: number that messages must carry. `at`: number of the state, which
    decisions carry; it grows with every change of what may be decided and never repeats, also after a
    restart. `turn`: player to act, "" if nobody is. `trouble`: why the last picture gave no result. `over`:
    the game has ended and nothing is left to do at the table. `assumed_table`: what the session assumes on
    the table now. `at_table`: there is a real table. `put_back`: number of steps from there to the expected
    one if nothing watches; the game does not wait for them. `played`: number of moves that count.
    `stored_as`: number in the journal, which another journal may give to another game; `uid`: random id,
    which no other game ever has. `dealt`: every seat has a secret; `revealed`: all secrets by player, once
    they are shown. A snapshot for a `seat` holds that seat's own `secret`; one for None, the shared screen,
    holds none.
    `decisions`: what the seat may decide, the main one first; empty in games that do not say it yet.
    `own_hands`: players who hold their cards themselves, unknown to the app. `bots`: players that the app
    plays; `suggested_move`: a bot's move that somebody has to make on the table now. `learning`: the first
    round is guided; `lesson`: what it says now; `moments`: ids of the rules that the last move brought into
    play. `problem`: error of the last message.
    """

    name: str
    game: int
    players: tuple[str, ...]
    at: int = 0
    turn: str = ""
    trouble: Why | None = None
    decisions: tuple[Decision, ...] = ()
    over: bool = False
    assumed_table: Table = field(default_factory=dict)
    put_back: int = 0
    at_table: bool = True
    played: int = 0
    can_undo: bool = False
    can_redo: bool = False
    stored_as: int | None = None
    uid: str = field(default="", compare=False, repr=False)
    dealt: bool = False
    revealed: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    secret: Any = field(default=None, repr=False)
    own_hands: tuple[str, ...] = ()
    bots: Mapping[str, Strength] = field(default_factory=dict)
    suggested_move: Any = None
    learning: bool = False
    lesson: LessonView | None = None
    moments: tuple[str, ...] = field(default=(), compare=False)
    problem: CompanionError | None = None

    def decides_as(self, other: "Snapshot") -> bool:
        """Return whether the same may be decided as in another one.

        A hand in the picture and a page of the lesson that was read change nothing.
        """
        passing = ("at", "trouble", "problem", "learning", "lesson")
        return replace(self, **{name: getattr(other, name) for name in passing}) == other

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment."""
        raise NotImplementedError

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Things that need the eye, each once, the most important last."""
        return ()

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Players who have won; none while the game is played, or if nobody did."""
        return ()

    @property
    def secret_text(self) -> Sentence | None:
        """The secret of the snapshot's seat in words; None if it has none."""
        return None

    def name_of(self, thing: Thing) -> Sentence:
        """Return the name of a thing in words, which tells it from all others."""
        return Sentence("{thing}", {"thing": str(thing)})

    @property
    def by_hand(self) -> Sentence | None:
        """The next act of hands on the table; None if nothing, or if the prompt alone can say it."""
        return None

    @property
    def thinking(self) -> bool:
        """True if the app is still computing a bot's move."""
        return self.turn in self.bots and self.suggested_move is None and not self.over


class SnapshotSource(Protocol[StepT, MoveT]):
    """The part of a session that the snapshot of every game reads.

    Each game's source adds its own.

    A session makes its snapshot, so the snapshot must not import the session.
    """

    players: tuple[str, ...]

    @property
    def timeline(self) -> Timeline[StepT, MoveT]:
        """The moves. Raises RuleError `not_begun`."""

    @property
    def begun(self) -> bool:
        """True if the set-up is known."""

    @property
    def over(self) -> bool:
        """True if the game has ended and nothing is left to do at the table."""

    @property
    def assumed_table(self) -> Table:
        """The table as the session assumes it."""

    @property
    def suggested_move(self) -> MoveT | None:
        """The bot's move that the players must make on the table now, or None."""

    def bot_to_move(self, number: int | None = None) -> bool:
        """Return whether a bot decides after `number` moves, or now."""
