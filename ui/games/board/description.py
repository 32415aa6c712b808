"""Interface to the description of a board game; `companion.app.board.description.BoardGame` satisfies it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.games.base import Game, Kind, Rules, Space


class Printed(Protocol):
    """Printed board, in mm from the top left of its map, x right, y down; outlines are (n, 2)."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the map inside the frame."""

    @property
    def frame_mm(self) -> float:
        """Width of the frame."""

    @property
    def spaces(self) -> Mapping[Space, Any]:
        """Outline of each space."""

    @property
    def holes(self) -> Sequence[Any]:
        """Outlines of what belongs to no space."""

    @property
    def grounds(self) -> Mapping[Space, str]:
        """Ground by space; spaces with equal words look alike."""

    @property
    def extra_lines(self) -> Sequence[Any]:
        """Drawn lines that bound no space, as pairs of ends."""

    @property
    def drawn(self) -> bool:
        """The outlines of the spaces are printed."""


class Mark(Protocol):
    """One or two letters, and a colour from 0 to 255."""

    @property
    def letters(self) -> str:
        """One or two letters."""

    @property
    def bgr(self) -> tuple[int, int, int]:
        """Blue, green, red."""


class Piece(Protocol):
    """One kind of piece."""

    @property
    def name(self) -> Kind:
        """Name in the rules."""

    @property
    def mark(self) -> Mark:
        """Letters and colour."""

    @property
    def foot_mm(self) -> float:
        """Diameter."""

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Colour on a screen, each channel 0..255."""


class Described(Protocol):
    """Rules, board and pieces of a game."""

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules' manifest."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules as the interpreter of pictures needs them."""

    @property
    def board(self) -> Callable[[], Printed]:
        """The printed board."""

    @property
    def kinds(self) -> Iterable[Piece]:
        """All kinds of pieces."""

    @property
    def sides(self) -> Sequence[Kind]:
        """A kind of the pieces of each player, in the order of the players; empty if they share all."""
