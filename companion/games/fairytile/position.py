"""A game of Fairy Tile at one moment: frozen values that hold everything the rules need to go on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from companion.games.fairytile.board import FIGURES, Cell, FaceUpTile, Figure, TileFace, Tiles
from companion.games.fairytile.goals import Goal, parse
from companion.games.fairytile.judge import Done, Moment
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.options import DEFAULTS, Options

UNKNOWN = 0
"""A page that is face down for whoever looks."""


@dataclass(frozen=True)
class Box:
    """What a game is played with: tiles by name, the goals of the pages by number, what was agreed on."""

    tiles: Tiles
    pages: Mapping[int, str]
    options: Options = DEFAULTS

    def __hash__(self) -> int:
        """Equal boxes have the same."""
        return hash((frozenset(self.tiles), frozenset(self.pages.items()), self.options))

    @cached_property
    def goals(self) -> Mapping[int, Goal]:
        """The goals of the pages, read."""
        return {page: parse(goal, f"pages.{page}") for page, goal in self.pages.items()}

    def face(self, upside: FaceUpTile) -> TileFace:
        """The side of a tile that is up."""
        return self.tiles[upside.tile][upside.side]


@dataclass(frozen=True, slots=True)
class Move:
    """Move a figure (FT-042)."""

    figure: Figure
    to: Cell


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Lay the top tile of the stack (FT-090).

    `tile` is what comes from a stack whose top is not known, `shows` what lies on top of it afterwards, as
    far as that is not known before: outcomes of chance.
    """

    at: Cell
    turn: int
    tile: FaceUpTile | None = None
    shows: FaceUpTile | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the page in hand (FT-115)."""

    page: int


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Put the page in hand under the book and draw the next one (FT-120)."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The page in hand cannot be fulfilled any more: the player is out (FT-142)."""


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """Let the next player go on (FT-046)."""


Adventure: TypeAlias = Move | PlaceTile
Act: TypeAlias = Move | PlaceTile | Tell | TurnPage | GiveUp | FinishTurn


class Position(NamedTuple):
    """Everything the rules need. Players are indices; `figures` are by FIGURES.

    `stack` are the tiles next to come as far as they are known, the top one first, `hidden` how many lie
    under those. `books` has for each player the pages left, that in hand first, each as its index in the book
    as it was dealt; `dealt` are the numbers of those pages, UNKNOWN where a page is face down, () when all
    are. `told_pages` are the pages told by each player in order. `out` are players in the order they gave up.
    `done` are the adventures of this turn, `page_told_this_turn` whether a page was told in it.
    """

    box: Box
    kingdom: Kingdom
    figures: tuple[Cell, Cell, Cell]
    books: tuple[tuple[int, ...], ...]
    magic: tuple[bool, ...]
    told_pages: tuple[tuple[int, ...], ...]
    stack: tuple[FaceUpTile, ...] = ()
    hidden: int = 0
    dealt: tuple[tuple[int, ...], ...] = ()
    out: tuple[int, ...] = ()
    turn: int = 0
    done: tuple[Done, ...] = ()
    page_told_this_turn: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.books)

    @property
    def figure_cells(self) -> Mapping[Figure, Cell]:
        """Where every figure stands."""
        return dict(zip(FIGURES, self.figures, strict=True))

    @property
    def stack_left(self) -> int:
        """How many tiles are still to come."""
        return len(self.stack) + self.hidden

    @property
    def moment(self) -> Moment:
        """What a goal is judged on now."""
        return Moment(self.kingdom, self.figure_cells, self.done, self.box.options)

    @property
    def winner(self) -> int | None:
        """Who has told the last page of a book (FT-140)."""
        return next((seat for seat, book in enumerate(self.books) if not book), None)


def page_in_hand(p: Position, seat: int, book: tuple[int, ...] | list[int] | None = None) -> int:
    """The number of the page a seat has in hand, UNKNOWN when it is face down or there is none.

    `book` is the seat's book as it was dealt, from whoever may know it; else what the position knows.
    """
    left = p.books[seat]
    known = book or (p.dealt[seat] if p.dealt else ())
    return known[left[0]] if left and known else UNKNOWN


def view(p: Position, seat: int | None) -> Position:
    """A position as a seat may see it: its own page in hand and the top of the stack, no others (FT-028)."""
    dealt = tuple(
        tuple(
            page if player == seat and p.books[player][:1] == (index,) else UNKNOWN
            for index, page in enumerate(book)
        )
        for player, book in enumerate(p.dealt)
    )
    return p._replace(
        dealt=dealt if any(map(any, dealt)) else (),
        stack=p.stack[:1],
        hidden=p.hidden + len(p.stack[1:]),
    )
