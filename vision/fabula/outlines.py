"""Outlines of single cards in a picture of an unknown camera, and the view that they determine.

Takes a picture; returns quadrilaterals in it, and the view of the plane on which they are cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask, Picture
from vision.fabula.cards import CARD_MM, corners_mm, on_table, rigid
from vision.fabula.params import PARAMS
from vision.geometry.calibrate import View, refine
from vision.geometry.params import PARAMS as GEOMETRY
from vision.geometry.params import Lens

LENSES, OTHER_LENS = GEOMETRY.lenses, GEOMETRY.other_lens_contrast
_FAR = 1 << 12
"""Number of places in each direction that are told apart."""
_PART = 256
"""Maximum number of views that are judged at once: 150 outlines in each take 2.5 MB."""
STRAIGHT_LENSES = tuple(lens for lens in LENSES if not lens.distortion_sigmas[1])


def find_quads(picture: Picture, largest: float = PARAMS.outline_area_share[1]) -> Floats:
    """Return quadrilaterals (n, 4, 2) in a BGR picture (h, w, 3), clockwise, up to a share of its area.

    Their corners are the intersections of the sides, because the corners of cards are round.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (3, 3), 0)
    span = max(picture.shape[1] // (2 * PARAMS.threshold_windows), 1) * 2 + 1
    thresholded = [
        cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, span, PARAMS.threshold_grey)
        for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV)
    ]
    edges = cv2.dilate(cv2.Canny(soft, *PARAMS.canny_grey), np.ones((3, 3), np.uint8))
    found: list[Floats] = []
    size = grey.shape[0] * grey.shape[1]
    for mask in (*thresholded, edges, cv2.bitwise_not(edges)):
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if (
                len(contour) < PARAMS.min_outline_px
                or not PARAMS.outline_area_share[0] * size < cv2.contourArea(contour) < largest * size
            ):
                continue
            hull = cv2.convexHull(contour)
            if cv2.contourArea(contour) < PARAMS.min_convexity_share * cv2.contourArea(hull):
                continue
            rough = cv2.approxPolyDP(hull, PARAMS.corner_tolerance_share * cv2.arcLength(hull, True), True)
            quad = (
                _side_intersections(np.asarray(contour, np.float64), np.asarray(rough, np.float64))
                if len(rough) == 4
                else None
            )
            if quad is not None and not any(
                np.abs(quad - other).max() < PARAMS.same_outline_px for other in found
            ):
                found.append(quad)
    return np.array(found).reshape(-1, 4, 2)


