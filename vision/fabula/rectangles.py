"""Where cards may lie: every rectangle of a card's size whose sides are seen, however much of it is covered.

The table is known as a plane, so a card has one size there. For a few turns of the table a map is made of how
much of the four sides of a card in each place is an edge (a Hough transform for one shape; Ballard,
Generalizing the Hough transform, 1981).
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.fabula.cards import CARD_MM, on_table
from vision.geometry.calibrate import View

TURNS_DEG = (-6.0, -3.0, 0.0, 3.0, 6.0)
REACH_MM = 520.0
"""No card lies farther from the middle of the picture."""
LEAST_SIDES, MOST_APART, MOST = 77, 1000, 100
"""Of 255; so many places are compared, and so many candidates that do not lie nearly alike are told."""
GROWN = 0.1
"""A card so much larger has no other card's middle on it that is mostly free."""
EVEN_PX, EVEN_GREY, EVEN_TIMES = 25, 12.0, 1.5
STEEP = 1.5
CORNER = 0.86
"""Of a side: cards have round corners."""
NEAR_MM = 3.5
COARSE = 16


class Candidates(NamedTuple):
    """Where cards may lie, the likeliest first: `poses` (n, 3), see `corners_mm`, and how much of their
    sides is seen, `sides` (n,), 0..1.
    """

    poses: Floats
    sides: Floats

    def only(self, which: slice | npt.NDArray[np.intp]) -> Candidates:
        """Some of them."""
        return Candidates(self.poses[which], self.sides[which])

    def and_also(self, more: Candidates) -> Candidates:
        """These and more."""
        return Candidates(np.concatenate([self.poses, more.poses]), np.concatenate([self.sides, more.sides]))


class Rectangles:
    """All that may be sides of cards in a grey picture (h, w) seen by `view`, around a point of the table
    (2,).
    """

    def __init__(self, grey: Picture, view: View, middle_mm: Floats) -> None:
        self._low, high = _extent(view, middle_mm)
        top = _from_above(grey, view, self._low, high)
        self._size_px = top.shape
        found = [np.zeros((0, 4)), *(_turned(top, turn) for turn in np.radians(TURNS_DEG))]
        self._found = np.concatenate(found) + np.array([0, *self._low, 0])

    def best(self, taken: Floats) -> Candidates:
        """The likeliest places whose middle is on none of the cards with these corners (m, 4, 2), mm."""
        blocked = np.zeros(self._size_px, np.uint8)
        for corners in taken - self._low:
            grown = corners + (corners - corners.mean(0)) * GROWN
            cv2.fillConvexPoly(blocked, np.rint(grown).astype(np.int32), 1)
        height, width = self._size_px
        columns, rows = np.rint(self._found[:, 1:3] - self._low).astype(np.intp).T
        free = self._found[blocked[rows.clip(0, height - 1), columns.clip(0, width - 1)] == 0]
        if len(free) > MOST_APART:
            free = free[np.argpartition(-free[:, 0], MOST_APART)[:MOST_APART]]
        return _apart(free[np.argsort(-free[:, 0])])


def _turned(top: Picture, turn: float) -> Floats:
    """How much of their sides is seen, 0..1, and where: rectangles in a picture from above, whose sides are
    turned so far, (n, 4).
    """
    height, width = top.shape
    there = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(turn)), 1.0)
    back = cv2.invertAffineTransform(there)
    turned = cv2.warpAffine(top, there, (width, height), borderMode=cv2.BORDER_REPLICATE)
    upright, level = _edges(np.asarray(turned, np.uint8))
    found = [np.zeros((0, 4))]
    for lying in range(2):
        sides = _sides(upright, level, *(CARD_MM if not lying else CARD_MM[::-1]))
        highest = cv2.dilate(sides, np.ones((9, 9), np.uint8))
        peaks = cv2.bitwise_and(
            cv2.compare(sides, highest, cv2.CMP_EQ),
            cv2.threshold(sides, LEAST_SIDES, 255, cv2.THRESH_BINARY)[1],
        )
        at = cv2.findNonZero(peaks)
        if at is not None:
            x, y = at.reshape(-1, 2).T
            place = np.stack([x, y, np.ones_like(x)], 1) @ back.T
            angle = np.full(len(x), turn + lying * np.pi / 2)
            found.append(np.column_stack([sides[y, x] / 255, place, angle]))
    return np.concatenate(found)


