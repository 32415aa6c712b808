"""Synthetic print of a Fae board, painted once per seed."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.fae.board import FRAME_MM, LAKES, MAP_MM, POLYGONS, RIVERS, SPACES, TERRAIN_OF
from vision.arrays import Picture
from vision.simulated.texture import PX_PER_MM, Bgr, Rng, lit, mottled, noise, relief, spots

Mask: TypeAlias = NDArray[np.bool_]

_AROUND = np.ones((41, 41), np.uint8)
"""Kernel, 41 px: decorations farther from a space are invisible and are not painted."""
_PRINT: dict[str, Bgr] = {
    "forest": (48, 84, 34), "hills": (56, 182, 122), "mountains": (118, 184, 214),
    "mushrooms": (190, 104, 148), "lake": (190, 140, 62), "frame": (44, 66, 98), "ink": (38, 52, 62),
}  # fmt: skip


def board(rng: Rng) -> Picture:
    """Paint the whole board with its frame: BGR, PX_PER_MM pixels a millimetre."""
    width, height = (round((side + 2 * FRAME_MM) * PX_PER_MM) for side in MAP_MM)
    tint = rng.normal(1.0, 0.05, 3)
    colours = {
        name: np.clip(np.array(bgr) * tint * rng.normal(1, 0.05, 3), 0, 255) for name, bgr in _PRINT.items()
    }
    art = mottled(colours["frame"], (height, width), rng, 0.10, 0.05)
    outlines = {space: _outline(POLYGONS[space]) for space in SPACES}
    for terrain, decorate in _DECORATIONS.items():
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [outlines[s] for s in SPACES if TERRAIN_OF[s] == terrain], 255)
        ground = decorate(colours[terrain], cv2.dilate(mask, _AROUND) > 0, rng)
        cv2.copyTo(ground, mask, art)
    for space in SPACES:
        cv2.polylines(art, [outlines[space]], True, colours["ink"].tolist(), 4, cv2.LINE_AA)
    for line in _rivers(outlines):
        cv2.polylines(art, [line], False, (0.75 * colours["lake"]).tolist(), 9, cv2.LINE_AA)
        cv2.polylines(art, [line], False, np.minimum(1.2 * colours["lake"], 255).tolist(), 5, cv2.LINE_AA)
    water = _water(colours["lake"], (height, width), rng)
    mask = np.zeros((height, width), np.uint8)
    lakes = [_outline(lake) for lake in LAKES]
    cv2.fillPoly(mask, lakes, 255)
    cv2.copyTo(water, mask, art)
    cv2.polylines(art, lakes, True, (0.6 * colours["lake"]).tolist(), 4, cv2.LINE_AA)
    _track(art, colours["frame"])
    return art


def _outline(points: object) -> NDArray[np.int32]:
    spots = np.array(points) * MAP_MM + FRAME_MM
    return np.round(spots * PX_PER_MM).astype(np.int32)


def _rivers(outlines: dict[int, NDArray[np.int32]]) -> list[NDArray[np.int32]]:
    """Return the border points, (n, 2), that two spaces with a river between them share."""
    lines = []
    for a, b in RIVERS:
        shared = {tuple(point) for point in outlines[b]}
        held = [tuple(point) in shared for point in outlines[a]]
        start = held.index(False) if False in held else 0
        border = np.roll(outlines[a], -start, axis=0)
        held = held[start:] + held[:start]
        edges = np.flatnonzero(np.diff([False, *held, False]))
        lines += [
            border[first:end] for first, end in zip(edges[::2], edges[1::2], strict=True) if end - first > 1
        ]
    return lines


def _scattered(near: Mask, spacing: int, rng: Rng) -> Iterable[tuple[int, int, bool]]:
    """Return random places, some beyond the edge, and whether their decoration is visible."""
    x, y = spots(near.shape, spacing, rng).T
    seen = near[np.minimum(y, near.shape[0] - 1), np.minimum(x, near.shape[1] - 1)]
    return zip(x.tolist(), y.tolist(), seen.tolist(), strict=True)


def _forest(colour: NDArray[np.float64], near: Mask, rng: Rng) -> Picture:
    size = near.shape
    art = mottled(0.6 * colour, size, rng, 0.1, 0.1)
    for x, y, seen in _scattered(near, 10, rng):
        bright, radius = rng.uniform(0.75, 1.25), int(rng.integers(4, 8))
        if not seen:
            continue
        leaf = colour * bright
        cv2.circle(art, (x, y), radius, (0.6 * leaf).tolist(), -1, cv2.LINE_AA)
        cv2.circle(art, (x - 1, y - 1), radius - 2, leaf.tolist(), -1, cv2.LINE_AA)
        cv2.circle(art, (x - 2, y - 2), 1, (1.5 * leaf).tolist(), -1, cv2.LINE_AA)
    return lit(art, 1 + 0.12 * noise(size, (70, 70), rng))


def _hills(colour: NDArray[np.float64], near: Mask, rng: Rng) -> Picture:
    size = near.shape
    shade = relief(size, 40, rng, 0.2) + 0.12 * noise(size, (24, 24), rng) + 0.03 * noise(size, (3, 3), rng)
    art = lit(colour, shade)
    for x, y, seen in _scattered(near, 42, rng):
        if seen:
            cv2.ellipse(art, (x, y), (15, 9), 0, 195, 345, (0.72 * colour).tolist(), 1, cv2.LINE_AA)
    return art


def _mountains(colour: NDArray[np.float64], near: Mask, rng: Rng) -> Picture:
    size = near.shape
    art = lit(colour, relief(size, 20, rng, 0.15))
    for x, y, seen in _scattered(near, 30, rng):
        w, h = rng.integers(7, 14), rng.integers(9, 17)
        if not seen:
            continue
        peak = np.array([[x - w, y], [x, y - h], [x + w, y]])
        cv2.fillPoly(art, [peak], (1.05 * colour).clip(0, 255).tolist(), cv2.LINE_AA)
        cv2.fillPoly(
            art, [np.array([[x, y - h], [x + w, y], [x + w // 4, y]])], (0.5 * colour).tolist(), cv2.LINE_AA
        )
    return art


def _mushrooms(colour: NDArray[np.float64], near: Mask, rng: Rng) -> Picture:
    size = near.shape
    art = lit(colour, relief(size, 14, rng, 0.13) + 0.1 * noise(size, (30, 30), rng))
    for x, y, seen in _scattered(near, 34, rng):
        if not seen:
            continue
        cv2.line(art, (x, y), (x, y + 5), (205, 215, 225), 2, cv2.LINE_AA)
        cv2.ellipse(art, (x, y), (5, 4), 0, 180, 360, (70, 60, 200), -1, cv2.LINE_AA)
    return art


def _water(colour: NDArray[np.float64], size: tuple[int, int], rng: Rng) -> Picture:
    shade = 1 + 0.10 * noise(size, (30, 45), rng) + 0.04 * noise(size, (6, 14), rng)
    return lit(colour, shade)


_DECORATIONS: dict[str, Callable[[NDArray[np.float64], Mask, Rng], Picture]] = {
    "forest": _forest, "hills": _hills, "mountains": _mountains, "mushrooms": _mushrooms,
}  # fmt: skip


def _track(art: Picture, frame: NDArray[np.float64]) -> None:
    """Draw the scoring track: dots around the frame, every fifth one larger."""
    height, width = art.shape[:2]
    inset = round(FRAME_MM * PX_PER_MM / 2)
    across = [(x, y) for y in (inset, height - inset) for x in np.linspace(inset, width - inset, 26)]
    down = [(x, y) for x in (inset, width - inset) for y in np.linspace(inset, height - inset, 21)[1:-1]]
    for number, (x, y) in enumerate(across + down):
        full = number % 5 == 0
        light = np.minimum(frame * (3.2 if full else 1.8), 235).tolist()
        cv2.circle(art, (round(x), round(y)), 7 if full else 5, light, -1 if full else 2, cv2.LINE_AA)
    cv2.rectangle(art, (0, 0), (width - 1, height - 1), (0.5 * frame).tolist(), 3)
    edge = round(FRAME_MM * PX_PER_MM)
    cv2.rectangle(art, (edge, edge), (width - edge, height - edge), (0.5 * frame).tolist(), 2)