def _side_intersections(contour: Floats, rough: Floats) -> Floats | None:
    """Return the intersections (4, 2) of lines through the middles of the four sides of a contour (n, 2)."""
    points, rough = contour.reshape(-1, 2), rough.reshape(-1, 2)
    if cv2.contourArea(rough.astype(np.float32), oriented=True) < 0:
        rough = rough[::-1]
    lines = []
    for start, end in pairwise([*rough, rough[0]]):
        along = end - start
        length = float(np.hypot(*along))
        along = along / length
        away = points - start
        at, off = away @ along, away @ np.array([-along[1], along[0]])
        margin = PARAMS.side_end_share * length
        near = (
            (at > margin) & (at < length - margin) & (np.abs(off) < PARAMS.side_tolerance_share * length + 2)
        )
        if near.sum() < 0.5 * length:
            return None
        x, y, px, py = cv2.fitLine(points[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross([px, py, 1.0], [px + x, py + y, 1.0]))
    corners = [np.cross(before, after) for before, after in pairwise([lines[-1], *lines])]
    if any(abs(corner[2]) < 1e-9 for corner in corners):
        return None
    return np.array([corner[:2] / corner[2] for corner in corners])


def fit_view(
    found: Floats,
    size_px: tuple[int, int],
    least: int = PARAMS.min_view_cards,
    miss_mm: float = PARAMS.outline_miss_mm,
    lenses: tuple[Lens, ...] = LENSES,
) -> tuple[View, Floats] | None:
    """Return the view of the plane on which quadrilaterals (n, 4, 2) are cards, and those cards (m, 4, 2).

    None if fewer than `least` of them agree, to half of `miss_mm` at last. x is to the camera's right, y
    towards the camera; the origin is in the middle of the picture. Another lens than the standard one must
    make clearly more of them cards.
    """
    best: tuple[float, View, Floats] | None = None
    for lens in lenses if len(found) >= least else ():
        if best is not None and OTHER_LENS * best[0] >= len(found):  # no other can make so many of them cards
            break
        fitted = _fit_lens(found, size_px, least, miss_mm, lens)
        if fitted is None:
            continue
        fits = _fits(fitted[0], found, miss_mm)
        if best is None or (fits > OTHER_LENS * best[0] and fitted[0].plausible):
            best = fits, *fitted
    return best and (_parallel_to_cards(*best[1:]), best[2])


def _fit_lens(
    found: Floats, size_px: tuple[int, int], least: int, miss_mm: float, lens: Lens
) -> tuple[View, Floats] | None:
    """Return the best view by one kind of lens, and the cards (m, 4, 2), at least `least`; else None."""

    largest = _largest(found)

    def best(views: _Views) -> View | None:
        """Return the one of the views that fits best: of the most promising ones, exactly."""
        parts = [_promise(part.planes(largest), miss_mm) for part in views.parts()]
        promising = np.argsort(-np.concatenate(parts))[: PARAMS.exact_views] if parts else ()
        exact = (views.view(int(number)) for number in promising)
        return max(exact, key=lambda view: _fits(view, found, miss_mm), default=None)

    view = best(_level_views(largest, size_px, lens))
    if view is None:
        return None
    if _fits(view, found, miss_mm) < PARAMS.min_view_cards:
        other = best(_views_of_cards(largest, size_px, lens))
        view = max(view, other or view, key=lambda view: _fits(view, found, miss_mm))
    for number in range(2 * PARAMS.fit_rounds):
        miss, placed = _errors_mm(view, found)
        near = miss < (miss_mm if number < PARAMS.fit_rounds else miss_mm / 2)
        if (near & _most_exact(miss, placed)).sum() < least:
            return None
        view = refine(view, on_table(placed[near]).reshape(-1, 3), found[near].reshape(-1, 2), rounds=3)
    miss, placed = _errors_mm(view, found)
    near = miss < miss_mm / 2
    return (view, found[near]) if (near & _most_exact(miss, placed)).sum() >= least else None


def _most_exact(miss: Floats, placed: Floats) -> Mask:
    """Return a mask (n,) of the cards (n, 4, 2) with no more exact one in the same place."""
    middles = placed.mean(1)
    same = np.linalg.norm(middles[:, None] - middles[None], axis=2) < PARAMS.same_outline_mm
    return np.asarray(~(same & (miss[None] < miss[:, None])).any(1))


def cards_among(view: View, found: Floats) -> Floats:
    """Return the quadrilaterals (m, 4, 2) that are cards on the table, of n."""
    return np.asarray(found[_errors_mm(view, found)[0] < PARAMS.outline_miss_mm])


class _Views(NamedTuple):
    """Views by one camera: rotations (v, 3, 3) of the table to the camera and offsets (v, 3) in mm."""

    camera: View
    turns: Floats
    offsets_mm: Floats

    def view(self, number: int) -> View:
        """Return one of them."""
        rotation = _vector(cv2.Rodrigues(self.turns[number])[0])
        return replace(self.camera, rotation=rotation, offset_mm=self.offsets_mm[number])

    def parts(self) -> Iterator[_Views]:
        """Yield them in parts, whose planes take a few MB each."""
        for first in range(0, len(self.turns), _PART):
            part = slice(first, first + _PART)
            yield _Views(self.camera, self.turns[part], self.offsets_mm[part])

    def planes(self, found: Floats) -> Floats:
        """Return where outlines (n, 4, 2) in the picture lie on the table, (v, n, 4, 2) in mm."""
        flat = replace(self.camera, rotation=np.zeros(3), offset_mm=np.array([0.0, 0.0, 1.0])).to_board(found)
        rays = on_table(flat)
        rays[..., 2] = 1.0
        turned = np.einsum("nkc,vcd->vnkd", rays, self.turns)
        centres = -np.einsum("vc,vcd->vd", self.offsets_mm, self.turns)[:, None, None]
        return np.asarray((centres - centres[..., 2:] / turned[..., 2:] * turned)[..., :2])


def _largest(found: Floats) -> Floats:
    """Return the largest outlines, as many as are tried and judged at most: texture has many small ones."""
    sizes = [cv2.contourArea(quad.astype(np.float32)) for quad in found]
    return found[np.argsort(sizes)[::-1][: PARAMS.max_outlines]]


def _level_views(found: Floats, size_px: tuple[int, int], lens: Lens) -> _Views:
    """Return the views of a camera held level, at each tilt, that show one outline as long as a card."""
    camera = _tilted(0.0, size_px, lens)
    turns, offsets = [], []
    for tilt in PARAMS.tilts_deg:
        view = _tilted(np.radians(tilt), size_px, lens)
        plane = view.to_board(found)
        sides = np.linalg.norm(np.roll(plane, -1, 1) - plane, axis=2)
        long = np.maximum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
        sizes = np.exp(PARAMS.size_step * np.unique(np.round(np.log(long) / PARAMS.size_step)))
        turns += [view.turn] * len(sizes)
        offsets += [view.offset_mm * (CARD_MM[1] / size) for size in sizes]
    return _Views(camera, np.array(turns).reshape(-1, 3, 3), np.array(offsets).reshape(-1, 3))


def _views_of_cards(found: Floats, size_px: tuple[int, int], lens: Lens) -> _Views:
    """Return the views in which each outline (n, 4, 2) alone is a card (Collins & Bartoli, IPPE, 2014)."""
    camera = _tilted(0.0, size_px, lens)
    bent = np.array([lens.distortion[0], lens.distortion[1], 0.0, 0.0])
    turns, offsets = [], []
    for quad, turn in product(found, range(2)):
        card = on_table(np.roll(corners_mm(np.zeros((1, 3)))[0], turn, 0))
        _, rotations, shifts, _ = cv2.solvePnPGeneric(
            card, quad, camera.matrix, bent, flags=cv2.SOLVEPNP_IPPE
        )
        for rotation, shift in zip(rotations, shifts, strict=True):
            placed = replace(camera, rotation=_vector(rotation), offset_mm=_vector(shift))
            x, y = placed.turn[0, :2]
            about = cv2.Rodrigues(np.array([0.0, 0.0, np.arctan2(y, x)]))[0]
            level = replace(placed, rotation=_vector(cv2.Rodrigues(placed.turn @ about)[0]))
            middle = on_table(level.to_board(np.array(size_px) / 2))
            turns.append(level.turn)
            offsets.append(level.offset_mm + level.turn @ middle)
    return _Views(camera, np.array(turns).reshape(-1, 3, 3), np.array(offsets).reshape(-1, 3))


def _promise(planes: Floats, miss_mm: float) -> Floats:
    """Return about how many of the outlines (v, n, 4, 2) of each view are cards, (v,); one a place."""
    found = np.zeros(len(planes))
    sides = np.linalg.norm(np.roll(planes, -1, 2) - planes, axis=3).mean(2)
    sized = np.abs(sides / np.mean(CARD_MM) - 1) < 2 * miss_mm / CARD_MM[0]
    view, quad = np.nonzero(sized)
    plane = planes[view, quad]
    miss, _ = _errors_of(plane)
    near = miss < miss_mm
    places = np.round(plane[near].mean(1) / PARAMS.same_outline_mm).astype(np.int64)
    places = np.clip(places, -_FAR, _FAR) + _FAR
    keys = (view[near] * 2 * _FAR + places[:, 0]) * 2 * _FAR + places[:, 1]
    order = np.lexsort((miss[near], keys))
    first = np.unique(keys[order], return_index=True)[1]
    np.add.at(found, view[near][order][first], 1 - miss[near][order][first] / miss_mm)
    return found


def _vector(found: npt.ArrayLike) -> Floats:
    return np.asarray(found, np.float64).ravel()


def _fits(view: View, found: Floats, miss_mm: float) -> float:
    """Return the number of quadrilaterals (n, 4, 2) that are cards, less for inexact ones."""
    miss, placed = _errors_mm(view, found)
    return float((1 - miss / miss_mm).clip(0)[_most_exact(miss, placed)].sum())


def _parallel_to_cards(view: View, cards: Floats) -> View:
    """Return the same view with the table's axes turned parallel to most of its cards (n, 4, 2)."""
    plane = view.to_board(cards)
    x, y = (plane[:, 1] - plane[:, 0]).T
    turn = np.angle(np.exp(4j * np.arctan2(y, x)).sum()) / 4
    cos, sin = np.cos(turn), np.sin(turn)
    about = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return replace(view, rotation=cv2.Rodrigues(view.turn @ about)[0].ravel())


def _tilted(tilt: float, size_px: tuple[int, int], lens: Lens = LENSES[0]) -> View:
    """Return the view of a camera tilted by radians, 600 mm away (the scale is fitted later)."""
    return View(
        size_px,
        lens.focal_share * size_px[0],
        lens.distortion[0],
        np.array([-tilt, 0.0, 0.0]),
        np.array([0.0, 0.0, 600.0]),
        second=lens.distortion[1],
        lens=lens,
    )


def _scaled(view: View, factor: float) -> View:
    """Return the view that shows a table `factor` times as large in the same picture."""
    return view.with_vector(np.concatenate([view.rotation, view.offset_mm * factor, view.vector[6:]]))


def _errors_mm(view: View, found: Floats) -> tuple[Floats, Floats]:
    """Return the errors (n,) in mm of quadrilaterals as cards, and the corners (n, 4, 2) of those cards."""
    return _errors_of(view.to_board(found))


def _errors_of(plane: Floats) -> tuple[Floats, Floats]:
    """Return the same for quadrilaterals (n, 4, 2) on the table, in mm."""
    best = np.full(len(plane), np.inf)
    placed = np.zeros_like(plane)
    for turn in range(2):
        card = np.roll(corners_mm(np.zeros((1, 3)))[0], turn, 0)
        fitted = rigid(card, plane)
        miss = np.linalg.norm(fitted - plane, axis=2).max(1)
        better = miss < best
        best[better], placed[better] = miss[better], fitted[better]
    return best, placed
