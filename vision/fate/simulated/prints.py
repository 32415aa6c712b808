"""Synthetic prints of the tiles of monsters and legends: outlines and pictures."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.simulated.texture import Bgr, Rng, noise, to_bytes

TILE_PX_PER_MM = 8.0
SIDE_MM = 36.0
"""Side of the square picture of a tile, which is centred in it."""

_LETTERS: dict[str, tuple[str, int, Bgr]] = {
    "goblin": ("G", 4, (72, 186, 102)), "brute": ("B", 4, (54, 136, 46)), "troll": ("T", 4, (40, 64, 20)),
    "sprite": ("S", 3, (36, 196, 238)), "elemental": ("E", 3, (28, 118, 236)),
    "jotunn": ("J", 3, (34, 36, 208)),
    "imp": ("I", 5, (140, 36, 200)), "skeleton": ("S", 5, (130, 40, 92)), "draugr": ("D", 5, (48, 28, 32)),
}  # fmt: skip
"""Letter, number of corners and colour of a monster's tile."""
_REACH_MM = {4: 15.2, 3: 15.0, 5: 12.6, 6: 17.3}
_TURN = {4: math.pi / 4, 3: 0.0, 5: 0.0, 6: 0.0}
_LEGENDS: dict[str, tuple[Bgr, Sequence[Sequence[tuple[float, float]]]]] = {
    "queen_of_the_dead": (
        (78, 44, 58),
        [
            [(-7, 4), (7, 4), (8, -5), (4, -1), (0, -8), (-4, -1), (-8, -5)],
            [(-7, 5.5), (7, 5.5), (7, 7), (-7, 7)],
        ],
    ),
    "seer_of_odin": (
        (78, 46, 54),
        [
            [(-9, 0), (-5, -4), (0, -5.5), (5, -4), (9, 0), (5, 4), (0, 5.5), (-5, 4)],
            [(-3, 0), (-2, -2.2), (0, -3), (2, -2.2), (3, 0), (2, 2.2), (0, 3), (-2, 2.2)],
        ],
    ),
    "grendel": (
        (44, 70, 42),
        [[(-3, 8), (3, 8), (4, 1), (7, -4), (4, -9), (2, -3), (0, -9), (-2, -3), (-4, -9), (-7, -3)]],
    ),
    "surt": (
        (24, 40, 92),
        [
            [(0, 8), (5, 5), (7, 0), (4, -4), (3, 0), (1, -9), (-3, -3), (-4, 0), (-6, -4), (-7, 2), (-5, 6)],
            [(0, 7), (3, 4), (1, 0), (-2, 4)],
        ],
    ),
    "hrungbald": (
        (42, 68, 44),
        [
            [(-6, 8), (3, -8), (5, -7), (-4, 9)],
            [(2, -7), (8, -9), (9, -1), (5, -3), (3, -3)],
            [(1, -5), (-5, -7), (-4, 1), (-1, -1)],
        ],
    ),
    "nidhuggr": (
        (62, 52, 50),
        [
            [(-9, 3), (-7, -3), (-3, -4), (0, 0), (3, 3), (6, 0), (9, -6), (9, 0), (6, 5), (1, 6), (-4, 0)],
        ],
    ),
}  # fmt: skip
"""Ground and emblem of a legend's tile; overlaps of its shapes are cut out."""
_RIMS: dict[int, Bgr] = {1: (40, 204, 240), 2: (38, 34, 210)}
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)

TILES = (*_LETTERS, *_LEGENDS)


def outline_mm(kind: str) -> Floats:
    """Return the corners (n, 2) mm of an upright tile around its middle, y down."""
    count = _LETTERS[kind][1] if kind in _LETTERS else 6
    turns = 2 * math.pi * np.arange(count) / count + _TURN[count]
    return _REACH_MM[count] * np.column_stack([np.sin(turns), -np.cos(turns)])


class TilePrinter:
    """Prints the tiles of one set of the game with the same colours and letters on all of them."""

    def __init__(self, rng: Rng) -> None:
        """Choose font and colours."""
        self._font = _FONTS[rng.integers(len(_FONTS))]
        self._rimmed = bool(rng.integers(2))
        self._inks = {kind: rng.normal(1, 0.05, 3) for kind in TILES}
        self._grain = noise((288, 288), (24, 24), rng)
        self._pictures: dict[tuple[str, int], Picture] = {}

    def picture(self, kind: str, level: int = 0) -> Picture:
        """Return the print of a kind, BGR, TILE_PX_PER_MM, beyond its outline too. Legends have a level."""
        if (kind, level) not in self._pictures:
            self._pictures[kind, level] = self._printed(kind, level)
        return self._pictures[kind, level]

    def _printed(self, kind: str, level: int) -> Picture:
        ground = _LETTERS[kind][2] if kind in _LETTERS else _LEGENDS[kind][0]
        colour = np.clip(np.array(ground) * self._inks[kind], 0, 255)
        art = to_bytes(colour * (1 + 0.04 * self._grain)[..., None])
        edge = [_px(outline_mm(kind))]
        if kind in _LETTERS:
            dark = tuple((0.6 * colour).tolist())
            cv2.polylines(art, edge, True, dark, 8, cv2.LINE_AA)
            if self._rimmed:
                inner = [_px(0.8 * outline_mm(kind))]
                cv2.polylines(art, inner, True, tuple((0.5 * colour + 127).tolist()), 3, cv2.LINE_AA)
            self._letter(art, _LETTERS[kind][0], dark)
        else:
            cv2.polylines(art, edge, True, _RIMS[level], 44, cv2.LINE_AA)
            light = tuple(np.clip(1.2 * colour + 120, 0, 255).tolist())
            cv2.circle(art, (144, 144), 90, tuple((0.6 * colour).tolist()), -1, cv2.LINE_AA)
            cv2.circle(art, (144, 144), 90, tuple((1.4 * colour + 30).tolist()), 4, cv2.LINE_AA)
            shapes = [_px(np.array(shape)) for shape in _LEGENDS[kind][1]]
            cv2.fillPoly(art, shapes, light, cv2.LINE_AA)
        return art

    def _letter(self, art: Picture, letter: str, dark: tuple[float, ...]) -> None:
        scale, thick = 3.3, 11
        (width, height), _ = cv2.getTextSize(letter, self._font, scale, thick)
        spot = (art.shape[1] - width) // 2, (art.shape[0] + height) // 2
        cv2.putText(art, letter, spot, self._font, scale, dark, thick + 6, cv2.LINE_AA)
        cv2.putText(art, letter, spot, self._font, scale, (240, 248, 250), thick, cv2.LINE_AA)


def _px(points_mm: Floats) -> NDArray[np.int32]:
    return np.round((points_mm + SIDE_MM / 2) * TILE_PX_PER_MM).astype(np.int32)
