"""What is kept of the last picture that was understood."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.light.illumination import warped

EDGE = np.ones((9, 9), np.uint8)


@dataclass(frozen=True, eq=False)
class FaeMemory:
    """The last picture that was understood: what the next one is compared with.

    `bgr` and `lab` (h, w, 3) are in the reference light, `work` as it came; `plate` (h, w, 3) is the
    bare ground in Lab, guessed from its surroundings where it was never seen (not `known`, (h, w)).
    `seen` (h, w) is what was in the picture at all, before the camera moved. `noise` is how much of it
    is left in them, a standard deviation in grey levels.
    """

    work: Picture
    bgr: Picture
    lab: Picture
    plate: Picture
    known: Mask
    pieces: tuple[PlacedPiece, ...]
    seen: Mask
    noise: float = 0.0

    def except_for(self, passing: Mask, before: FaeMemory) -> FaeMemory:
        """The same with what was there before where something passes by, (h, w)."""
        if not passing.any():
            return self
        there = cv2.dilate(passing.astype(np.uint8), EDGE)[..., None] > 0
        return replace(
            self,
            work=np.where(there, before.work, self.work),
            bgr=np.where(there, before.bgr, self.bgr),
            lab=np.where(there, before.lab, self.lab),
        )

    def moved(self, homography: Floats) -> FaeMemory:
        """The same as the camera sees it from elsewhere, by the homography (3, 3) between the pictures."""
        return replace(
            self,
            work=warped(self.work, homography),
            bgr=warped(self.bgr, homography),
            lab=warped(self.lab, homography),
            plate=warped(self.plate, homography),
            seen=warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250,
            known=warped(self.known.astype(np.uint8) * 255, homography) > 250,
        )
