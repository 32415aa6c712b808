"""Methods to recognise the card in a picture of one; `fabula_scenes --methods` compares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np

from tests.bench.fabula_methods import WEIGHTS
from vision.arrays import Floats, Picture
from vision.fabula.card_classifier import Scene, lead_sigmas, match_coarse, match_fine
from vision.fabula.faces import FACE_PX, Faces

NEAR_PX = 12.0
"""Maximum distance of a feature from its place on the face, in an upright card 252 px wide."""
RATIO = 0.85


class Classification(NamedTuple):
    """Number of the best face, and its lead over the next one in the score of the method."""

    row: int
    lead: float


class Method(Protocol):
    """Classifies an upright picture, BGR (352, 252, 3), as one of the known faces of that size."""

    def classify(self, card: Picture) -> Classification:
        """Return the likeliest face."""


class PerceptualHash:
    """The signs of the 8 x 8 lowest frequencies (Zauner, Implementation and benchmarking of perceptual image
    hash functions, 2010).
    """

    def __init__(self, faces: Sequence[Picture]) -> None:
        self._known = np.array([self._hash(face) for face in faces])

    def classify(self, card: Picture) -> Classification:
        """Score: number of equal bits."""
        return _highest_score(-(self._known != self._hash(card)).sum(1).astype(float))

    def _hash(self, card: Picture) -> Any:
        small = cv2.resize(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), (32, 32), interpolation=cv2.INTER_AREA)
        low = cv2.dct(small.astype(np.float32))[:8, :8].ravel()[1:]
        return low > np.median(low)


class Features:
    """Binary features at the same place of the face that pass the ratio test."""

    def __init__(self, faces: Sequence[Picture], detector: Any) -> None:
        self._detector = detector
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
        self._known = [self._features(face) for face in faces]

    def classify(self, card: Picture) -> Classification:
        """Score: number of matched features."""
        points, found = self._features(card)
        return _highest_score(np.array([self._count(points, found, *known) for known in self._known], float))

    def _features(self, card: Picture) -> tuple[Floats, Any]:
        points, found = self._detector.detectAndCompute(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), None)
        return np.array([point.pt for point in points]).reshape(-1, 2), found

    def _count(self, points: Floats, found: Any, places: Floats, known: Any) -> int:
        if found is None or known is None or len(known) < 2:
            return 0
        count = 0
        for best, second in self._matcher.knnMatch(found, known, k=2):
            near = np.hypot(*(points[best.queryIdx] - places[best.trainIdx])) < NEAR_PX
            count += bool(near and best.distance < RATIO * second.distance)
        return count


class Embedding:
    """Descriptor of the small network; similarity is the dot product."""

    def __init__(self, faces: Sequence[Picture]) -> None:
        self._network = cv2.dnn.readNetFromONNX(str(WEIGHTS))
        self._known = np.concatenate([self._describe(face) for face in faces])

    def classify(self, card: Picture) -> Classification:
        """Score: dot product of the descriptors."""
        return _highest_score((self._known @ self._describe(card)[0]).astype(float))

    def _describe(self, card: Picture) -> Any:
        small = cv2.resize(card, (64, 88), interpolation=cv2.INTER_AREA).astype(np.float32)
        even = (small - small.mean((0, 1))) / (small.std() + 8)
        self._network.setInput(np.ascontiguousarray(even.transpose(2, 0, 1)[None]))
        return np.array(self._network.forward())


class Blocks:
    """Correlation of the blocks of a face, as the reader does."""

    def __init__(self, faces: Sequence[Picture]) -> None:
        small = [cv2.resize(face, FACE_PX, interpolation=cv2.INTER_AREA) for face in faces]
        self._faces = Faces([str(row) for row in range(len(faces))], np.array(small, np.uint8))

    def classify(self, card: Picture) -> Classification:
        """Score: correlation of the blocks after exact alignment with the best coarse match."""
        height, width = card.shape[:2]
        whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]]) - 0.5
        scene = Scene.of(card)
        glance = match_coarse(scene, whole, self._faces)
        named = match_fine(scene, glance, self._faces)
        if not len(named.rows):
            return Classification(int(glance.rows[0]), 0.0)
        row = int(named.rows[0])
        everywhere = np.ones(named.correlations.shape[2], bool)
        return Classification(row, lead_sigmas(named.correlations[0], row, self._faces, everywhere))


def methods(faces: Sequence[Picture]) -> dict[str, Method]:
    """All of them by name; AKAZE is no part of OpenCV 5."""
    found: dict[str, Method] = {"perceptual hash": PerceptualHash(faces)}
    found["ORB"] = Features(faces, cv2.ORB.create(400))
    if hasattr(cv2, "AKAZE_create"):
        found["AKAZE"] = Features(faces, cv2.AKAZE_create())
    if WEIGHTS.exists():
        found["network"] = Embedding(faces)
    return found | {"blocks": Blocks(faces)}


def _highest_score(scores: Floats) -> Classification:
    order = np.argsort(-scores)
    return Classification(int(order[0]), float(scores[order[0]] - scores[order[1]]))
