"""The one state machine of a game at a table, used by `companion watch` and the app alike.

It is told what was seen, touched and pressed, and answers with events. Every change is in the journal
before it counts, so an error while storing leaves the game as it was and the same call can be repeated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import N_, Sentence, Space, Table, in_order, rule_error
from companion.games.fae.ritual_orders import RitualOrders, matters
from companion.games.fae.script import Setup, move_object, read_moves, read_setup, result_object
from companion.games.fae.setup import one_druid_a_space, setup_of
from companion.session import repair
from companion.session.events import (
    Ask,
    Choose,
    Corrected,
    End,
    Event,
    Guide,
    Illegal,
    Played,
    Position,
    Redone,
    Ritual,
    Settled,
    Status,
    Undone,
    Wait,
    Why,
)
from companion.session.fae.timeline import Line
from companion.session.sealed import Spirits
from companion.storage import export
from companion.storage.journal import Journal
from companion.table import verdict as seen
from companion.table.guide import GuideStep
from companion.table.observation import Observation


@dataclass(frozen=True, slots=True)
class PutBack:
    """The table must be made equal to the position first: after undo, redo, touch or a restart."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that counts once the order of its rituals is chosen; `shown`: it is on the table already."""

    move: fae.Move
    spaces: tuple[int, ...]
    confidence: float
    shown: bool


Referee: TypeAlias = seen.Judge[fae.Position, fae.Move]
Waiting: TypeAlias = PutBack | Ask | Choice | None
"""What must happen before the next move; None when the table is as expected."""


