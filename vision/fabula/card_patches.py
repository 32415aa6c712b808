"""Patches of cards: cut out of a picture upright and of one size, and aligned with faces.

Takes corners in a picture; returns patches, or the corners after alignment.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Picture
from vision.fabula.faces import Level, remove_shading
from vision.fabula.params import PARAMS

_STIFFNESS = np.array([PARAMS.shift_stiffness] * 2 + [PARAMS.shape_stiffness] * 4)


def cut_patches(picture: Picture, outlines_px: Floats, size_px: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Cut out cards (n, height, width[, 3]) by their corners (n, 4, 2), each from its own top left."""
    width, height = size_px
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    return np.array(
        [
            cv2.warpPerspective(
                picture,
                cv2.getPerspectiveTransform(target, outline.astype(np.float32)),
                size_px,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for outline in outlines_px
        ],
        np.uint8,
    ).reshape(len(outlines_px), height, width, *picture.shape[2:])


def align_to_faces(grey: Picture, outlines_px: Floats, level: Level, rows: npt.NDArray[np.intp]) -> Floats:
    """Return the corners (n, 4, 2) of cards of a grey picture, aligned with the faces `rows` (n,).

    A few steps of inverse compositional alignment (Baker & Matthews, Lucas-Kanade 20 years on, 2004).
    """
    found = outlines_px.copy()
    size = level.pictures.shape[2], level.pictures.shape[1]
    for at, row in enumerate(rows):
        for _ in range(PARAMS.align_rounds):
            flat = remove_shading(
                np.asarray(cut_patches(grey, found[at : at + 1], size)[0], np.uint8), level.px_per_mm
            )
            step = _step(flat, level, int(row))
            found[at] = _moved_by(found[at], step)
            if np.abs(step).max() < PARAMS.align_still:
                break
    return found


def _step(card: FloatMap, level: Level, row: int) -> Floats:
    """Return the step (6,), shift and shape in half cards, that aligns a card (h, w) with a face."""
    face, slopes = level.pictures[row], level.slopes[row]
    height, width = face.shape
    weighted = slopes * _agreement(card, face).reshape(-1, 1)
    normal = (weighted.T @ slopes).astype(np.float64)
    right = ((card - face).ravel() @ weighted).astype(np.float64)
    normal += np.diag(_STIFFNESS * np.trace(normal) / 6 + 1e-6)
    step = np.linalg.solve(normal, right) / (np.array([width, height, width, width, height, height]) / 2)
    return np.asarray(step.clip(-PARAMS.max_align_step, PARAMS.max_align_step))


def _agreement(card: FloatMap, face: FloatMap) -> FloatMap:
    """Return weights (h, w): 1 if card and face agree around a pixel, less if the card is covered."""
    side = (card.shape[1] // 6) | 1
    product = cv2.blur(card * face, (side, side))
    size = cv2.blur(card * card, (side, side)) * cv2.blur(face * face, (side, side))
    correlation = product / cv2.sqrt(size + 0.01)
    return np.asarray(
        ((correlation - PARAMS.min_agreement) / (1 - PARAMS.min_agreement)).clip(PARAMS.covered_weight, 1),
        np.float32,
    )


def _moved_by(outline: Floats, step: Floats) -> Floats:
    """Return a card's corners (4, 2) in the picture after a step of alignment in the card's own plane."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    shape = np.array([[1 + step[2], step[3], step[0]], [step[4], 1 + step[5], step[1]], [0, 0, 1]])
    seen = cv2.getPerspectiveTransform(square, outline.astype(np.float32)) @ np.linalg.inv(shape)
    return np.asarray(cv2.perspectiveTransform(square[None].astype(np.float64), seen)[0])
