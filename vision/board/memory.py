"""Memory of the last accepted picture, the reference for the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.board.params import PARAMS
from vision.light.change import to_lab
from vision.light.illumination import warped
from vision.light.picture_check import softened

EDGE = np.ones((PARAMS.occluder_edge_px, PARAMS.occluder_edge_px), np.uint8)


@dataclass(frozen=True, eq=False)
class BoardMemory:
    """Last accepted picture: the reference that the next one is compared with.

    `bgr` and `lab` (h, w, 3) are in the reference light, `work` as received; `plate` (h, w, 3) is the
    bare ground in Lab, guessed from its surroundings if it was never seen (not `known`, (h, w)).
    `seen` (h, w) are the pixels that were in the picture before the camera moved. `noise` is the noise left
    in them, a standard deviation in grey levels. `sharp` is the memory before pictures out of focus were
    accepted, with which the next sharp one is compared; None without them.
    """

    work: Picture
    bgr: Picture
    lab: Picture
    plate: Picture
    known: Mask
    pieces: tuple[PlacedPiece, ...]
    seen: Mask
    noise: float = 0.0
    sharp: BoardMemory | None = None

    def except_for(self, passing: Mask, before: BoardMemory) -> BoardMemory:
        """Return a copy with the contents of `before` at the pixels of passing things, (h, w)."""
        if not passing.any():
            return self
        there = cv2.dilate(passing.astype(np.uint8), EDGE)[..., None] > 0
        return replace(
            self,
            work=np.where(there, before.work, self.work),
            bgr=np.where(there, before.bgr, self.bgr),
            lab=np.where(there, before.lab, self.lab),
        )

    def softened(self, soft_px: tuple[float, float]) -> BoardMemory:
        """Return a copy as blurred as a picture out of focus, by standard deviations along x and y."""
        bgr, plate = softened(self.bgr, soft_px), softened(self.plate, soft_px)
        return replace(self, work=softened(self.work, soft_px), bgr=bgr, lab=to_lab(bgr), plate=plate)

    def moved(self, homography: Floats) -> BoardMemory:
        """Return a copy seen from a moved camera, by the homography (3, 3) between the pictures."""
        return replace(
            self,
            work=warped(self.work, homography),
            bgr=warped(self.bgr, homography),
            lab=warped(self.lab, homography),
            plate=warped(self.plate, homography),
            seen=warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250,
            known=warped(self.known.astype(np.uint8) * 255, homography) > 250,
        )
