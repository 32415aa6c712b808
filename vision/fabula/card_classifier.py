"""Match of patches of a picture with the known faces, first coarse, then block by block.

Takes the corners of candidates in a picture; returns the most similar face of each and how similar it is.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fabula.card_patches import align_to_faces, cut_patches
from vision.fabula.cards import CARD_MM
from vision.fabula.faces import CARD_PX, FACE_PX, SMALL_PX, Faces, blocks, halved, small_blocks
from vision.fabula.local_features import detect, find_cards
from vision.fabula.params import PARAMS


class Scene(NamedTuple):
    """A picture, BGR (h, w, 3), the same in grey (h, w), and both at half the size."""

    picture: Picture
    grey: Picture
    half: Picture
    half_grey: Picture

    @classmethod
    def of(cls, picture: Picture) -> Scene:
        """Return the scene of a BGR picture (h, w, 3)."""
        half = halved(picture)
        grey, half_grey = (
            np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (picture, half)
        )
        return cls(picture, grey, half, half_grey)


class CoarseMatch(NamedTuple):
    """The most similar face of each of n candidates.

    `rows` (n,) are the numbers of the faces, `similarity` (n,) mean correlations up to 1, `lead` (n,) the
    difference to the second face, `outlines_px` (n, 4, 2) the corners from the face's own top left, `shown`
    (n, 16) the small blocks that were compared.
    """

    rows: npt.NDArray[np.intp]
    similarity: Floats
    lead: Floats
    outlines_px: Floats
    shown: Floats

    def only(self, which: npt.NDArray[np.intp]) -> CoarseMatch:
        """Return the candidates with these numbers."""
        outlines, shown = self.outlines_px[which], self.shown[which]
        return CoarseMatch(self.rows[which], self.similarity[which], self.lead[which], outlines, shown)


class FineMatch(NamedTuple):
    """The most similar face of each of n cards after alignment.

    `rows` (n,) are the numbers of the faces, `outlines_px` (n, 4, 2) the corners, `correlations` (n, m, 99)
    those of each block with every face.
    """

    rows: npt.NDArray[np.intp]
    outlines_px: Floats
    correlations: FloatMap


def match_coarse(scene: Scene, outlines_px: Floats, faces: Faces, shown: Floats | None = None) -> CoarseMatch:
    """Find the most similar face of candidates near these corners (n, 4, 2).

    A candidate may be upside down. Only small blocks that are `shown` (n, 16) are compared, all by default.
    """
    patches = cut_patches(scene.half, half_size(outlines_px), SMALL_PX)
    known, count = faces.small_blocks, len(outlines_px)
    shown = np.ones((count, known.shape[1])) if shown is None else shown
    counts = np.concatenate([shown, shown[:, ::-1]])
    both = small_blocks(np.concatenate([patches, patches[:, ::-1, ::-1]])) * counts[..., None].astype(
        np.float32
    )
    similarity = np.tensordot(both, known, ((1, 2), (1, 2))) / counts.sum(1, keepdims=True).clip(1)
    best = similarity.max(1)
    turned = best[count:] > best[:count]
    at = np.arange(count) + count * turned
    corners = np.where(turned[:, None, None], np.roll(outlines_px, 2, 1), outlines_px)
    second = np.partition(similarity[at], -2, axis=1)[:, -2] if similarity.shape[1] > 1 else np.zeros(count)
    return CoarseMatch(
        similarity.argmax(1)[at],
        best[at].astype(np.float64),
        (best[at] - second).astype(np.float64),
        corners,
        counts[at],
    )


def match_fine(scene: Scene, coarse: CoarseMatch, faces: Faces) -> FineMatch:
    """Align candidates with their faces and correlate them with all; drop those with no similar face.

    A card that is similar to two faces is aligned with the second one, too, and the better result is kept.
    """
    far = np.flatnonzero(coarse.similarity < PARAMS.good_glance)
    rough = coarse.outlines_px.copy()
    rough[far] = align(scene, rough[far], coarse.rows[far], faces, 0)
    coarse = match_coarse(scene, rough, faces, coarse.shown)
    coarse = coarse.only(np.flatnonzero(coarse.similarity > PARAMS.min_aligned_glance))
    outlines = align(scene, coarse.outlines_px, coarse.rows, faces, 1)
    correlations = correlate(scene, outlines, faces)
    if not len(correlations) or len(faces.ids) == 1:
        return FineMatch(np.zeros(len(correlations), np.intp), outlines, correlations)
    aligned_to = coarse.rows
    for rank in (1, 1, 2):
        similarity = np.sort(correlations.mean(2), 1)
        rows = np.argsort(correlations.mean(2), 1)[:, -rank]
        if rank == 1:
            again = (rows != aligned_to) | (similarity[:, -1] < PARAMS.good_similarity)
        else:
            again = similarity[:, -1] - similarity[:, -2] < PARAMS.twin_lead
        at = np.flatnonzero(again)
        outlined = align(scene, outlines[at], rows[at], faces, 1)
        compared = correlate(scene, outlined, faces)
        better = compared.mean(2).max(1) > similarity[at, -1]
        outlines[at[better]], correlations[at[better]] = outlined[better], compared[better]
        aligned_to = np.where(again, rows, aligned_to)
    return FineMatch(correlations.mean(2).argmax(1), outlines, correlations)


def find_cards_at(scene: Scene, around_px: Floats, faces: Faces) -> Floats:
    """Return the corners (n, 4, 2) of cards in an outline that is a few mm off, by features.

    `around_px` (4, 2) is the outline enlarged by `PARAMS.side_margin_mm`.
    """
    margin, scale = PARAMS.side_margin_mm, PARAMS.face_px_per_mm
    width, height = (round((side + 2 * margin) * scale) for side in CARD_MM)
    patch = cut_patches(scene.picture, around_px[None], (width, height))[0]
    grey = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)
    found = find_cards(detect(grey), faces.features)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    back = cv2.getPerspectiveTransform(corners, around_px.astype(np.float32))
    if not len(found):
        return found
    return np.asarray(cv2.perspectiveTransform(found.reshape(-1, 1, 2), back), np.float64).reshape(-1, 4, 2)


def align(scene: Scene, outlines_px: Floats, rows: npt.NDArray[np.intp], faces: Faces, level: int) -> Floats:
    """Return corners (n, 4, 2) aligned with the faces `rows` (n,), at level 0 (coarse) or 1 (fine)."""
    return align_to_faces(scene.half_grey, half_size(outlines_px), faces.levels[level], rows) * 2 + 0.5


def correlate(scene: Scene, outlines_px: Floats, faces: Faces) -> FloatMap:
    """Return the correlations (n, m, 99) of the blocks of cards at these corners (n, 4, 2) with m faces."""
    cards = [
        cv2.resize(card, CARD_PX, interpolation=cv2.INTER_AREA)
        for card in cut_patches(scene.picture, outlines_px, FACE_PX)
    ]
    seen = blocks(np.array(cards, np.uint8).reshape(-1, CARD_PX[1], CARD_PX[0], 3))
    return np.asarray(np.einsum("nbd,mbd->nmb", seen, faces.blocks, optimize=True), np.float32)


def lead_sigmas(correlations: FloatMap, row: int, faces: Faces, seen: Mask) -> float:
    """Return the lead of the face `row` over every other face, in standard deviations.

    `correlations` (m, 99) are those of one card with m faces; only blocks that are `seen` (99,) count.
    """
    low, high = PARAMS.shown_correlation
    either = np.maximum(correlations[row], correlations)
    shown = np.clip((either - low) / (high - low), 0, 1) * seen
    differ = np.clip(1 - faces.similarity[row], 0, None) * shown
    lead = (differ * (correlations[row] - correlations)).sum(1)
    sigmas = lead / (PARAMS.block_sigma * np.sqrt((differ**2).sum(1)) + 1e-6)
    sigmas[row] = np.inf
    return float(sigmas.min())


def foreign_share(correlations: FloatMap, row: int, faces: Faces, seen: Mask) -> float:
    """Return the share 0..1 of the `seen` blocks (99,) that show something else than the face `row`."""
    return (
        float(
            (correlations[row] < PARAMS.foreign_correlation_share * faces.similarity[row, row])[seen].mean()
        )
        if seen.any()
        else 1.0
    )


def half_size(outlines_px: Floats) -> Floats:
    """Return the same corners in the picture at half the size."""
    return (outlines_px - 0.5) / 2
