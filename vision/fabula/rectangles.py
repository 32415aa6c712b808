"""Candidates: rectangles of a card's size with visible sides, partly covered or not.

Takes a grey picture and the view; returns poses and the share of their sides that are edges. The plane of the
table is known, so a card has one size in a view from above. For each of a few turns a map holds the share of
the four sides around each place that are edges (a Hough transform for one shape; Ballard, Generalizing the
Hough transform, 1981).
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.fabula.card_patches import cut_patches
from vision.fabula.cards import CARD_MM, on_table, pose_of
from vision.fabula.params import PARAMS
from vision.geometry.calibrate import View

COARSE = 16
"""Grid in mm on which the view is computed exactly; it is interpolated between, which is faster."""


class Candidates(NamedTuple):
    """Possible cards, the likeliest first.

    `poses` (n, 3) see `corners_mm`; `sides` (n,) is the share 0..1 of their sides that are edges.
    """

    poses: Floats
    sides: Floats

    def only(self, which: slice | npt.NDArray[np.intp]) -> Candidates:
        """Return the candidates with these numbers."""
        return Candidates(self.poses[which], self.sides[which])


class Rectangles:
    """Rectangles of a card's size in a grey picture (h, w), around a point (2,) of the table.

    `outlines_px` (n, 4, 2) are known places of cards at any turn; they are rectangles, too.
    """

    def __init__(self, grey: Picture, view: View, middle_mm: Floats, outlines_px: Floats) -> None:
        self._low, high = _extent(view, middle_mm)
        top = _from_above(grey, view, self._low, high)
        self._size_px = top.shape
        found = [np.zeros((0, 4)), *(_turned(top, turn) for turn in np.radians(PARAMS.turns_deg))]
        poses = [[1.0, *pose_of(corners)] for corners in view.to_board(outlines_px)]
        outlined = np.array(poses).reshape(-1, 4)
        self._found = np.concatenate([outlined, np.concatenate(found) + np.array([0, *self._low, 0])])

    def best(self, taken: Floats) -> Candidates:
        """Return the likeliest candidates with their middle on no card; `taken` (m, 4, 2) are cards, mm."""
        blocked = np.zeros(self._size_px, np.uint8)
        for corners in taken - self._low:
            grown = corners + (corners - corners.mean(0)) * PARAMS.grown_share
            cv2.fillConvexPoly(blocked, np.rint(grown).astype(np.int32), 1)
        height, width = self._size_px
        columns, rows = np.rint(self._found[:, 1:3] - self._low).astype(np.intp).T
        free = self._found[blocked[rows.clip(0, height - 1), columns.clip(0, width - 1)] == 0]
        if len(free) > PARAMS.max_compared:
            free = free[np.argpartition(-free[:, 0], PARAMS.max_compared)[: PARAMS.max_compared]]
        return _distinct(free[np.argsort(-free[:, 0])])


def _turned(top: Picture, turn: float) -> Floats:
    """Return rectangles (n, 4) turned by radians in a picture from above: share of edges 0..1, and pose."""
    height, width = top.shape
    there = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(turn)), 1.0)
    back = cv2.invertAffineTransform(there)
    turned = cv2.warpAffine(top, there, (width, height), borderMode=cv2.BORDER_REPLICATE)
    upright, level = _edges(np.asarray(turned, np.uint8))
    found = [np.zeros((0, 4))]
    peak_px = 2 * ceil(PARAMS.same_rectangle_mm) + 1
    for quarter_turns in range(2):
        sides = _sides(upright, level, *(CARD_MM if not quarter_turns else CARD_MM[::-1]))
        highest = cv2.dilate(sides, np.ones((peak_px, peak_px), np.uint8))
        peaks = cv2.bitwise_and(
            cv2.compare(sides, highest, cv2.CMP_EQ),
            cv2.threshold(sides, PARAMS.min_sides_level, 255, cv2.THRESH_BINARY)[1],
        )
        at = cv2.findNonZero(peaks)
        if at is not None:
            x, y = at.reshape(-1, 2).T
            place = np.stack([x, y, np.ones_like(x)], 1) @ back.T
            angle = np.full(len(x), turn + quarter_turns * np.pi / 2)
            found.append(np.column_stack([sides[y, x] / 255, place, angle]))
    return np.concatenate(found)


def _extent(view: View, middle_mm: Floats) -> tuple[Floats, Floats]:
    """Return the least and the greatest x, y of the visible part of the table, within reach of its middle."""
    width, height = view.size_px
    border = np.array([[0, 0], [0.5, 0], [1, 0], [1, 1], [0.5, 1], [0, 1]]) * (width - 1, height - 1)
    seen = view.to_board(border)
    return np.maximum(seen.min(0), middle_mm - PARAMS.reach_mm), np.minimum(
        seen.max(0), middle_mm + PARAMS.reach_mm
    )


def _from_above(grey: Picture, view: View, low: Floats, high: Floats) -> Picture:
    """Return the table from above (h, w), 1 px/mm."""
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
    """Return upright and level edges, 0..255, (h, w) each, widened by a pixel."""
    across = cv2.convertScaleAbs(cv2.Sobel(top, cv2.CV_16S, 1, 0))
    down = cv2.convertScaleAbs(cv2.Sobel(top, cv2.CV_16S, 0, 1))
    strength = cv2.blur(cv2.max(across, down), (PARAMS.evened_window_px, PARAMS.evened_window_px))
    strength = cv2.convertScaleAbs(strength, alpha=PARAMS.evened_times, beta=PARAMS.evened_floor_grey)
    upright = cv2.bitwise_and(
        cv2.divide(across, strength, scale=255),
        cv2.compare(across, cv2.convertScaleAbs(down, alpha=PARAMS.edge_direction_ratio), cv2.CMP_GT),
    )
    level = cv2.bitwise_and(
        cv2.divide(down, strength, scale=255),
        cv2.compare(down, cv2.convertScaleAbs(across, alpha=PARAMS.edge_direction_ratio), cv2.CMP_GT),
    )
    return (
        np.asarray(cv2.dilate(upright, np.ones((1, 3), np.uint8)), np.uint8),
        np.asarray(cv2.dilate(level, np.ones((3, 1), np.uint8)), np.uint8),
    )


def _sides(upright: Picture, level: Picture, across: float, down: float) -> Picture:
    """Return the share of the sides that are edges of an upright rectangle around each place, 0..255."""
    along_down = cv2.blur(upright, (1, int(down * PARAMS.straight_side_share)))
    along_across = cv2.blur(level, (int(across * PARAMS.straight_side_share), 1))
    x, y = round(across / 2), round(down / 2)
    pairs = np.zeros_like(upright), np.zeros_like(upright)
    pairs[0][:, x:-x] = cv2.addWeighted(along_down[:, 2 * x :], 0.5, along_down[:, : -2 * x], 0.5, 0)
    pairs[1][y:-y] = cv2.addWeighted(along_across[2 * y :], 0.5, along_across[: -2 * y], 0.5, 0)
    return np.asarray(cv2.addWeighted(pairs[0], 0.5, pairs[1], 0.5, 0), np.uint8)


def side_shares(grey: Picture, outlines_px: Floats) -> Floats:
    """Return the shares 0..1 (n, 4) of each side of cards that are edges.

    `outlines_px` (n, 4, 2) in a grey picture are those of cards enlarged by `PARAMS.side_margin_mm`.
    """
    margin, (width, height) = PARAMS.side_margin_mm, (round(side) for side in CARD_MM)
    size = width + 2 * margin, height + 2 * margin
    shares = np.zeros((len(outlines_px), 4))
    for at, patch in enumerate(cut_patches(grey, outlines_px, size)):
        upright, level = _edges(np.asarray(cv2.blur(patch, (2, 2)), np.uint8))
        ends = [
            slice(round(margin + side * (1 - PARAMS.straight_side_share) / 2), None)
            for side in (width, height)
        ]
        along_down = upright[ends[1].start : -ends[1].start].mean(0) / 255
        along_across = level[:, ends[0].start : -ends[0].start].mean(1) / 255
        for number, (along, place) in enumerate(
            (
                (along_across, margin),
                (along_down, margin + width),
                (along_across, margin + height),
                (along_down, margin),
            )
        ):
            reach = PARAMS.side_reach_px
            shares[at, number] = along[place - reach : place + reach + 1].max()
    return shares


def _distinct(found: Floats) -> Candidates:
    """Return the best of sorted rectangles (n, 4); drop those that nearly coincide with a better one."""
    kept: list[int] = []
    free = np.ones(len(found), bool)
    x, y, doubled = found[:, 1], found[:, 2], np.exp(2j * found[:, 3])
    while len(kept) < PARAMS.max_candidates and free.any():
        one = int(free.argmax())
        kept.append(one)
        near = (np.abs(x - x[one]) < PARAMS.same_rectangle_mm) & (
            np.abs(y - y[one]) < PARAMS.same_rectangle_mm
        )
        free &= ~(near & ((doubled * doubled[one].conj()).real > 0))
    return Candidates(found[kept, 1:], found[kept, 0])
