"""What a game brings to this layer: a reader of its table, and what is drawn over the camera's picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.games.base import Kind, Space, Table
from companion.table.observation import Observation
from vision.arrays import Floats, Picture
from vision.geometry.calibrate import View


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the table: what it is, the space it counts for and the middle of its base, in board mm.

    One that was not `seen` is only believed to be there, somewhere on its space.
    """

    kind: Kind
    space: Space
    base_mm: tuple[float, float]
    seen: bool = True


class PieceMark(NamedTuple):
    """How a piece is marked in the camera's picture: one or two letters on a disc of a BGR colour, or else a
    name on a plate.
    """

    letters: str
    bgr: tuple[int, int, int]
    name: str = ""


class Outlined(Protocol):
    """What is drawn over a picture of a table; of one without a board, what is known of it now."""

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Outlines in board mm, (n, 2)."""

    @property
    def corners_mm(self) -> Floats:
        """Around all that is worth showing, (n, 3), in board mm."""

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """By kind of piece; no two look alike."""


class TableReader(Protocol):
    """Reads the pictures of one table through one camera.

    `view` is where the camera stood at the last picture, None until the board was found; `pieces` is the
    best reading of the last picture without trouble.
    """

    @property
    def plan(self) -> Outlined:
        """What the table looks like."""

    @property
    def view(self) -> View | None:
        """In pixels of a picture of its own `size_px`."""

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """All that stand there."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """What a BGR picture, (h, w, 3), shows; an empty table with a trouble when nothing can be told.

        Raises VisionError when the first one shows no board, or not what a game begins with.
        """

    def accept(self, table: Table) -> None:
        """What the game says lies there beyond doubt."""
