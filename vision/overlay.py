"""The camera's picture with what was recognised drawn over it."""

from collections.abc import Collection, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.calibrate import View
from vision.plan import BoardPlan
from vision.scene import Piece

Picture = npt.NDArray[np.uint8]

LINE_BGR = (255, 255, 255)
HIDDEN_BGR = (0, 140, 255)
INK_BGR = (20, 20, 20)
COLOURS_BGR: dict[Kind, tuple[int, int, int]] = {
    "red": (60, 60, 230),
    "blue": (230, 130, 40),
    "yellow": (40, 210, 250),
    "purple": (210, 70, 160),
    "black": (70, 70, 70),
}
LETTERS: dict[Kind, str] = {"red": "R", "blue": "B", "yellow": "Y", "purple": "P", "black": "K"}
RADIUS_PX = 7
MARGIN = 0.08
"""What a close-up shows around the board, as a share of the board's width and height in the picture."""


def overlay(
    picture: Picture, plan: BoardPlan, view: View, pieces: Sequence[Piece], hidden: Collection[Space] = ()
) -> Picture:
    """A BGR picture in the view's size with outlines, hidden spaces and recognised pieces, as RGB (h, w, 3).

    Every piece is a circle in its colour with its letter, at its foot.
    """
    drawn = np.asarray(cv2.resize(picture, view.size_px, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    outlines = {space: _pixels(view, polygon) for space, polygon in plan.spaces.items()}
    if hidden:
        veil = drawn.copy()
        cv2.fillPoly(veil, [outlines[space] for space in hidden], HIDDEN_BGR)
        drawn = np.asarray(cv2.addWeighted(veil, 0.4, drawn, 0.6, 0), dtype=np.uint8)
    cv2.polylines(drawn, list(outlines.values()), True, LINE_BGR, 1, cv2.LINE_AA)
    for piece in pieces:
        ((x, y),) = _pixels(view, np.array([piece.base_mm]))
        _mark(drawn, (int(x), int(y)), piece.kind)
    return np.asarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def close_up(drawn: Picture, plan: BoardPlan, view: View) -> Picture:
    """The part of a picture of shape (h, w, 3) in the view's size that shows the board."""
    corners = view.project(plan.corners_mm)
    margin = MARGIN * np.ptp(corners, axis=0)
    low = np.maximum(corners.min(0) - margin, 0).astype(int)
    high = np.ceil(corners.max(0) + margin).astype(int)
    return np.ascontiguousarray(drawn[low[1] : high[1], low[0] : high[0]])


def _mark(drawn: Picture, at: tuple[int, int], kind: Kind) -> None:
    fill = COLOURS_BGR.get(kind, LINE_BGR)
    cv2.circle(drawn, at, RADIUS_PX, fill, -1, cv2.LINE_AA)
    cv2.circle(drawn, at, RADIUS_PX, LINE_BGR, 1, cv2.LINE_AA)
    ink = INK_BGR if sum(fill) > 420 else LINE_BGR
    corner = (at[0] - 4, at[1] + 4)
    cv2.putText(drawn, LETTERS.get(kind, "?"), corner, cv2.FONT_HERSHEY_SIMPLEX, 0.35, ink, 1, cv2.LINE_AA)


def _pixels(view: View, points_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    return np.round(view.project(flat)).astype(np.int32)
