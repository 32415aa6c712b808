"""Hands and other foreign things over the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Mask

HAND_PX = 800
"""Working pixels, about square mm, that something changed must cover, in all and of the board."""
HAND_ON_BOARD_PX = 250
FINGERTIP_PX, FINGERTIP_SHARE = 40, 0.7
"""Of an arm less over the board is enough if it hides so much print and is no shadow: at the edge
of the board no more is seen of a hand that holds a piece."""
ARM_ON_BOARD_PX = 1500
FINGER_HALF_WIDTH_PX = 7
CROWD_PX = 5000
"""No pieces that stand together cover so much print."""
FOREIGN_PX = 400
FOREIGN_SHARE = 0.2
STRANGE_PX = 150
GAP_PX = 25
"""So far a hand may seem apart from its arm, where between them it looks like the ground in a shadow."""


class LargePart(NamedTuple):
    """Something large that changed, (h, w), and whether it reaches in over the edge of the picture."""

    mask: Mask
    at_edge: bool


def large_parts(changed: Mask) -> list[LargePart]:
    """The large connected parts of what changed, (h, w)."""
    image = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    image = cv2.morphologyEx(image, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(image, ltype=cv2.CV_16U)
    height, width = image.shape
    parts = []
    arms = np.zeros(image.shape, np.uint8)
    for number in range(1, count):
        left, top, wide, high, area = stats[number]
        if area >= HAND_PX:
            touches = left <= 1 or top <= 1 or left + wide >= width - 1 or top + high >= height - 1
            parts.append(LargePart(np.asarray(labels == number), bool(touches)))
            if touches:
                arms |= parts[-1].mask.astype(np.uint8)
    if not arms.any() or all(part.at_edge for part in parts):
        return parts
    near = cv2.dilate(arms, np.ones((2 * GAP_PX + 1, 2 * GAP_PX + 1), np.uint8)) > 0
    return [LargePart(part.mask, part.at_edge or bool((part.mask & near).any())) for part in parts]


def reaching_in(
    parts: Iterable[LargePart],
    foreign: Mask,
    board: Mask,
    light_changed: bool,
    covered: Callable[[Mask], Mask] | None = None,
) -> Mask:
    """The large parts that reach over the board like a hand or a cup, (h, w).

    They come in over the picture's edge, or much of them is `foreign`: neither piece nor ground, or they
    hide more print than pieces can: `covered` tells where a part of the board does. While the light
    changes, only a whole arm at the edge counts, one that hides most of what it is over, or what hides that
    much.
    """
    found = np.zeros_like(board)
    for part, at_edge in parts:
        over = part & board
        on_board = int(over.sum())
        enough = on_board > ARM_ON_BOARD_PX if light_changed else on_board >= HAND_ON_BOARD_PX
        certain = at_edge and (enough or _hides(over, covered))
        if on_board < HAND_ON_BOARD_PX and not certain:
            continue
        if cv2.distanceTransform(part.astype(np.uint8), cv2.DIST_L2, 3).max() < FINGER_HALF_WIDTH_PX:
            continue
        unlike = int(foreign[over].sum())
        if (
            certain
            or (unlike > FOREIGN_PX and unlike > FOREIGN_SHARE * on_board)
            or (covered is not None and on_board > CROWD_PX and int(covered(over).sum()) > CROWD_PX)
        ):
            found |= part
    return found


def _hides(over: Mask, covered: Callable[[Mask], Mask] | None) -> bool:
    """Whether what is over the board of an arm is more than its shadow."""
    on_board = int(over.sum())
    if covered is None or on_board <= FINGERTIP_PX:
        return False
    return int(covered(over).sum()) > max(FINGERTIP_PX, FINGERTIP_SHARE * on_board)


def at_edge(parts: Iterable[LargePart], shape: tuple[int, int]) -> Mask:
    """The large parts that touch the edge of a picture, (h, w): arms that come or go."""
    arms = np.zeros(shape, np.uint8)
    for part in parts:
        if part.at_edge:
            arms |= part.mask.astype(np.uint8)
    return np.asarray(cv2.dilate(arms, np.ones((9, 9), np.uint8)) > 0)


def strange(foreign: Mask, explained: Mask) -> Mask:
    """What is foreign and larger than a slip, where pieces explain nothing; (h, w) each."""
    mine = cv2.dilate(explained.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    odd = cv2.morphologyEx((foreign & ~mine).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    if not cv2.countNonZero(odd):
        return np.zeros_like(foreign)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(odd, ltype=cv2.CV_16U)
    large = stats[:, cv2.CC_STAT_AREA] > STRANGE_PX
    large[0] = False
    return np.asarray(large[labels])
