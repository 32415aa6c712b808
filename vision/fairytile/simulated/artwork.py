"""Artwork of the simulated tiles: original, and the same for every game."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import cv2
import numpy as np

from companion.games.fairytile.board import CLOCK, TERRAINS, Hex, hex_kind
from companion.games.fairytile.geometry import HEX_MM, RADIUS_MM
from companion.kept import kept
from vision.arrays import Floats, Picture
from vision.fairytile.patch_cache import CELL_MM, CELL_PX
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.simulated.texture import Bgr, Rng, mottled

LAND_PX_PER_MM = 4.0
LAND_MM = 54.0
"""Side of the square picture of a land."""
_GROUNDS: dict[str, Bgr] = {
    "plain": (84, 196, 158), "forest": (58, 104, 40), "mountain": (142, 146, 152), "castle": (146, 190, 224),
}  # fmt: skip
_WATER: tuple[Bgr, Bgr] = (196, 128, 40), (236, 186, 96)
_BANK: Bgr = (110, 170, 170)
_RIM: Bgr = (44, 58, 78)
SAMPLES = 3


@kept
@cache
def land(kind: str, seed: int = 0) -> Picture:
    """Draw a land, (216, 216, 3) BGR; black outside the hexagon."""
    terrain, *river = kind.split()
    rng = np.random.default_rng([seed, *kind.encode()])
    side = round(LAND_MM * LAND_PX_PER_MM)
    art = mottled(np.array(_GROUNDS[terrain]), (side, side), rng, 0.07, 0.04)
    wet = [_spot(_out(int(clock), HEX_MM / 2)) for clock in river]
    middle = rng.normal(0, 1.5, 2)
    dry = _dry([_out(int(clock), HEX_MM / 2) for clock in river], middle)
    {"plain": _flowers, "forest": _trees, "mountain": _peaks, "castle": _walls}[terrain](art, dry, rng)
    for colour, width in ((_BANK, 7.4), (_WATER[0], 5.8), (_WATER[1], 3.2)):
        for end in wet:
            cv2.line(art, end, _spot(middle), colour, _px(width), cv2.LINE_AA)
        if len(wet) == 1:
            cv2.circle(art, _spot(middle), _px(width * 0.75), colour, -1, cv2.LINE_AA)
    outline = np.array([_spot(corner) for corner in _corners()], np.int32)
    cv2.polylines(art, [outline], True, _RIM, _px(1.4), cv2.LINE_AA)
    inside = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(inside, outline, 1)
    return np.asarray(art * inside[..., None], np.uint8)


def mask() -> Picture:
    """Mask of a land, (216, 216), 0 or 255."""
    side = round(LAND_MM * LAND_PX_PER_MM)
    inside = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(inside, np.array([_spot(corner) for corner in _corners()], np.int32), 255)
    return inside


@kept
@cache
def sample_classifier() -> TerrainClassifier:
    """Return a classifier trained on these lands."""
    rivers: list[tuple[int, ...]] = [(), *((clock,) for clock in CLOCK), *combinations(CLOCK, 2)]
    hexes = [Hex(terrain, river) for terrain in TERRAINS for river in rivers for _ in range(SAMPLES)]
    cells = [_as_cut(land(hex_kind(hex_), number % SAMPLES)) for number, hex_ in enumerate(hexes)]
    return TerrainClassifier(np.stack(cells), hexes)


def mat(size_px: tuple[int, int], rng: Rng) -> Picture:
    """Draw the cloth under the tiles, (h, w, 3) BGR."""
    colour = np.array([(58, 46, 62), (92, 84, 74), (48, 60, 92)][rng.integers(3)], float)
    return mottled(colour, size_px, rng, 0.03, 0.03)


def _as_cut(art: Picture) -> Picture:
    """Return a land as `cut_cells` cuts it from a picture."""
    margin = round((LAND_MM - CELL_MM) / 2 * LAND_PX_PER_MM)
    smoothed = cv2.GaussianBlur(art, (0, 0), LAND_PX_PER_MM)[margin:-margin, margin:-margin]
    return np.asarray(cv2.resize(smoothed, (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _px(mm: float) -> int:
    return max(1, round(mm * LAND_PX_PER_MM))


def _spot(at_mm: Sequence[float] | Floats) -> tuple[int, int]:
    x, y = (round((float(mm) + LAND_MM / 2) * LAND_PX_PER_MM) for mm in at_mm)
    return x, y


def _out(clock: int, far_mm: float) -> Floats:
    angle = math.radians((clock - 3) * 30)
    return np.array([far_mm * math.cos(angle), far_mm * math.sin(angle)])


def _by(at_mm: Floats, right_mm: float, down_mm: float) -> Floats:
    return np.asarray(at_mm + np.array([right_mm, down_mm]))


def _corners() -> list[Floats]:
    return [_out(2 * number, RADIUS_MM) for number in range(6)]


def _dry(ends: Sequence[Floats], middle: Floats) -> Floats:
    """Return places in a land, (n, 2) mm, away from its river."""
    steps = np.stack(np.meshgrid(*[np.arange(-20, 21, 4.0)] * 2), -1).reshape(-1, 2)
    inside = steps[np.linalg.norm(steps, axis=1) < 19]
    for end in ends:
        share = np.clip((inside - middle) @ (end - middle) / ((end - middle) @ (end - middle)), 0, 1)
        inside = inside[np.linalg.norm(inside - middle - share[:, None] * (end - middle), axis=1) > 6.5]
    return np.asarray(inside)


def _flowers(art: Picture, dry: Floats, rng: Rng) -> None:
    for at in dry[rng.random(len(dry)) < 0.3]:
        cv2.circle(art, _spot(at + rng.uniform(-1.5, 1.5, 2)), _px(0.8), (120, 220, 250), -1, cv2.LINE_AA)


def _trees(art: Picture, dry: Floats, rng: Rng) -> None:
    for at in dry[rng.random(len(dry)) < 0.85]:
        spot = _spot(at + rng.uniform(-1.2, 1.2, 2))
        cv2.circle(art, spot, _px(2.2), (36, 64, 24), -1, cv2.LINE_AA)
        cv2.circle(art, (spot[0] - 2, spot[1] - 2), _px(1.4), (70, 170, 96), -1, cv2.LINE_AA)


def _peaks(art: Picture, dry: Floats, rng: Rng) -> None:
    for at in dry[rng.permutation(len(dry))[:5]]:
        high = rng.uniform(5, 8)
        left, right, top = _by(at, -high * 0.7, 3), _by(at, high * 0.7, 3), _by(at, 0, -high)
        for corner, colour in ((left, (104, 100, 98)), (right, (70, 62, 60))):
            cv2.fillConvexPoly(
                art, np.array([_spot(top), _spot(corner), _spot(_by(at, 0, 3))]), colour, cv2.LINE_AA
            )


def _walls(art: Picture, dry: Floats, rng: Rng) -> None:
    far = np.linalg.norm(dry, axis=1)
    at = dry[far.argmin()] if far.min() < 3 else dry[np.abs(far - 11).argmin()]
    for x, high in ((-7, 7), (0, 10), (7, 7)):
        foot = _by(at, x * 0.8, 5)
        cv2.rectangle(art, _spot(_by(foot, -2.2, -high)), _spot(_by(foot, 2.2, 0)), (214, 226, 232), -1)
        roof = [_by(foot, -3, -high), _by(foot, 3, -high), _by(foot, 0, -high - 4.5)]
        cv2.fillConvexPoly(art, np.array([_spot(p) for p in roof]), (88, 70, 176), cv2.LINE_AA)
