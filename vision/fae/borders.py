"""Which space a piece near a border belongs to, as well as it is known where it stands."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np

from companion.games.base import Space
from vision.base import PlacedPiece
from vision.fae.scene import Layout

Place = tuple[float, float]

PLACE_SIGMA_MM, INSIDE, BEYOND_NATS = (3.5, 2.0), 1.5, 8.0
"""How well it is known where a piece stands, along the line of sight and across it; so many of these, some
4 mm, its middle is inside of its space at least; what costs that much belongs to no other space."""
REACH_MM = PLACE_SIGMA_MM[0] * ((2 * BEYOND_NATS) ** 0.5 - INSIDE)


class Borders:
    """The borders of a board's spaces as one camera sees them."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lost: dict[tuple[Place, Space], float] = {}

    def beyond(self, base_mm: Place, space: Space) -> float:
        """Nats lost if a piece that seems to stand there belongs to the space; 0 well inside of it."""
        if (base_mm, space) not in self._lost:
            base, outline = np.array(base_mm), self._layout.plan.spaces[space]
            x, y = self._layout.away(base[None])[0]
            sigmas = (outline - base) @ np.array([[x, -y], [y, x]]) / PLACE_SIGMA_MM
            outside = INSIDE - cv2.pointPolygonTest(sigmas.astype(np.float32), (0.0, 0.0), True)
            self._lost[base_mm, space] = 0.5 * max(0.0, outside) ** 2
        return self._lost[base_mm, space]

    def neighbours(self, piece: PlacedPiece) -> dict[Space, float]:
        """Nats lost if a piece that came to near a border stood on its other side, for each space there."""
        own = self.beyond(piece.base_mm, piece.space)
        losses = {space: self.beyond(piece.base_mm, space) for space in self._around(piece.base_mm)}
        losses.pop(piece.space, None)
        return {space: max(0.0, lost - own) for space, lost in losses.items() if lost < BEYOND_NATS}

    def likeliest(self, base_mm: Place, own: Space, among: Collection[Space]) -> Space:
        """The space, its own or one of others, that a piece which seems to stand there belongs to."""
        near = [own, *(space for space in self._around(base_mm) if space in among)]
        return min(near, key=lambda space: self.beyond(base_mm, space))

    def _around(self, base_mm: Place) -> list[Space]:
        low, high = self._layout.plan.bounds_mm
        apart = np.maximum(low - base_mm, base_mm - high).max(1)
        return [space for space, far in zip(self._layout.plan.spaces, apart, strict=True) if far < REACH_MM]
