"""Cards cut out of a picture, each upright and of one size, and laid exactly onto what they may be."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Picture
from vision.fabula.faces import Level, evened

ROUNDS = 3
"""So often a card is shifted towards what it may be, at each of two sizes."""
STILL = 0.004
"""A card that is shifted by less, in half cards, lies there."""
HOLD = np.array([0.002, 0.002, 0.03, 0.03, 0.03, 0.03])
"""How stiff a card is: against shifts, and against growing and bending; as a share of all there is to see."""
LEAST_ALIKE = 0.25
"""Blocks of a card that correlate less are covered."""


def cut(picture: Picture, outlines_px: Floats, size_px: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """The cards with these corners (n, 4, 2), from their own top left, of a size (width, height)."""
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


def lay_onto(grey: Picture, outlines_px: Floats, level: Level, rows: npt.NDArray[np.intp]) -> Floats:
    """Where cards, roughly at these corners (n, 4, 2) of a grey picture, lie if they are the faces
    `rows` (n,): a few steps of inverse compositional alignment (Baker & Matthews, Lucas-Kanade 20 years
    on, 2004).
    """
    found = outlines_px.copy()
    size = level.pictures.shape[2], level.pictures.shape[1]
    for at, row in enumerate(rows):
        for _ in range(ROUNDS):
            even = evened(np.asarray(cut(grey, found[at : at + 1], size)[0], np.uint8), level.px_per_mm)
            step = _step(even, level, int(row))
            found[at] = _shifted(found[at], step)
            if np.abs(step).max() < STILL:
                break
    return found


def _step(card: FloatMap, level: Level, row: int) -> Floats:
    """Shift and shape, (6,), by half cards, that bring a card (h, w) onto a face."""
    face, slopes = level.pictures[row], level.slopes[row]
    height, width = face.shape
    weighted = slopes * _agreeing(card, face).reshape(-1, 1)
    normal = (weighted.T @ slopes).astype(np.float64)
    right = ((card - face).ravel() @ weighted).astype(np.float64)
    normal += np.diag(HOLD * np.trace(normal) / 6 + 1e-6)
    step = np.linalg.solve(normal, right) / (np.array([width, height, width, width, height, height]) / 2)
    return np.asarray(step.clip(-0.2, 0.2))


def _agreeing(card: FloatMap, face: FloatMap) -> FloatMap:
    """1 where a card looks like the face around there, less where something else lies; (h, w)."""
    side = (card.shape[1] // 6) | 1
    product = cv2.blur(card * face, (side, side))
    size = cv2.blur(card * card, (side, side)) * cv2.blur(face * face, (side, side))
    alike = product / cv2.sqrt(size + 0.01)
    return np.asarray(((alike - LEAST_ALIKE) / (1 - LEAST_ALIKE)).clip(0.02, 1), np.float32)


def _shifted(outline: Floats, step: Floats) -> Floats:
    """A card's corners (4, 2) moved by a step of alignment: its own mm, seen as the picture shows them."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    shape = np.array([[1 + step[2], step[3], step[0]], [step[4], 1 + step[5], step[1]], [0, 0, 1]])
    seen = cv2.getPerspectiveTransform(square, outline.astype(np.float32)) @ np.linalg.inv(shape)
    return np.asarray(cv2.perspectiveTransform(square[None].astype(np.float64), seen)[0])
