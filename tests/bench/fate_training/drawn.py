"""Rendering of invented pieces onto patches of boards, in various light and with camera errors."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.fate.geometry import ROW_MM
from tests.bench.fate_training.designs import ART_MM, ART_PX, Design, Figure, Rng, Tile, draw_set
from vision.arrays import FloatMap, Floats, Picture
from vision.fate import patches
from vision.fate.kinds import EMPTY
from vision.simulated.texture import to_bytes

FINE = 2
"""Oversampling factor of patches."""
PX = FINE * patches.PX_PER_MM
SIZE = patches.WIDTH_PX * FINE, patches.HEIGHT_PX * FINE
FOOT = (np.array(patches.FOOT_PX) + 0.5) * FINE - 0.5
STEP_MM = ROW_MM / math.cos(math.pi / 6)
SCATTER_MM = 5.0
NEIGHBOUR, GLARE, DIE, COMPRESSED = 0.2, 0.2, 0.05, 0.3
"""Probabilities of a piece on each neighbouring hex, of glare, of a die on it and of JPEG artefacts."""
ROUND = np.array([[1.0, 0.45, 0.0], [0.8, 0.75, 0.15], [0.5, 1.05, 0.3]])
"""Shading of a rod by three strokes: width, brightness and offset to the light, relative to its radius."""
KINDS, VIEWS, BARE = 8, 4, 10
"""Number of kinds of a set, of pieces of each kind, and of hexes without a piece."""


class Grounds(NamedTuple):
    """Patches of hexes without a piece, (n, 64, 56, 3) BGR, and the flatness of their view, (n,)."""

    patches: npt.NDArray[np.uint8]
    flatness: Floats


class DrawnSet(NamedTuple):
    """Rendered set: patches (n, 64, 56, 3) BGR, flatness (n,) and kinds (n,).

    Kinds count from 1; 0 is no piece. `figures` holds the kinds that are figures.
    """

    patches: npt.NDArray[np.uint8]
    flatness: Floats
    kinds: npt.NDArray[np.intp]
    figures: frozenset[int]


class _Light(NamedTuple):
    """Light and camera errors common to one picture."""

    gain: Floats
    slant_mm: Floats
    blur_px: float
    noise: float
    quality: int


def draw(rng: Rng, grounds: Grounds) -> DrawnSet:
    """Draw an invented set on one table in one light, or on several."""
    designs = draw_set(rng, KINDS)
    same = rng.random() < 0.6
    lights = [_light(rng)] * VIEWS if same else [_light(rng) for _ in range(VIEWS)]
    kinds, shown, rows = [], [], []
    for number in range(KINDS * VIEWS + BARE):
        kind = number // VIEWS + 1 if number < KINDS * VIEWS else EMPTY
        row = int(rng.integers(len(grounds.flatness)))
        piece = designs[kind - 1] if kind else None
        light = lights[number % VIEWS]
        shown.append(_patch(rng, grounds.patches[row], float(grounds.flatness[row]), piece, designs, light))
        kinds.append(kind)
        rows.append(row)
    figures = frozenset(k for k, design in enumerate(designs, 1) if isinstance(design, Figure))
    return DrawnSet(np.array(shown), grounds.flatness[rows], np.array(kinds, np.intp), figures)


def _light(rng: Rng) -> _Light:
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.07, 3))
    return _Light(gain, rng.normal(0, 0.5, 2), rng.uniform(0.2, 1.1), rng.uniform(0, 6),
                  int(rng.integers(45, 95)) if rng.random() < COMPRESSED else 0)  # fmt: skip


def _patch(rng: Rng, ground: Picture, flatness: float, piece: Design | None, others: list[Design],
           light: _Light) -> Picture:  # fmt: skip
    flat = min(max(flatness, 0.3), 1.0)
    canvas: FloatMap = cv2.resize(ground, SIZE, interpolation=cv2.INTER_LINEAR).astype(np.float32)
    standing: list[tuple[Design, Floats]] = []
    turn = rng.uniform(0, math.pi / 3)
    for side in range(6):
        if rng.random() < NEIGHBOUR:
            away = turn + side * math.pi / 3
            spot = STEP_MM * np.array([math.cos(away), math.sin(away)]) + _scatter(rng)
            standing.append((others[rng.integers(len(others))], spot))
    if piece is not None:
        standing.append((piece, _scatter(rng)))
    standing.sort(key=lambda one: (isinstance(one[0], Figure), one[1][1]))
    for design, spot in standing:
        _stand(rng, canvas, design, spot, flat, light)
    if piece is not None and rng.random() < DIE:
        _die(rng, canvas)
    small: Floats = cv2.resize(canvas, ground.shape[1::-1], interpolation=cv2.INTER_AREA) * light.gain
    soft = cv2.GaussianBlur(small, (0, 0), light.blur_px * math.exp(rng.normal(0, 0.15)))
    seen = to_bytes(soft + rng.normal(0, light.noise, soft.shape))
    if light.quality:
        _, content = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, light.quality])
        seen = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
    return seen


def _scatter(rng: Rng) -> Floats:
    away, far = rng.uniform(0, 2 * math.pi), SCATTER_MM * math.sqrt(rng.random())
    return far * np.array([math.cos(away), math.sin(away)])


def _stand(rng: Rng, canvas: FloatMap, design: Design, spot: Floats, flat: float, light: _Light) -> None:
    turn = rng.uniform(0, 2 * math.pi)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    if isinstance(design, Tile):
        _tile(rng, canvas, design, spin, spot, flat, light)
    else:
        _figure(rng, canvas, design, spin, spot, flat, light)


def _project(points_mm: Floats, flat: float) -> Floats:
    """Project points (n, 3), x right, y towards the camera and z up, to the canvas, (n, 2)."""
    rise = math.sqrt(1 - flat * flat)
    return np.asarray(
        FOOT + PX * np.column_stack([points_mm[:, 0], flat * points_mm[:, 1] - rise * points_mm[:, 2]])
    )


def _hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def _fill(shape: tuple[int, ...], corners: Floats) -> FloatMap:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask[..., None] / np.float32(255), np.float32)


def _paint(canvas: FloatMap, corners: Floats, shade: Floats) -> None:
    spots = np.rint(corners * 16).astype(np.int32)
    cv2.fillPoly(canvas, [spots], np.clip(shade, 0, 255).tolist(), cv2.LINE_8, 4)


def _shade(canvas: FloatMap, low: Floats, high_mm: float, flat: float, light: _Light) -> None:
    """Draw the shadow of a solid over an outline (n, 2) on the board up to a height."""
    fallen = np.vstack([low, low + high_mm * light.slant_mm])
    around = _project(np.column_stack([fallen, np.zeros(len(fallen))]), flat)
    hull = _hull(around)
    canvas *= 1 - np.float32(0.5) * cv2.blur(_fill(canvas.shape, hull), (7, 7))[..., None]


def _tile(rng: Rng, canvas: FloatMap, tile: Tile, spin: Floats, spot: Floats, flat: float,
          light: _Light) -> None:  # fmt: skip
    low = tile.outline_mm @ spin.T + spot
    bright = rng.uniform(0.6, 1.15)
    _shade(canvas, low, tile.thick_mm, flat, light)
    ends = np.vstack([np.column_stack([low, np.full(len(low), high)]) for high in (0.0, tile.thick_mm)])
    body = _hull(_project(ends, flat))
    _paint(canvas, body, 0.8 * bright * tile.side)
    middle = np.column_stack([[spot, spot + spin[:, 0], spot + spin[:, 1]], np.full(3, tile.thick_mm)])
    at, right, down = _project(middle, flat)
    px = ART_MM / ART_PX
    matrix = np.column_stack([px * (right - at), px * (down - at), at])
    matrix[:, 2] -= matrix[:, :2] @ [ART_PX / 2, ART_PX / 2]
    printed = cv2.warpAffine(tile.art, matrix, SIZE, flags=cv2.INTER_LINEAR).astype(np.float32)
    printed *= np.float32(bright)
    if rng.random() < GLARE:
        printed += _glare(rng, at)
    alpha = _fill(canvas.shape, _project(ends[len(low) :], flat))
    canvas += alpha * (printed - canvas)


def _glare(rng: Rng, at: Floats) -> FloatMap:
    shine = np.zeros((SIZE[1], SIZE[0]), np.float32)
    axes = rng.uniform(6, 30, 2)
    box = (at + rng.normal(0, 14, 2)).tolist(), axes.tolist(), rng.uniform(0, 180)
    cv2.ellipse(shine, box, rng.uniform(40, 170), -1)
    return np.asarray(cv2.GaussianBlur(shine, (0, 0), rng.uniform(4, 12))[..., None], np.float32)


def _figure(rng: Rng, canvas: FloatMap, figure: Figure, spin: Floats, spot: Floats, flat: float,
            light: _Light) -> None:  # fmt: skip
    turns = 2 * math.pi * np.arange(figure.corners) / figure.corners
    foot = figure.foot_mm * np.column_stack([np.cos(turns), np.sin(turns)]) @ spin.T + spot
    bright = rng.uniform(0.6, 1.15)
    _shade(canvas, foot, 0.6 * float(figure.rods[:, 5].max()), flat, light)
    ground = figure.colours[0]
    for high, shade in ((0.0, 0.5), (2.0, 0.85)):
        around = _project(np.column_stack([foot, np.full(len(foot), high)]), flat)
        _paint(canvas, around, shade * bright * ground)
    rods = figure.rods.copy()
    for first in (0, 3):
        rods[:, first : first + 2] = rods[:, first : first + 2] @ spin.T + spot
    starts, ends = _project(rods[:, :3], flat), _project(rods[:, 3:6], flat)
    middle = (rods[:, :3] + rods[:, 3:6]) / 2
    nearness = middle[:, 1] * math.sqrt(1 - flat * flat) + middle[:, 2] * flat
    towards = -light.slant_mm * [1, flat] - [0, 0.5]
    towards /= max(float(np.hypot(*towards)), 1e-6)
    order = np.argsort(nearness)
    radii = PX * rods[order, 6]
    off = (ROUND[:, 2] * radii[:, None])[..., None] * towards
    lines = np.rint(16 * (np.stack([starts, ends], 1)[order][:, None] + off[:, :, None])).astype(int).tolist()
    thick = np.maximum(np.rint(2 * ROUND[:, 0] * radii[:, None]), 1).astype(int).tolist()
    tones = np.clip(bright * ROUND[:, 1, None] * figure.colours[order][:, None], 0, 255).tolist()
    for three, widths, shades in zip(lines, thick, tones, strict=True):
        for (a, b), width, shade in zip(three, widths, shades, strict=True):
            cv2.line(canvas, a, b, shade, width, cv2.LINE_8, 4)
    if rng.random() < GLARE:
        canvas += 0.6 * _glare(rng, (starts[0] + ends[0]) / 2)


def _die(rng: Rng, canvas: FloatMap) -> None:
    """Draw a die on the piece, which hides part of the mark."""
    side = rng.uniform(9, 12) * PX
    box = (FOOT + rng.normal(0, 8, 2) - [0, 6]).tolist(), (side, side), rng.uniform(0, 90)
    corners = cv2.boxPoints(box)
    body = [(20, 20, 160), (225, 230, 232), (28, 28, 30)][rng.integers(3)]
    _paint(canvas, np.asarray(corners, np.float64), rng.uniform(0.7, 1) * np.array(body))
    for _ in range(int(rng.integers(1, 7))):
        pip = np.rint(np.array(box[0]) + rng.normal(0, side / 5, 2)).astype(int).tolist()
        cv2.circle(canvas, pip, 3, (240, 240, 240) if sum(body) < 400 else (20, 20, 20), -1, cv2.LINE_AA)
