"""Invented sets of pieces: signs, silhouettes and patterns on tiles, and figures.

They contain no letter, symbol or figure of a real or simulated set. The network learns from them to compare
two pieces, not to name any of them.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture

ART_PX = 128
ART_MM = 36.0
"""Side of the square print; its tile is cut from the middle."""
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Tile:
    """A flat piece: its print, BGR (128, 128, 3), its outline (n, 2) in mm, the colour of its sides."""

    art: Picture
    outline_mm: Floats
    side: Floats
    thick_mm: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A standing piece of rods with round ends: (n, 7) from x, y, z to x, y, z, radius, in mm.

    `colours` (n, 3) are BGR of the rods; `foot_mm` and `corners` are radius and corners of the base.
    """

    rods: Floats
    colours: Floats
    foot_mm: float
    corners: int


Design = Tile | Figure


def colour(hue: float, saturation: float, value: float) -> Floats:
    """Convert HSV, 0..1 each, to BGR, 0..255."""
    return 255 * np.array(colorsys.hsv_to_rgb(hue % 1, saturation, value)[::-1])


def draw_set(rng: Rng, count: int) -> list[Design]:
    """Draw the designs of a set's kinds: all tiles, all figures, or a mixture.

    Kinds of an army may share colour and outline, so that only the mark distinguishes them.
    """
    figures = rng.choice([0.0, 1.0, 0.4], p=[0.5, 0.35, 0.15])
    armies = int(rng.choice([1, 3, count], p=[0.2, 0.4, 0.4]))
    grounds = [
        colour(rng.random() + army / armies, rng.uniform(0.05, 0.95), rng.uniform(0.2, 1.0))
        for army in range(armies)
    ]
    outlines = [_outline(rng) for _ in range(armies)]
    print_ = PRINTS[rng.integers(len(PRINTS))]
    side, thick_mm = rng.uniform(60, 220) * rng.uniform(0.75, 1.0, 3), rng.uniform(1.2, 3.0)
    inked = float(rng.choice([-1, 1]))
    found: list[Design] = []
    for number in range(count):
        ground = np.clip(grounds[number % armies] * rng.normal(1, 0.03, 3), 8, 250)
        if rng.random() < figures:
            found.append(_figure(rng, ground))
        else:
            outline = outlines[number % armies]
            found.append(Tile(_printed(rng, print_, ground, outline, inked), outline, side, thick_mm))
    return found


def _outline(rng: Rng) -> Floats:
    """Return a polygon, a disc, a rounded rectangle or a shield, (n, 2) mm."""
    sort, reach = rng.integers(4), rng.uniform(10.0, 16.0)
    if sort == 0:
        count = int(rng.integers(3, 9))
        turns = 2 * math.pi * np.arange(count) / count + rng.uniform(0, math.pi)
        return np.asarray(reach * np.column_stack([np.cos(turns), np.sin(turns)]))
    turns = 2 * math.pi * np.arange(28) / 28
    around = np.column_stack([np.cos(turns), np.sin(turns)])
    if sort == 1:
        return np.asarray(reach * around * [1, rng.uniform(0.75, 1)])
    if sort == 2:
        power = rng.uniform(0.25, 0.6)
        return np.asarray(reach * np.sign(around) * np.abs(around) ** power * [1, rng.uniform(0.6, 1)] * 0.85)
    waves = rng.normal(0, 0.06, (2, 3))
    radius = 1 + sum(waves[0, k] * np.cos((k + 2) * turns + 9 * waves[1, k]) for k in range(3))
    return np.asarray(reach * radius[:, None] * around)


def _printed(rng: Rng, print_: Callable[[Picture, Rng, Floats], None], ground: Floats, outline: Floats,
             inked: float) -> Picture:  # fmt: skip
    art = np.empty((ART_PX, ART_PX, 3), np.float32)
    art[:] = ground
    coarse = rng.normal(0, rng.uniform(0, 0.08), (8, 8)).astype(np.float32)
    art *= 1 + cv2.resize(coarse, (ART_PX, ART_PX), interpolation=cv2.INTER_CUBIC)[..., None]
    painted: Picture = np.clip(art, 0, 255).astype(np.uint8)
    light = inked > 0 if 60 < ground.mean() < 190 else ground.mean() < 128
    ink = 0.25 * ground + 190 if light else 0.3 * ground
    if rng.random() < 0.3:
        disc = np.clip(ground * rng.uniform(0.5, 1.5), 0, 255)
        cv2.circle(painted, (64, 64), int(rng.integers(28, 42)), disc.tolist(), -1, cv2.LINE_AA)
    print_(painted, rng, np.clip(ink, 0, 255))
    if rng.random() < 0.5:
        edge = np.rint((outline * rng.uniform(0.85, 1) / ART_MM + 0.5) * ART_PX).astype(np.int32)
        rim = np.clip(ground * rng.uniform(0.4, 1.6), 0, 255)
        cv2.polylines(painted, [edge], True, rim.tolist(), int(rng.integers(2, 9)), cv2.LINE_AA)
    return painted


