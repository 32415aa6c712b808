"""The one state machine of a game of Fairy Tile at a table."""

from collections.abc import Sequence
from typing import TypeAlias

from companion.errors import CompanionError
from companion.games import fairytile
from companion.games.base import N_
from companion.games.fairytile.board import FIGURES
from companion.games.fairytile.position import UNKNOWN, Act, Position, Tell, page_in_hand
from companion.session import repair
from companion.session.base import Agreed, Bots, Surroundings
from companion.session.fairytile.messages import Play, TellPage
from companion.session.fairytile.snapshot import FairySnapshot, snapshot
from companion.session.messages import Confirm, Message
from companion.session.sealed import Sealed
from companion.session.session import TimelineSession
from companion.session.timeline import Stand, refusal
from companion.table.guide import GuideStep

FairyStand: TypeAlias = Stand[Position]
BOOKS = "books"
MOST_PAGES = 36


class FairySession(TimelineSession[FairyStand, Act]):
    """One game. What lies in the books is sealed: positions know how many pages are left, and those told."""

    def __init__(
        self,
        start: FairyStand,
        players: Sequence[str],
        around: Surroundings,
        bots: Bots | None = None,
    ) -> None:
        super().__init__(fairytile.RULES, players, around, bots or {})
        self._start = start

    @classmethod
    def begin(cls, agreed: Agreed, around: Surroundings) -> "FairySession":
        """A new game; the stack is shuffled. Raises RuleError `bad_setup`."""
        setup = agreed.setup or fairytile.RULES.opening(around.chance, agreed.players)
        setup = {key: value for key, value in setup.items() if key != BOOKS}
        if each := agreed.options.get("pages"):
            setup["pages_each"] = min(each, MOST_PAGES // len(agreed.players))
        session = cls(Stand(fairytile.RULES.read_setup(setup)), agreed.players, around, agreed.bots)
        session._begin(setup, session._start)
        return session

    @classmethod
    def resume(cls, game: int, around: Surroundings) -> "FairySession":
        """Go on with a stored game. Raises StorageError."""
        assert around.journal
        setup = around.journal.game(game).setup
        start = Stand(fairytile.RULES.read_setup(setup))
        session = cls(start, fairytile.RULES.seats(setup), around)
        session._resume(game, start)
        return session

    @property
    def position(self) -> Position:
        """The position after the acts that stand."""
        return self.timeline.stand.position

    @property
    def steps(self) -> Sequence[GuideStep]:
        """What hands have still to do: figures first; the three lands of a tile are one step."""
        steps = repair.steps(self.lying, self.expected or {})
        figures = [step for step in steps if not step.pieces.keys().isdisjoint(FIGURES)]
        return [*figures, *[step for step in steps if step not in figures][::3]]

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FairySnapshot:
        """What a seat may see, or everybody with None."""
        common = self._common(game, problem, seat)
        if seat is not None and self.sealed:
            common["secret"] = self.secret(seat)
        return snapshot(self, common, seat)

    def secret(self, seat: int) -> list[int]:
        """The book of a seat as it was dealt, face down but for the page in hand; all of it after the end."""
        book = super().secret(seat)
        if self.finished:
            return list(book)
        left = self.position.books[seat]
        return [page if index in left[:1] else UNKNOWN for index, page in enumerate(book)]

    def hand(self, seat: int) -> int:
        """The page a seat has in hand; UNKNOWN where it has none, or nothing was dealt."""
        return page_in_hand(self.position, seat, self.sealed.look(seat)) if self.sealed else UNKNOWN

    def _led_to(self, move: Act) -> FairyStand:
        if isinstance(move, Tell) and self.hand(self.position.turn) not in (UNKNOWN, move.page):
            raise refusal("cannot_tell", _OTHER)
        return Stand(fairytile.RULES.apply(self.position, move))

    def _take(self, message: Message) -> None:
        match message:
            case Play(_, act):
                self._play(act)
            case TellPage():
                self._tell()
            case Confirm():
                self.all_done()

    def _tell(self) -> None:
        """What is refused says nothing of the page: others read it, too."""
        page = self.hand(self.position.turn)
        if page == UNKNOWN or not fairytile.tellable(self.position, page):
            raise refusal("cannot_tell", _NOT_YET)
        self._play(Tell(page))

    def _deal(self) -> Sealed | None:
        """As many pages as were agreed on, of the set that is played with (FT-026)."""
        if self.revealed:
            return None
        position, chance = self._start.position, self._around.chance
        sizes = [len(book) for book in position.books]
        pages = chance.sample(sorted(position.box.pages), sum(sizes))
        books = [[pages.pop() for _ in range(size)] for size in sizes]
        assert fairytile.RULES.secret
        return Sealed(fairytile.RULES.secret, books)


_NOT_YET = N_("Your page cannot be told now.")
_OTHER = N_("Expected the page in hand to be told, found another one.")
