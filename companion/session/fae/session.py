"""State machine of a game of Fae: touches and pictures in, events and snapshots out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod
from types import MappingProxyType
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games import fae
from companion.games.base import N_, Kind, Space, Table, in_order
from companion.games.fae.ritual_orders import RitualOrders, matters
from companion.games.fae.script import FaeSetup, read_setup, result_object
from companion.games.fae.setup import colour_by_space, setup_of
from companion.session import repair
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.board.interpreter import Interpreter
from companion.session.board.interpreter_params import PARAMS
from companion.session.events import AsExpected, Corrected, Guide, Illegal, Waiting
from companion.session.fae import bot, decisions, words
from companion.session.fae.events import BoardRead, End, InDoubt, MovePlayed, OrderWanted, RitualHeld
from companion.session.fae.pending import OrderDue, Pending, PutBack
from companion.session.fae.pending_question import PendingQuestion
from companion.session.fae.snapshot import FaeSnapshot, snapshot
from companion.session.fae.step import FaeStep, removed
from companion.session.timeline import refusal
from companion.session.view import Choice, Way
from companion.session.watched import WatchedSession
from companion.table.compare import doubtful
from companion.table.guide import GuideStep
from companion.table.observation import Observation
from companion.table.tables import overlap, plus, surplus
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong, unexplained


class FaeInterpreter(Protocol):
    """Interpreter as a session of Fae uses it; tests replace it."""

    def interpret(
        self,
        position: fae.Position,
        observation: Observation,
        leftovers: Table,
        doubted: Sequence[fae.Move],
        disturbed: Collection[Space],
    ) -> Verdict[fae.Move]:
        """As `Interpreter.interpret`."""

    def shows(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """As `Interpreter.shows`."""


class FaeSession(WatchedSession[FaeStep, fae.Move]):
    """One game; it begins at a position or with the set-up in the first settled picture.

    `leftovers`: removed druids that may still be on the board. `waiting`: pending task before the next move.
    """

    def __init__(
        self,
        players: Sequence[str],
        context: SessionContext,
        *,
        position: fae.Position | None = None,
        revealed: Mapping[str, Kind] | None = None,
        ritual_orders: Sequence[Sequence[int]] = (),
        interpreter: FaeInterpreter | None = None,
        bots: Bots = MappingProxyType({}),
    ) -> None:
        """Prepare a game.

        If players cannot be asked, the order of rituals is taken from `ritual_orders`, otherwise ascending.
        `revealed`: spirits that all players know.
        """
        super().__init__(fae.RULES, players, context, bots)
        self._reasons = words.REASONS
        self.revealed = revealed or {}
        self.leftovers: Table = {}
        self.waiting: Pending = None
        self._interpreter: FaeInterpreter = interpreter or Interpreter(fae)
        self._orders = RitualOrders(ritual_orders)
        self._announced = self._unwatched = False
        self._question = PendingQuestion()
        if position:
            self._begin_at(position)

    @classmethod
    def begin(cls, config: GameConfig, context: SessionContext) -> "FaeSession":
        """A new game; a written set-up needs no picture. Raises RuleError `bad_setup`."""
        position = None
        if config.setup is not None:
            position = read_setup({**config.setup, "players": list(config.players)}).position
        return cls(config.players, context, position=position, bots=config.bots)

    @classmethod
    def resume(
        cls, game: int, context: SessionContext, interpreter: FaeInterpreter | None = None
    ) -> "FaeSession":
        """Go on with a stored game; the table may have changed since, so it is checked first."""
        assert context.journal
        setup = read_setup(context.journal.game(game).setup)
        session = cls(setup.players, context, interpreter=interpreter)
        session._resume(game, FaeStep(setup.position, table=fae.table(setup.position)))
        session._update_leftovers()
        session.waiting = PutBack() if context.watched else None
        session._unwatched = context.watched
        return session

    @property
    def wrong(self) -> bool:
        """True if the table must be put right before the game goes on."""
        return self.illegal is not None or self.repairing

    @property
    def repairing(self) -> bool:
        """True if the table must be made equal to the position first."""
        return isinstance(self.waiting, PutBack)

    @property
    def steps(self) -> Sequence[GuideStep]:
        """Steps that the players still have to do; removals by rituals come before a bot's move."""
        if not self._context.at_table:
            return ()
        return (*self._repairs(), *repair.removals(self.leftovers), *self._suggested_steps())

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FaeSnapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""
        return snapshot(self, self._common(game, problem, seat) | self._table_state(), seat)

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat, or with None the shared screen, may decide now; the main decision first."""
        position = self.timeline.current.position
        if self.over or seat not in (None, position.turn):
            return ()
        player, watched = self.players[position.turn], self._context.watched
        done = Choice(decisions.DONE, lambda _: self.confirm())
        match self.waiting:
            case OrderDue(spaces=spaces):
                due = decisions.order(player, spaces)
                return (Choice(due, lambda way: self.choose_order(tuple(map(int, way)))),)
            case InDoubt(moves):
                asked: dict[Way, fae.Move] = {move[:2]: move for move in moves}
                which = Choice(decisions.which(player, moves), lambda way: self.answer(asked[way]))
                none = Choice(decisions.NONE, lambda _: self.all_done())
                return which, none, self._move(position, moves)
        if self.bot_to_move():
            move = self.suggested_move
            if move is not None and tuple(self.steps) == self._suggested_steps():
                return (done._replace(decision=decisions.done_at(move)),)
            return (done,) if watched and self.steps else ()
        unexplained = self.illegal is not None and self.illegal.reason.code == "unexplained"
        if watched and self.steps and not unexplained:
            return (done,)
        move_choice = self._move(position)  # also of an unexplained table, which may hide a move
        return (move_choice, done) if self.unclear or unexplained else (move_choice,)

    def _move(self, position: fae.Position, doubted: Sequence[fae.Move] = ()) -> Choice:
        """Return the choice of a move that is not in doubt already."""
        return Choice(decisions.move(position, doubted), lambda way: self.submit(_move(way)))

    def observe(self, observation: Observation) -> None:
        """Process one picture; at least one event follows.

        Raises RuleError `bad_setup` if the first settled picture shows no valid set-up.
        """
        self._question.seen_s = observation.time_s
        if self._settled_table is not None:
            self._question.answered_spaces = frozenset()
        super().observe(observation)

    def submit(self, move: fae.Move) -> None:
        """Play a move by touch; the table is expected to follow.

        Raises RuleError if it is not legal.
        """
        self._resolve(move, 1.0, shown=not self._camera)

    def answer(self, move: fae.Move) -> None:
        """Answer which move was made. Raises RuleError `not_asked`."""
        if not isinstance(self.waiting, InDoubt) or move not in self.waiting.moves:
            raise refusal("not_asked", N_("Expected one of the moves in question, found another."))
        self._question.answered_spaces |= {move.source, move.target}
        self._resolve(move, 1.0)

    def choose_order(self, spaces: Sequence[int]) -> None:
        """Set the order of the rituals. Raises RuleError `ritual_order`, `not_asked`."""
        if not isinstance(self.waiting, OrderDue):
            raise refusal("not_asked", N_("Expected a move with several rituals first, found none."))
        due = self.waiting
        move = due.move._replace(rituals=tuple(spaces))
        self._record(move, self._apply_move(move), due.confidence, None, due.shown)

    def confirm(self) -> None:
        """Confirm the only doubted move, or that the first step is done.

        If the camera did not understand the table, or nothing watches it, the table counts as expected.
        """
        if isinstance(self.waiting, InDoubt) and len(self.waiting.moves) == 1:
            self.answer(self.waiting.moves[0])
        elif self.suggested_move and tuple(self.steps) == self._suggested_steps():
            self._resolve(self.suggested_move, 1.0)
        elif self.put_back:
            self.all_done()
        else:
            if steps := self.steps:
                self._assume(repair.after(self.assumed_table, steps[0]))
                self._update_leftovers()
            if self.wrong and not self._repairs():
                self._end_repairs()
            self._question.confirm(self._question.unexplained and not isinstance(self.waiting, PutBack))

    def all_done(self) -> None:
        """Confirm the expected table: no doubted move was made. Raises RuleError `not_begun`."""
        denied = isinstance(self.waiting, InDoubt)
        self._assume_expected(self.leftovers if denied else {})
        self._end_repairs()
        self._question.confirm(denied)

    def end(self) -> End:
        """Return the end event with the current scores."""
        position, table = self.timeline.current.position, self.timeline.current.table
        spirits = {self.players.index(player): colour for player, colour in self.revealed.items()}
        result = result_object(position, FaeSetup(self.players, spirits, position))
        return End("finished" if self.finished else "playing", fae.scores(position), table, result)

    def _apply_move(self, move: fae.Move) -> FaeStep:
        position, rituals = fae.resolve(self.timeline.current.position, move)
        return FaeStep(position, rituals=rituals, table=fae.table(position))

    def _ending(self) -> Mapping[str, Any] | None:
        return None  # the event that reveals the spirits marks the end

    def _begin_at(self, position: fae.Position) -> None:
        self._begin(setup_of(position, self.players), FaeStep(position, table=fae.table(position)))

    def _read_setup(self, observation: Observation) -> None:
        position = fae.start(colour_by_space(observation.table), len(self.players))
        if (confidence := prod(observation.confidence.values())) >= PARAMS.accept_probability:
            self._begin_at(position)
            self._announce(confidence)
            self._settled_table = self.assumed_table
        else:
            self.trouble, self.unclear = "unclear", in_order(doubtful(observation))
            self._report(Waiting(self.trouble, self.unclear))

    def _take_picture(self, observation: Observation) -> None:
        if self.begun:
            super()._take_picture(observation)
        else:
            self._read_setup(observation)

    def _interpret(self, observation: Observation) -> Verdict[fae.Move]:
        current = self.timeline.current
        if self.repairing and self._interpreter.shows(current.table, self.leftovers, observation):
            # partly: the picture may show either table, so the reader must not learn from it
            return Settled(1.0, self.leftovers, partly=True)
        asked = self.waiting.moves if isinstance(self.waiting, InDoubt) else ()
        doubted = () if self._question.gap or self._question.is_about(observation) else asked
        disturbed = self._question.answered_spaces.union(self.illegal.reason.spaces if self.illegal else ())
        verdict = self._interpreter.interpret(
            current.position, observation, self.leftovers, doubted, disturbed
        )
        verdict = bot.restricted_to_suggestion(self, verdict)
        confirmed, self._question.unexplained = self._question.take_confirmed(), unexplained(verdict)
        match verdict:
            case Wait() | Wrong() | Ask() if confirmed:
                return Settled(1.0, self.leftovers)
            case Played(move) if self._is_dubious(move, observation):
                legal = {*fae.legal(current.position)}
                return Ask(tuple(m for m in verdict.moves if m in legal), bool(verdict.then))
            case Wrong(_, None) if asked:
                return Ask(asked)
        return verdict

    def _may_ask(self) -> bool:
        return self._unwatched or not self.repairing

    def _on_settled(self, settled: Settled) -> None:
        self._assume_expected(settled.leftovers)
        self._settled_table = None if settled.partly else self.assumed_table
        self._announce(settled.confidence)
        self._end_repairs()
        if not self.happened:
            self._report(AsExpected(settled.confidence))

    def _on_played(self, played: Played[fae.Move]) -> None:
        self._announce(1.0)
        self._on_observed(played.moves, played.confidence, played.leftovers)
        if not played.order_known:
            self.happened = tuple(
                replace(event, order_known=False) if isinstance(event, MovePlayed) else event
                for event in self.happened
            )
        self._settled_table = None if played.partly else self._settled_table

    def _on_ask(self, question: Ask[fae.Move], observation: Observation) -> None:
        """Ask which move was made; keep earlier doubted moves if none of them is asked about again."""
        self._announce(1.0)
        asked = self.waiting.moves if isinstance(self.waiting, InDoubt) else ()
        still = () if {*question.moves} & {*asked} else asked
        self._ask(InDoubt((*still, *question.moves)), observation, question.gap)

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        self._announce(1.0)
        self.waiting = None
        self._assume_seen(observation, illegal.reason.spaces)
        self._report(Waiting("guide", illegal.reason.spaces) if self.illegal == illegal else illegal)
        self.illegal = illegal

    def _on_unrepaired(self, observation: Observation) -> None:
        self._announce(1.0)
        if not self._question.is_about(observation):  # otherwise the players may have confirmed steps since
            self._assume_seen(observation, repair.spaces(self._repairs()))
            if not self._repairs():
                current = self.timeline.current
                self._assume_seen(observation, {*observation.table, *current.table} - current.position.done)
        self._report(Waiting("guide", repair.spaces(self._repairs())))

    def _on_observed(self, moves: Sequence[fae.Move], confidence: float, leftovers: Table | None) -> None:
        """Play moves in order.

        Moves after one that needs an order of rituals wait for later pictures.
        """
        if isinstance(self.waiting, OrderDue) and self.waiting.move[:2] == moves[0][:2]:
            self._report(Waiting("guide", self.waiting.spaces))
            return
        for source, target, _ in moves:
            self._resolve(fae.Move(source, target), confidence, leftovers)
            if isinstance(self.waiting, OrderDue):
                self._settled_table = None
                return
            leftovers = None if self._settled_table is None else leftovers

    def _ask(self, doubt: InDoubt, observation: Observation, gap: bool = False) -> None:
        spaces = tuple(dict.fromkeys(space for move in doubt.moves for space in move[:2]))
        self._report(Waiting("guide", spaces) if self.waiting == doubt else doubt)
        if self.waiting != doubt:
            self.waiting, self._question.asked_table, self._question.gap = doubt, observation.table, gap

    def _suggested_steps(self) -> Sequence[GuideStep]:
        return bot.suggested_steps(self)

    def _play_for_bot(self, move: fae.Move) -> None:
        self._record(move, self._apply_move(move), 1.0, None, True)

    def _resolve(
        self, move: fae.Move, confidence: float, leftovers: Table | None = None, shown: bool = True
    ) -> None:
        """Play a legal move, or wait for the order of its rituals."""
        if self.bot_to_move():
            move, leftovers = bot.as_suggested(self, move, leftovers)
        position, after = self.timeline.current.position, self._apply_move(move)
        if fae.needs_order(position, move):
            if matters(position, move):
                spaces = fae.isolated_by(position, move.source, move.target)
                self._report(OrderWanted(spaces))
                if self._context.interactive:
                    self.waiting = OrderDue(move, spaces, confidence, shown)
                    return
            move = self._orders.ordered(position, move)
            # The picture was read without knowing the order: expect all removed druids as leftovers.
            after, leftovers = self._apply_move(move), None
        self._record(move, after, confidence, leftovers, shown)

    def _record(
        self, move: fae.Move, after: FaeStep, confidence: float, leftovers: Table | None, shown: bool
    ) -> None:
        player, self._unwatched = self.players[self.timeline.current.position.turn], False
        # without a camera, playing on counts as having removed the leftovers
        kept = self._context.watched or player in self.bots
        assumed, earlier = self.assumed_table, self.leftovers if kept else {}
        self._commit(move, after)
        remaining = {**earlier, **after.removed} if leftovers is None else leftovers
        self._assume_expected(remaining, None if shown else assumed)
        self.illegal = None
        if shown:
            self._settled_table = None if leftovers is None else self.assumed_table
        self._wait_for_repairs()
        self._report(MovePlayed(player, move, confidence), *(RitualHeld(player, r) for r in after.rituals))
        guide = repair.removals({space: remaining.get(space, {}) for space in after.removed})
        self._report(*map(Guide, guide))

    def _on_committed(self, move: fae.Move) -> None:
        step = self.timeline.current
        self.leftovers, self._assumed_table = step.removed, plus(step.table, step.removed)

    def _on_undo_redo(self) -> None:
        self._update_leftovers()
        self.illegal = None
        self._wait_for_repairs()

    def _update_leftovers(self) -> None:
        """Set the leftovers: surplus druids on the assumed table that rituals removed."""
        steps = self.timeline.steps[: self.timeline.at + 1]
        self.leftovers = overlap(removed(steps), surplus(self.assumed_table, steps[-1].table))

    def _wait_for_repairs(self) -> None:
        """Wait for repairs if a camera watches the table; otherwise nobody is kept waiting."""
        self.waiting = PutBack() if self._context.watched and self._repairs() else None

    def _would_redo(self, move: fae.Move) -> bool:
        """Return whether `move` was undone, with any order of its rituals."""
        return any(undone[:2] == move[:2] for undone in self.timeline.moves[self.timeline.at :])

    def _is_dubious(self, move: fae.Move, observation: Observation) -> bool:
        """Return whether to ask about a seen move, as a half-repaired mistake may look the same."""
        table = self.timeline.current.table
        half = bool(self.illegal) and repair.between(self._apply_move(move).table, table, self.assumed_table)
        return self._unwatched or half or self._question.too_soon(move, observation)

    def _repairs(self) -> tuple[GuideStep, ...]:
        """Return the steps that the players must do before the game continues."""
        if not self.begun:
            return ()
        return repair.steps(self.assumed_table, plus(self.timeline.current.table, self.leftovers))

    def _assume_expected(self, leftovers: Table, assumed: Table | None = None) -> None:
        """Assume the expected table with these leftovers, or `assumed` if given."""
        table = plus(self.timeline.current.table, leftovers)
        self._assume(table if assumed is None else assumed)
        self.leftovers = leftovers

    def _assume_seen(self, observation: Observation, spaces: Iterable[Space]) -> None:
        """Assume what was seen on these spaces, so that the open steps follow the table."""
        self._question.asked_table = observation.table
        self._assume({**self.assumed_table, **{space: observation.table.get(space, {}) for space in spaces}})

    def _announce(self, confidence: float) -> None:
        if not self._announced:
            self._announced = True
            self._report(BoardRead(self.timeline.current.table, confidence))

    def _end_repairs(self) -> None:
        if self.wrong:
            self._report(Corrected())
        self.illegal = self.waiting = None
        self._unwatched = False


def _move(way: Way) -> fae.Move:
    """Return the move of a way; spaces of Fae are numbers."""
    source, target = way
    return fae.Move(int(source), int(target))
