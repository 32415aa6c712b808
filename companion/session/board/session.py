"""Session of a game on a printed board, for any rules that the interpreter of pictures understands.

A game gives its `Rules` and the functions of `companion.games.base.Game`, and writes no session of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Generic

from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import (
    N_,
    Game,
    Kind,
    MoveT,
    PositionT,
    Reason,
    Rules,
    Sentence,
    Space,
    in_order,
)
from companion.games.board_rules import BoardRules
from companion.session import repair
from companion.session.base import Bots, GameConfig, SessionContext, SessionManifest
from companion.session.board.events import End, InDoubt, MovePlayed
from companion.session.board.interpreter import Interpreter
from companion.session.board.interpreter_params import PARAMS
from companion.session.board.snapshot import NONE, PASS, TOUCH, BoardSnapshot, Phase
from companion.session.board.words import way_said
from companion.session.events import AsExpected, Corrected, Illegal, Waiting
from companion.session.timeline import Step, refusal
from companion.session.view import PRESS, Choice, Decision, Line, Path, Thing, Way
from companion.session.watched import WatchedSession
from companion.session.words import DONE, WAS_IT, WHICH
from companion.table.guide import GuideStep
from companion.table.observation import Observation
from companion.table.tables import differing
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong


class BoardSession(WatchedSession[Step[PositionT], MoveT], Generic[PositionT, MoveT]):
    """A game that begins with a known position; `doubt` are the moves of which one was made.

    `turns` says what a piece shows when it is turned over, for a game with two-sided pieces. `touches(move)`
    are the spaces that a person touches for a move, in order, different for all legal moves; without it
    nobody decides anything. `reasons`: sentences by code of a reason.
    """

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        rules: Rules[PositionT, MoveT],
        players: Sequence[str],
        context: SessionContext,
        bots: Bots = MappingProxyType({}),
        turns: Mapping[Kind, Kind] = MappingProxyType({}),
        touches: Callable[[MoveT], Way] | None = None,
        reasons: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(rules, players, context, bots)
        self.doubt: tuple[MoveT, ...] = ()
        self._game, self._turns, self._touches, self._reasons = game, turns, touches, reasons
        self._interpreter = Interpreter(game)

    def start(self, setup: Mapping[str, Any]) -> None:
        """Begin a written set-up. Raises RuleError `bad_setup`."""
        self._begin(setup, Step(self._rules.read_setup(setup)))

    def go_on(self, stored_as: int, setup: Mapping[str, Any]) -> None:
        """Go on with a stored game; the table may have changed since. Raises StorageError."""
        self._resume(stored_as, Step(self._rules.read_setup(setup)))

    def begin_at(self, position: PositionT) -> None:
        """Follow a table from a position on; nothing is stored."""
        self._begin({}, Step(position))

    @property
    def phase(self) -> Phase:
        """Present task of the players."""
        if self.doubt:
            return "ask"
        if self.illegal:
            return "illegal"
        if self._context.watched and self._repairs():
            return "put_back"
        return "finished" if self.over else "play"

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> BoardSnapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""
        timeline = self.timeline
        now = timeline.current.position
        before = timeline.steps[max(0, timeline.at - 1)].position
        turn = self._rules.turn(now)
        return BoardSnapshot(
            **self._common(game, problem, seat),
            turn="" if self.over or turn is None else self.players[turn],
            assumed_table=self.assumed_table,
            phase=self.phase,
            position=self._rules.view(now, seat),
            table=self._rules.table(now),
            last=in_order(differing(self._rules.table(before), self._rules.table(now))),
            doubt=self.doubt,
            log=self._story(),
            **self._table_state(),
        )

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat, or with None the shared screen, may decide now; the main decision first."""
        position = self.timeline.current.position
        touches, turn = self._touches, self._rules.turn(position)
        if touches is None or self.over or seat not in (None, turn):
            return ()
        done = Choice(Decision("done", Sentence(DONE), PRESS), lambda _: self.confirm())
        if self.doubt:
            text = Sentence(WAS_IT if len(self.doubt) == 1 else WHICH, {"player": self.players[turn or 0]})
            none = Choice(Decision("none", Sentence(NONE), PRESS), lambda _: self.all_done())
            return self._moves("which", text, self.doubt, touches), none
        if self.bot_to_move():
            if self._context.watched and self._repairs():
                return (done,)
            if self.suggested_move is None:
                return ()
            end = touches(self.suggested_move)[-1:]  # a touch there says that the move was made
            return (done._replace(decision=replace(done.decision, form=Path(((), end)))),)
        legal = self._game.legal(position)
        moves = self._moves("move", Sentence(TOUCH), [move for move in legal if touches(move)], touches)
        if self.phase == "play":
            missed = (self._pass(move) for move in legal if not touches(move))
            return (moves, *((done,) if self.unclear else ()), *missed)
        unexplained = self.illegal is not None and self.illegal.reason.code == "unexplained"
        return (done, moves) if unexplained else (done,)  # an unexplained table may hide a move

    def _story(self) -> tuple[Line, ...]:
        """Return a line for each move that counts: who, and the spaces on the way."""
        if self._touches is None:
            return ()
        timeline, told = self.timeline, list[Line]()
        for move, before in zip(timeline.moves[: timeline.at], timeline.steps, strict=False):
            player, way = self.players[self._rules.turn(before.position) or 0], self._touches(move)
            told.append(Line(len(told) + 1, way_said(player, way), way))
        return tuple(told)

    def _moves(
        self, id_: str, text: Sentence, moves: Sequence[MoveT], touches: Callable[[MoveT], Way]
    ) -> Choice:
        """Return the choice of one of these moves."""
        ways = {touches(move): move for move in moves}
        form = Path(tuple(ways))
        return Choice(
            Decision(id_, text, form, Sentence(TOUCH), self._why_not), lambda way: self.submit(ways[way])
        )

    def _pass(self, move: MoveT) -> Choice:
        """Return the choice of a move that touches nothing."""
        return Choice(Decision("pass", Sentence(PASS), PRESS), lambda _: self.submit(move))

    def _only_pass(self) -> MoveT | None:
        """Return the move of a player who can do nothing but miss the turn."""
        if self._touches is None or self.over:
            return None
        legal = self._game.legal(self.timeline.current.position)
        return legal[0] if len(legal) == 1 and not self._touches(legal[0]) else None

    def _why_not(self, touched: Way, thing: Thing) -> Reason | None:
        """Return why a touch means no legal move, if it is a mistake that the game knows."""
        source = touched[0] if touched else thing
        for mistake in self._game.mistakes(self.timeline.current.position):
            if (mistake.source, mistake.target) == (source, thing):
                return self._told(mistake.reason)
        return None

    def submit(self, move: MoveT) -> None:
        """A move by touch, or the answer to a question. Raises RuleError when it is not legal."""
        answered = move in self.doubt
        self._record(move, 1.0, seen=answered or not self._camera)

    def confirm(self) -> None:
        """Confirm the only doubted move, the app's move, or the next step."""
        if len(self.doubt) == 1:
            self.submit(self.doubt[0])
        elif self.suggested_move is not None and not self._repairs():
            self._record(self.suggested_move, 1.0)
        elif repairs := self._repairs():
            self._assume(repair.after(self.assumed_table, repairs[0]))
            if not self._repairs():
                self._end_trouble()
        else:
            self.doubt = ()

    def all_done(self) -> None:
        """Assume the expected table: no doubted move was made."""
        super().all_done()
        self._end_trouble()

    def end(self) -> End | None:
        """Return the state of the game; None if none has begun."""
        return End(self.over, self.expected or {}) if self.begun else None

    def _apply_move(self, move: MoveT) -> Step[PositionT]:
        return Step(self._rules.apply(self.timeline.current.position, move))

    def _interpret(self, observation: Observation) -> Verdict[MoveT]:
        position = self.timeline.current.position
        disturbed = self.illegal.reason.spaces if self.illegal else ()
        verdict = self._interpreter.interpret(position, observation, doubted=self.doubt, disturbed=disturbed)
        if isinstance(verdict, Played | Ask) and self.bot_to_move():
            return self._as_suggested(verdict)
        if isinstance(verdict, Played):
            spaces = self._still_standing(verdict, observation)
        else:
            spaces = () if isinstance(verdict, Settled) else self._half_made(observation)
        return Wait("unfinished", spaces) if spaces else verdict

    def _as_suggested(self, verdict: Played[MoveT] | Ask[MoveT]) -> Verdict[MoveT]:
        """Return the app's move if it may have been made; any other must be put back."""
        wanted = self.suggested_move
        if wanted is not None and wanted in verdict.moves[:1]:
            return Played(wanted, 1.0)
        spaces = in_order(self._game.changed(self.timeline.current.position, verdict.moves[0]))
        return Wrong(Reason("other_move", spaces), None, None, 1.0)

    def _still_standing(self, played: Played[MoveT], observation: Observation) -> tuple[Space, ...]:
        """Return the spaces that a seen move empties, on which a piece still stands in clear view."""
        if played.then:
            return ()
        after, evidence = self._rules.table(self._apply_move(played.move).position), observation.evidence
        return in_order(
            space
            for space in differing(observation.table, after) - observation.hidden
            if observation.table.get(space)
            and not after.get(space)
            and (evidence is None or any(p.nats > PARAMS.plain_nats for p in evidence.pieces(space)))
        )

    def _half_made(self, observation: Observation) -> tuple[Space, ...]:
        """Return the spaces that still differ from a legal move of which only a part was made; else ()."""
        before, seen = self.expected or {}, observation.table
        if self._repairs() or not differing(before, seen):
            return ()
        after = [self._rules.table(self._apply_move(move).position) for move in self._possible()]
        begun = [table for table in after if repair.between(seen, before, table)]
        if not begun:
            return ()
        return in_order(differing(min(begun, key=lambda table: len(differing(seen, table))), seen))

    def _possible(self) -> Sequence[MoveT]:
        """Return the moves that may be under way: the app's own, or every legal one."""
        if self.bot_to_move():
            return () if self.suggested_move is None else (self.suggested_move,)
        return self._game.legal(self.timeline.current.position)

    def _on_settled(self, settled: Settled) -> None:
        self._assume(self.expected or {})
        self._settled_table = self.assumed_table
        self._end_trouble()
        if not self.happened:
            self._report(AsExpected(settled.confidence))

    def _on_played(self, played: Played[MoveT]) -> None:
        for move in played.moves:
            self._record(move, played.confidence, order_known=played.order_known)
        self._settled_table = self.assumed_table

    def _on_ask(self, question: Ask[MoveT], observation: Observation) -> None:
        asked, self.doubt = self.doubt, question.moves
        spaces = in_order(observation.changed)
        written = tuple(self._rules.write_move(move) for move in question.moves)
        self._report(Waiting("guide", spaces) if asked == question.moves else InDoubt(written))

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        self.doubt = ()
        super()._on_wrong(illegal, observation)
        self._assume_seen(observation)

    def _on_unrepaired(self, observation: Observation) -> None:
        self._assume_seen(observation)
        super()._on_unrepaired(observation)

    def _assume_seen(self, observation: Observation) -> None:
        """Assume what was seen where it is no longer as assumed, so that the open steps follow the table."""
        clear = differing(observation.table, self.assumed_table) - observation.hidden
        seen = {space: observation.table.get(space, {}) for space in clear}
        self._assume({**self.assumed_table, **seen})

    def _record(self, move: MoveT, confidence: float, seen: bool = True, order_known: bool = True) -> None:
        """Play a legal move. Raises RuleError."""
        if self.bot_to_move() and move != self.suggested_move:
            raise refusal("other_move", N_("Expected the move of the app, found another."))
        assumed = self.assumed_table
        played = [self._played(move, confidence, order_known)]
        while (missed := self._only_pass()) is not None:  # nobody needs to say so
            played.append(self._played(missed, 1.0, True))
        if not seen:
            self._assume(assumed)
        self._end_trouble()
        for event in played:
            self._report(event)

    def _played(self, move: MoveT, confidence: float, order_known: bool) -> MovePlayed:
        turn = self._rules.turn(self.timeline.current.position)
        self._commit(move)
        return MovePlayed(self.players[turn or 0], self._rules.write_move(move), confidence, order_known)

    def _end_trouble(self) -> None:
        if self.illegal:
            self._report(Corrected())
        self.illegal, self.doubt = None, ()

    def _undo_moves(self, moves: int) -> None:
        super()._undo_moves(moves)
        while self.timeline.at and self._only_pass() is not None:  # back to who had a choice
            super()._undo_moves(1)

    def _redo_moves(self, moves: int) -> None:
        super()._redo_moves(moves)
        while self.timeline.at < len(self.timeline.moves) and self._only_pass() is not None:
            super()._redo_moves(1)

    def _on_undo_redo(self) -> None:
        self.illegal, self.doubt = None, ()

    def _repairs(self) -> Sequence[GuideStep]:
        return repair.steps(self.assumed_table, self.expected or {}, self._turns) if self.begun else ()

    def _suggested_steps(self) -> Sequence[GuideStep]:
        if self.suggested_move is None:
            return ()
        after = self._rules.table(self._apply_move(self.suggested_move).position)
        player = self.players[self._rules.turn(self.timeline.current.position) or 0]
        steps = repair.steps(self.expected or {}, after, self._turns)
        return tuple(replace(step, player=player) for step in steps)


