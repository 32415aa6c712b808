"""Advice about a picture: flaws of its light, focus and framing."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.light.params import PARAMS

Flaw: TypeAlias = Literal["covered", "dark", "bright", "cut_off", "reflection", "blurred", "small"]

WORKING_WIDTH_PX = 640
"""Width of the pictures that readers work on; details lost at this width do not matter."""


@dataclass(frozen=True, eq=False)
class PictureFlaw:
    """A flaw of a picture; `outline_px` (n, 2) is its place, None if it concerns the whole picture."""

    flaw: Flaw
    outline_px: Floats | None = None


def findings(
    picture: Picture, outline_px: Floats | None = None, outline_mm: Floats | None = None
) -> list[PictureFlaw]:
    """Return the flaws of a BGR picture, (h, w, 3), the worst first.

    `outline_px` (n, 2) is the outline of the board, if it was found, and `outline_mm` (n, 2 or 3) the same
    points on the board; without them only light and focus of the whole picture are checked.
    """
    if covered(picture):
        return [PictureFlaw("covered")]
    scale = WORKING_WIDTH_PX / picture.shape[1]
    small = np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    board = _inside(small.shape[:2], None if outline_px is None else outline_px * scale)
    if not board.any():
        return [PictureFlaw("cut_off", outline_px)]
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found: list[PictureFlaw] = []
    burnt = (small.min(-1) >= PARAMS.burnt_level) & (board > 0)
    if lightest(grey, board) < PARAMS.dark_level:
        found.append(PictureFlaw("dark"))
    spots = reflections(burnt, board)
    if bright := burnt.sum() > PARAMS.burnt_share * board.sum() or len(spots) > PARAMS.max_reflections:
        found.append(PictureFlaw("bright"))
    if outline_px is not None and cut_off(outline_px, (picture.shape[1], picture.shape[0])):
        found.append(PictureFlaw("cut_off", outline_px))
    if outline_px is not None and not bright:
        found += [PictureFlaw("reflection", spot / scale) for spot in spots]
    if blur(grey, board) > PARAMS.max_blur:
        found.append(PictureFlaw("blurred"))
    if outline_px is None or outline_mm is None:
        return found
    if px_per_mm(outline_px * scale, outline_mm) < PARAMS.min_px_per_mm:
        found.append(PictureFlaw("small", outline_px))
    return found


def covered(picture: Picture) -> bool:
    """Return whether a BGR picture, (h, w, 3), is black: the lens is covered or there is no light."""
    return bool(np.percentile(picture[::8, ::8].max(-1), 99) < PARAMS.covered_level)


def lightest(grey: Picture, board: Picture) -> float:
    """Return the minimum level, 0..255, of the lightest twentieth of the board; both (h, w)."""
    return float(np.percentile(grey[board > 0], 95))


def reflections(burnt: npt.NDArray[np.bool_], board: Picture) -> list[Floats]:
    """Return outlines (n, 2) of white spots on the board, the largest first."""
    closed = cv2.morphologyEx(burnt.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    min_area = PARAMS.reflection_share * board.sum()
    spots = sorted((c for c in contours if cv2.contourArea(c) >= min_area), key=cv2.contourArea, reverse=True)
    return [cv2.convexHull(spot).reshape(-1, 2).astype(np.float64) for spot in spots]


def blur(grey: Picture, board: Picture) -> float:
    """Return the blur of the board, 0..1; both (h, w).

    Measures how little a further blur changes it, which hardly depends on the print (Crete et al., The blur
    effect, 2007).
    """
    sharp = grey.astype(np.float32)
    inside = board > 0
    shares = []
    for axis, size in ((1, (9, 1)), (0, (1, 9))):
        soft = cv2.blur(sharp, size)
        steps = np.abs(np.diff(sharp, axis=axis))
        kept = np.abs(np.diff(soft, axis=axis))
        where = np.take(inside, range(1, inside.shape[axis]), axis)
        total = float(steps[where].sum())
        shares.append(1 - float(np.maximum(steps - kept, 0)[where].sum()) / max(total, 1.0))
    return max(shares)


def cut_off(outline_px: Floats, size_px: tuple[int, int]) -> bool:
    """Return whether a point of the outline, (n, 2), lies at or beyond the edge (width, height)."""
    margin = PARAMS.edge_share * size_px[0]
    return bool((outline_px < margin).any() or (outline_px > np.array(size_px) - 1 - margin).any())


def px_per_mm(outline_px: Floats, outline_mm: Floats) -> float:
    """Return the smallest scale of the sides of an outline, pixels per mm; (n, 2) and (n, 2 or 3)."""
    sides_px = np.linalg.norm(np.roll(outline_px, -1, 0) - outline_px, axis=1)
    sides_mm = np.linalg.norm(np.roll(outline_mm, -1, 0) - outline_mm, axis=1)
    return float((sides_px / sides_mm).min())


def shift_picture(picture: Picture) -> npt.NDArray[np.float32]:
    """Reduce a BGR picture, (h, w, 3), to the grey picture that `shaken` compares."""
    size = (PARAMS.shift_width_px, round(picture.shape[0] * PARAMS.shift_width_px / picture.shape[1]))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.float32)


def shaken(now: npt.NDArray[np.float32], before: npt.NDArray[np.float32]) -> bool:
    """Return whether the whole picture moved, not only a hand (phase correlation)."""
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(before, now, window)
    return bool(response > PARAMS.min_response and np.hypot(x, y) > PARAMS.shaken_px)


def _inside(shape: tuple[int, ...], outline_px: Floats | None) -> Picture:
    if outline_px is None:
        return np.ones(shape, np.uint8)
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(outline_px).astype(np.int32)], 1)
    return mask
