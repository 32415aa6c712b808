"""Faces of cards learnt from a picture.

Takes a picture and the corners of cards; returns the faces for a gallery, or says why none can be learnt.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import N_, Sentence
from vision.arrays import Floats, Picture
from vision.fabula.cards import CARD_MM
from vision.fabula.outlines import find_quads
from vision.fabula.params import PARAMS
from vision.fabula.samples import KEPT_PX
from vision.light import quality

_OUTSIDE = N_("{card}: expected corners inside the picture, found {x},{y}: show the whole card.")
_ORDER = N_("{card}: expected four corners clockwise from the card's own top left, found another order.")
_SMALL = N_("{card}: expected at least {expected} pixels across, found {found}: hold it nearer.")
_SHAPE = N_(
    "{card}: expected an upright card (63 x 88 mm), found a width of {found} times"
    " its height: check the corners."
)
_BARE = N_("{card}: expected a card between these corners, found nothing printed there: check the corners.")
_BLURRED = N_(
    "{card}: expected a sharp picture, found it out of focus: hold still, or a little farther away."
)
_NONE = N_("Expected one card in the picture, found none: lay it flat on a table of another colour.")
_SEVERAL = N_("Expected one card in the picture, found {found}: take the others away.")


def take(picture: Picture, corners_px: Floats, card: str) -> Picture:
    """Return the face with these corners (4, 2) of a BGR picture, as a gallery keeps it; `card` is its name.

    Raises VisionError `bad_lesson` if nothing can be learnt from it.
    """
    _check_corners(picture, corners_px, card)
    width, height = KEPT_PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * 2 - 0.5
    place = cv2.getPerspectiveTransform(corners_px.astype(np.float32), target)
    twice = cv2.warpPerspective(picture, place, (2 * width, 2 * height), borderMode=cv2.BORDER_REPLICATE)
    face = np.asarray(cv2.resize(twice, KEPT_PX, interpolation=cv2.INTER_AREA), np.uint8)
    inner = cv2.cvtColor(face[20:-20, 20:-20], cv2.COLOR_BGR2GRAY)
    if inner.std() < PARAMS.min_learnt_grey:
        raise _bad(_BARE, card=card)
    if _blur(picture, corners_px) > PARAMS.max_learnt_blur:
        raise _bad(_BLURRED, card=card)
    return face


def _blur(picture: Picture, corners: Floats) -> float:
    """Return the blur of a card in a picture, see `vision.light.quality.blur`."""
    left, top = np.maximum(corners.min(0).astype(int), 0)
    right, bottom = corners.max(0).astype(int) + 1
    grey = np.asarray(cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY), np.uint8)
    card = np.zeros_like(grey)
    cv2.fillConvexPoly(card, np.rint(corners - (left, top)).astype(np.int32), 255)
    return quality.blur(grey, card)


def only_card(picture: Picture) -> Floats:
    """Return the corners (4, 2) of the one card in a BGR picture; it may be upside down.

    Raises VisionError `bad_lesson` if there is none, or more than one.
    """
    scale = min(1.0, PARAMS.search_width_px / picture.shape[1])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    quads = [quad for quad in find_quads(small, largest=PARAMS.max_lone_area_share) if _card_like(quad)]
    printed = [_printed_share(small, quad) for quad in quads]
    edges = [_edge(small, quad) for quad in quads]
    found = [
        (bool((abs(edge) < PARAMS.edge_grey).any()), -_area(quad), quad)
        for quad, share, edge in zip(quads, printed, edges, strict=True)
        if share > PARAMS.min_printed_share or (_is_white(edge, share) and not _is_mat(quad, quads, printed))
    ]
    outer: list[Floats] = []
    for _, _, quad in sorted(found, key=lambda one: one[:2]):
        if not any(_inside(quad, other) or _inside(other, quad) for other in outer):
            outer.append(quad)
    if not outer:
        raise _bad(_NONE)
    if len(outer) > 1:
        raise _bad(_SEVERAL, found=len(outer))
    return np.asarray(_upright(outer[0]) / scale)


def _check_corners(picture: Picture, corners: Floats, card: str) -> None:
    height, width = picture.shape[:2]
    for x, y in corners:
        if not (-2 <= x < width + 1 and -2 <= y < height + 1):
            raise _bad(_OUTSIDE, card=card, x=round(float(x)), y=round(float(y)))
    sides = np.roll(corners, -1, 0) - corners
    turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
    if (turns <= 0).any():
        raise _bad(_ORDER, card=card)
    across, down = _size(corners)
    if across < PARAMS.min_learnt_width_px:
        raise _bad(_SMALL, card=card, expected=round(PARAMS.min_learnt_width_px), found=round(across))
    if not PARAMS.learnt_aspect[0] < across / down < PARAMS.learnt_aspect[1]:
        raise _bad(_SHAPE, card=card, found=f"{across / down:.2f}")


def _size(corners: Floats) -> tuple[float, float]:
    """Return width and height in the picture."""
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2


def _card_like(quad: Floats) -> bool:
    across, down = sorted(_size(quad))
    return PARAMS.learnt_aspect[0] < across / down < CARD_MM[0] / CARD_MM[1] * PARAMS.max_lone_aspect_times


def _is_mat(quad: Floats, others: Sequence[Floats], printed: Sequence[float]) -> bool:
    """Return true if a card, or a place for one, lies in an outline: it is no card with much white.

    Places are parallel to it, and pips of diamonds are not.
    """
    return any(
        _area(other) < PARAMS.inner_share * _area(quad)
        and _inside(other, quad)
        and (share > PARAMS.min_printed_share or _parallel(quad, other))
        for other, share in zip(others, printed, strict=True)
    )


def _is_white(edge: Floats, printed_share: float) -> bool:
    """Return true if an outline is lighter than what lies around it, and something is printed on it."""
    return bool((edge > PARAMS.edge_grey).all()) and printed_share > PARAMS.least_printed_share


def _edge(picture: Picture, quad: Floats) -> Floats:
    """Return how much lighter an outline is inside than outside, along each side (4,), grey levels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float64)
    most = np.array(grey.shape[::-1]) - 1
    lighter = []
    for start, end in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = start + np.linspace(0.15, 0.85, 24)[:, None] * (end - start)
        inwards = quad.mean(0) - along.mean(0)
        inwards *= PARAMS.beside_edge_px / (np.linalg.norm(inwards) + 1e-9)
        inside, outside = (np.rint(along + way).clip(0, most).astype(int).T for way in (inwards, -inwards))
        lighter.append(float(np.median(grey[inside[1], inside[0]]) - np.median(grey[outside[1], outside[0]])))
    return np.array(lighter)


