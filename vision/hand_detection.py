"""Detection of hands and other foreign objects in masks of changed pixels.

All masks, (h, w), have working size; a working pixel is about a square millimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Mask


@dataclass(frozen=True, slots=True)
class HandParams:
    """Constants of hand detection; sizes are working pixels, about square mm.

    Tuned on the scenes of all games (measured: tests/bench/watch_scenes.py).
    """

    min_part_px: int = 800
    """Minimum area of a changed part in the whole picture."""
    min_on_board_px: int = 250
    """Minimum area of it over the board."""
    min_fingertip_px: int = 40
    """Minimum area over the board of fingertips at its edge."""
    min_fingertip_share: float = 0.7
    """Minimum share of that area that hides print, 0..1; a smaller share is a shadow."""
    min_arm_px: int = 1500
    """Minimum area over the board while the light changes: a whole arm."""
    min_half_width_px: int = 7
    """Minimum half width; fingers are wider than 14 mm."""
    max_piece_cover_px: int = 5000
    """Largest area of print that pieces close together hide."""
    min_foreign_px: int = 400
    """Minimum area that is neither piece nor ground, for an object away from the picture's edge."""
    min_foreign_share: float = 0.2
    """Minimum share of such pixels in its part over the board, 0..1."""
    min_unexplained_px: int = 150
    """Minimum area of an unexplained object; smaller ones are errors of the fit."""
    max_arm_gap_px: int = 25
    """Largest gap between a hand and its arm; pixels in it look like ground in shadow."""


PARAMS = HandParams()
"""The constants in use."""


class LargePart(NamedTuple):
    """A large changed part, (h, w); `at_edge`: it touches the edge of the compared picture."""

    mask: Mask
    at_edge: bool


def large_parts(changed: Mask, seen: Mask | None = None) -> list[LargePart]:
    """Return the large connected parts of the changed pixels, (h, w).

    `seen` (h, w) are the pixels that could be compared, None for all: after the camera has moved, a strip at
    the edge of the picture shows what was not in the picture before, and an arm ends there.
    """
    image = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    image = cv2.morphologyEx(image, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(image, ltype=cv2.CV_16U)
    height, width = image.shape
    beyond = None if seen is None or seen.all() else cv2.dilate((~seen).astype(np.uint8), np.ones((9, 9))) > 0
    parts = []
    arms = np.zeros(image.shape, np.uint8)
    for number in range(1, count):
        left, top, width_px, height_px, area = stats[number]
        if area >= PARAMS.min_part_px:
            touches = left <= 1 or top <= 1 or left + width_px >= width - 1 or top + height_px >= height - 1
            part = np.asarray(labels == number)
            touches = touches or (beyond is not None and bool((part & beyond).any()))
            parts.append(LargePart(part, bool(touches)))
            if touches:
                arms |= parts[-1].mask.astype(np.uint8)
    if not arms.any() or all(part.at_edge for part in parts):
        return parts
    side = 2 * PARAMS.max_arm_gap_px + 1
    near = cv2.dilate(arms, np.ones((side, side), np.uint8)) > 0
    return [LargePart(part.mask, part.at_edge or bool((part.mask & near).any())) for part in parts]


def reaching_in(
    parts: Iterable[LargePart],
    foreign: Mask,
    board: Mask,
    light_changed: bool,
    covered: Callable[[Mask], Mask] | None = None,
    only_lit: Callable[[Mask], bool] | None = None,
    pieces_px: float = 0.0,
) -> Mask:
    """Return the mask of hands and other large objects over the board, (h, w).

    A part counts if it touches the picture's edge, if much of it is `foreign`, that is neither piece nor
    ground, or if it hides more print than pieces can, at least `pieces_px`. `covered` maps a part to the
    pixels of hidden print. While the light changes, a part at the edge counts only if it has the size of an
    arm or hides most of the print under it. `only_lit` says that a part is a shadow: it counts only if it has
    the size of an arm and hides the print, and an arm that has just reached the board counts without.
    """
    found = np.zeros_like(board)
    most_px = max(PARAMS.max_piece_cover_px, pieces_px)
    for part, at_edge in parts:
        over = part & board
        on_board = int(over.sum())
        enough = on_board > PARAMS.min_arm_px if light_changed else on_board >= PARAMS.min_on_board_px
        certain = at_edge and (
            enough or _hides(over, covered) or (not light_changed and _fingertips(part, board, only_lit))
        )
        if certain and only_lit is not None and only_lit(part):  # what stands in it may look different there
            certain = on_board > PARAMS.min_arm_px and _hides(over, covered)
        if on_board < PARAMS.min_on_board_px and not certain:
            continue
        if cv2.distanceTransform(part.astype(np.uint8), cv2.DIST_L2, 3).max() < PARAMS.min_half_width_px:
            continue
        foreign_px = int(foreign[over].sum())
        if (
            certain
            or (foreign_px > PARAMS.min_foreign_px and foreign_px > PARAMS.min_foreign_share * on_board)
            or (covered is not None and on_board > most_px and int(covered(over).sum()) > most_px)
        ):
            found |= part
    return found


def _hides(over: Mask, covered: Callable[[Mask], Mask] | None) -> bool:
    """Return whether the part of an arm over the board hides print, as its shadow does not."""
    on_board = int(over.sum())
    if covered is None or on_board <= PARAMS.min_fingertip_px:
        return False
    return int(covered(over).sum()) > max(PARAMS.min_fingertip_px, PARAMS.min_fingertip_share * on_board)


def _fingertips(part: Mask, board: Mask, only_lit: Callable[[Mask], bool] | None) -> bool:
    """Return whether a part is an arm, not its shadow, that has reached the board or almost.

    Fingers over dark ground may look like the ground in shadow, and are missing in the part.
    """
    if only_lit is None or int(part.sum()) <= PARAMS.min_arm_px:
        return False
    side = 2 * PARAMS.max_arm_gap_px + 1
    near = cv2.dilate(board.astype(np.uint8), np.ones((side, side))) > 0
    return int((part & near).sum()) > PARAMS.min_fingertip_px and not only_lit(part)


def largest(parts: Sequence[LargePart]) -> Mask:
    """Return the mask of the largest of some parts, at least one, (h, w)."""
    return max((part.mask for part in parts), key=lambda mask: int(mask.sum()))


def at_edge(parts: Iterable[LargePart], shape: tuple[int, int]) -> Mask:
    """Return the mask of the large parts at the edge of a picture, (h, w): arms that come or go."""
    arms = np.zeros(shape, np.uint8)
    for part in parts:
        if part.at_edge:
            arms |= part.mask.astype(np.uint8)
    return np.asarray(cv2.dilate(arms, np.ones((9, 9), np.uint8)) > 0)


def unexplained(foreign: Mask, explained: Mask) -> Mask:
    """Return the foreign objects that no piece explains, without errors of the fit; (h, w) each."""
    pieces = cv2.dilate(explained.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    odd = cv2.morphologyEx((foreign & ~pieces).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    if not cv2.countNonZero(odd):
        return np.zeros_like(foreign)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(odd, ltype=cv2.CV_16U)
    large = stats[:, cv2.CC_STAT_AREA] > PARAMS.min_unexplained_px
    large[0] = False
    return np.asarray(large[labels])
