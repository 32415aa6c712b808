"""Classify terrain and rivers of cells that no sampled tile explains, by cells of the same set.

Takes cells cut from a picture; returns log-likelihood ratios of terrains and of a river at each side. Tiles
of one set are printed alike, so linear discriminants of tone distributions suffice (Fisher, 1936).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import CLOCK, TERRAINS, Hex, Terrain
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import CELL_GRID, CELL_MASK, rotation, tones


class Guess(NamedTuple):
    """Log-likelihoods in nats: of each terrain, at most 0, and of a river at each side, by CLOCK.

    `strange`: unlike every terrain of the training cells.
    """

    terrain: Mapping[Terrain, float]
    river: tuple[float, ...]
    strange: bool

    @property
    def hex(self) -> Hex:
        """Most likely land."""
        best = max(self.terrain, key=lambda terrain: self.terrain[terrain])
        return Hex(best, tuple(clock for clock, nats in zip(CLOCK, self.river, strict=True) if nats > 0))

    def fit(self, wanted: Hex) -> float:
        """Return the log-likelihood ratio, at most 0, of a land; less if the cell is strange."""
        nats = self.terrain[wanted.terrain]
        for clock, flows in zip(CLOCK, self.river, strict=True):
            nats -= max(-flows if clock in wanted.river else flows, 0.0)
        return nats * (PARAMS.strange_weight if self.strange else 1.0)

    @property
    def chance(self) -> float:
        """Probability of the most likely land."""
        if self.strange:
            return 0.0
        best, *others = sorted(self.terrain.values(), reverse=True)
        terrain = 1 / (1 + sum(np.exp(other - best) for other in others))
        return float(terrain * np.prod(1 / (1 + np.exp(-np.abs(np.array(self.river))))))


class TerrainClassifier:
    """Classifier trained on `cells` (n, 24, 24, 3) BGR and the land of each."""

    def __init__(self, cells: Picture, hexes: Sequence[Hex]) -> None:
        self._terrains = [t for t in TERRAINS if any(hex_.terrain == t for hex_ in hexes)]
        shown = tones(cells)
        features = _terrain_features(shown)
        kinds = np.array([TERRAINS.index(hex_.terrain) for hex_ in hexes])
        self._means = np.stack([features[kinds == TERRAINS.index(t)].mean(0) for t in self._terrains])
        known = np.array([(kinds == TERRAINS.index(t)).sum() for t in self._terrains])
        self._wider = 1 + 1 / known  # where a mean of few lies is not sure
        off = features - self._means[[self._terrains.index(hex_.terrain) for hex_ in hexes]]
        self._inverse = _inverse(off)
        ends = _side_features(shown).reshape(len(hexes) * 6, -1)
        flows = np.array([clock in hex_.river for hex_ in hexes for clock in CLOCK])
        self._rivers = (
            None if min(flows.sum(), (~flows).sum()) < PARAMS.river_samples_min else _Flow(ends, flows)
        )

    def guess(self, cells: Picture, light: Floats) -> list[Guess]:
        """Classify cells (n, 24, 24, 3) in a light that adds `light` (3,) to their tones."""
        shown = tones(cells) - light.astype(np.float32)
        off = _terrain_features(shown)[:, None] - self._means
        miss = np.einsum("nkf,fg,nkg->nk", off, self._inverse, off) / off.shape[-1]
        rivers = np.zeros((len(cells), 6))
        if self._rivers is not None:
            rivers = self._rivers.nats(_side_features(shown).reshape(len(cells) * 6, -1)).reshape(-1, 6)
        return [self._guess(row, ends) for row, ends in zip(miss, rivers, strict=True)]

    def _guess(self, miss: Floats, rivers: Floats) -> Guess:
        unlike = miss / self._wider + np.log(self._wider)
        nats = np.maximum((unlike.min() - unlike) * PARAMS.terrain_nats / 2, -PARAMS.terrain_max_nats)
        scores = dict.fromkeys(
            TERRAINS, -PARAMS.terrain_max_nats if len(self._terrains) == len(TERRAINS) else -1.0
        )
        scores.update(zip(self._terrains, nats.tolist(), strict=True))
        return Guess(
            scores,
            tuple(rivers.tolist()),
            bool(np.sqrt(miss.min()) > PARAMS.terrain_max_spreads) or self._rivers is None,
        )


class _Flow:
    """Linear discriminant between sides with a river and others, on features (n, f)."""

    def __init__(self, features: Floats, flows: Mask) -> None:
        with_river, without = features[flows].mean(0), features[~flows].mean(0)
        off = features - np.where(flows[:, None], with_river, without)
        weights = np.linalg.solve(
            off.T @ off / len(off) + np.eye(features.shape[1]) * PARAMS.terrain_sigma**2, with_river - without
        )
        self._weights, self._even = weights, float(weights @ (with_river + without)) / 2

    def nats(self, features: Floats) -> Floats:
        """Return the evidence of a river, (n,)."""
        return np.clip(features @ self._weights - self._even, -PARAMS.river_max_nats, PARAMS.river_max_nats)


def _inverse(off: Floats) -> Floats:
    spread = off.T @ off / max(len(off), 1) + np.eye(off.shape[1]) * PARAMS.terrain_sigma**2
    return np.asarray(np.linalg.inv(spread), np.float64)


def _terrain_features(shown: FloatMap) -> Floats:
    """Percentiles of the tones of cells, and their roughness, (n, 16)."""
    inside = shown[:, CELL_MASK]
    shares = np.percentile(inside, PARAMS.percentiles, axis=1)
    light = shown[..., 0]
    steps = np.abs(np.diff(light, axis=2))[:, :-1] + np.abs(np.diff(light, axis=1))[:, :, :-1]
    rough = np.log(steps[:, CELL_MASK[:-1, :-1]].mean(1) + 0.02) / 2
    return np.concatenate([np.moveaxis(shares, 0, 1).reshape(len(shown), -1), rough[:, None]], 1)


def _side_masks() -> list[tuple[Mask, Mask]]:
    masks = []
    for clock in CLOCK:
        own = CELL_GRID @ rotation(np.radians((clock - 3) * 30.0))
        deep = (own[..., 0] > PARAMS.river_depth_mm[0]) & (own[..., 0] < PARAMS.river_depth_mm[1])
        side = np.abs(own[..., 1])
        masks.append(
            (
                deep & (side < PARAMS.river_half_width_mm),
                deep & (side > PARAMS.bank_mm[0]) & (side < PARAMS.bank_mm[1]),
            )
        )
    return masks


_SIDES = _side_masks()


def _side_features(shown: FloatMap) -> Floats:
    """Tones of the strip of a river at each side of cells, and those less its banks', (n, 6, 6)."""
    features = []
    for end, bank in _SIDES:
        middle, beside = shown[:, end].mean(1), shown[:, bank].mean(1)
        features.append(np.concatenate([middle, middle - beside], 1))
    return np.stack(features, 1).astype(np.float64)
