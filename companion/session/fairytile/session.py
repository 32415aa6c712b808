"""State machine of a game of Fairy Tile: touches and pictures in, events and snapshots out."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from companion.errors import CompanionError
from companion.games import fairytile
from companion.games.base import N_, Reason, Sentence, Table
from companion.games.fairytile.board import FIGURES, cell_text, hex_kind, placed_hexes
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import (
    UNKNOWN,
    Act,
    FinishTurn,
    Move,
    PlaceTile,
    Position,
    Tell,
    held,
)
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.events import AsExpected, Corrected, Illegal
from companion.session.fairytile import decisions, own_sets
from companion.session.fairytile.events import FigureMoved, GameStands, TilePlaced
from companion.session.fairytile.interpret import interpret, shows
from companion.session.fairytile.snapshot import FairySnapshot, snapshot
from companion.session.fairytile.words import REASONS
from companion.session.sealed import Sealed
from companion.session.timeline import Step, Timeline, refusal
from companion.session.view import PRESS, Choice, Decision, Way
from companion.session.watched import WatchedSession
from companion.session.words import DONE
from companion.table.guide import GuideStep
from companion.table.observation import Observation
from companion.table.verdict import Played, Settled, Verdict, Wrong

FairyStep: TypeAlias = Step[Position]
BOOKS = "books"
PAGES_IN_BOX, LANDS_A_TILE = 36, 3


class FairySession(WatchedSession[FairyStep, Act]):
    """One game; the pages of the books are sealed.

    Positions hold the number of pages and the narrated ones.

    `illegal`: violation of the rules in the last picture; `strange`: pieces beside the kingdom in it.
    `trouble`: reason why it gave no result. With a camera, changes by undo, touch or a bot become `steps` for
    the players.
    """

    def __init__(
        self,
        start: FairyStep,
        players: Sequence[str],
        context: SessionContext,
        bots: Bots | None = None,
    ) -> None:
        super().__init__(fairytile.RULES, players, context, bots or {})
        self._reasons = REASONS
        self.strange: Table = {}
        self._start = start
        self._written_books: Mapping[str, Sequence[int]] = {}

    @classmethod
    def begin(cls, config: GameConfig, context: SessionContext) -> "FairySession":
        """Begin a game, shuffled; a lesson deals its written books. Raises RuleError `bad_setup`."""
        setup = config.setup or _opening(config, context)
        setup = {key: value for key, value in setup.items() if key != BOOKS}
        if config.options.get("own_stack"):
            setup |= {"stack": [], "hidden": len(setup["stack"])}
        if each := config.options.get("pages"):
            setup["pages_each"] = min(each, PAGES_IN_BOX // len(config.players))
        session = cls(Step(fairytile.RULES.read_setup(setup)), config.players, context, config.bots)
        if config.lesson:  # what is written would not be secret in any other game
            session._written_books = (config.setup or {}).get(BOOKS, {})
        session._begin(setup, session._start)
        return session

    @classmethod
    def follow(cls, position: Position, players: Sequence[str], context: SessionContext) -> "FairySession":
        """Continue from a position; nothing is dealt or stored."""
        session = cls(Step(position), players, context)
        session._timeline = Timeline(session._start, fairytile.RULES.write_move)
        session._assumed_table = session.expected or {}
        return session

    @classmethod
    def resume(cls, game: int, context: SessionContext) -> "FairySession":
        """Go on with a stored game. Raises StorageError."""
        assert context.journal
        setup = context.journal.game(game).setup
        start = Step(fairytile.RULES.read_setup(setup))
        session = cls(start, fairytile.RULES.seats(setup), context)
        session._resume(game, start)
        return session

    @property
    def position(self) -> Position:
        """Position after the acts that count."""
        return self.timeline.current.position

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FairySnapshot:
        """Return the view of a seat, or of the shared screen with None."""
        common = self._common(game, problem, seat) | self._table_state() | {"unclear": ()}
        if seat is not None and self.sealed:
            common["secret"] = self.secret(seat)
        return snapshot(self, common, seat)

    def secret(self, seat: int) -> list[int]:
        """Return the book as a seat holds it; the whole book as it was dealt after the end."""
        dealt = super().secret(seat)
        return list(dealt) if self.finished else held(self.position, seat, dealt)

    def hand(self, seat: int) -> int:
        """Return the page in a seat's hand; UNKNOWN if it has none, or nothing was dealt."""
        book = held(self.position, seat, self.sealed.look(seat)) if self.sealed else []
        return book[0] if book else UNKNOWN

    def end(self) -> GameStands:
        """Return the end event with the current state."""
        winner = self.position.winner
        status = "finished" if self.finished else "playing"
        return GameStands(status, None if winner is None else self.players[winner])

    def all_done(self) -> None:
        """Assume the expected table, as the players confirm it."""
        super().all_done()
        self.illegal, self.strange = None, {}

    def _interpret(self, observation: Observation) -> Verdict[Act]:
        verdict = interpret(self.position, observation)
        if not isinstance(verdict, Played):
            return verdict
        if not self.repairing and (back := self._taken_back(verdict.moves)) is not None:
            return back
        if self.bot_to_move() and verdict.move != self.suggested_move:
            return Wrong(Reason("other_move"), None, None, verdict.confidence)
        return verdict

    def _believes(self, played: Played[Act], observation: Observation) -> bool:
        """Return whether seen acts count; not while the table shows only open repairs."""
        return super()._believes(played, observation) and not (
            self.repairing and shows(self.assumed_table, observation)
        )

    def _on_settled(self, settled: Settled) -> None:
        wrong, self.illegal, self.strange = bool(self.illegal) or self.repairing, None, {}
        self._assume(self.expected or {})
        self._settled_table = self.assumed_table
        self._report(Corrected() if wrong else AsExpected(1.0))

    def _on_played(self, played: Played[Act]) -> None:
        for act in played.moves:
            player, before = self.players[self.position.turn], self.position
            self._commit(act)
            match act:
                case Move(figure, to):
                    source, target = cell_text(before.figure_cells[figure]), cell_text(to)
                    self._report(FigureMoved(player, figure, source, target, played.confidence))
                case PlaceTile(at, turn, tile):
                    upside = tile or before.stack[0]
                    self._report(TilePlaced(player, upside, Spot(at, turn), played.confidence))
        self.illegal, self.strange, self._settled_table = None, {}, self.assumed_table

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        super()._on_wrong(illegal, observation)
        lands = map(cell_text, self.position.kingdom.cells)
        self.strange = {space: observation.table[space] for space in {*observation.table} - {*lands}}

    def _taken_back(self, acts: Sequence[Act]) -> Wrong | None:
        """Return a violation if a figure is back at its start of this turn, otherwise None.

        Magic or the next player may have moved it back, but a correction by the player is more probable, and
        the players can enter the other case by touch.
        """
        if not self._context.interactive:
            return None
        before = self.timeline.steps[max(self.timeline.at - 1, 0)].position
        match [act for act in acts if not isinstance(act, FinishTurn)]:
            case [Move(figure, to)] if (before.turn, before.figure_cells[figure]) == (self.position.turn, to):
                cells = cell_text(self.position.figure_cells[figure]), cell_text(to)
                return Wrong(Reason("taken_back", cells), *cells, 1.0)
        return None

    def _repairs(self) -> Sequence[GuideStep]:
        """Return the repairs: figures first, the lands of a tile as one step."""
        steps = super()._repairs()
        figures = [step for step in steps if not step.pieces.keys().isdisjoint(FIGURES)]
        return [*figures, *[step for step in steps if step not in figures][::LANDS_A_TILE]]

    def _suggested_steps(self) -> Sequence[GuideStep]:
        """Return the step of the suggested act."""
        player = self.players[self.position.turn]
        match self.suggested_move:
            case Move(figure, to):
                source = cell_text(self.position.figure_cells[figure])
                return [GuideStep("move", source, cell_text(to), {figure: 1}, player)]
            case PlaceTile(at, turn):
                lands = placed_hexes(self.position.box.face(self.position.stack[0]), at, turn)
                return [GuideStep("place", cell_text(at), None, {hex_kind(lands[at]): 1}, player)]
        return []

    def _needs_hands(self, move: Act) -> bool:
        return isinstance(move, Move | PlaceTile)

    def submit(self, move: Act) -> None:
        """Play an act by touch; with a camera, the players make it on the table afterwards."""
        on_table = self.assumed_table
        self._commit(move)
        if self._camera:
            self._assume(on_table)

    def confirm(self) -> None:
        """Confirm the next step; without one, end the turn."""
        if self.suggested_move and not self._repairs():
            self._commit(self.suggested_move)
        elif self.steps or self.illegal:
            self.all_done()
        elif self.position.done and not self.bot_to_move():
            self._commit(FinishTurn())

    def _apply_move(self, move: Act) -> FairyStep:
        if isinstance(move, Tell) and self.hand(self.position.turn) not in (UNKNOWN, move.page):
            raise refusal("cannot_tell", _OTHER)
        return Step(fairytile.RULES.apply(self.position, move))

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat, or with None the shared screen, may decide now.

        To tell is offered to everybody who may have a page for it, at its own seat only if the page is true.
        """
        position = self.position
        if self.over or seat not in (None, position.turn):
            return ()
        if self._context.watched and (self.illegal or self.steps):
            return (Choice(Decision("done", Sentence(DONE), PRESS), lambda _: self.confirm()),)
        if self.bot_to_move():
            return ()
        found = [self._played(*decision) for decision in (decisions.move(position), decisions.lay(position))]
        found = [choice for choice in found if choice.decision.ways]
        keys = [decisions.end_turn(position)] if position.done else [decisions.TURN_PAGE]
        if not position.done and self.stuck:
            keys.append(decisions.GIVE_UP)
        if position.done and not position.page_told_this_turn and (seat is None or self._can_tell()):
            found.append(Choice(decisions.TELL, lambda _: self._narrate_page()))
        return [*found, *(self._played(key, {(): decisions.KEYS[key.id]}) for key in keys)]

    def _played(self, decision: Decision, acts: Mapping[Way, Act]) -> Choice:
        return Choice(decision, lambda way: self.submit(acts[way]))

    @property
    def stuck(self) -> bool:
        """True if the next tile fits nowhere, so that a page may have become impossible (FT-142)."""
        return not fairytile.spots(self.position) and not self.position.hidden

    def _can_tell(self) -> bool:
        page = self.hand(self.position.turn)
        return page != UNKNOWN and fairytile.tellable(self.position, page)

    def _narrate_page(self) -> None:
        """Tell the page in hand.

        A refusal must not reveal the page, because the other players read it, too.
        """
        if not self._can_tell():
            raise refusal("cannot_tell", _NOT_YET)
        self.submit(Tell(self.hand(self.position.turn)))

    def _on_undo_redo(self) -> None:
        self.illegal, self.strange = None, {}

    def _deal(self) -> Sealed | None:
        """Deal the configured number of pages from the set in play, or as they are written (FT-026)."""
        if self.revealed:
            return None
        position, chance = self._start.position, self._context.chance
        sizes = [len(book) for book in position.books]
        if self._written_books:
            of = zip(self.players, sizes, strict=True)
            books = [list(self._written_books[player][:size]) for player, size in of]
        else:
            pages = chance.sample(sorted(position.box.pages), sum(sizes))
            books = [[pages.pop() for _ in range(size)] for size in sizes]
        assert fairytile.RULES.secret
        return Sealed(fairytile.RULES.secret, books)


def _opening(config: GameConfig, context: SessionContext) -> Mapping[str, Any]:
    """Return a random set-up with the sample or the last set. Raises RuleError, StorageError."""
    if not config.options.get("own_set"):
        return fairytile.RULES.opening(context.chance, config.players)
    own = own_sets.FILES.last()
    if own is None:
        raise refusal("bad_setup", _NO_SET)
    return own_sets.opening(own, config.players, context.chance)


_NO_SET = N_("Expected a set of your own, found none: put one together first, or play with the sample.")
_NOT_YET = N_("You cannot tell your page now.")
_OTHER = N_("Expected the page in hand to be told, found another one.")
