"""Places of the spaces of a board: inside the map, and each its own."""

from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from companion.games.base import Space
from vision.arrays import Floats
from vision.board.printed_board import PrintedBoard

OFF_MM = 1.0
"""Accepted distance in mm of an outline beyond the edge of the map."""
SAME_SHARE = 0.5
"""Share of the smaller of two outlines inside the other from which on both are at one place."""
LEAST_MM2 = 1.0
"""Least area of a space in mm²."""
_SIDE = 64
"""Side of the pictures in which areas are counted, in pixels."""


def outline_problems(board: PrintedBoard) -> Iterator[str]:
    """Yield a sentence about each space that lies off the map, has no area, or shares its place."""
    beyond_mm = OFF_MM if board.drawn else board.frame_mm
    for space, outline in board.spaces.items():
        low, high = outline.min(0) + beyond_mm, outline.max(0) - beyond_mm
        if not ((low >= 0).all() and (high <= board.size_mm).all()):
            corners = f"{_mm(outline.min(0))} to {_mm(outline.max(0))}"
            yield f"space {space!r}: expected an outline inside {_mm(board.size_mm)}, found {corners}"
        area_mm2 = cv2.contourArea(outline.astype(np.float32))
        if area_mm2 < LEAST_MM2:
            yield f"space {space!r}: expected an area, found {area_mm2:.1f} mm²"
    for one, other in _touching(board.spaces):
        share = _shared(board.spaces[one], board.spaces[other])
        if share >= SAME_SHARE:
            yield f"spaces {one!r} and {other!r}: expected two places, found one ({share:.0%} in common)"


def _touching(outlines_mm: Mapping[Space, Floats]) -> Iterator[tuple[Space, Space]]:
    """Yield pairs of spaces whose bounds overlap."""
    names = [*outlines_mm]
    low = np.array([outline.min(0) for outline in outlines_mm.values()])
    high = np.array([outline.max(0) for outline in outlines_mm.values()])
    for number in range(len(names) - 1):
        later = slice(number + 1, None)
        apart = (low[later] >= high[number] - OFF_MM) | (high[later] <= low[number] + OFF_MM)
        for other in np.flatnonzero(~apart.any(1)):
            yield names[number], names[number + 1 + int(other)]


def _shared(one_mm: Floats, other_mm: Floats) -> float:
    """Return the share 0..1 of the smaller of two outlines, (n, 2) each, that lies inside the other."""
    both = np.concatenate([one_mm, other_mm])
    scale = (_SIDE - 1) / max(float(np.ptp(both, 0).max()), 1e-6)
    masks = []
    for outline in (one_mm, other_mm):
        mask = np.zeros((_SIDE, _SIDE), np.uint8)
        cv2.fillPoly(mask, [np.round((outline - both.min(0)) * scale).astype(np.int32)], (1,))
        masks.append(mask)
    common = int(np.count_nonzero(masks[0] & masks[1]))
    return common / max(1, min(int(np.count_nonzero(mask)) for mask in masks))


def _mm(point: Any) -> str:
    return " x ".join(f"{value:.0f}" for value in point) + " mm"