class Session:
    """One game. `line` is None until the set-up was read from the table or given to `begin`.

    Attributes without an underscore are for reading only. Every method that changes the game raises
    StorageError when the journal cannot store it, and RuleError `not_begun` before the set-up.
    """

    def __init__(
        self,
        referee: Referee,
        players: Sequence[str],
        *,
        position: fae.Position | None = None,
        journal: Journal | None = None,
        ritual_orders: Sequence[Sequence[int]] = (),
        interactive: bool = False,
    ) -> None:
        """Begin a game at `position`, else at the set-up that the first settled picture shows.

        With `interactive` a choice of the order of rituals waits for `choose_order`; else it is taken
        from `ritual_orders`, or ascending.
        """
        self.players = tuple(players)
        self.journal = journal
        self.game_id: int | None = None
        self.line: Line | None = None
        self.spirits: Spirits | None = None
        self.revealed: Mapping[int, str] | None = None
        self.leftovers: Table = {}
        self.waiting: Waiting = None
        self.illegal: Illegal | None = None
        self.trouble: Why | None = None
        self.unclear: tuple[Space, ...] = ()  # where a still picture left it open what lies there
        self._referee = referee
        self._orders = RitualOrders(ritual_orders)
        self._interactive = interactive
        self._announced = False
        self._camera = False
        self._vouched = False
        self._doubted: Table = {}
        self._lying: Table = {}
        self.agreed: Table | None = None  # what the last picture showed beyond doubt
        if position:
            self.begin(position)

    @classmethod
    def resume(cls, referee: Referee, journal: Journal, game_id: int) -> "Session":
        """Go on with a stored game; the table may have changed since, so it is checked first."""
        events = journal.events(game_id)
        setup = read_setup(journal.game(game_id).setup)
        session = cls(referee, setup.players, interactive=True)
        session.journal, session.game_id = journal, game_id
        session.line = line = Line(setup.position)
        moves, at = export.line(events)
        for move in read_moves(moves):
            line.play(move, fae.apply(line.position, move))
        session._lying = fae.table(line.position)
        line.shift(at - line.at)
        session.leftovers = line.removed()
        session.waiting = PutBack()
        session.spirits = Spirits.load(journal, game_id)
        if named := export.spirits(events):
            session.revealed = {setup.players.index(name): colour for name, colour in named.items()}
        return session

    @property
    def wrong(self) -> bool:
        """Whether the table must be put right before the game goes on."""
        return self.illegal is not None or isinstance(self.waiting, PutBack)

    @property
    def steps(self) -> tuple[GuideStep, ...]:
        """What people must do with their hands now, in a sensible order."""
        return self._repairs() + repair.removals(self.leftovers)

    @property
    def lying(self) -> Table:
        """What is thought to lie on the table now."""
        return self._lying

    def begin(self, position: fae.Position) -> None:
        """Start with a position that needs no reading, such as the one of a file."""
        if self.journal:
            self.game_id = self.journal.create(fae.NAME, setup_of(position, self.players))
        self.line = Line(position)
        self._lying = fae.table(position)

    def observe(self, observation: Observation) -> list[Event]:
        """Take one picture into account; at least one event comes back.

        Raises RuleError `bad_setup` when the first settled picture shows no proper set-up.
        """
        self.trouble, self.agreed, self.unclear = observation.trouble, None, ()
        if observation.trouble:
            return [Wait(observation.trouble, in_order(observation.hidden), frame=observation.frame)]
        self._camera = True
        if self.line is None:
            self.begin(fae.start(one_druid_a_space(observation.table), len(self.players)))
            events = self._announce(prod(observation.confidence.values()))
            self.agreed = self._lying
        else:
            events = self._judge(self.line, observation)
        return [replace(event, frame=observation.frame) for event in events]

    def play(self, move: fae.Move) -> list[Event]:
        """A move by touch; the table is expected to follow. Raises RuleError when it is not legal."""
        line = self._begun()
        fae.apply(line.position, move)
        return self._accept(line, move, 1.0, shown=not self._camera)

    def answer(self, move: fae.Move) -> list[Event]:
        """Which of the moves that were asked about was made. Raises RuleError `not_asked`."""
        line = self._begun()
        if not isinstance(self.waiting, Ask) or move not in self.waiting.moves:
            raise _refusal("not_asked", N_("Expected a move that was asked about, found another."))
        return self._accept(line, move, 1.0)

    def choose_order(self, spaces: Sequence[int]) -> list[Event]:
        """The order of the rituals that `Choose` asked for. Raises RuleError `ritual_order`, `not_asked`."""
        line = self._begun()
        if not isinstance(self.waiting, Choice):
            raise _refusal("not_asked", N_("Expected a move with several rituals first, found none."))
        choice = self.waiting
        move = choice.move._replace(rituals=tuple(spaces))
        fae.apply(line.position, move)
        return self._play(line, move, choice.confidence, None, choice.shown)

    def undo(self, moves: int = 1) -> list[Event]:
        """Take moves back, also after the end. Raises RuleError `nothing_to_undo`."""
        line = self._begun()
        if not 1 <= moves <= line.at:
            pattern = N_("Expected 1 to {most} moves to undo, found {found}.")
            raise _refusal("nothing_to_undo", pattern, most=line.at, found=moves)
        self._store("undo", {"moves": moves})
        return [Undone(moves), *self._shift(line, -moves)]

    def redo(self, moves: int = 1) -> list[Event]:
        """Play undone moves again. Raises RuleError `nothing_to_redo`."""
        line = self._begun()
        most = len(line.moves) - line.at
        if not 1 <= moves <= most:
            pattern = N_("Expected 1 to {most} moves to redo, found {found}.")
            raise _refusal("nothing_to_redo", pattern, most=most, found=moves)
        self._store("redo", {"moves": moves})
        return [Redone(moves), *self._shift(line, moves)]

    def confirm(self) -> list[Event]:
        """Somebody says that the first waiting step is done.

        Where the camera could not understand the table, that settles it: the table is as it should be.
        """
        self._vouched = bool(self.unclear) or (self.illegal is not None and self.illegal.unexplained)
        if repairs := self._repairs():
            self._lying = repair.after(self._lying, repairs[0])
        elif self.leftovers:
            space = next(iter(self.leftovers))
            self._lying = repair.after(self._lying, repair.removals(self.leftovers)[0])
            self.leftovers = {s: pieces for s, pieces in self.leftovers.items() if s != space}
        return self._right_again() if self.wrong and not self._repairs() else []

    def deal(self, outcome: Sequence[str]) -> None:
        """Give every player a spirit: `outcome` is the shuffled colours (E-003)."""
        self._begun()
        spirits = Spirits.deal(len(self.players), outcome)
        if self.journal and self.game_id is not None:
            spirits.store(self.journal, self.game_id)
        self.spirits = spirits

    def reveal(self) -> None:
        """Show all spirits at the end (E-042). Raises RuleError `not_finished`, `no_spirits`."""
        if not fae.finished(self._begun().position):
            raise _refusal("not_finished", N_("Expected the end of the game, found it still going on."))
        if not self.spirits:
            raise _refusal("no_spirits", N_("Expected spirits to be dealt, found none."))
        self.revealed = self.spirits.reveal(self.journal, self.game_id, self.players)

    def end(self) -> End:
        """How things stand."""
        position = self._begun().position
        result = result_object(position, Setup(self.players, self.revealed or {}, position))
        status: Status = "finished" if fae.finished(position) else "playing"
        return End(status, fae.scores(position), fae.table(position), result)

    def _judge(self, line: Line, observation: Observation) -> list[Event]:
        table = fae.table(line.position)
        repairing = isinstance(self.waiting, PutBack)
        if repairing and self._referee.settled(table, self.leftovers, observation):
            self._lying = repair.plus(table, self.leftovers)
            return self._announce(1.0) + self._right_again()
        verdict = self._referee.judge(line.position, self.leftovers, observation)
        vouched, self._vouched = self._vouched, False
        match verdict:
            case seen.Wait() | seen.Wrong() if vouched:
                self._lying = self.agreed = repair.plus(table, self.leftovers)
                return self._announce(1.0) + self._right_again() or [Settled(1.0)]
            case seen.Wait(why, spaces):
                self.trouble, self.unclear = why, spaces
                return [Wait(why, spaces)]
            case seen.Settled(confidence, leftovers):
                self.leftovers = leftovers
                self._lying = self.agreed = repair.plus(table, leftovers)
                return self._announce(confidence) + self._right_again() or [Settled(confidence)]
            case seen.Played(move, confidence, leftovers) if not (repairing and line.would_redo(move)):
                return self._announce(1.0) + self._seen(line, move, confidence, leftovers)
            case seen.Ask() | seen.Wrong() if caught_up := self._catch_up(line, observation):
                return caught_up
            case seen.Ask(moves) if not repairing:
                return self._announce(1.0) + self._doubt(Ask(moves), observation)
            case seen.Wrong(reason, source, target, _) if not repairing:
                return self._announce(1.0) + self._wrong(Illegal(reason, source, target), observation)
        self._look(observation, repair.spaces(self._repairs()))
        if not self._repairs():
            self._look(observation, {*observation.table, *table} - line.position.done)
        return [*self._announce(1.0), Wait("guide", repair.spaces(self._repairs()))]

    def _seen(self, line: Line, move: fae.Move, confidence: float, leftovers: Table) -> list[Event]:
        if isinstance(self.waiting, Choice) and self.waiting.move[:2] == move[:2]:
            return [Wait("guide", self.waiting.spaces)]
        return self._accept(line, fae.Move(move.source, move.target), confidence, leftovers)

    def _doubt(self, ask: Ask, observation: Observation) -> list[Event]:
        if self.waiting == ask:
            return [Wait("guide", tuple(dict.fromkeys(space for move in ask.moves for space in move[:2])))]
        self.waiting, self._doubted = ask, observation.table
        return [ask]

    def _catch_up(self, line: Line, observation: Observation) -> list[Event]:
        """A doubted move, and the next one on top, if only one of the candidates explains a new picture."""
        if not isinstance(self.waiting, Ask) or observation.table == self._doubted:
            return []
        found = []
        for move in self.waiting.moves:
            standing: Table = {**self.leftovers, **fae.removed(line.position, move)}
            verdict = self._referee.judge(fae.apply(line.position, move), standing, observation)
            if isinstance(verdict, seen.Settled | seen.Played):
                found.append((move, verdict))
        if len(found) != 1 or fae.needs_order(line.position, found[0][0]):
            return []
        move, verdict = found[0]
        events = self._accept(line, move, verdict.confidence, verdict.leftovers)
        if isinstance(verdict, seen.Played):
            events += self._seen(line, verdict.move, verdict.confidence, verdict.leftovers)
        return events

    def _wrong(self, illegal: Illegal, observation: Observation) -> list[Event]:
        self.waiting = None
        self._look(observation, illegal.reason.spaces)
        if self.illegal == illegal:
            return [Wait("guide", illegal.reason.spaces)]
        self.illegal = illegal
        return [illegal]

    def _accept(
        self,
        line: Line,
        move: fae.Move,
        confidence: float,
        leftovers: Table | None = None,
        shown: bool = True,
    ) -> list[Event]:
        """A legal move, unless the order of its rituals must be chosen first."""
        if not fae.needs_order(line.position, move):
            return self._play(line, move, confidence, leftovers, shown)
        choose: list[Event] = []
        if matters(line.position, move):
            spaces = fae.isolated_by(line.position, move.source, move.target)
            choose = [Choose(spaces)]
            if self._interactive:
                self.waiting = Choice(move, spaces, confidence, shown)
                return choose
        move = self._orders.ordered(line.position, move)
        # Which druids are still there was seen without knowing the order: expect all that must go.
        return choose + self._play(line, move, confidence, None, shown)

    def _play(
        self, line: Line, move: fae.Move, confidence: float, leftovers: Table | None, shown: bool
    ) -> list[Event]:
        before = line.position
        player = self.players[before.turn]
        rituals = [
            Ritual(player, r.space, r.card, r.cursed, r.blessed, r.removed, r.value, r.scored)
            for r in fae.rituals(before, move)
        ]
        removed: Table = {ritual.space: ritual.removed for ritual in rituals if ritual.removed}
        self._store("move", move_object(move))
        line.play(move, fae.apply(before, move))
        self.leftovers = {**self.leftovers, **removed} if leftovers is None else leftovers
        self.illegal = None
        if shown:
            self._lying = repair.plus(fae.table(line.position), self.leftovers)
            self.agreed = None if leftovers is None else self._lying
        self.waiting = PutBack() if self._repairs() else None
        guide = repair.removals({space: self.leftovers.get(space, {}) for space in removed})
        return [Played(player, move, confidence), *rituals, *map(Guide, guide)]

    def _shift(self, line: Line, moves: int) -> list[Event]:
        line.shift(moves)
        table = fae.table(line.position)
        self.leftovers = repair.overlap(line.removed(), repair.surplus(self._lying, table))
        self.illegal = None
        self.waiting = PutBack() if self._repairs() else None
        return [Guide(step) for step in self.steps]

    def _repairs(self) -> tuple[GuideStep, ...]:
        if not self.line:
            return ()
        return repair.steps(self._lying, repair.plus(fae.table(self.line.position), self.leftovers))

    def _look(self, observation: Observation, spaces: Iterable[Space]) -> None:
        """Believe what was seen on these spaces, to say what is still to be done."""
        seen_now = {space: observation.table.get(space, {}) for space in spaces}
        self._lying = {space: pieces for space, pieces in {**self._lying, **seen_now}.items() if pieces}

    def _announce(self, confidence: float) -> list[Event]:
        if self._announced:
            return []
        self._announced = True
        return [Position(fae.table(self._begun().position), confidence)]

    def _right_again(self) -> list[Event]:
        was_wrong = self.wrong
        self.illegal = self.waiting = None
        return [Corrected()] if was_wrong else []

    def _store(self, kind: str, payload: Mapping[str, object]) -> None:
        if self.journal and self.game_id is not None:
            self.journal.append(self.game_id, kind, payload)

    def _begun(self) -> Line:
        if self.line is None:
            raise _refusal("not_begun", N_("Expected the set-up on the table first, found no game."))
        return self.line


def _refusal(code: str, pattern: str, **values: object) -> RuleError:
    return rule_error(code, [Sentence(pattern, values)])
