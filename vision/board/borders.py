"""Assignment of pieces near a border to spaces.

Takes a position in board mm; returns the nats lost if the piece belongs to another space.
"""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np

from companion.games.base import Space
from vision.base import PlacedPiece
from vision.board.params import PARAMS
from vision.board.scene import Layout

Place = tuple[float, float]

REACH_MM = PARAMS.place_sigma_mm[0] * ((2 * PARAMS.decisive_nats) ** 0.5 - PARAMS.inside_sigmas)


class Borders:
    """Borders of the spaces as seen by one camera.

    Positions are less accurate along its line of sight than across.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lost_nats: dict[tuple[Place, Space], float] = {}

    def outside_nats(self, base_mm: Place, space: Space) -> float:
        """Return the nats lost if a piece at this place belongs to the space; 0 well inside of it."""
        if (base_mm, space) not in self._lost_nats:
            base, outline = np.array(base_mm), self._layout.plan.spaces[space]
            x, y = self._layout.away(base[None])[0]
            sigmas = (outline - base) @ np.array([[x, -y], [y, x]]) / PARAMS.place_sigma_mm
            outside = PARAMS.inside_sigmas - cv2.pointPolygonTest(sigmas.astype(np.float32), (0.0, 0.0), True)
            self._lost_nats[base_mm, space] = 0.5 * max(0.0, outside) ** 2
        return self._lost_nats[base_mm, space]

    def neighbours(self, piece: PlacedPiece) -> dict[Space, float]:
        """Return the nats lost for each other space that a new piece near a border may belong to."""
        own = self.outside_nats(piece.base_mm, piece.space)
        losses = {space: self.outside_nats(piece.base_mm, space) for space in self._around(piece.base_mm)}
        losses.pop(piece.space, None)
        return {space: max(0.0, lost - own) for space, lost in losses.items() if lost < PARAMS.decisive_nats}

    def likeliest(self, base_mm: Place, own: Space, among: Collection[Space]) -> Space:
        """Return the most likely space of a piece at this place: its own or one of others."""
        near = [own, *(space for space in self._around(base_mm) if space in among)]
        return min(near, key=lambda space: self.outside_nats(base_mm, space))

    def _around(self, base_mm: Place) -> list[Space]:
        low, high = self._layout.plan.bounds_mm
        apart = np.maximum(low - base_mm, base_mm - high).max(1)
        return [space for space, far in zip(self._layout.plan.spaces, apart, strict=True) if far < REACH_MM]
