"""Overlay of the camera's picture: outlines of spaces and marks of recognised pieces."""

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space
from vision.arrays import Floats, Picture
from vision.base import Outlined, PieceMark, PlacedPiece
from vision.geometry.calibrate import View

Points = npt.NDArray[np.int32]

LINE_BGR = (255, 255, 255)
"""Colour of outlines and of letters on dark discs."""
HIDDEN_BGR = (0, 140, 255)
"""Colour that veils hidden spaces."""
INK_BGR = (20, 20, 20)
"""Colour of plates and of letters on light discs."""
MAX_DARK_SUM = 420
"""Largest sum of the channels of a disc, 0..765, that takes white letters."""
UNKNOWN = PieceMark("?", LINE_BGR)
"""Mark of a kind that the plan does not know."""
RADIUS_PX = 7
"""Radius of the disc of a piece."""
PLATE_SCALE = 0.4
"""OpenCV font scale of the names on plates."""
MAX_LETTERS = 14
"""Maximum length of a name on a plate."""
MARGIN = 0.08
"""Border shown around the board, as a share of its width and height in the picture."""


def annotated(
    picture: Picture,
    plan: Outlined,
    view: View | None,
    pieces: Sequence[PlacedPiece],
    hidden: Collection[Space] = (),
    width_px: int | None = None,
) -> Picture:
    """Return a close-up of the board in a BGR picture, (h, w, 3), with its overlay, as RGB.

    Draws outlines, hidden spaces and, at the foot of each piece, its mark. Without a `view` returns the whole
    picture without overlay. The result is at most `width_px` wide: smaller pictures are drawn faster.
    """
    height, width = picture.shape[:2]
    if view is None:
        return _rgb(picture, _scale(width, width_px))
    view = view.scaled(width / view.size_px[0])
    (left, top), (right, bottom) = _close_up(view.project(plan.corners_mm), (width, height))
    scale = _scale(right - left, width_px)
    drawn = _rgb(picture[top:bottom, left:right], scale)

    def place(points_mm: Floats) -> Points:
        flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
        at = (view.project(flat) - (left, top) + 0.5) * scale - 0.5
        return np.asarray(np.rint(at), dtype=np.int32)

    outlines = _outlines(plan.spaces, place)
    if hidden:
        veil = drawn.copy()
        cv2.fillPoly(veil, [outlines[space] for space in hidden], HIDDEN_BGR[::-1])
        cv2.addWeighted(veil, 0.4, drawn, 0.6, 0, dst=drawn)
    cv2.polylines(drawn, list(outlines.values()), True, LINE_BGR[::-1], 1, cv2.LINE_AA)
    feet = place(np.array([piece.base_mm for piece in pieces], dtype=np.float64).reshape(-1, 2))
    for piece, (x, y) in zip(pieces, feet.tolist(), strict=True):
        _mark(drawn, (x, y), plan.marks.get(piece.kind, UNKNOWN))
    return drawn


def _scale(found_px: int, most_px: int | None) -> float:
    return 1.0 if most_px is None else min(1.0, most_px / found_px)


def _rgb(picture: Picture, scale: float) -> Picture:
    """Return a scaled copy of a BGR picture as RGB.

    Averaging whole pixels first, by an integer factor, is ten times as fast.
    """
    height, width = picture.shape[:2]
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if (step := int(1 / scale)) > 1:
            whole = (width // step, height // step)
            part = picture[: whole[1] * step, : whole[0] * step]
            picture = np.asarray(cv2.resize(part, whole, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def _close_up(corners_px: Floats, size_px: tuple[int, int]) -> npt.NDArray[np.int64]:
    """Return the part of a picture (width, height) to show: left top, right bottom; not empty."""
    margin = MARGIN * np.ptp(corners_px, axis=0)
    low = np.clip(np.floor(corners_px.min(0) - margin), 0, np.array(size_px) - 1)
    high = np.clip(np.ceil(corners_px.max(0) + margin), low + 1, size_px)
    return np.array([low, high], dtype=np.int64)


def _outlines(spaces: Mapping[Space, Floats], place: Callable[[Floats], Points]) -> dict[Space, Points]:
    """Return the outlines in pixels; projects all spaces in one call, which is faster."""
    ends = np.cumsum([len(outline) for outline in spaces.values()])[:-1]
    parts = np.split(place(np.concatenate(list(spaces.values()))), ends) if spaces else []
    return dict(zip(spaces, parts, strict=True))


def _plate(drawn: Picture, at: tuple[int, int], name: str) -> None:
    """Draw a name on a dark plate around `at`."""
    (wide, high), below = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, PLATE_SCALE, 1)
    left, bottom = at[0] - wide // 2, at[1] + high // 2
    low, high_corner = (left - 4, bottom + below + 1), (left + wide + 4, bottom - high - 4)
    cv2.rectangle(drawn, low, high_corner, INK_BGR[::-1], -1)
    cv2.rectangle(drawn, low, high_corner, LINE_BGR[::-1], 1)
    cv2.putText(
        drawn, name, (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, PLATE_SCALE, LINE_BGR[::-1], 1, cv2.LINE_AA
    )


def _ascii(name: str) -> str:
    """Return a name in ASCII, which is all OpenCV's font has, cut to `MAX_LETTERS`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return plain if len(plain) <= MAX_LETTERS else plain[: MAX_LETTERS - 1] + "."


def _mark(drawn: Picture, at: tuple[int, int], mark: PieceMark) -> None:
    fill = mark.bgr[::-1]
    if mark.name:
        _plate(drawn, at, _ascii(mark.name))
        return
    cv2.circle(drawn, at, RADIUS_PX, fill, -1, cv2.LINE_AA)
    cv2.circle(drawn, at, RADIUS_PX, LINE_BGR[::-1], 1, cv2.LINE_AA)
    ink = INK_BGR if sum(fill) > MAX_DARK_SUM else LINE_BGR
    corner = (at[0] - 4 * len(mark.letters), at[1] + 4)
    cv2.putText(drawn, mark.letters, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.35, ink[::-1], 1, cv2.LINE_AA)
