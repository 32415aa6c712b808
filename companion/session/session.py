"""Base session of all games: moves on a timeline, secrets, and common messages."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Generic

from companion.errors import CompanionError, StorageError
from companion.games import lesson, registry
from companion.games.base import N_, MoveT, Rules, Table
from companion.games.lesson import LessonView
from companion.session import repair
from companion.session.base import Bots, SessionContext
from companion.session.events import Event
from companion.session.messages import (
    AllDone,
    BotMove,
    Failed,
    GoTo,
    Learn,
    Message,
    Read,
    Redo,
    Reveal,
    TakeSeat,
    Undo,
)
from companion.session.sealed import Sealed
from companion.session.snapshot import Snapshot
from companion.session.timeline import StepT, Timeline, refusal
from companion.session.view import Answer, Choice, take
from companion.storage.schema import new_uid


class TimelineSession(ABC, Generic[StepT, MoveT]):
    """One game; satisfies `companion.session.base.GameSession`.

    A game implements the result of a move (`_apply_move`), its own messages (`_take`) and its snapshot.
    `happened`: events of the last message. `uid`: the game's random id, from the first moment on, also before
    the game is stored. Attributes without an underscore are read-only. Every method that changes the game
    raises StorageError when the journal cannot store it, and RuleError `not_begun` before there is a set-up.

    The `assumed_table` follows every move, but neither undo nor redo: people have to move the pieces. If
    nothing watches the table, the game never waits: playing on counts as having put the pieces back.
    """

    def __init__(
        self,
        rules: Rules[Any, MoveT],
        players: Sequence[str],
        context: SessionContext,
        bots: Bots = MappingProxyType({}),
    ) -> None:
        self.uid = new_uid()
        self.players, self.bots = tuple(players), dict(bots)
        self._suggested_move: MoveT | None = None
        self._trouble: CompanionError | None = None
        self.sealed: Sealed | None = None
        self.revealed: Mapping[str, Any] = {}
        self.happened: tuple[Event, ...] = ()
        self._rules, self._context = rules, context
        self._timeline: Timeline[StepT, MoveT] | None = None
        self._assumed_table: Table = {}
        self._read: set[str] | None = None
        self._moments: tuple[str, ...] = ()
        self._moments_are_old = True

    @property
    def timeline(self) -> Timeline[StepT, MoveT]:
        """The moves. Raises RuleError `not_begun`."""
        if self._timeline is None:
            raise refusal("not_begun", N_("Expected the set-up on the table first, found no game."))
        return self._timeline

    @property
    def begun(self) -> bool:
        """True if the set-up is known."""
        return self._timeline is not None

    @property
    def finished(self) -> bool:
        """True if the game has ended by its rules."""
        return self.begun and self._rules.finished(self.timeline.current.position)

    @property
    def over(self) -> bool:
        """True if the game has ended and nothing is left to do at the table."""
        return self.finished

    @property
    def settled_table(self) -> Table | None:
        """Table seen beyond doubt; None without a camera."""
        return None

    @property
    def expected(self) -> Table | None:
        """Expected table; None before the set-up is known."""
        return self._rules.table(self.timeline.current.position) if self.begun else None

    @property
    def assumed_table(self) -> Table:
        """The table as the session assumes it."""
        return self._assumed_table

    @property
    def steps(self) -> Sequence[object]:
        """Steps that the players still have to do to reach the expected table; none without a table."""
        if not self._context.at_table:
            return ()
        return repair.steps(self.assumed_table, self.expected or {})

    @property
    def put_back(self) -> int:
        """Number of optional steps to the expected table; 0 if the game waits for them."""
        return 0 if self._context.watched else len(self.steps)

    @abstractmethod
    def snapshot(self, game: int, problem: CompanionError | None = None, seat: int | None = None) -> Snapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""

    def tell(self, message: Message) -> None:
        """Take a message. Raises CompanionError when it cannot be done."""
        self._begin_message()
        match message:
            case Undo(_, moves):
                self.undo(moves)
            case Redo(_, moves):
                self.redo(moves)
            case GoTo(_, number):
                self.go_to(number)
            case BotMove(_, played, move):
                self.bot_moves(played, move)
            case TakeSeat(_, player):
                self.take_seat(player)
            case AllDone():
                self.all_done()
            case Reveal():
                self.reveal()
            case Learn():
                self.learn()
            case Read(_, key):
                self.learn(key)
            case Answer():
                take(message, self.choices(message.seat))
            case Failed(_, error):
                raise error
            case _:
                self._take(message)

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat, or with None the shared screen, may decide now; the main decision first."""
        return ()

    def learn(self, read: str = "") -> None:
        """Begin the guided first round or go on with it, or note that one of its steps was read."""
        self._read = (self._read or set()) | {read} if read else (self._read or set()) - {lesson.END}
        if self.begun:
            self.timeline.store(_LESSON, {"read": sorted(self._read)})

    @property
    def learning(self) -> bool:
        """True while a guided first round goes on."""
        return self._read is not None and lesson.END not in self._read

    @property
    def suggested_move(self) -> MoveT | None:
        """The bot's move that the players must make on the table now, or None."""
        return self._suggested_move

    def bot_moves(self, played: int, move: MoveT) -> None:
        """Play a bot's move after `played` moves. Raises RuleError if it is not legal."""
        if played == self.timeline.at and self.bot_to_move() and self._suggested_move is None:
            self._bot_plays(move)

    def take_seat(self, player: str) -> None:
        """Let a person play on for a bot."""
        bots = {name: strength for name, strength in self.bots.items() if name != player}
        self.timeline.store("bots", bots)
        self.bots, self._suggested_move = bots, None
        self._trouble = refusal("seat_taken", _TAKE_SEAT, player=player)

    def bot_to_move(self, number: int | None = None) -> bool:
        """Return whether a bot decides after `number` moves, or now."""
        if not self.bots or self._rules.advisor is None or self._timeline is None:
            return False
        timeline = self._timeline
        position = timeline.steps[timeline.at if number is None else number].position
        turn = self._rules.turn(position)
        return turn is not None and not self._rules.finished(position) and self.players[turn] in self.bots

    def undo(self, moves: int = 1) -> None:
        """Take moves back, also after the end, and those of bots before them.

        Raises RuleError `nothing_to_undo`.
        """
        at = self.timeline.at
        self._undo_moves(at - self._nearest_decision(at - moves))

    def redo(self, moves: int = 1) -> None:
        """Play undone moves again, and those of bots after them. Raises RuleError `nothing_to_redo`."""
        at, last = self.timeline.at + moves, len(self.timeline.moves)
        while at < last and self.bot_to_move(at):
            at += 1
        self._redo_moves(at - self.timeline.at)

    def go_to(self, number: int) -> None:
        """Undo or redo until `number` moves count, or fewer, so that a person decides next.

        Raises RuleError as `undo` and `redo`.
        """
        apart = self._nearest_decision(number) - self.timeline.at
        if apart > 0:
            self._redo_moves(apart)
        elif apart:
            self._undo_moves(-apart)

    def past(self, seat: int) -> Sequence[Any]:
        """Return the positions up to now, in order, as a seat may see them.

        Raises RuleError `not_begun`.
        """
        timeline = self.timeline
        return [self._rules.view(step.position, seat) for step in timeline.steps[: timeline.at + 1]]

    def all_done(self) -> None:
        """Assume the expected table, as the players confirm it."""
        self._assume(self.expected or {})

    def secret(self, seat: int) -> Any:
        """Return the secret of a seat. Raises RuleError `no_secret` if nothing was dealt."""
        if not self.sealed or not 0 <= seat < len(self.players):
            raise refusal("no_secret", _NO_SECRET)
        return self.sealed.look(seat)

    def known_to_bot(self, seat: int) -> Any:
        """Return what the app may know when it plays a seat: its secret, or None in a game without secrets.

        Raises RuleError `no_secret` if none was dealt yet.
        """
        return self.secret(seat) if self._rules.secret else None

    def reveal(self) -> None:
        """Show all secrets at the end. Raises RuleError `not_finished`, `no_secret`."""
        timeline = self.timeline
        if not self.finished:
            raise refusal("not_finished", N_("Expected the end of the game, found it still going on."))
        if not self.sealed or not self._rules.secret:
            raise refusal("no_secret", _NO_SECRET)
        revealed = self.sealed.revealed(self.players)
        timeline.store("reveal", {self._rules.secret.key: revealed})
        self.revealed = revealed

    def _nearest_decision(self, number: int) -> int:
        """Return the nearest number of moves, fewer if possible, after which a person decides."""
        last = len(self.timeline.moves)
        if not self.bots or not 0 <= number <= last:
            return number
        return next(
            (n for n in (*range(number, -1, -1), *range(number, last + 1)) if not self.bot_to_move(n)), number
        )

    def _bot_plays(self, move: MoveT) -> None:
        """Play a bot's move at once; `WatchedSession` suggests it instead and waits for the players."""
        self._commit(move)

    def _suggest(self, move: MoveT) -> None:
        """Store a bot's move that the players must make. Raises RuleError if it is not legal."""
        self._apply_move(move)
        self.timeline.store("told", self._rules.write_move(move))
        self._suggested_move = move

    def _begin_message(self) -> None:
        """Forget the events and errors of the message before."""
        self.happened, self._trouble, self._moments_are_old = (), None, True

    @abstractmethod
    def _apply_move(self, move: MoveT) -> StepT:
        """Return the result of a move now. Raises RuleError if it is not legal."""

    def _take(self, message: Message) -> None:
        """Take a message of this game only."""

    def _on_committed(self, move: MoveT) -> None:
        """Follow a move that now counts, new or replayed from the journal."""
        self._assumed_table = self.expected or {}

    def look_back(self, moves: int) -> None:
        """Stand as after so many moves of a game that is over, to be looked at only. Nothing is stored."""
        self.timeline.shift(moves - self.timeline.at)
        self._on_undo_redo()

    def _on_undo_redo(self) -> None:
        """Follow an undo or redo, new or replayed from the journal."""

    def _ending(self) -> Mapping[str, Any] | None:
        """Return the payload of the journal's end event; None if another event marks the end."""
        return {}

    def _replay_event(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Replay a stored event of this game only."""

    def _begin(self, setup: Mapping[str, Any], start: StepT) -> None:
        """Begin with a set-up: store the game and, in the same transaction, the dealt secrets."""
        sealed, journal, stored_as = self._deal(), self._context.journal, None
        if journal:
            dealt: list[tuple[str, Mapping[str, Any]]] = [sealed.event(journal)] if sealed else []
            dealt += [("bots", self.bots)] if self.bots else []
            dealt += [(_LESSON, {"read": sorted(self._read)})] if self._read is not None else []
            stored_as = journal.record(self._rules.name, setup, dealt, self.uid)
        self.sealed = sealed
        self._timeline = Timeline(start, self._rules.write_move, journal, stored_as)
        self._assumed_table = self.expected or {}

    def _resume(self, game: int, start: StepT) -> None:
        """Replay all stored events of a game. Raises StorageError."""
        journal = self._context.journal
        assert journal
        self.uid = journal.game(game).uid or self.uid
        self._timeline = Timeline(start, self._rules.write_move, journal, game)
        self._assumed_table = self.expected or {}
        for event in journal.events(game):
            self._replay(event.kind, event.payload)
        if not self.sealed and not self.finished and (sealed := self._deal()):
            self._timeline.store(*sealed.event(journal))
            self.sealed = sealed

    def _replay(self, kind: str, payload: Mapping[str, Any]) -> None:
        timeline, secret = self.timeline, self._rules.secret
        if kind in ("move", "undo", "redo"):
            self._suggested_move = None
        match kind:
            case "bots":
                self.bots = {name: strength for name, strength in payload.items() if name in self.players}
                self._suggested_move = None
            case "told":
                self._suggested_move = self._rules.read_move(payload) if self._context.watched else None
            case "move":
                move = self._rules.read_move(payload)
                timeline.count(move, self._apply_move(move))
                self._on_committed(move)
            case "undo":
                timeline.shift(-payload["moves"])
                self._on_undo_redo()
            case "redo":
                timeline.shift(payload["moves"])
                self._on_undo_redo()
            case "lesson":
                self._read = set(payload["read"])
            case "lying":
                self._assumed_table = dict(payload["pieces"])
            case "reveal" if secret:
                self.revealed = payload[secret.key]
            case _ if secret and kind == secret.key:
                assert self._context.journal and timeline.stored_as is not None
                try:
                    self.sealed = Sealed.load(secret, payload, self._context.journal, timeline.stored_as)
                except StorageError as error:
                    if error.code != "secrets_lost":
                        raise
                    self._trouble = None if self.sealed else error
                else:
                    self._trouble = None
            case _:
                self._replay_event(kind, payload)

    def _deal(self) -> Sealed | None:
        """Deal secrets, unless the game has none or all are known."""
        secret = None if self.revealed else self._rules.secret
        return Sealed.deal(secret, self._context.chance, len(self.players)) if secret else None

    def _commit(self, move: MoveT, after: StepT | None = None) -> None:
        """Store a move and count it. Raises RuleError when it is not legal."""
        before = self.timeline.current.position
        self.timeline.play(move, after or self._apply_move(move))
        self._suggested_move = None
        new = () if self._moments_are_old else self._moments
        self._moments = (*new, *self._rules.moments(before, move, self.timeline.current.position))
        self._moments_are_old = False
        self._on_committed(move)
        self._note_end()

    def _undo_moves(self, moves: int) -> None:
        self.timeline.undo(moves)
        self._suggested_move, self._moments = None, ()
        self._on_undo_redo()

    def _redo_moves(self, moves: int) -> None:
        self.timeline.redo(moves)
        self._suggested_move, self._moments = None, ()
        self._on_undo_redo()
        self._note_end()

    def _assume(self, assumed_table: Table) -> None:
        """Set the assumed table; store it first if the moves alone do not lead to it."""
        assumed_table = {space: dict(pieces) for space, pieces in assumed_table.items() if pieces}
        if assumed_table != self._assumed_table:
            self.timeline.store("lying", {"pieces": list(assumed_table.items())})
            self._assumed_table = assumed_table

    def _note_end(self) -> None:
        if self.finished and (ending := self._ending()) is not None:
            # the event only saves the list of stored games from computing the position
            with suppress(StorageError):
                self.timeline.store("end", ending)

    def _report(self, *events: Event) -> None:
        self.happened += events

    def _common(self, game: int, problem: CompanionError | None, seat: int | None) -> dict[str, Any]:
        """Return the common fields of all snapshots, except the assumed table."""
        timeline = self._timeline
        return {
            "name": self._rules.name,
            "game": game,
            "players": self.players,
            "over": self.over,
            "played": timeline.at if timeline else 0,
            "put_back": self.put_back,
            "at_table": self._context.at_table,
            "can_undo": timeline is not None
            and timeline.at > 0
            and self._nearest_decision(timeline.at - 1) < timeline.at,
            "can_redo": timeline is not None and timeline.undone > 0,
            "stored_as": timeline.stored_as if timeline else None,
            "uid": self.uid,
            "dealt": self.sealed is not None,
            "revealed": self.revealed,
            "decisions": tuple(choice.decision for choice in self.choices(seat)) if timeline else (),
            "seat": seat,
            "secret": self.sealed.look(seat) if self.sealed and seat is not None else None,
            "bots": self.bots,
            "suggested_move": self._suggested_move,
            "learning": self.learning,
            "lesson": self._lesson_view(seat),
            "moments": self._moments,
            "problem": problem or self._trouble,
        }

    def _lesson_view(self, seat: int | None) -> LessonView | None:
        """Return what the lesson says to a seat; only a remark while the app has the turn."""
        if self._read is None or not (self.learning and self.begun):
            return None
        course, timeline = registry.lesson(self._rules.name), self.timeline
        if course is None:
            return None
        past = [self._rules.view(step.position, seat) for step in timeline.steps[: timeline.at + 1]]
        by_people = [not self.bot_to_move(number) for number in range(timeline.at)]
        found = lesson.view(course, past, timeline.moves[: timeline.at], self._read, by_people)
        return found.silent() if found and self.bot_to_move() else found


_LESSON = "lesson"
"""Kind of the journal's event that begins a lesson or notes that a step was read."""
_TAKE_SEAT = N_("The app has no move for {player}: somebody plays on at this seat.")
_NO_SECRET = N_("Expected secrets to be dealt, found none.")