def _sign(art: Picture, rng: Rng, ink: Floats) -> None:
    """Draw an invented letter of lines and arcs on a grid (after Lake et al., Omniglot, 2015)."""
    grid = 64 + rng.uniform(16, 26) * (np.indices((3, 3)).reshape(2, 9).T - 1.0) * [0.8, 1.1]
    thick = int(rng.integers(5, 11))
    at = rng.integers(9)
    for _ in range(int(rng.integers(2, 5))):
        to = (at + rng.integers(1, 9)) % 9
        if rng.random() < 0.6:
            a, b = (tuple(np.rint(grid[k]).astype(int).tolist()) for k in (at, to))
            cv2.line(art, a, b, ink.tolist(), thick, cv2.LINE_AA)
        else:
            middle, gap = (grid[at] + grid[to]) / 2, grid[to] - grid[at]
            half = float(np.hypot(*gap) / 2)
            box = (middle.tolist(), (2 * half, 2 * half * rng.uniform(0.5, 1)))
            turn = math.degrees(math.atan2(gap[1], gap[0]))
            spot = tuple(np.rint(box[0]).astype(int).tolist())
            axes = tuple(np.rint(np.array(box[1]) / 2).astype(int).tolist())
            cv2.ellipse(art, spot, axes, turn, 0, 180, ink.tolist(), thick, cv2.LINE_AA)
        at = to if rng.random() < 0.7 else rng.integers(9)


def _silhouette(art: Picture, rng: Rng, ink: Floats) -> None:
    """Draw one or two smooth shapes, one over the other."""
    turns = 2 * math.pi * np.arange(60) / 60
    for number in range(int(rng.integers(1, 3))):
        strength = rng.normal(0, 0.22, (2, 6)) / np.sqrt(1 + 0.4 * np.arange(6))
        radius = 1 + sum(
            strength[0, k] * np.cos((k + 1) * turns) + strength[1, k] * np.sin((k + 1) * turns)
            for k in range(6)
        )
        size = rng.uniform(22, 36) / (1 + number)
        around = size * np.clip(radius, 0.1, 1.6)[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        shade = ink if number == 0 else 255 - ink
        cv2.fillPoly(art, [np.rint(64 + rng.normal(0, 3, 2) + around).astype(np.int32)], shade.tolist(),
                     cv2.LINE_AA)  # fmt: skip


def _pattern(art: Picture, rng: Rng, ink: Floats) -> None:
    """Draw stripes, dots, rings or wedges."""
    y, x = np.indices((ART_PX, ART_PX)) - 64.0
    turn, step = rng.uniform(0, math.pi), rng.uniform(10, 30)
    along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    far, angle = np.hypot(x, y), np.arctan2(y, x)
    waves = (
        np.sin(2 * math.pi * along / step),
        np.sin(2 * math.pi * along / step) * np.sin(2 * math.pi * across / step),
        np.sin(2 * math.pi * far / step),
        np.sin(int(rng.integers(2, 6)) * angle + far / rng.uniform(8, 60)),
    )
    wave = waves[rng.integers(4)]
    art[wave > rng.uniform(-0.3, 0.5)] = ink.astype(np.uint8)


def _scene(art: Picture, rng: Rng, ink: Floats) -> None:
    """Draw polygons of many colours."""
    for _ in range(int(rng.integers(4, 9))):
        shade = colour(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.1, 1))
        spots = 64 + rng.normal(0, 26, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(art, [np.rint(spots).astype(np.int32)], shade.tolist(), cv2.LINE_AA)
    if rng.random() < 0.5:
        _silhouette(art, rng, ink)


PRINTS = (_sign, _sign, _silhouette, _pattern, _scene)


def _figure(rng: Rng, ground: Floats) -> Figure:
    tall, foot = rng.uniform(14, 32), rng.uniform(6, 11)
    rods: list[list[float]] = []
    if rng.random() < 0.35:  # solid of revolution: a radius for every height
        heights = np.arange(2, tall, 2.0)
        radii = np.interp(heights, np.linspace(2, tall, 5), rng.uniform(2, 7.5, 5))
        lean = rng.normal(0, 1.5)
        rods += [
            [0, lean * h / tall, h, 0, lean * h / tall, h, r] for h, r in zip(heights, radii, strict=True)
        ]
    else:
        hip, neck = 0.35 * tall, 0.75 * tall
        leans = rng.normal(0, 2, 2)
        wide = rng.uniform(2, 5)
        rods += [[0, 0, hip, *leans, neck, wide], [*leans, neck + 3, *leans, neck + 3, rng.uniform(1.8, 3.2)]]
        for side in (-1, 1):
            rods.append([0, side * rng.uniform(1, 4), 2, 0, side, hip, rng.uniform(1.2, 2.6)])
            hand = [rng.uniform(-4, 7), side * rng.uniform(3, 8), rng.uniform(0.3, 1.1) * tall]
            rods.append([leans[0], leans[1] + side * wide, neck, *hand, rng.uniform(1, 2.2)])
            if rng.random() < 0.6:
                off = rng.normal(0, [3, 3, 9])
                rods.append([*hand, *(hand + off), rng.uniform(0.5, 3.5)])
        for _ in range(int(rng.integers(0, 4))):
            spot = [*rng.normal(0, 4, 2), rng.uniform(4, tall)]
            rods.append([*spot, *(spot + rng.normal(0, 3, 3)), rng.uniform(1, 4)])
    shades = np.tile(ground, (len(rods), 1))
    if rng.random() < 0.25:
        shades[rng.random(len(rods)) < 0.4] = colour(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
    return Figure(np.array(rods), shades, foot, int(rng.choice([4, 6, 24])))