def made(name: str) -> SessionManifest | None:
    """Return the session's part of a game with `BoardRules`; None for other rules."""
    rules = registry.rules(name)
    if not isinstance(rules, BoardRules):
        return None
    return board_session(rules.game, rules, reasons=rules.reasons, turns=rules.turns, touches=rules.touches)


def board_session(
    game: Game[PositionT, MoveT],
    rules: Rules[PositionT, MoveT],
    *,
    reasons: Mapping[str, str] = MappingProxyType({}),
    turns: Mapping[Kind, Kind] = MappingProxyType({}),
    touches: Callable[[MoveT], Way] | None = None,
) -> SessionManifest:
    """Return the session's part of a board game.

    `game` is the module with the functions of `Game`; `reasons` are sentences by code of a rule error;
    `turns` and `touches` as in `BoardSession`.
    """
    made = partial(BoardSession, game, rules, turns=turns, touches=touches, reasons=reasons)

    def begin(config: GameConfig, context: SessionContext) -> BoardSession[PositionT, MoveT]:
        session = made(config.players, context, config.bots)
        written = config.setup or rules.opening(context.chance, config.players)
        session.start({**written, "players": list(config.players)})
        return session

    def resume(stored_as: int, context: SessionContext) -> BoardSession[PositionT, MoveT]:
        assert context.journal
        setup = context.journal.game(stored_as).setup
        session = made(rules.seats(setup), context)
        session.go_on(stored_as, setup)
        return session

    return SessionManifest(begin=begin, resume=resume, reasons=reasons)
