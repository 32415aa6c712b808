"""Sessions that follow a table: pictures in, moves, questions and repairs out.

A game implements the meaning of an observation (`_interpret`) and the effect of a move. Questions, repairs,
suggested moves of bots, undo and confirmation are common to all games and are implemented here.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.errors import CompanionError
from companion.games.base import MoveT, Reason, Rules, Sentence, Space, Table, in_order
from companion.session import repair
from companion.session.base import Bots, SessionContext
from companion.session.events import Event, Illegal, Waiting, Why
from companion.session.messages import Confirm, Message, Seen
from companion.session.session import TimelineSession
from companion.session.timeline import StepT
from companion.session.words import NOT_AS_EXPECTED
from companion.table.guide import GuideStep
from companion.table.observation import Observation
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong


class WatchedSession(TimelineSession[StepT, MoveT]):
    """A game whose table may be watched by a camera.

    `illegal`: the open violation of the rules that a picture showed. `trouble`: reason why the last picture
    gave no result; `unclear`: spaces that it left open.
    """

    def __init__(
        self,
        rules: Rules[Any, MoveT],
        players: Sequence[str],
        context: SessionContext,
        bots: Bots = MappingProxyType({}),
    ) -> None:
        super().__init__(rules, players, context, bots)
        self._reasons: Mapping[str, str] = {}
        self.illegal: Illegal | None = None
        self.trouble: Why | None = None
        self.unclear: tuple[Space, ...] = ()
        self._settled_table: Table | None = None
        self._camera = False

    @property
    def settled_table(self) -> Table | None:
        """Table that the last picture showed beyond doubt, or None."""
        return self._settled_table

    @property
    def repairing(self) -> bool:
        """True if the game waits for repairs; moves are not accepted meanwhile."""
        return bool(self._repairs())

    @property
    def steps(self) -> Sequence[Any]:
        """Steps that the players still have to do, as the game shows them; a bot's move comes last."""
        if not self._context.at_table:
            return ()
        return (*self._repairs(), *self._suggested_steps())

    def observe(self, observation: Observation) -> None:
        """Process one picture; each resulting event carries the name of the picture."""
        self.happened, self._settled_table = (), None
        self.trouble, self.unclear = observation.trouble, ()
        if observation.trouble:
            self._report(Waiting(observation.trouble, in_order(observation.hidden)))
        else:
            self._camera = True
            self._take_picture(observation)
        happened: Iterable[Event] = self.happened
        self.happened = tuple(replace(event, frame=observation.frame) for event in happened)

    def tell(self, message: Message) -> None:
        """Take a message. Raises CompanionError when it cannot be done."""
        match message:
            case Seen(_, observation):
                self._begin_message()
                self.observe(observation)
            case Confirm():
                self._begin_message()
                self.confirm()
            case _:
                super().tell(message)

    def _common(self, game: int, problem: CompanionError | None, seat: int | None) -> dict[str, Any]:
        return super()._common(game, problem, seat) | {"trouble": self.trouble}

    def _table_state(self) -> dict[str, Any]:
        """Return the fields of a `WatchedSnapshot`."""
        illegal = self.illegal.reason if self.illegal else None
        return {"todo": tuple(self.steps), "illegal": illegal, "unclear": self.unclear}

    def _told(self, reason: Reason) -> Reason:
        """Return a reason with its sentence, in a game that has sentences for codes."""
        if not self._reasons:
            return reason
        return replace(reason, text=Sentence(self._reasons.get(reason.code, NOT_AS_EXPECTED)))

    @abstractmethod
    def submit(self, move: MoveT) -> None:
        """A move by touch. Raises RuleError when it is not legal."""

    def confirm(self) -> None:
        """Answer as who only confirms: the default of the first decision that has one."""
        for decision, taken in self.choices():
            if decision.default is not None:
                taken(decision.default)
                return

    @abstractmethod
    def _interpret(self, observation: Observation) -> Verdict[MoveT]:
        """Return the meaning of a picture without trouble, given open questions and repairs."""

    def _take_picture(self, observation: Observation) -> None:
        """Act on a picture without trouble."""
        match self._interpret(observation):
            case Wait(why, spaces):
                self._on_wait(why, spaces)
            case Settled() as settled:
                self._on_settled(settled)
            case Played() as played if self._believes(played, observation):
                self._on_played(played)
            case Ask() as question if self._may_ask():
                self._on_ask(question, observation)
            case Wrong(reason, source, target) if not self.repairing:
                self._on_wrong(Illegal(self._told(reason), source, target), observation)
            case _:
                self._on_unrepaired(observation)

    def _believes(self, played: Played[MoveT], observation: Observation) -> bool:
        """Return whether seen moves count; an undone move must be put back first."""
        return not (self.repairing and self._would_redo(played.move))

    def _may_ask(self) -> bool:
        """Return whether a question makes sense now."""
        return not self.repairing

    def _on_wait(self, why: Why, spaces: tuple[Space, ...]) -> None:
        self.trouble, self.unclear = why, spaces
        self._report(Waiting(why, spaces, read=True))

    @abstractmethod
    def _on_settled(self, settled: Settled) -> None:
        """The table is as expected."""

    @abstractmethod
    def _on_played(self, played: Played[MoveT]) -> None:
        """Play moves that were made at the table."""

    def _on_ask(self, question: Ask[MoveT], observation: Observation) -> None:
        """Ask the players which of several possible moves was made."""

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        """Report a violation of the rules, once."""
        known = self.illegal is not None and self.illegal.reason == illegal.reason
        self.illegal = illegal
        self._report(Waiting("guide", in_order(illegal.reason.spaces)) if known else illegal)

    def _on_unrepaired(self, observation: Observation) -> None:
        """Report that repairs are still open."""
        self._report(Waiting("guide", repair.spaces(tuple(self.steps))))

    def _repairs(self) -> Sequence[GuideStep]:
        """Return the steps that the players must do before the game continues."""
        return repair.steps(self.assumed_table, self.expected or {}) if self.begun else ()

    def _suggested_steps(self) -> Sequence[GuideStep]:
        """Return the steps of the bot's move that the players must make."""
        return ()

    def _would_redo(self, move: MoveT) -> bool:
        """Return whether a move is the next undone one, which is still on the table."""
        return move in self.timeline.moves[self.timeline.at : self.timeline.at + 1]

    def _needs_hands(self, move: MoveT) -> bool:
        """Return whether a bot's move changes the table."""
        return True

    def _bot_plays(self, move: MoveT) -> None:
        if self._context.watched and self._needs_hands(move):
            self._suggest(move)
        else:
            self._play_for_bot(move)

    def _play_for_bot(self, move: MoveT) -> None:
        self._commit(move)
