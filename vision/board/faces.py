"""Kinds that differ only by what is printed on them: their faces, learnt from pieces with known names.

Takes a picture with its view and pieces whose places are known; returns how well each kind of that look fits.
A face is the top of a piece, seen from straight above at one size. It is compared in every direction, and at
small shifts, as a place is known to a few mm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.base import Kind
from vision.arrays import FloatMap, Floats, Picture
from vision.base import PlacedPiece
from vision.board.params import PARAMS
from vision.board.piece_kinds import PieceKind, PieceKinds
from vision.geometry.calibrate import View

_FINE = 2
"""Samples of the picture for each point of a face, in each direction; their mean is taken."""


class Seen(NamedTuple):
    """A BGR picture, (h, w, 3), and the view in its pixels."""

    picture: Picture
    view: View


class Faces:
    """The faces that were learnt, by kind."""

    def __init__(self, kinds: PieceKinds) -> None:
        self._kinds = {kind.name: kind for kind in kinds if kinds.told_by_face(kind.name)}
        self._alike = {name: kinds.alike(name) for name in self._kinds}
        self._known: dict[Kind, FloatMap] = {}
        self._twins: set[frozenset[Kind]] = set()

    @property
    def unknown(self) -> frozenset[Kind]:
        """Kinds whose face was never learnt."""
        return frozenset(self._kinds.keys() - self._known.keys())

    def learn(self, seen: Seen, pieces: Sequence[PlacedPiece]) -> None:
        """Learn the unknown faces from pieces with known names.

        Only where a space holds one piece of a look, as nothing says which of several is which.
        """
        for piece in pieces:
            if piece.kind in self.unknown and piece.seen:
                rivals = [p for p in pieces if p.space == piece.space and p.kind in self._alike[piece.kind]]
                if len(rivals) == 1:
                    kind = self._kinds[piece.kind]
                    turns = np.radians(np.arange(0, 360, PARAMS.face_turn_deg))
                    known = np.concatenate([_shown(seen, kind, piece.base_mm, turn, 0) for turn in turns])
                    apart = self._apart(seen, piece)
                    self._twins |= {
                        frozenset((piece.kind, other))
                        for other, far in apart.items()
                        if far < PARAMS.twin_face_apart
                    }
                    self._known[piece.kind] = _comparable(known)

    def lost_nats(self, seen: Seen, piece: PlacedPiece) -> Mapping[Kind, float]:
        """Return the nats lost, 0..`decisive_nats`, if a piece is of each kind of its look.

        One kind has 0 and all others `decisive_nats` if the face tells for sure; all have 0 if it is like
        none, and those that look like the best one when they are turned. {} if the kind has no face, or no
        face of its look was learnt.
        """
        alike = self._alike.get(piece.kind, ())
        if self._known.keys().isdisjoint(alike):
            return {}
        least = dict.fromkeys(alike, PARAMS.strange_face_apart) | self._apart(seen, piece)
        best = min(least, key=least.__getitem__)
        if least[best] > PARAMS.most_face_apart:
            return dict.fromkeys(alike, 0.0)
        apart = np.array([least[kind] for kind in alike])
        farther = (apart + PARAMS.face_noise_apart) / (least[best] + PARAMS.face_noise_apart)
        nats = PARAMS.decisive_nats * np.log(farther) / np.log(PARAMS.sure_face_ratio)
        nats[[frozenset((best, kind)) in self._twins for kind in alike]] = 0.0
        return dict(zip(alike, np.minimum(nats, PARAMS.decisive_nats).tolist(), strict=True))

    def _apart(self, seen: Seen, piece: PlacedPiece) -> dict[Kind, float]:
        """Return the squared distance of a piece's face from each learnt one of its look."""
        kind = self._kinds[piece.kind]
        reach_points = round(PARAMS.face_reach_mm / kind.foot_mm * PARAMS.face_points)
        near = _comparable(_shown(seen, kind, piece.base_mm, 0.0, reach_points))
        known = {name: self._known[name] for name in self._alike[piece.kind] if name in self._known}
        return {name: _least_apart(near, faces) for name, faces in known.items()}


def _shown(
    seen: Seen, kind: PieceKind, base_mm: tuple[float, float], turn: float, reach_points: int
) -> FloatMap:
    """Return the face of a piece, Lab, at all shifts up to `reach_points`, (shifts, points, 3)."""
    side = PARAMS.face_points + 2 * reach_points
    step_mm = kind.foot_mm / PARAMS.face_points
    along = (np.arange(side * _FINE) + 0.5) / _FINE - side / 2
    x, y = np.meshgrid(along * step_mm, along * step_mm)
    cos, sin = np.cos(turn), np.sin(turn)
    flat = np.stack([cos * x - sin * y, sin * x + cos * y], -1) + base_mm
    spots = np.concatenate([flat, np.full((*flat.shape[:2], 1), -kind.height_mm)], -1)
    at = seen.view.project(spots).astype(np.float32)
    fine = cv2.remap(seen.picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), (0, 0), PARAMS.face_blur_points)
    windows = np.lib.stride_tricks.sliding_window_view(lab, (PARAMS.face_points,) * 2, (0, 1))
    return np.asarray(windows[..., _disc()].transpose(0, 1, 3, 2).reshape(-1, _disc().sum(), 3), np.float32)


@cache
def _disc() -> np.ndarray:
    """Return the points of a face that lie on the top, away from its edge, (side, side)."""
    along = (np.arange(PARAMS.face_points) + 0.5) * 2 / PARAMS.face_points - 1
    return np.hypot(*np.meshgrid(along, along)) < PARAMS.face_share


def _comparable(faces: FloatMap) -> FloatMap:
    """Return faces, (n, points, 3), without their mean as vectors, (n, d), of length 1; less if blank."""
    even = (faces - faces.mean(1, keepdims=True)).reshape(len(faces), -1)
    floor = PARAMS.blank_levels**2 * faces.shape[1]
    return np.asarray(even / np.sqrt((even**2).sum(1, keepdims=True) + floor), np.float32)


def _least_apart(one: FloatMap, other: FloatMap) -> float:
    """Return the least squared distance between the rows of two sets of vectors, (n, d) and (m, d)."""
    lengths: Floats = (one**2).sum(1)[:, None] + (other**2).sum(1)
    return float((lengths - 2 * one @ other.T).min())
