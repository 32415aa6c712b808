"""What the camera saw last, to be shown to people: the picture and what was recognised in it."""

from typing import NamedTuple

import cv2
import numpy as np

from companion.games.base import Space
from companion.games.fate.geometry import centre_mm
from companion.table.observation import Observation
from vision.calibrate import View
from vision.cameras import Frame, Picture
from vision.fae.plan import fae_plan
from vision.fae.reader import Reader as FaeReader
from vision.fae.scene import Piece
from vision.fate.plan import fate_plan
from vision.fate.reader import Reader as FateReader
from vision.overlay import Outlined, close_up, overlay


class Look(NamedTuple):
    """A picture and what was recognised in it; `view` is None while the board is not found."""

    picture: Picture
    plan: Outlined
    view: View | None
    pieces: tuple[Piece, ...]
    hidden: frozenset[Space]

    def drawn(self) -> Picture:
        """The board close up with what was recognised drawn over it; all there is while it is not found.

        RGB, shape (h, w, 3).
        """
        if self.view is None:
            return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        view = self.view.scaled(self.picture.shape[1] / self.view.size_px[0])
        return close_up(overlay(self.picture, self.plan, view, self.pieces, self.hidden), self.plan, view)


def fae_look(reader: FaeReader, frame: Frame, observation: Observation) -> Look:
    """A picture of a Fae table."""
    if reader.memory is None:
        return Look(frame.picture, fae_plan(), None, (), observation.hidden)
    return Look(frame.picture, fae_plan(), reader.layout.view, reader.memory.pieces, observation.hidden)


def fate_look(reader: FateReader, frame: Frame, observation: Observation) -> Look:
    """A picture of a Fate table."""
    if reader.memory is None:
        return Look(frame.picture, fate_plan(), None, (), observation.hidden)
    pieces = tuple(Piece(kind, space, centre_mm(str(space))) for space, kind in reader.pieces.items())
    return Look(frame.picture, fate_plan(), reader.view, pieces, observation.hidden)
