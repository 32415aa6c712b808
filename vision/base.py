"""Interface of a game to this layer: the reader of its table and its overlay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.games.base import Kind, Space, Table
from companion.table.observation import Observation
from vision.arrays import Floats, Picture
from vision.geometry.calibrate import View


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the table: its kind, its space and the middle of its base in board mm.

    `seen` is False if the piece is only assumed to be on its space; its place there is then arbitrary.
    """

    kind: Kind
    space: Space
    base_mm: tuple[float, float]
    seen: bool = True


class PieceMark(NamedTuple):
    """Mark of a piece in the camera's picture.

    One or two letters on a disc of a BGR colour, or the name on a plate if there is a name.
    """

    letters: str
    bgr: tuple[int, int, int]
    name: str = ""


class Outlined(Protocol):
    """Outlines and marks for the overlay; for a table without a board those known so far."""

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Outlines of the spaces in board mm, (n, 2)."""

    @property
    def corners_mm(self) -> Floats:
        """Corners of the area to show, (n, 3), in board mm."""

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Marks by kind of piece; all differ."""


class TableReader(Protocol):
    """Reads the pictures of one table through one camera.

    `view` is the camera's pose at the last picture, None until the board was found. `pieces` holds the pieces
    in the last picture that could be read.
    """

    @property
    def plan(self) -> Outlined:
        """Outlines and marks of the table."""

    @property
    def view(self) -> View | None:
        """Camera model in pixels of a picture of its `size_px`."""

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """Pieces on the table."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3), taken at `time_s`; `frame` is its name.

        Returns an empty table and the trouble if it cannot be read. Raises VisionError if the first picture
        shows no board, or no valid beginning of a game.
        """

    def accept(self, table: Table) -> None:
        """Accept the table that the session has settled as the new reference."""