def _extent(view: View, middle_mm: Floats) -> tuple[Floats, Floats]:
    """The part of the table that is seen, as far as it matters: its least and greatest x and y."""
    width, height = view.size_px
    border = np.array([[0, 0], [0.5, 0], [1, 0], [1, 1], [0.5, 1], [0, 1]]) * (width - 1, height - 1)
    seen = view.to_board(border)
    return np.maximum(seen.min(0), middle_mm - REACH_MM), np.minimum(seen.max(0), middle_mm + REACH_MM)


def _from_above(grey: Picture, view: View, low: Floats, high: Floats) -> Picture:
    """The table from above, a pixel a mm, (h, w)."""
    width, height = (int(side) for side in np.ceil(high - low))
    x, y = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    coarse = view.project(on_table(np.stack([x, y], -1) + low)).astype(np.float32)
    smooth = cv2.warpAffine(
        coarse,
        np.array([[1 / COARSE, 0, 0], [0, 1 / COARSE, 0]]),
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(
        cv2.remap(cv2.blur(grey, (2, 2)), smooth[..., 0], smooth[..., 1], cv2.INTER_LINEAR), np.uint8
    )


def _edges(top: Picture) -> tuple[Picture, Picture]:
    """Upright and level edges, 0..255, a little widened, (h, w) each."""
    across = cv2.convertScaleAbs(cv2.Sobel(top, cv2.CV_16S, 1, 0))
    down = cv2.convertScaleAbs(cv2.Sobel(top, cv2.CV_16S, 0, 1))
    strength = cv2.blur(cv2.max(across, down), (EVEN_PX, EVEN_PX))
    strength = cv2.convertScaleAbs(strength, alpha=EVEN_TIMES, beta=EVEN_GREY)
    upright = cv2.bitwise_and(
        cv2.divide(across, strength, scale=255),
        cv2.compare(across, cv2.convertScaleAbs(down, alpha=STEEP), cv2.CMP_GT),
    )
    level = cv2.bitwise_and(
        cv2.divide(down, strength, scale=255),
        cv2.compare(down, cv2.convertScaleAbs(across, alpha=STEEP), cv2.CMP_GT),
    )
    return (
        np.asarray(cv2.dilate(upright, np.ones((1, 3), np.uint8)), np.uint8),
        np.asarray(cv2.dilate(level, np.ones((3, 1), np.uint8)), np.uint8),
    )


def _sides(upright: Picture, level: Picture, across: float, down: float) -> Picture:
    """How much of its sides is seen of an upright rectangle around each place, 0..255."""
    along_down = cv2.blur(upright, (1, int(down * CORNER)))
    along_across = cv2.blur(level, (int(across * CORNER), 1))
    x, y = round(across / 2), round(down / 2)
    pairs = np.zeros_like(upright), np.zeros_like(upright)
    pairs[0][:, x:-x] = cv2.addWeighted(along_down[:, 2 * x :], 0.5, along_down[:, : -2 * x], 0.5, 0)
    pairs[1][y:-y] = cv2.addWeighted(along_across[2 * y :], 0.5, along_across[: -2 * y], 0.5, 0)
    return np.asarray(cv2.addWeighted(pairs[0], 0.5, pairs[1], 0.5, 0), np.uint8)


def _apart(found: Floats) -> Candidates:
    """The best of candidates (n, 4), sorted, that lie nearly alike."""
    kept: list[int] = []
    free = np.ones(len(found), bool)
    x, y, doubled = found[:, 1], found[:, 2], np.exp(2j * found[:, 3])
    while len(kept) < MOST and free.any():
        one = int(free.argmax())
        kept.append(one)
        near = (np.abs(x - x[one]) < NEAR_MM) & (np.abs(y - y[one]) < NEAR_MM)
        free &= ~(near & ((doubled * doubled[one].conj()).real > 0))
    return Candidates(found[kept, 1:], found[kept, 0])
