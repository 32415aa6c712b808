"""Synthetic print of any described board, and the colours of its pieces, drawn by seed."""

from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.base import Kind
from vision.arrays import FloatMap, Floats, Picture
from vision.board.piece_kinds import ExpectedColour, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.simulated.texture import PX_PER_MM, Bgr, Rng, lit, noise

_LINE_MM = 1.2
"""Width of a printed line."""
_NAMED = {"light": (76.0, 22.0, 80.0), "dark": (36.0, 20.0, 60.0)}
"""CIE Lab lightness, chroma and hue in degrees of grounds with these names."""
_CHROMA = 55.0
"""Of a coloured piece."""
FACE_PX, _TEXT_SHARE = 160, 0.72
"""Width of a face, and the diagonal of a text on it as a share of that."""


def paint(board: PrintedBoard, rng: Rng) -> Picture:
    """Paint a board with its frame: BGR, PX_PER_MM pixels a millimetre."""
    width, height = (round((side + 2 * board.frame_mm) * PX_PER_MM) for side in board.size_mm)
    grounds = _ground_colours(sorted({*board.grounds.values()}), rng)
    frame = _bgr(rng.uniform(24, 44), rng.uniform(8, 20), rng.uniform(30, 90))
    ink = _bgr(rng.uniform(5, 16), 4, 60)
    art = np.full((height, width, 3), frame, np.uint8)
    if not board.drawn:  # one surface, on which only lines are printed
        sheet = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * board.size_mm
        cv2.fillPoly(art, [_px(board, sheet)], next(iter(grounds.values())).tolist())
    for space, polygon in board.spaces.items():
        uneven = rng.normal(1, 0.02 if board.drawn else 0)
        colour = np.clip(grounds[board.grounds[space]] * uneven, 0, 255)
        cv2.fillPoly(art, [_px(board, polygon)], colour.tolist())
    for polygon in board.holes:
        cv2.fillPoly(art, [_px(board, polygon)], (0.6 * frame).tolist())
    art = lit(art, _material((height, width), rng))
    drawn = [*board.spaces.values(), *board.holes] if board.drawn else board.holes
    thick = round(_LINE_MM * PX_PER_MM)
    cv2.polylines(art, [_px(board, each) for each in drawn], True, ink.tolist(), thick, cv2.LINE_AA)
    lines = [_px(board, line) for line in board.extra_lines]
    cv2.polylines(art, lines, False, ink.tolist(), thick, cv2.LINE_AA)
    return art


def piece_colours(kinds: PieceKinds, rng: Rng) -> Mapping[Kind, Bgr]:
    """Return a BGR colour for each kind: near the expected one, or else unlike the others.

    Kinds of one material have one colour.
    """
    turn = rng.uniform(0, 360)
    found = {
        number: _bgr_of(
            _near(kind.colour, rng)
            if kind.colour is not None
            else (35.0 + 35.0 * (number % 2), _CHROMA, turn + 360.0 * number / len(kinds))
        )
        for number, kind in enumerate(kinds)
        if kinds.materials[number] == number
    }
    return {name: found[int(of)] for name, of in zip(kinds.names, kinds.materials, strict=True)}


@cache
def face(text: str) -> FloatMap:
    """Return the print of a disc: the share of ink 0..1, (160, 160), with the text in its middle."""
    ink = np.zeros((FACE_PX, FACE_PX), np.uint8)
    if text:
        font, thick = cv2.FONT_HERSHEY_SIMPLEX, 11
        (wide, high), _ = cv2.getTextSize(text, font, 1.0, thick)
        scale = _TEXT_SHARE * FACE_PX / float(np.hypot(wide, high))
        (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
        at = (FACE_PX - wide) // 2, (FACE_PX + high) // 2
        cv2.putText(ink, text, at, font, scale, 255, thick, cv2.LINE_AA)
    return np.asarray(ink / np.float32(255), np.float32)


def _near(colour: ExpectedColour, rng: Rng) -> tuple[float, float, float]:
    """Return lightness, chroma and hue within half a sigma; a neutral colour is a little warm."""
    lightness = colour.lightness + rng.uniform(-0.5, 0.5) * colour.lightness_sigma
    if not colour.hue_sigma_deg:
        return lightness, rng.uniform(2, 10), 70.0
    return lightness, _CHROMA, colour.hue_deg + rng.uniform(-0.5, 0.5) * colour.hue_sigma_deg


def _ground_colours(names: Sequence[str], rng: Rng) -> dict[str, Floats]:
    """Return a BGR colour for each ground; unnamed ones have hues far apart and a middle lightness."""
    turn = rng.uniform(0, 360)
    free = [name for name in names if name not in _NAMED]
    colours = {name: _bgr(*(np.array(lch) + rng.uniform(-6, 6, 3))) for name, lch in _NAMED.items()}
    for number, name in enumerate(free):
        hue_deg = turn + 360 * number / len(free)
        colours[name] = _bgr(rng.uniform(45, 65), rng.uniform(20, 40), hue_deg)
    return {name: colours[name] for name in names}


def _material(size: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """Return the brightness, (h, w), of wood or cardboard."""
    if rng.random() < 0.5:
        return 1 + 0.05 * noise(size, (250, 8), rng) + 0.03 * noise(size, (400, 3), rng)
    return 1 + 0.04 * noise(size, (60, 60), rng) + 0.03 * noise(size, (3, 3), rng)


def _px(board: PrintedBoard, points_mm: Floats) -> NDArray[np.int32]:
    return np.round((points_mm + board.frame_mm) * PX_PER_MM - 0.5).astype(np.int32)


def _bgr_of(lch: tuple[float, float, float]) -> Bgr:
    blue, green, red = _bgr(*lch).tolist()
    return blue, green, red


def _bgr(lightness: float, chroma: float, hue_deg: float) -> Floats:
    """Return the BGR colour 0..255, (3,), of CIE Lab lightness 0..100, chroma, and hue in degrees."""
    hue = np.radians(hue_deg)
    lab = np.array([[[np.clip(lightness, 4, 96), chroma * np.cos(hue), chroma * np.sin(hue)]]], np.float32)
    return np.asarray(255 * np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR), 0, 1)[0, 0], np.float64)
