"""Which way round a board lies, told by its print: grounds of one kind look alike in one turn only.

No colour is known beforehand: a turn fits as well as the kinds of ground explain the colours of the areas
(one-way analysis of variance, in Lab, beside a light that falls off evenly).
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
    """A print on which some areas look alike."""

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """Outlines in board mm, (n, 2)."""

    @property
    def grounds(self) -> Mapping[Space, str]:
        """The kind of ground of spaces that have one: those of one kind are printed alike."""


def upright(board: Grounded, picture: Picture, points_mm: Floats, points_px: Floats) -> Floats | None:
    """`points_px`, (n, 2), in the order in which they show `points_mm`, (n, 3): as given, unless the print
    clearly says that they begin with another one of them. None when it says so, but not clearly.
    """
    areas = np.stack([_inside(board.spaces[space]) for space in board.grounds])
    kinds = np.array(list(board.grounds.values()))
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), PARAMS.smooth_px), dtype=np.uint8)
    turned = [points_px, *(np.roll(points_px, turn, 0) for turn in range(1, len(points_px)))]
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
    """Log likelihood ratio of the colours of areas, (n, m, 2) mm, with to without their kinds of ground."""
    there, _ = cv2.findHomography(points_mm[:, :2], points_px)
    if there is None:
        return 0.0
    places = cv2.perspectiveTransform(areas, there).astype(np.float32)
    shown = cv2.remap(soft, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = np.median(cv2.cvtColor(shown, cv2.COLOR_BGR2LAB), 1)
    middles = areas.mean(1)
    slope = (middles - middles.mean(0)) / middles.std(0)
    alike = (kinds[:, None] == np.array(sorted({*kinds.tolist()}))).astype(np.float64)
    spread = [_log_spread(colours, np.column_stack([terms, slope])) for terms in (np.ones(len(kinds)), alike)]
    return len(kinds) / 2 * (spread[0] - spread[1])


def _log_spread(colours: Floats, terms: Floats) -> float:
    """Log determinant of what `terms`, (n, m), leave open of the colours' variance, (n, 3)."""
    open_ = colours - terms @ np.linalg.lstsq(terms, colours, rcond=None)[0]
    return float(
        np.linalg.slogdet(open_.T @ open_ / len(colours) + PARAMS.colour_noise_levels**2 * np.eye(3))[1]
    )


def _inside(outline_mm: Floats) -> Floats:
    """Points inside an outline (n, 2), the same number of every one, (m, 2)."""
    middle = outline_mm.mean(0)
    ring = outline_mm[np.arange(PARAMS.ring_points) * len(outline_mm) // PARAMS.ring_points] - middle
    return np.concatenate([middle + far * ring for far in PARAMS.rings])
