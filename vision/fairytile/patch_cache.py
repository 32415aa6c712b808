"""Cut cells and tiles from a picture as seen from straight above, and describe them.

Tones are logarithms, so a change of light adds a constant; descriptors are relative to their own mean.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import TILE
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.lattice import Cells, cell_middles
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import View

CELL_PX, CELL_MM = 24, 48.0
TILE_PX, TILE_MM = 108, 108.0
EXACT_EVERY = 8
TURNS_RAD = np.radians(60.0 * np.arange(6))
PARTS_MM = np.array([centre_mm(cell) for cell in TILE])
MIDDLE_MM = PARTS_MM.mean(0)
"""From the middle of an unturned tile's A to the middle of the tile."""


class Pose(NamedTuple):
    """Middle of a tile on the table in mm and its rotation, clockwise in rad."""

    x_mm: float
    y_mm: float
    angle: float

    @classmethod
    def laid(cls, at: tuple[int, int], turn: int) -> Pose:
        """Return the pose of a tile exactly on the lattice."""
        x, y = np.array(centre_mm(at)) + rotation(turn * np.pi / 3) @ MIDDLE_MM
        return cls(float(x), float(y), turn * np.pi / 3)

    def parts_mm(self) -> Floats:
        """Return the middles of the three cells, (3, 2) mm."""
        return np.asarray((PARTS_MM - MIDDLE_MM) @ rotation(self.angle).T + [self.x_mm, self.y_mm])


def rotation(angle: float) -> Floats:
    """Return the matrix (2, 2) that rotates points clockwise, seen from above."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def grid_mm(size_px: int, span_mm: float) -> Floats:
    """Return the positions of the pixels of a square patch around its middle, (size, size, 2) mm."""
    steps = (np.arange(size_px) + 0.5) / size_px * span_mm - span_mm / 2
    return np.stack(np.meshgrid(steps, steps), -1)


def hex_mask(points_mm: Floats, inside_mm: float = PARAMS.cell_inside_mm) -> Mask:
    """Return which points (..., 2) are inside a cell around 0, 0."""
    across = np.array([[np.cos(a), np.sin(a)] for a in TURNS_RAD[:3]])
    return np.asarray((np.abs(points_mm @ across.T) < inside_mm).all(-1))


CELL_GRID = grid_mm(CELL_PX, CELL_MM)
CELL_MASK = hex_mask(CELL_GRID)
TILE_GRID = grid_mm(TILE_PX, TILE_MM)
PART_MASKS = np.stack([hex_mask(TILE_GRID + MIDDLE_MM - part) for part in PARTS_MM])
"""The three cells of a tile's patch, (3, 108, 108)."""


def smoothed(picture: Picture, view: View) -> Picture:
    """Blur a picture by `blur_mm` on the table, half a pixel at least."""
    far_mm = float(np.linalg.norm(view.offset_mm))
    return np.asarray(
        cv2.GaussianBlur(picture, (0, 0), max(PARAMS.blur_mm * view.focal_px / far_mm, 0.5)), np.uint8
    )


def cut(picture: Picture, view: View, points_mm: Floats) -> Picture:
    """Sample BGR pixels at points of the table, (..., n, m, 2) mm: (..., n, m, 3)."""
    flat = np.concatenate([points_mm, np.zeros((*points_mm.shape[:-1], 1))], -1)
    px = view.project(flat).astype(np.float32).reshape(-1, points_mm.shape[-2], 2)
    taken = cv2.remap(picture, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken.reshape(*points_mm.shape[:-1], 3), np.uint8)


def cut_plane(picture: Picture, view: View, points_mm: Floats) -> Picture:
    """Sample a large even grid of points, (n, m, 2) mm, of which every eighth is projected exactly."""
    high, wide = points_mm.shape[:2]
    rows, columns = (np.linspace(0, size - 1, max(size // EXACT_EVERY, 2)) for size in (high, wide))
    corner, step = points_mm[0, 0], points_mm[-1, -1] - points_mm[0, 0]
    x, y = np.meshgrid(columns / (wide - 1) * step[0] + corner[0], rows / (high - 1) * step[1] + corner[1])
    px = view.project(np.stack([x, y, np.zeros_like(x)], -1)).astype(np.float32)
    across = np.arange(wide) * (len(columns) - 1) / (wide - 1)
    down = np.arange(high) * (len(rows) - 1) / (high - 1)
    at = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
    maps = cv2.remap(px, at[0], at[1], cv2.INTER_LINEAR)
    taken = cv2.remap(picture, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)


def cut_cells(picture: Picture, view: View, cells: Cells, turn: int = 0) -> Picture:
    """Cut cells (n, 2), rotated back by a turn: (n, 24, 24, 3)."""
    around = CELL_GRID @ rotation(turn * np.pi / 3).T
    return cut(picture, view, cell_middles(cells)[:, None, None] + around)


def cut_tile(picture: Picture, view: View, pose: Pose) -> Picture:
    """Cut a tile, rotated back: (108, 108, 3)."""
    return cut(picture, view, TILE_GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm])


def tones(picture: Picture) -> FloatMap:
    """Return lightness, red/green and blue/green of BGR pixels as logarithms: (..., 3)."""
    blue, green, red = (_LOGARITHM[picture[..., channel]] for channel in range(3))
    shown = np.empty(picture.shape, np.float32)
    shown[..., 0] = (blue + green + red) / 3
    shown[..., 1] = red - green
    shown[..., 2] = blue - green
    return shown


def channels(shown: FloatMap) -> Picture:
    """Return BGR pixels of tones, (..., 3); the inverse of `tones`."""
    green = shown[..., 0] - (shown[..., 1] + shown[..., 2]) / 3
    logarithms = np.stack([green + shown[..., 2], green, green + shown[..., 1]], -1)
    return np.asarray(np.clip(np.rint(np.exp(logarithms) - PARAMS.tone_offset), 0, 255), np.uint8)


_LOGARITHM = np.log(np.arange(256, dtype=np.float32) + PARAMS.tone_offset)


def describe(cells: Picture) -> FloatMap:
    """Return descriptors of cells (n, 24, 24, 3): (n, d) of length about 1.

    Their product is a correlation.
    """
    shown = tones(cells)[:, CELL_MASK]
    shown -= shown.mean(1, keepdims=True)
    shown[..., 1:] *= PARAMS.colour_weight
    length = np.sqrt((shown**2).mean((1, 2), keepdims=True) + PARAMS.faint_tone**2)
    return np.asarray((shown / length).reshape(len(cells), -1) / np.sqrt(shown[0].size), np.float32)


def part_of(tile: Picture, part: int) -> Picture:
    """Cut one cell from a tile's patch as `cut_cells` does, (24, 24, 3)."""
    px = (CELL_GRID + PARTS_MM[part] - MIDDLE_MM + TILE_MM / 2) * TILE_PX / TILE_MM - 0.5
    maps = px.astype(np.float32)
    taken = cv2.remap(tile, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR)
    return np.asarray(taken, np.uint8)
