"""Which card lies there: told by block after block of its face, and by none where that is not certain."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.fabula.cutting import cut, lay_onto
from vision.fabula.faces import Faces, blocks, small, small_blocks

HALF_TURN = 2
SIGMA = 0.15
"""How much the correlation of a block differs by chance."""


class LookedUp(NamedTuple):
    """The face that each of n candidates looks most like, at a glance: `rows` (n,), how much, `alike` (n,), up to
    1, and its corners (n, 4, 2), turned so that the first is that face's top left.
    """

    rows: npt.NDArray[np.intp]
    alike: Floats
    outlines_px: Floats


class Named(NamedTuple):
    """What n cards are if they are any of the gallery: `rows` (n,); their corners (n, 4, 2) and correlations
    with every face block by block, (n, m, 99).
    """

    rows: npt.NDArray[np.intp]
    outlines_px: Floats
    alike: npt.NDArray[np.float32]


def look_up(picture: Picture, outlines_px: Floats, faces: Faces) -> LookedUp:
    """What cards roughly at these corners (n, 4, 2) of a BGR picture may be, whichever way up they lie."""
    looks = np.array([small(card) for card in cut(picture, outlines_px)], np.uint8)
    both = np.concatenate([looks, looks[:, ::-1, ::-1]])
    alike = np.tensordot(
        small_blocks(both).reshape(len(both), -1), faces.small_blocks.reshape(len(faces.ids), -1), (1, 1)
    )
    alike /= faces.small_blocks.shape[1]
    count = len(outlines_px)
    best = alike.max(1)
    turned = best[count:] > best[:count]
    at = np.arange(count) + count * turned
    corners = np.where(turned[:, None, None], np.roll(outlines_px, HALF_TURN, 1), outlines_px)
    return LookedUp(alike.argmax(1)[at], best[at].astype(np.float64), corners)


def name(grey: Picture, looked_up: LookedUp, faces: Faces) -> Named:
    """Lay cards exactly onto what they look like, in a grey picture, and compare them with every face."""
    outlines = lay_onto(grey, looked_up.outlines_px, faces.levels, looked_up.rows)
    alike = compare(grey, outlines, faces)
    rows = alike.mean(2).argmax(1)
    other = np.flatnonzero(rows != looked_up.rows)
    if len(other):
        outlines[other] = lay_onto(grey, outlines[other], faces.levels, rows[other])
        alike[other] = compare(grey, outlines[other], faces)
        rows = alike.mean(2).argmax(1)
    return Named(rows, outlines, alike)


def compare(grey: Picture, outlines_px: Floats, faces: Faces) -> npt.NDArray[np.float32]:
    """How much the blocks of cards at these corners (n, 4, 2) correlate with every face's, (n, m, 99)."""
    seen = blocks(cut(grey, outlines_px))
    return np.einsum("nbd,mbd->nmb", seen, faces.blocks, optimize=True)


def ahead(alike: npt.NDArray[np.float32], row: int, faces: Faces) -> Floats:
    """By how many standard deviations a card with these correlations, (m, 99), looks more like the face `row` than
    like each other one, (m,); its own is infinite.
    """
    differ = np.clip(1 - faces.alike[row], 0, None)
    lead = (differ * (alike[row] - alike)).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        sigmas = lead / (SIGMA * np.sqrt((differ**2).sum(1)))
    sigmas[row] = np.inf
    return np.asarray(sigmas, np.float64)
