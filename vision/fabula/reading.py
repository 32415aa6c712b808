"""All cards in one picture of a table whose plane is known: found, and named where that is certain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatMap, Floats, Mask
from vision.fabula.card_classifier import LookedUp, Named, Scene, ahead, half_size, look_up, unlike
from vision.fabula.card_classifier import name as named_cards
from vision.fabula.cards import BACK, corners_mm, on_table, pose_of, rigid, same_place
from vision.fabula.cutting import cut
from vision.fabula.faces import ACROSS, DOWN, FACE_PX, SMALL_BLOCKS, SMALL_PX, Faces
from vision.fabula.rectangles import Candidates, Rectangles
from vision.fabula.verifying import otherwise
from vision.geometry.calibrate import View, refine

GLANCE, GLANCE_LOW, GLANCE_LEAD = 0.3, 0.18, 0.08
"""How much a card must look like a face at a glance; less where it looks like no other."""
AGAIN = 3
"""So often others of a place are tried where none was certain."""
CERTAIN = 4.5
"""Standard deviations by which a card must look more like one face than like the others."""
ALIKE, MOST_UNLIKE = 0.55, 0.2
"""How much its blocks must correlate on average, and how many may show something else."""
CLEAR, CLEAR_ALIKE, CLEAR_UNLIKE = 14.0, 0.42, 0.4
"""The same of a card partly under things that are not known, in glare or in the dark."""
LEAST_UNLIKE, OTHERWISE, WAS_SO = 0.03, 0.03, 2.0
"""A card of which so many blocks show something else is none of the gallery's where its print says otherwise
in so many places; so many times that, where just that card lay before.
"""
LEAST_BLOCKS = 13
SIDES, OPEN = 0.5, 0.75
"""Of an unknown card so much of the sides must be seen, and so much of it may lie under no other card."""
CARD_LIKE = 0.25
"""So much it looks like some card, whichever."""
BESIDE_MM, MOST_BESIDE = 3.0, 8
"""So far a candidate may be from its card when a line inside the frame or a neighbour's edge was taken for
a side; so many candidates are looked at again beside their places."""
MOST_PILES, PILE_MARGIN_MM = 12, 12.0
"""So many places are looked at for piles; so far the top of a deck may appear from where its sides and its
foot seem to be one card.
"""
FIT_ALIKE, FIT_LEAST, FIT_ROUNDS = 0.6, 3, 4


class SeenCard(NamedTuple):
    """A card: its name, None where that is not certain; its corners (4, 2) in the picture from its own
    top left, where it lies, (3,), see `corners_mm`; how much of it lies open and how much it looks like
    that, 0..1.
    """

    id: str | None
    corners_px: Floats
    pose: Floats
    open: float
    alike: float


def read(
    scene: Scene,
    view: View,
    faces: Faces,
    kept: Sequence[SeenCard],
    known: Floats,
    found: Rectangles | None,
    names: Sequence[str] = (),
) -> list[SeenCard]:
    """The cards of a table, those on top first: those that are `kept`, then what lies where cards are known
    to lie, (n, 3), of which `names` may be known, and what is found besides.
    """
    table = _Table(scene, view, faces, list(zip(names, known, strict=False)))
    for card in kept:
        table.add(card)
    if faces.ids:
        table.put(Candidates(known, np.ones(len(known))))
    places = Candidates(known, np.zeros(len(known))) if found is None else found.best(table.places_mm)
    left = places = table.free(places)
    for _ in range(AGAIN if faces.ids else 0):
        left = table.free(table.put(left))
    left = table.free(places)
    if faces.ids:
        table.put(beside(left))
        table.put_piles(table.free(left))
    table.put_unknown(table.free(left))
    return table.cards


def beside(found: Candidates) -> Candidates:
    """The likeliest of candidates, each in its place and in the eight around."""
    kept: list[int] = []
    for at, pose in enumerate(found.poses):
        if len(kept) < MOST_BESIDE and not any(same_place(pose, found.poses[other]) for other in kept):
            kept.append(at)
    best = found.only(np.array(kept, np.intp))
    right, down = (each.ravel()[:, None] for each in np.meshgrid(*2 * [[-BESIDE_MM, 0.0, BESIDE_MM]]))
    x, y, turn = best.poses.T
    poses = np.stack(
        np.broadcast_arrays(
            x + np.cos(turn) * right - np.sin(turn) * down,
            y + np.sin(turn) * right + np.cos(turn) * down,
            turn,
        ),
        2,
    )
    return Candidates(poses.reshape(-1, 3), np.tile(best.sides, len(right)))


def fitted(view: View, cards: list[SeenCard]) -> View:
    """The view that certain cards tell."""
    sure = [card for card in cards if card.id is not None and card.alike > FIT_ALIKE and card.open == 1]
    if len(sure) < FIT_LEAST:
        return view
    corners = np.array([card.corners_px for card in sure])
    card_mm = corners_mm(np.zeros((1, 3)))[0]
    for _ in range(FIT_ROUNDS):
        places = rigid(card_mm, view.to_board(corners))
        view = refine(view, on_table(places).reshape(-1, 3), corners.reshape(-1, 2), rounds=2)
    return view


class _Table:
    """What is known so far of one picture."""

    def __init__(
        self, scene: Scene, view: View, faces: Faces, lay: Sequence[tuple[str, Floats]] = ()
    ) -> None:
        """`lay` are names and places of the picture before."""
        self.cards: list[SeenCard] = []
        self._lay = lay
        self._scene, self._view, self._faces = scene, view, faces
        self._covered = np.zeros(scene.half_grey.shape[:2], np.uint8)

    @property
    def places_mm(self) -> Floats:
        """The corners of the cards so far on the table, (n, 4, 2)."""
        return self._view.to_board(np.array([card.corners_px for card in self.cards]).reshape(-1, 4, 2))

    def free(self, found: Candidates) -> Candidates:
        """The candidates most of which lies under no card."""
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        return found.only(np.flatnonzero(self._open(outlines, _MIDDLES).mean(1) > OPEN))

    def put(self, found: Candidates) -> Candidates:
        """Put down what is certain of candidates, one in each place; the others are left."""
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        shown = self._open(outlines, _SMALL_MIDDLES).astype(np.float64)
        glance = look_up(self._scene, outlines, self._faces, shown)
        worth = (glance.alike > GLANCE) | ((glance.alike > GLANCE_LOW) & (glance.lead > GLANCE_LEAD))
        kept: list[int] = []
        for at in np.argsort(-glance.alike):
            if worth[at] and not any(same_place(found.poses[at], found.poses[other]) for other in kept):
                kept.append(int(at))
        self._name(glance.only(np.array(kept, np.intp)))
        return found.only(np.setdiff1d(np.flatnonzero(worth), kept))

    def _name(self, glance: LookedUp) -> None:
        named: Named = named_cards(self._scene, glance, self._faces)
        likeness = named.alike[np.arange(len(named.rows)), named.rows].mean(1)
        for at in np.argsort(-likeness):  # a card that is seen whole lies over those that are not
            self._decide(named.alike[at], int(named.rows[at]), named.outlines_px[at])

    def _decide(self, alike: FloatMap, row: int, outline: Floats) -> None:
        """Put down the card with these corners (4, 2), which looks so much like every face (m, 99), if it is
        certainly the face `row`.
        """
        pose = pose_of(self._view.to_board(outline))
        if any(same_place(pose, card.pose) for card in self.cards):
            return
        seen = self._open(outline[None], _MIDDLES)[0]
        if seen.sum() < LEAST_BLOCKS:
            return
        likeness = float(alike[row, seen].mean())
        lead, other = ahead(alike, row, self._faces, seen), unlike(alike, row, self._faces, seen)
        whole = lead > CERTAIN and likeness > ALIKE and other < MOST_UNLIKE
        partly = lead > CLEAR and likeness > CLEAR_ALIKE and other < CLEAR_UNLIKE
        if not whole and not partly:
            return
        card = cut(self._scene.picture, outline[None], FACE_PX)[0]
        name = self._faces.ids[row]
        was_so = any(name == there and same_place(pose, place) for there, place in self._lay)
        most = OTHERWISE * (WAS_SO if was_so else 1)
        says_other = other > LEAST_UNLIKE and otherwise(card, self._faces.pictures[row], seen) > most
        known = None if says_other and name != BACK else name
        self.add(SeenCard(known, outline, pose, float(seen.mean()), likeness))

    def put_piles(self, found: Candidates) -> None:
        """Put down backs that lie higher than the table: a candidate may be made of sides of a deck's top and
        of its foot.
        """
        if BACK not in self._faces.ids:
            return
        row = self._faces.ids.index(BACK)
        poses: list[Floats] = []
        for pose, sides in zip(found.poses, found.sides, strict=True):
            if len(poses) < MOST_PILES and sides > SIDES and not any(same_place(pose, one) for one in poses):
                poses.append(pose)
        if not poses:
            return
        margin = round(PILE_MARGIN_MM / 2)
        wide = self._view.project(on_table(corners_mm(np.array(poses), PILE_MARGIN_MM)))
        size = SMALL_PX[0] + 2 * margin, SMALL_PX[1] + 2 * margin
        shifted = []
        for pose, around in zip(poses, cut(self._scene.half, half_size(wide), size), strict=True):
            fit = cv2.matchTemplate(around, self._faces.small[row], cv2.TM_CCOEFF_NORMED)
            y, x = np.unravel_index(fit.argmax(), fit.shape)
            right, down = 2.0 * (x - margin), 2.0 * (y - margin)
            cos, sin = np.cos(pose[2]), np.sin(pose[2])
            shifted.append(pose + np.array([cos * right - sin * down, sin * right + cos * down, 0.0]))
        outlines = self._view.project(on_table(corners_mm(np.array(shifted))))
        glance = look_up(self._scene, outlines, self._faces)
        self._name(glance.only(np.flatnonzero(glance.rows == row)))

    def put_unknown(self, found: Candidates) -> None:
        """Put down what is as large as a card and looks like one, but like none for certain."""
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        glance = look_up(self._scene, outlines, self._faces) if self._faces.ids else None
        for at, (pose, outline) in enumerate(zip(found.poses, outlines, strict=True)):
            likely = found.sides[at] > SIDES and (glance is None or glance.alike[at] > CARD_LIKE)
            share = float(self._open(outline[None], _MIDDLES).mean())
            if likely and share > OPEN:
                self.add(SeenCard(None, outline, pose, share, 0.0))

    def add(self, card: SeenCard) -> None:
        """Put down a card."""
        self.cards.append(card)
        cv2.fillConvexPoly(self._covered, np.rint(half_size(card.corners_px)).astype(np.int32), 1)

    def _open(self, outlines: Floats, middles: Floats) -> Mask:
        """Which blocks of cards with these corners (n, 4, 2) are seen and under no card, (n, m), by their
        middles, (m, 4).
        """
        columns, rows = np.rint(half_size(middles @ outlines)).astype(np.intp).transpose(2, 0, 1)
        height, width = self._scene.half_grey.shape[:2]
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        free = self._covered[rows.clip(0, height - 1), columns.clip(0, width - 1)] == 0
        return np.asarray(inside & free)


def _middles(across: int, down: int) -> Floats:
    """Of blocks, as weights of a card's corners."""
    x, y = (each.ravel() for each in np.meshgrid(np.arange(across) + 0.5, np.arange(down) + 0.5))
    x, y = x / across, y / down
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], -1)


_MIDDLES, _SMALL_MIDDLES = _middles(ACROSS, DOWN), _middles(*SMALL_BLOCKS)
