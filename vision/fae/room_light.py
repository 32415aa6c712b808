"""Where the light of a lamp comes from, told by the shadows of the pieces themselves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask, Picture
from vision.fae.figures import RADIUS_MM, flat_index
from vision.fae.scene import Layout, usual_values

AZIMUTHS = np.linspace(0, 2 * np.pi, 32, endpoint=False)
NEARNESSES = np.array([0.0, 0.7, 1.3, 2.2])
"""How much shadows spread, 1 / m: one over how far sideways the lamp is from the board's middle."""
REACHES_MM = np.arange(9.0, 46.0, 3.0)
NEAR = 3
"""So many of these lie in every shadow."""
DARK = 0.1
"""Logarithm of how much darker it must be in a shadow than to the other sides."""
STEP_MM, HALF_MM = 1.2, RADIUS_MM + 3.0
"""Shadows are as wide as pieces; where one stands is known to some 3 mm."""
LEVELS, LEAST_SIGMA = 8.0, 0.25
LEAST_SHARE = 0.3
"""Of fewer places where shadows would fall the ground is seen: they lie behind the pieces."""


@dataclass(frozen=True, eq=False)
class Rays:
    """Light that comes from one side: shadows point `away` (2,) from it at the board's middle and spread by
    `spread`, 1 / mm, elsewhere."""

    away: Floats
    spread: float
    middle_mm: Floats

    def from_middle_mm(self, points_mm: Floats) -> Floats:
        """How much farther from the lamp than the board's middle points (..., 2) lie."""
        return np.asarray((points_mm - self.middle_mm) @ self.away)

    def shadows_mm(self, bases_mm: Floats, reaches_mm: Floats) -> Floats:
        """Points in the middle of the shadows of pieces at (m, 2), so far from their bases, (m, n, 2)."""
        way = self.away + self.spread * (bases_mm - self.middle_mm)
        way /= np.linalg.norm(way, axis=1, keepdims=True) + 1e-9
        return np.asarray(bases_mm[:, None] + reaches_mm[:, None] * way[:, None])


@dataclass(frozen=True, eq=False)
class RoomLight(Rays):
    """What casts shadows that are `reach_mm` long from the middle of a piece's base. `depths` are logarithms
    of how dark every ground is in them, (labels,), darker near the lamp, and `depth_sigma` how far that
    differs."""

    reach_mm: float
    depths: Floats
    depth_sigma: float

    def shade_mm(self, base_mm: tuple[float, float]) -> Floats:
        """Points on the board all over the shadow of a piece, (n, 2)."""
        base = np.array([base_mm])
        middle = self.shadows_mm(base, np.arange(STEP_MM, self.reach_mm + RADIUS_MM, STEP_MM))[0]
        along = (middle[-1] - middle[0]) / np.linalg.norm(middle[-1] - middle[0])
        across = np.arange(-HALF_MM, HALF_MM, STEP_MM)[:, None] * np.array([-along[1], along[0]])
        return np.asarray((middle[:, None] + across).reshape(-1, 2))


def find_lamp(
    layout: Layout, lab: Picture, bases_mm: Floats, covered: Mask, known: RoomLight | None = None
) -> RoomLight | None:
    """The lamp whose shadows are seen beside pieces at (m, 2) in a Lab picture, (h, w, 3); None if there are
    none, or the `known` one if pieces hide where its shadows fall. Pieces cover the pixels `covered`, (h, w),
    and the ground is as light elsewhere as is usual for it.
    """
    lightness = lab[..., 0].astype(np.float32)
    usual = usual_values(layout, lightness, covered)
    darker = np.log((lightness.ravel() + LEVELS) / (usual[layout.labels] + LEVELS))
    board = (layout.labels > 0) & (layout.labels <= len(layout.plan.spaces)) & ~covered.ravel()
    middle_mm = np.array(layout.plan.size_mm) / 2

    def fall(rays: Rays) -> tuple[Floats, npt.NDArray[np.int32], Mask]:
        """The middles of shadows, (m, reaches, 2), their pixels, and which of these are seen."""
        points = rays.shadows_mm(bases_mm, REACHES_MM)
        flat = np.concatenate([points, np.zeros((*points.shape[:2], 1))], -1)
        pixels = flat_index(layout.view.project(flat), layout.view.size_px)
        return points, pixels, board[pixels]

    found: list[tuple[float, Rays, Floats, Floats, Floats]] = []
    for azimuth in AZIMUTHS:
        away = np.array([np.cos(azimuth), np.sin(azimuth)])
        for nearness in NEARNESSES:
            rays = Rays(away, nearness / 1000, middle_mm)
            points, pixels, seen = fall(rays)
            profile = (darker[pixels] * seen).sum(0) / np.maximum(seen.sum(0), 1)
            near = seen[:, :NEAR]
            if near.mean() > LEAST_SHARE:
                dark = float(darker[pixels[:, :NEAR][near]].mean())
                found.append((dark, rays, profile, points[seen], darker[pixels[seen]]))
    if not found or (known is not None and fall(known)[2][:, :NEAR].mean() <= LEAST_SHARE):
        return known
    darkest, rays, profile, points, all_over = min(found, key=lambda one: one[0])
    if darkest > float(np.median([one[0] for one in found])) - DARK:
        return None
    lit = np.flatnonzero(profile[NEAR:] > darkest / 2)
    reach_mm = float(REACHES_MM[NEAR + lit[0] if len(lit) else -1])
    shaded = all_over < darkest / 2
    away_mm = rays.from_middle_mm(points[shaded])
    depth = np.polynomial.Polynomial.fit(away_mm, all_over[shaded], 1)
    missed = all_over[shaded] - depth(away_mm)
    sigma = max(1.4826 * float(np.median(np.abs(missed))), LEAST_SIGMA)
    centres_mm = np.tile(middle_mm, (layout.label_count, 1))
    for space, number in layout.plan.numbers.items():
        centres_mm[number] = layout.plan.spaces[space].mean(0)
    depths = np.minimum(depth(rays.from_middle_mm(centres_mm)), darkest / 2)
    return RoomLight(rays.away, rays.spread, middle_mm, reach_mm, depths, sigma)
