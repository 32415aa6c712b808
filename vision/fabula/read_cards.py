"""All cards in one picture of a table whose plane is known.

Takes a scene, the view and candidates; returns the cards, each with its name if that is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatMap, Floats, Mask
from vision.fabula.card_classifier import (
    CoarseMatch,
    Scene,
    find_cards_at,
    foreign_share,
    half_size,
    lead_sigmas,
    match_coarse,
    match_fine,
)
from vision.fabula.card_patches import cut_patches
from vision.fabula.cards import corners_mm, on_table, pose_of, rigid, same_place
from vision.fabula.faces import ACROSS, DOWN, FACE_PX, SMALL_PX, Faces
from vision.fabula.params import PARAMS
from vision.fabula.rectangles import Candidates, Rectangles, side_shares
from vision.fabula.rows import BACK
from vision.fabula.verify_card import print_difference
from vision.geometry.calibrate import View, refine


class SeenCard(NamedTuple):
    """A card in a picture.

    `id` is its name, None if that is not certain; `corners_px` (4, 2) begin at its own top left; `pose` (3,)
    see `corners_mm`; `open_share` 0..1 is not covered by other cards; `similarity` is the mean correlation
    with its face.
    """

    id: str | None
    corners_px: Floats
    pose: Floats
    open_share: float
    similarity: float


def read_cards(
    scene: Scene,
    view: View,
    faces: Faces,
    kept: Sequence[SeenCard],
    known: Floats,
    found: Rectangles | None,
    names: Sequence[str] = (),
) -> list[SeenCard]:
    """Return the cards of a table, those on top first.

    `kept` cards are taken over as they are; `known` (n, 3) are poses of cards before, with their `names`;
    `found` are the rectangles of the picture, None to look at the `known` poses only.
    """
    table = _TableReading(scene, view, faces, list(zip(names, known, strict=False)))
    for card in kept:
        table.add(card)
    if faces.ids:
        table.add_certain(Candidates(known, np.ones(len(known))))
    places = Candidates(known, np.zeros(len(known))) if found is None else found.best(table.places_mm)
    left = places = table.uncovered(places)
    for _ in range(PARAMS.candidate_rounds if faces.ids else 0):
        left = table.uncovered(table.add_certain(left))
    left = table.uncovered(places)
    if faces.ids:
        table.add_certain(_with_shifts(left))
        table.add_piles(table.uncovered(left))
    table.add_unknown(table.uncovered(left))
    table.add_similar()
    return table.cards


def _with_shifts(found: Candidates) -> Candidates:
    """Return the likeliest of candidates, each in its place and shifted to the eight places around."""
    kept: list[int] = []
    for at, pose in enumerate(found.poses):
        if len(kept) < PARAMS.max_beside and not any(same_place(pose, found.poses[other]) for other in kept):
            kept.append(at)
    best = found.only(np.array(kept, np.intp))
    right, down = (
        each.ravel()[:, None] for each in np.meshgrid(*2 * [[-PARAMS.beside_mm, 0.0, PARAMS.beside_mm]])
    )
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


def refine_view(view: View, cards: list[SeenCard]) -> View:
    """Return the view refined by the cards whose names are certain."""
    sure = [
        card
        for card in cards
        if card.id is not None and card.similarity > PARAMS.min_fit_similarity and card.open_share == 1
    ]
    if len(sure) < PARAMS.min_view_cards:
        return view
    corners = np.array([card.corners_px for card in sure])
    card_mm = corners_mm(np.zeros((1, 3)))[0]
    for _ in range(PARAMS.fit_rounds):
        places = rigid(card_mm, view.to_board(corners))
        view = refine(view, on_table(places).reshape(-1, 3), corners.reshape(-1, 2), rounds=2)
    return view


class _TableReading:
    """Cards of one picture as they are read, those on top first."""

    def __init__(
        self, scene: Scene, view: View, faces: Faces, previous: Sequence[tuple[str, Floats]] = ()
    ) -> None:
        """`previous` are names and poses of the picture before."""
        self.cards: list[SeenCard] = []
        self._previous = previous
        self._similar: list[tuple[float, Floats]] = []
        self._scene, self._view, self._faces = scene, view, faces
        self._covered = np.zeros(scene.half_grey.shape[:2], np.uint8)

    @property
    def places_mm(self) -> Floats:
        """Corners (n, 4, 2) on the table of the cards so far, mm."""
        return self._view.to_board(np.array([card.corners_px for card in self.cards]).reshape(-1, 4, 2))

    def uncovered(self, found: Candidates) -> Candidates:
        """Return the candidates mostly not covered by the cards so far."""
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        return found.only(np.flatnonzero(self._open(outlines, _MIDDLES).mean(1) > PARAMS.min_open_share))

    def add_certain(self, found: Candidates) -> Candidates:
        """Add the certain candidates, at most one in each place; return the other promising ones."""
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        shown = self._open(outlines, _SMALL_MIDDLES).astype(np.float64)
        coarse = match_coarse(self._scene, outlines, self._faces, shown)
        promising = (coarse.similarity > PARAMS.min_glance) | (
            (coarse.similarity > PARAMS.min_glance_with_lead) & (coarse.lead > PARAMS.min_glance_lead)
        )
        kept: list[int] = []
        for at in np.argsort(-coarse.similarity):
            if promising[at] and not any(same_place(found.poses[at], found.poses[other]) for other in kept):
                kept.append(int(at))
        self._decide_all(coarse.only(np.array(kept, np.intp)))
        return found.only(np.setdiff1d(np.flatnonzero(promising), kept))

    def _decide_all(self, coarse: CoarseMatch) -> None:
        fine = match_fine(self._scene, coarse, self._faces)
        similarity = fine.correlations[np.arange(len(fine.rows)), fine.rows].mean(1)
        for at in np.argsort(-similarity):  # a card that is seen whole covers those that are not
            self._decide(fine.correlations[at], int(fine.rows[at]), fine.outlines_px[at])

    def _decide(self, correlations: FloatMap, row: int, outline: Floats) -> None:
        """Add the card with these corners (4, 2) if it is certainly the face `row`.

        `correlations` (m, 99) are those of its blocks with every face.
        """
        pose = pose_of(self._view.to_board(outline))
        if any(same_place(pose, card.pose) for card in self.cards) or not self._card_sized(outline):
            return
        seen = self._open(outline[None], _MIDDLES)[0]
        if seen.sum() < PARAMS.min_blocks:
            return
        similarity = float(correlations[row, seen].mean())
        lead, other = (
            lead_sigmas(correlations, row, self._faces, seen),
            foreign_share(correlations, row, self._faces, seen),
        )
        whole = (
            lead > PARAMS.min_lead_sigmas
            and similarity > PARAMS.min_similarity
            and other < PARAMS.max_foreign_share
        )
        obstructed = (
            lead > PARAMS.obstructed_lead_sigmas
            and similarity > PARAMS.obstructed_similarity
            and other < PARAMS.obstructed_foreign_share
        )
        if not whole and not obstructed:
            if similarity > PARAMS.min_similarity and other < PARAMS.obstructed_foreign_share:
                self._similar.append((similarity, outline))
            return
        card = cut_patches(self._scene.picture, outline[None], FACE_PX)[0]
        name = self._faces.ids[row]
        was_there = any(name == there and same_place(pose, place) for there, place in self._previous)
        most = PARAMS.max_print_share * (PARAMS.same_print_times if was_there else 1)
        is_foreign = (
            other > PARAMS.max_print_share and print_difference(card, self._faces.pictures[row], seen) > most
        )
        known = None if is_foreign and name != BACK else name
        self.add(SeenCard(known, outline, pose, float(seen.mean()), similarity))

    def _card_sized(self, outline: Floats) -> bool:
        """Return true if corners (4, 2) are those of a card on the table."""
        plane = self._view.to_board(outline)
        fitted = rigid(corners_mm(np.zeros((1, 3)))[0], plane[None])[0]
        return bool(np.linalg.norm(fitted - plane, axis=1).max() < PARAMS.max_named_miss_mm)

    def _in_picture(self, outline: Floats) -> bool:
        """Return true if all sides of corners (4, 2) are in the picture: its edge is no side of a card."""
        height, width = self._scene.grey.shape[:2]
        margin = 2 * PARAMS.side_reach_px
        return bool((outline > margin).all() and (outline < (width - margin, height - margin)).all())

    def add_piles(self, found: Candidates) -> None:
        """Add backs that are higher than the table: the tops of decks.

        A candidate may consist of sides of a deck's top and of its foot, so the back is searched around it.
        """
        if BACK not in self._faces.ids:
            return
        row = self._faces.ids.index(BACK)
        poses: list[Floats] = []
        for pose, sides in zip(found.poses, found.sides, strict=True):
            if (
                len(poses) < PARAMS.max_piles
                and sides > PARAMS.min_unknown_sides_share
                and not any(same_place(pose, one) for one in poses)
            ):
                poses.append(pose)
        if not poses:
            return
        margin = round(PARAMS.pile_shift_mm / 2)
        wide = self._view.project(on_table(corners_mm(np.array(poses), PARAMS.pile_shift_mm)))
        size = SMALL_PX[0] + 2 * margin, SMALL_PX[1] + 2 * margin
        shifted = []
        for pose, around in zip(poses, cut_patches(self._scene.half, half_size(wide), size), strict=True):
            fit = cv2.matchTemplate(around, self._faces.small[row], cv2.TM_CCOEFF_NORMED)
            y, x = np.unravel_index(fit.argmax(), fit.shape)
            right, down = 2.0 * (x - margin), 2.0 * (y - margin)
            cos, sin = np.cos(pose[2]), np.sin(pose[2])
            shifted.append(pose + np.array([cos * right - sin * down, sin * right + cos * down, 0.0]))
        outlines = self._view.project(on_table(corners_mm(np.array(shifted))))
        coarse = match_coarse(self._scene, outlines, self._faces)
        self._decide_all(coarse.only(np.flatnonzero(coarse.rows == row)))

    def add_unknown(self, found: Candidates) -> None:
        """Add candidates with the sides of a card, the most certain first: known by features, or unknown."""
        found = found.only(np.flatnonzero(found.sides > PARAMS.min_unknown_sides_share))
        outlines = self._view.project(on_table(corners_mm(found.poses)))
        wide = self._view.project(on_table(corners_mm(found.poses, PARAMS.side_margin_mm)))
        searched = 0
        for pose, outline, around in zip(found.poses, outlines, wide, strict=True):
            share = float(self._open(outline[None], _MIDDLES).mean())
            sides = side_shares(self._scene.half_grey, half_size(around[None]))
            if (
                share < PARAMS.min_open_share
                or sides.min() < PARAMS.min_weakest_side_share
                or not self._in_picture(outline)
            ):
                continue
            if self._faces.ids and searched < PARAMS.max_featured:
                searched += 1
                corrected = find_cards_at(self._scene, around, self._faces)
                self._decide_all(match_coarse(self._scene, corrected, self._faces))
            self._add_unknown(outline, pose, 0.0)

    def add_similar(self) -> None:
        """Add cards that are similar to a face, but not certainly it, as unknown."""
        for similarity, outline in sorted(self._similar, key=lambda each: -each[0]):
            self._add_unknown(outline, pose_of(self._view.to_board(outline)), similarity)

    def _add_unknown(self, outline: Floats, pose: Floats, similarity: float) -> None:
        share = float(self._open(outline[None], _MIDDLES).mean())
        if share > PARAMS.min_open_share:
            self.add(SeenCard(None, outline, pose, share, similarity))

    def add(self, card: SeenCard) -> None:
        """Add a card; it covers those added later."""
        self.cards.append(card)
        cv2.fillConvexPoly(self._covered, np.rint(half_size(card.corners_px)).astype(np.int32), 1)

    def _open(self, outlines: Floats, middles: Floats) -> Mask:
        """Return a mask (n, m): blocks of cards with corners (n, 4, 2) that are in the picture and uncovered.

        `middles` (m, 4) are the middles of the blocks as weights of the corners.
        """
        columns, rows = np.rint(half_size(middles @ outlines)).astype(np.intp).transpose(2, 0, 1)
        height, width = self._scene.half_grey.shape[:2]
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        uncovered = self._covered[rows.clip(0, height - 1), columns.clip(0, width - 1)] == 0
        return np.asarray(inside & uncovered)


def _middles(across: int, down: int) -> Floats:
    """Return the middles of blocks as weights (m, 4) of a card's corners."""
    x, y = (each.ravel() for each in np.meshgrid(np.arange(across) + 0.5, np.arange(down) + 0.5))
    x, y = x / across, y / down
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], -1)


_MIDDLES, _SMALL_MIDDLES = _middles(ACROSS, DOWN), _middles(*PARAMS.small_blocks)
