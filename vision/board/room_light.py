"""Direction and depth of shadows that pieces cast in the light of the room.

Takes a Lab picture and the bases of its pieces; returns a `RoomLight`, or None if there are no shadows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.polynomial import Polynomial

from vision.arrays import Floats, Mask, Picture
from vision.board.figures import flat_index
from vision.board.params import PARAMS
from vision.board.scene import Layout, usual_values

AZIMUTHS = np.linspace(0, 2 * np.pi, PARAMS.azimuth_count, endpoint=False)
NEARNESSES = np.array(PARAMS.spreads_per_m)
"""Spread of shadows, 1 / m: inverse distance of the light from the board's middle."""
REACHES_MM = np.arange(*PARAMS.shadow_reach_mm)


@dataclass(frozen=True, eq=False)
class Rays:
    """Light from one side.

    Shadows point `away` (2,) from it at the board's middle and spread by `spread`, 1 / mm, elsewhere.
    """

    away: Floats
    spread: float
    middle_mm: Floats

    def from_middle_mm(self, points_mm: Floats) -> Floats:
        """Return the distance of points (..., 2) from the board's middle, away from the light."""
        return np.asarray((points_mm - self.middle_mm) @ self.away)

    def shadows_mm(self, bases_mm: Floats, reaches_mm: Floats) -> Floats:
        """Return points on the shadow axes of pieces (m, 2) at distances (n,), (m, n, 2)."""
        way = self.away + self.spread * (bases_mm - self.middle_mm)
        way /= np.linalg.norm(way, axis=1, keepdims=True) + 1e-9
        return np.asarray(bases_mm[:, None] + reaches_mm[:, None] * way[:, None])


@dataclass(frozen=True, eq=False)
class RoomLight(Rays):
    """Light whose shadows are `reach_mm` long, measured from the middle of a base of `radius_mm`.

    `depths` (labels,) are log ratios of lightness in the shadow for every ground, lower near the light;
    `depth_sigma` is their standard deviation.
    """

    radius_mm: float
    reach_mm: float
    depths: Floats
    depth_sigma: float

    def shadow_area_mm(self, base_mm: tuple[float, float]) -> Floats:
        """Return points that fill the shadow of a piece, (n, 2)."""
        base = np.array([base_mm])
        middle = self.shadows_mm(
            base, np.arange(PARAMS.shade_step_mm, self.reach_mm + self.radius_mm, PARAMS.shade_step_mm)
        )[0]
        along = (middle[-1] - middle[0]) / np.linalg.norm(middle[-1] - middle[0])
        half_mm = self.radius_mm + PARAMS.place_accuracy_mm
        across = np.arange(-half_mm, half_mm, PARAMS.shade_step_mm)[:, None] * np.array([-along[1], along[0]])
        return np.asarray((middle[:, None] + across).reshape(-1, 2))


def find_room_light(
    layout: Layout, lab: Picture, bases_mm: Floats, covered: Mask, known: RoomLight | None = None
) -> RoomLight | None:
    """Find the light whose shadows are visible beside pieces.

    `lab` is (h, w, 3), `bases_mm` (m, 2); `covered` (h, w) are the pixels of pieces. Returns None if there
    are no shadows, or the `known` light if pieces hide the places of its shadows. Darkness is relative to the
    usual lightness of each ground.
    """
    if not len(bases_mm):
        return known
    lightness = lab[..., 0].astype(np.float32)
    usual = usual_values(layout, lightness, covered)
    darker = np.log(
        (lightness.ravel() + PARAMS.ratio_floor_levels) / (usual[layout.labels] + PARAMS.ratio_floor_levels)
    )
    board = (layout.labels > 0) & (layout.labels <= len(layout.plan.spaces)) & ~covered.ravel()
    middle_mm = np.array(layout.plan.size_mm) / 2

    def fall(rays: Rays) -> tuple[Floats, npt.NDArray[np.int32], Mask]:
        """Return points on the shadow axes, (m, reaches, 2), their pixels and visibility."""
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
            near = seen[:, : PARAMS.near_shadow_points]
            if near.mean() > PARAMS.min_shadow_share:
                dark = float(darker[pixels[:, : PARAMS.near_shadow_points][near]].mean())
                found.append((dark, rays, profile, points[seen], darker[pixels[seen]]))
    if not found or (
        known is not None and fall(known)[2][:, : PARAMS.near_shadow_points].mean() <= PARAMS.min_shadow_share
    ):
        return known
    darkest, rays, profile, points, all_over = min(found, key=lambda one: one[0])
    if darkest > float(np.median([one[0] for one in found])) - PARAMS.min_darkness_nats:
        return None
    lit = np.flatnonzero(profile[PARAMS.near_shadow_points :] > darkest / 2)
    reach_mm = float(REACHES_MM[PARAMS.near_shadow_points + lit[0] if len(lit) else -1])
    shaded = all_over < darkest / 2
    away_mm = rays.from_middle_mm(points[shaded])
    depth = Polynomial.fit(away_mm, all_over[shaded], 1)
    missed = all_over[shaded] - depth(away_mm)
    sigma = max(1.4826 * float(np.median(np.abs(missed))), PARAMS.min_depth_sigma)
    centres_mm = np.tile(middle_mm, (layout.label_count, 1))
    for space, number in layout.plan.numbers.items():
        centres_mm[number] = layout.plan.spaces[space].mean(0)
    depths = np.minimum(depth(rays.from_middle_mm(centres_mm)), darkest / 2)
    return RoomLight(rays.away, rays.spread, middle_mm, layout.kinds.radius_mm, reach_mm, depths, sigma)
