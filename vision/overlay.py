"""The camera's picture with what was recognised drawn over it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.calibrate import View
from vision.fae.scene import Piece

Picture = npt.NDArray[np.uint8]

LINE_BGR = (255, 255, 255)
HIDDEN_BGR = (0, 140, 255)
INK_BGR = (20, 20, 20)
_TROLLKIN, _FIRE, _DEAD = (60, 150, 60), (30, 120, 240), (150, 60, 150)
_MARKS: dict[Kind, tuple[str, tuple[int, int, int]]] = {
    "red": ("R", (60, 60, 230)),
    "blue": ("B", (230, 130, 40)),
    "yellow": ("Y", (40, 210, 250)),
    "purple": ("P", (210, 70, 160)),
    "black": ("K", (70, 70, 70)),
    "goblin": ("Go", _TROLLKIN),
    "brute": ("Br", _TROLLKIN),
    "troll": ("Tr", _TROLLKIN),
    "grendel": ("Gr", _TROLLKIN),
    "hrungbald": ("Hr", _TROLLKIN),
    "sprite": ("Sp", _FIRE),
    "elemental": ("El", _FIRE),
    "jotunn": ("Jo", _FIRE),
    "surt": ("Su", _FIRE),
    "imp": ("Im", _DEAD),
    "skeleton": ("Sk", _DEAD),
    "draugr": ("Dr", _DEAD),
    "queen_of_the_dead": ("Qu", _DEAD),
    "seer_of_odin": ("Se", _DEAD),
    "nidhuggr": ("Ni", (70, 70, 70)),
    "bjorn": ("Bj", (40, 110, 30)),
    "alva": ("Al", (200, 110, 30)),
    "embla": ("Em", (30, 110, 220)),
    "boldur": ("Bo", (50, 80, 140)),
}
LETTERS = {kind: letters for kind, (letters, _) in _MARKS.items()}
COLOURS_BGR = {kind: colour for kind, (_, colour) in _MARKS.items()}
RADIUS_PX = 7
MARGIN = 0.08
"""What a close-up shows around the board, as a share of the board's width and height in the picture."""


class Outlined(Protocol):
    """A board whose spaces and outer corners are known, in board mm."""

    @property
    def spaces(self) -> Mapping[Space, npt.NDArray[np.float64]]:
        """Polygons of shape (n, 2)."""

    @property
    def corners_mm(self) -> npt.NDArray[np.float64]:
        """The outer corners, clockwise from the top left, shape (4, 3)."""


def overlay(
    picture: Picture, plan: Outlined, view: View, pieces: Sequence[Piece], hidden: Collection[Space] = ()
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


def close_up(drawn: Picture, plan: Outlined, view: View) -> Picture:
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
    letters = LETTERS.get(kind, "?")
    corner = (at[0] - 4 * len(letters), at[1] + 4)
    cv2.putText(drawn, letters, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.35, ink, 1, cv2.LINE_AA)


def _pixels(view: View, points_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    return np.round(view.project(flat)).astype(np.int32)
