"""Position of a game of Fairy Tile and acts of players, as immutable values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from companion.games.fairytile.board import FIGURES, Cell, FaceUpTile, Figure, TileFace, Tiles
from companion.games.fairytile.goals import Goal, parse
from companion.games.fairytile.judge import Done, Moment
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.options import DEFAULTS, Options

UNKNOWN = 0
"""Number of a page that is face down for the viewer; pages of a set begin at 1."""


@dataclass(frozen=True)
class Box:
    """Material and options of a game: tiles by name, goals of the pages by number."""

    tiles: Tiles
    pages: Mapping[int, str]
    options: Options = DEFAULTS

    def __hash__(self) -> int:
        """Hash of the contents, as mappings have none; equal for equal boxes."""
        return hash((frozenset(self.tiles), frozenset(self.pages.items()), self.options))

    @cached_property
    def goals(self) -> Mapping[int, Goal]:
        """Parsed goals of the pages by number."""
        return {page: parse(goal, f"pages.{page}") for page, goal in self.pages.items()}

    def face(self, upside: FaceUpTile) -> TileFace:
        """Contents of the side of a tile that is up."""
        return self.tiles[upside.tile][upside.side]


@dataclass(frozen=True, slots=True)
class Move:
    """Move a figure (FT-042)."""

    figure: Figure
    to: Cell


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place the top tile of the stack (FT-090).

    `tile` is the tile drawn if the top of the stack is unknown, `shows` the new top of the stack if that is
    unknown: both are outcomes of chance.
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
    """Leave the game, as the page in hand cannot be fulfilled any more (FT-142)."""


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """End the turn; the next player moves (FT-046)."""


Adventure: TypeAlias = Move | PlaceTile
Act: TypeAlias = Move | PlaceTile | Tell | TurnPage | GiveUp | FinishTurn


class Position(NamedTuple):
    """Complete state of a game. Players are indices; `figures` are in the order of FIGURES.

    `stack` holds the known tiles on top of the stack, the top one first; `hidden` is the number of tiles
    below them. `books` holds for each player the pages left, the page in hand first, each as its index in
    the dealt book; `dealt` holds the numbers of those pages, UNKNOWN for a page that is face down, () if all
    are. `told_pages` are the pages that each player has told, in order. `out` are players in the order they
    gave up. `done` are the adventures of this turn.
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
        """Number of players."""
        return len(self.books)

    @property
    def figure_cells(self) -> Mapping[Figure, Cell]:
        """Cell of each figure."""
        return dict(zip(FIGURES, self.figures, strict=True))

    @property
    def stack_left(self) -> int:
        """Number of tiles left on the stack."""
        return len(self.stack) + self.hidden

    @property
    def moment(self) -> Moment:
        """Facts that goals are judged on now."""
        return Moment(self.kingdom, self.figure_cells, self.done, self.box.options)

    @property
    def winner(self) -> int | None:
        """Player who has told the last page of the own book (FT-140); None if nobody has."""
        return next((seat for seat, book in enumerate(self.books) if not book), None)


def page_in_hand(p: Position, seat: int) -> int:
    """Return the page a seat has in hand; UNKNOWN if it is face down or there is none."""
    book = held(p, seat, p.dealt[seat]) if p.dealt else ()
    return book[0] if book else UNKNOWN


def held(p: Position, seat: int, dealt: Sequence[int]) -> list[int]:
    """Return a seat's book as its player holds it, from the book as it was dealt.

    That is the page in hand first, then UNKNOWN for each page under it; told pages are gone.
    """
    left = p.books[seat]
    return [dealt[index] for index in left[:1]] + [UNKNOWN] * len(left[1:])


def view(p: Position, seat: int | None) -> Position:
    """Return a position as a seat may see it: only its page in hand and the top tile (FT-028)."""
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
