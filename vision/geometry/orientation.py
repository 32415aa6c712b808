"""Orientation of a board by its print: areas of one kind of ground have equal colours.

No colour is known in advance. For each of the possible turns a one-way analysis of variance in Lab measures
how well the kinds of ground explain the colours of the areas, next to a linear change of light.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space
from vision.arrays import Floats, Picture
from vision.geometry.params import PARAMS

Names = npt.NDArray[np.str_]


class Grounded(Protocol):
    """A print with areas of several kinds of ground."""

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Outlines of the spaces in board mm, (n, 2)."""

    @property
    def grounds(self) -> Mapping[Space, str]:
        """Kind of ground by space; spaces of one kind have the same print."""

    @property
    def symmetry(self) -> int:
        """Number of turns, of four, in which the print looks the same: 1, 2 or 4."""


def upright(board: Grounded, picture: Picture, points_mm: Floats, points_px: Floats) -> Floats | None:
    """Return `points_px`, (n, 2), in the order of `points_mm`, (n, 3).

    Keeps the given order unless the print shows another first point with `orientation_probability`. None if
    no order reaches that probability. A symmetric print leaves some turns open: among those in which it looks
    the same, the given order counts.
    """
    turns = len(points_px) // board.symmetry
    if turns == 1:
        return points_px
    areas = np.stack([_inside(board.spaces[space]) for space in board.grounds])
    kinds = np.array(list(board.grounds.values()))
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), PARAMS.smooth_px), dtype=np.uint8)
    turned = [points_px, *(np.roll(points_px, turn, 0) for turn in range(1, turns))]
    nats = (
        np.array([_nats(areas, kinds, soft, points_mm, points) for points in turned])
        * PARAMS.independent_share
    )
    others = (1 - PARAMS.first_corner_prior) / (len(turned) - 1)
    nats += np.log([PARAMS.first_corner_prior, *[others] * (len(turned) - 1)])
    best = int(nats.argmax())
    return (
        turned[best]
        if nats[best] - np.logaddexp.reduce(nats) > np.log(PARAMS.orientation_probability)
        else None
    )


def _nats(areas: Floats, kinds: Names, soft: Picture, points_mm: Floats, points_px: Floats) -> float:
    """Return the log likelihood ratio, in nats, of the areas with and without kinds of ground.

    `areas` are (n, m, 2) mm, `points_mm` (n, 3) and `points_px` (n, 2) pairs that give the view.
    """
    homography, _ = cv2.findHomography(points_mm[:, :2], points_px)
    if homography is None:
        return 0.0
    places = cv2.perspectiveTransform(areas, homography).astype(np.float32)
    shown = cv2.remap(soft, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = np.median(cv2.cvtColor(shown, cv2.COLOR_BGR2LAB), 1)
    middles = areas.mean(1)
    slope = (middles - middles.mean(0)) / middles.std(0)
    same_kind = (kinds[:, None] == np.array(sorted({*kinds.tolist()}))).astype(np.float64)
    spread = [
        _log_spread(colours, np.column_stack([terms, slope])) for terms in (np.ones(len(kinds)), same_kind)
    ]
    return len(kinds) / 2 * (spread[0] - spread[1])


def _log_spread(colours: Floats, terms: Floats) -> float:
    """Return the log determinant of the covariance of colours (n, 3) beyond `terms` (n, m)."""
    residuals = colours - terms @ np.linalg.lstsq(terms, colours, rcond=None)[0]
    return float(
        np.linalg.slogdet(residuals.T @ residuals / len(colours) + PARAMS.colour_noise_levels**2 * np.eye(3))[
            1
        ]
    )


def _inside(outline_mm: Floats) -> Floats:
    """Return a fixed number of points inside an outline (n, 2): (m, 2)."""
    middle = outline_mm.mean(0)
    ring = outline_mm[np.arange(PARAMS.ring_points) * len(outline_mm) // PARAMS.ring_points] - middle
    return np.concatenate([middle + far * ring for far in PARAMS.rings])
