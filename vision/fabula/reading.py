"""All cards in one picture of a table whose plane is known: found, named where that is certain, and in order."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.calibrate import View, refine
from vision.fabula.cards import corners_mm, on_table
from vision.fabula.faces import ACROSS, BLOCKS, DOWN, Faces
from vision.fabula.naming import HALF_TURN, Named, Scene, ahead, compare, lay, look_up, name, unlike
from vision.fabula.outlines import rigid
from vision.fabula.rectangles import Candidates

GLANCE, GLANCE_LOW, GLANCE_LEAD = 0.3, 0.1, 0.08
"""How much a card must look like a face at a glance; less where it looks like no other."""
MOST_NAMED = 60
SAME_MM = 8.0
CERTAIN = 4.5
"""Standard deviations by which a card must look more like one face than like the others."""
ALIKE, MOST_UNLIKE = 0.55, 0.25
"""How much its blocks must correlate on average, and how many may show something else."""
LEAST_BLOCKS = 9
SIDES, OPEN = 0.5, 0.75
"""Of an unknown card so much of the sides must be seen, and so much of it may lie under no other card."""
STRIP_MM = (8.0, 45.0)
STRIPS = 16
STRIP_ALIKE = 0.6
FIT_ALIKE = 0.6


class SeenCard(NamedTuple):
    """A card: its name, None where that is not certain; its corners (4, 2) in the picture from its own top left,
    where it lies, (3,), see `corners_mm`; how much of it lies open and how much it looks like that, 0..1.
    """

    id: str | None
    corners_px: Floats
    pose: Floats
    open: float
    alike: float


def read(scene: Scene, view: View, found: Candidates, faces: Faces) -> list[SeenCard]:
    """The cards among candidates, those that lie on top first."""
    outlines = view.project(on_table(corners_mm(found.poses)))
    glance = look_up(scene, outlines, faces)
    worth = (glance.alike > GLANCE) | ((glance.alike > GLANCE_LOW) & (glance.lead > GLANCE_LEAD))
    order = np.argsort(-glance.alike)
    chosen = _apart(found.poses, order[worth[order]])[:MOST_NAMED]
    named = name(scene, glance.outlines_px[chosen], glance.rows[chosen], faces)
    cards = _certain(named, view, faces)
    cards += _strips(scene, view, found, cards, faces)
    return cards + _unknown(view, found, cards)


def fitted(view: View, cards: list[SeenCard]) -> View:
    """The view that certain cards tell."""
    sure = [card.corners_px for card in cards if card.id is not None and card.alike > FIT_ALIKE and card.open == 1]
    if len(sure) < 3:
        return view
    corners = np.array(sure)
    card_mm = corners_mm(np.zeros((1, 3)))[0]
    for _ in range(4):
        places = rigid(card_mm, view.to_board(corners))
        view = refine(view, on_table(places).reshape(-1, 3), corners.reshape(-1, 2), rounds=2)
    return view


def pose_of(corners: Floats) -> Floats:
    """Where a card with these corners, (4, 2) in mm, lies."""
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([*corners.mean(0), np.arctan2(along[1], along[0])])


def _apart(poses: Floats, order: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    kept: list[int] = []
    for at in order:
        if not any(same_place(poses[at], poses[other]) for other in kept):
            kept.append(int(at))
    return np.array(kept, np.intp)


def same_place(one: Floats, other: Floats) -> bool:
    """Whether two poses, whichever way up, are those of one card."""
    near = np.hypot(*(one[:2] - other[:2])) < SAME_MM
    return bool(near and abs(np.sin(one[2] - other[2])) < 0.5)


def _certain(named: Named, view: View, faces: Faces) -> list[SeenCard]:
    """The cards that are certain, those with the best view first: they lie over the others."""
    rows = np.arange(len(named.rows))
    likeness = named.alike[rows, named.rows].mean(1)
    cards: list[SeenCard] = []
    for at in np.argsort(-likeness):
        outline = named.outlines_px[at]
        card = decide(named.alike[at], int(named.rows[at]), outline, view, cards, faces, ALIKE)
        if card is not None:
            cards.append(card)
    return cards


def decide(
    alike: npt.NDArray[np.float32],
    row: int,
    outline: Floats,
    view: View,
    over: list[SeenCard],
    faces: Faces,
    least: float,
) -> SeenCard | None:
    """The card with these corners (4, 2) that looks so much like every face (m, 99), if it is the face `row`."""
    pose = pose_of(view.to_board(outline))
    if any(same_place(pose, card.pose) for card in over):
        return None
    seen = open_blocks(outline, over)
    if seen.sum() < LEAST_BLOCKS:
        return None
    likeness = float(alike[row, seen].mean())
    if likeness < least or unlike(alike, row, faces, seen) > MOST_UNLIKE:
        return None
    if ahead(alike, row, faces, seen) < CERTAIN:
        return None
    return SeenCard(faces.ids[row], outline, pose, float(seen.mean()), likeness)


def open_blocks(outline: Floats, over: list[SeenCard]) -> Mask:
    """Which blocks of a card with these corners, (99,), lie under none of the other cards."""
    x, y = np.meshgrid((np.arange(ACROSS) + 0.5) / ACROSS, (np.arange(DOWN) + 0.5) / DOWN)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    place = cv2.getPerspectiveTransform(unit, outline.astype(np.float32))
    middles = cv2.perspectiveTransform(np.stack([x.ravel(), y.ravel()], 1)[None], place)[0]
    seen = np.ones(BLOCKS, bool)
    low, high = outline.min(0), outline.max(0)
    for card in over:
        other = card.corners_px
        if (other.max(0) < low).any() or (other.min(0) > high).any():
            continue
        sides = np.roll(other, -1, 0) - other
        away = middles[:, None] - other
        seen &= ~(sides[:, 0] * away[:, :, 1] - sides[:, 1] * away[:, :, 0] > 0).all(1)
    return seen


def _strips(
    scene: Scene, view: View, found: Candidates, cards: list[SeenCard], faces: Faces
) -> list[SeenCard]:
    """Cards of which no more than a strip looks out from under another."""
    strips: list[SeenCard] = []
    poses = []
    for pose in found.poses:
        hosts = [
            card
            for card in cards
            if STRIP_MM[0] < np.hypot(*(card.pose[:2] - pose[:2])) < STRIP_MM[1]
            and abs(np.sin(card.pose[2] - pose[2])) < 0.2
        ]
        if hosts and not any(same_place(pose, card.pose) for card in cards):
            host = hosts[0]
            turned = np.cos(host.pose[2] - pose[2]) < 0
            poses.append(pose + [0, 0, np.pi * turned])
        if len(poses) == STRIPS:
            break
    if not poses:
        return []
    upright = view.project(on_table(corners_mm(np.array(poses))))
    outlines = np.concatenate([upright, np.roll(upright, HALF_TURN, 1)])
    shown = np.array([open_blocks(outline, cards) for outline in outlines])
    outlines, shown = outlines[shown.sum(1) >= LEAST_BLOCKS], shown[shown.sum(1) >= LEAST_BLOCKS]
    alike = compare(scene, outlines, faces)
    rows = (alike * shown[:, None]).sum(2).argmax(1)
    outlines = lay(scene, outlines, rows, faces)
    alike = compare(scene, outlines, faces)
    scores = [float(alike[at, row, shown[at]].mean()) for at, row in enumerate(rows)]
    for at in np.argsort(scores)[::-1]:
        card = decide(alike[at], int(rows[at]), outlines[at], view, cards + strips, faces, STRIP_ALIKE)
        if card is not None:
            strips.append(card)
    return strips


def _unknown(view: View, found: Candidates, cards: list[SeenCard]) -> list[SeenCard]:
    """Rectangles of a card's size that are none of the cards."""
    unknown: list[SeenCard] = []
    for pose, sides in zip(found.poses, found.sides, strict=True):
        if sides < SIDES:
            continue
        outline = view.project(on_table(corners_mm(pose[None])))[0]
        share = float(open_blocks(outline, cards + unknown).mean())
        if share > OPEN:
            unknown.append(SeenCard(None, outline, pose, share, 0.0))
    return unknown