def _parallel(quad: Floats, other: Floats) -> bool:
    """Return true if the sides of two quadrilaterals have the same directions."""
    one, two = (corners[1] - corners[0] for corners in (quad, other))
    turn = np.arctan2(one[1], one[0]) - np.arctan2(two[1], two[0])
    return bool(abs((turn + np.pi / 4) % (np.pi / 2) - np.pi / 4) < PARAMS.parallel_turn)


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _printed_share(picture: Picture, quad: Floats) -> float:
    """Return the share of an outline that is printed: nearly all of a drawn card, half of a mat."""
    rows, columns, block = 8, 7, (22, 18)
    width, height = columns * block[1], rows * block[0]
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    place = cv2.getPerspectiveTransform(_upright(quad).astype(np.float32), target)
    grey = cv2.cvtColor(cv2.warpPerspective(picture, place, (width, height)), cv2.COLOR_BGR2GRAY)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float64)
    contrast = soft.reshape(rows, block[0], columns, block[1]).std((1, 3))
    return float((contrast > PARAMS.printed_grey).mean())


def _inside(quad: Floats, other: Floats) -> bool:
    """Return true if most of a quadrilateral is inside another."""
    area, _ = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))
    return bool(area > PARAMS.inner_share * cv2.contourArea(quad.astype(np.float32)))


def _upright(quad: Floats) -> Floats:
    """Return the same corners from the top left of the card, its short side up, as in the picture."""
    across, down = _size(quad)
    if across > down:
        quad = np.roll(quad, 1, 0)
    return quad if quad[:2, 1].sum() <= quad[2:, 1].sum() else np.roll(quad, 2, 0)


def _bad(sentence: str, **values: object) -> VisionError:
    message = Sentence(sentence, values)
    return VisionError("bad_lesson", str(message), sentences=(message,))
