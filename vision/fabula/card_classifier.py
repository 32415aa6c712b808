"""Which card lies there: told by block after block of its face."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fabula.cutting import cut, lay_onto
from vision.fabula.faces import CARD_PX, FACE_PX, SMALL_PX, Faces, blocks, halved, small_blocks

HALF_TURN = 2
SIGMA = 0.15
"""How much the correlation of a block differs by chance."""
SEEN, CLEARLY_SEEN = 0.2, 0.5
"""Blocks that correlate less with either of two faces show neither."""
GLANCE_LAID, GLANCE_WELL = 0.35, 0.75
"""So much a card must look like a face at a glance once it is laid onto it; so much one does that needs not
be.
"""
TWINS, WELL_LAID = 0.12, 0.7
"""Faces whose likeness differs by less are both tried; a card that looks less like its face is laid again."""
LOW = 0.3
"""A block that correlates less with a face than this share of what it could shows something else."""


class Scene(NamedTuple):
    """A picture, BGR (h, w, 3), in grey levels, and both at half its size."""

    picture: Picture
    grey: Picture
    half: Picture
    half_grey: Picture

    @classmethod
    def of(cls, picture: Picture) -> Scene:
        """Of a BGR picture."""
        half = halved(picture)
        grey, half_grey = (
            np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (picture, half)
        )
        return cls(picture, grey, half, half_grey)


class LookedUp(NamedTuple):
    """The face that each of n cards looks most like at a glance: `rows` (n,), how much, `alike` (n,), up
    to 1, how much more than any other, `lead` (n,), and its corners (n, 4, 2) from that face's own top
    left; `shown` is which of its small blocks count, (n, 16).
    """

    rows: npt.NDArray[np.intp]
    alike: Floats
    lead: Floats
    outlines_px: Floats
    shown: Floats

    def only(self, which: npt.NDArray[np.intp]) -> LookedUp:
        """Some of them."""
        outlines, shown = self.outlines_px[which], self.shown[which]
        return LookedUp(self.rows[which], self.alike[which], self.lead[which], outlines, shown)


class Named(NamedTuple):
    """What n cards are if they are any of the gallery: `rows` (n,); their corners (n, 4, 2) and correlations
    with every face block by block, (n, m, 99).
    """

    rows: npt.NDArray[np.intp]
    outlines_px: Floats
    alike: FloatMap


def look_up(scene: Scene, outlines_px: Floats, faces: Faces, shown: Floats | None = None) -> LookedUp:
    """What cards roughly at these corners (n, 4, 2) may be, whichever way up they lie, by those of their
    small blocks that are `shown`, (n, 16); by all of them where that is not told.
    """
    looks = cut(scene.half, half_size(outlines_px), SMALL_PX)
    known, count = faces.small_blocks, len(outlines_px)
    shown = np.ones((count, known.shape[1])) if shown is None else shown
    counts = np.concatenate([shown, shown[:, ::-1]])
    both = small_blocks(np.concatenate([looks, looks[:, ::-1, ::-1]])) * counts[..., None].astype(np.float32)
    alike = np.tensordot(both, known, ((1, 2), (1, 2))) / counts.sum(1, keepdims=True).clip(1)
    best = alike.max(1)
    turned = best[count:] > best[:count]
    at = np.arange(count) + count * turned
    corners = np.where(turned[:, None, None], np.roll(outlines_px, HALF_TURN, 1), outlines_px)
    second = np.partition(alike[at], -2, axis=1)[:, -2] if alike.shape[1] > 1 else np.zeros(count)
    return LookedUp(
        alike.argmax(1)[at],
        best[at].astype(np.float64),
        (best[at] - second).astype(np.float64),
        corners,
        counts[at],
    )


def name(scene: Scene, glance: LookedUp, faces: Faces) -> Named:
    """Lay cards exactly onto the faces they look like, drop those that then do not, and compare the
    others with every face; those that look like two are laid onto the second as well.
    """
    far = np.flatnonzero(glance.alike < GLANCE_WELL)
    rough = glance.outlines_px.copy()
    rough[far] = lay(scene, rough[far], glance.rows[far], faces, 0)
    glance = look_up(scene, rough, faces, glance.shown)
    glance = glance.only(np.flatnonzero(glance.alike > GLANCE_LAID))
    outlines = lay(scene, glance.outlines_px, glance.rows, faces, 1)
    alike = compare(scene, outlines, faces)
    if not len(alike) or len(faces.ids) == 1:
        return Named(np.zeros(len(alike), np.intp), outlines, alike)
    laid = glance.rows
    for rank in (1, 1, 2):
        likeness = np.sort(alike.mean(2), 1)
        rows = np.argsort(alike.mean(2), 1)[:, -rank]
        if rank == 1:
            again = (rows != laid) | (likeness[:, -1] < WELL_LAID)
        else:
            again = likeness[:, -1] - likeness[:, -2] < TWINS
        at = np.flatnonzero(again)
        outlined = lay(scene, outlines[at], rows[at], faces, 1)
        compared = compare(scene, outlined, faces)
        better = compared.mean(2).max(1) > likeness[at, -1]
        outlines[at[better]], alike[at[better]] = outlined[better], compared[better]
        laid = np.where(again, rows, laid)
    return Named(alike.mean(2).argmax(1), outlines, alike)


def lay(scene: Scene, outlines_px: Floats, rows: npt.NDArray[np.intp], faces: Faces, level: int) -> Floats:
    """Cards (n, 4, 2) laid onto faces (n,): roughly or exactly."""
    return lay_onto(scene.half_grey, half_size(outlines_px), faces.levels[level], rows) * 2 + 0.5


def compare(scene: Scene, outlines_px: Floats, faces: Faces) -> FloatMap:
    """How much the blocks of cards at these corners (n, 4, 2) correlate with every face's, (n, m, 99)."""
    cards = [
        cv2.resize(card, CARD_PX, interpolation=cv2.INTER_AREA)
        for card in cut(scene.picture, outlines_px, FACE_PX)
    ]
    seen = blocks(np.array(cards, np.uint8).reshape(-1, CARD_PX[1], CARD_PX[0], 3))
    return np.asarray(np.einsum("nbd,mbd->nmb", seen, faces.blocks, optimize=True), np.float32)


def ahead(alike: FloatMap, row: int, faces: Faces, seen: Mask) -> float:
    """By how many standard deviations a card, whose blocks correlate so with every face, (m, 99), looks
    more like the face `row` than like any other one where it is `seen`, (99,).
    """
    either = np.maximum(alike[row], alike)
    shown = np.clip((either - SEEN) / (CLEARLY_SEEN - SEEN), 0, 1) * seen
    differ = np.clip(1 - faces.alike[row], 0, None) * shown
    lead = (differ * (alike[row] - alike)).sum(1)
    sigmas = lead / (SIGMA * np.sqrt((differ**2).sum(1)) + 1e-6)
    sigmas[row] = np.inf
    return float(sigmas.min())


def unlike(alike: FloatMap, row: int, faces: Faces, seen: Mask) -> float:
    """The share of the blocks `seen`, (99,), where a card shows something else than the face `row`."""
    return float((alike[row] < LOW * faces.alike[row, row])[seen].mean()) if seen.any() else 1.0


def half_size(outlines_px: Floats) -> Floats:
    """The same corners in the picture at half its size."""
    return (outlines_px - 0.5) / 2
