"""A camera picture and what was recognised in it, for display."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import Space
from vision.base import Outlined, PlacedPiece
from vision.cameras.sources import Picture
from vision.geometry.calibrate import View
from vision.overlay import annotated


class AnnotatedFrame(NamedTuple):
    """A picture and its recognised pieces; `view` is None while the board is not found."""

    picture: Picture
    plan: Outlined
    view: View | None
    pieces: Sequence[PlacedPiece]
    hidden: frozenset[Space]

    def drawn(self, width_px: int | None = None) -> Picture:
        """The board cropped, with the recognised pieces drawn in.

        The whole picture if no board is found.
        RGB, shape (h, w, 3), no wider than `width_px`.
        """
        return annotated(self.picture, self.plan, self.view, self.pieces, self.hidden, width_px)
