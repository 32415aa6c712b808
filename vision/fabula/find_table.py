"""View of the table in a first picture, determined by the cards on it.

Takes a picture; returns the view and the poses of the cards that determined it. A four-sided outline is the
edge of a card, of its sleeve or of a frame printed on it; aligning a known face with it gives the corners of
the whole card. A few known faces suffice; none is needed if enough outlines have a card's shape.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.fabula.card_classifier import Scene, align, lead_sigmas, match_coarse, match_fine
from vision.fabula.cards import pose_of
from vision.fabula.faces import BLOCKS, Faces
from vision.fabula.local_features import detect, find_cards
from vision.fabula.outlines import STRAIGHT_LENSES, cards_among, find_quads, fit_view
from vision.fabula.params import PARAMS
from vision.geometry.calibrate import View


def first_view(scene: Scene, faces: Faces) -> tuple[View, Floats] | None:
    """Return the view of the table and the poses (n, 3) of cards with an outline or a known face.

    None if they determine no view.
    """
    height, width = scene.picture.shape[:2]
    outlines = find_quads(scene.picture)
    known = outlines[:0]
    if faces.ids:
        by_features = find_cards(detect(scene.half_grey), faces.features) * 2 + 0.5
        if len(by_features) < PARAMS.min_view_cards:  # small cards have too few features in half the picture
            by_features = find_cards(detect(scene.grey), faces.features)
        known = known_cards(scene, np.concatenate([by_features, outlines]), faces)
    view_and_cards = fit_view(known, (width, height)) if len(known) >= PARAMS.min_view_cards else None
    view_and_cards = view_and_cards or fit_view(np.concatenate([known, outlines]), (width, height))
    if view_and_cards is None and len(known):
        view_and_cards = fit_view(known, (width, height), least=1)
    view_and_cards = view_and_cards or fit_view(
        outlines,
        (width, height),
        PARAMS.min_approximate_cards,
        PARAMS.approximate_miss_mm,
        STRAIGHT_LENSES,
    )
    if view_and_cards is None:
        return None
    view, cards_px = view_and_cards
    cards_px = np.concatenate([cards_px, cards_among(view, outlines)])
    return view, np.array([pose_of(_upright(corners)) for corners in view.to_board(cards_px)])


def known_cards(scene: Scene, outlines_px: Floats, faces: Faces) -> Floats:
    """Return the corners (m, 4, 2) of the known cards among outlines (n, 4, 2), aligned with their faces."""
    either = np.concatenate([outlines_px, np.roll(outlines_px, 1, 1)])
    coarse = match_coarse(scene, either, faces)
    fine = match_fine(
        scene, coarse.only(np.flatnonzero(coarse.similarity > PARAMS.min_outline_glance)), faces
    )
    similarity = fine.correlations[np.arange(len(fine.rows)), fine.rows].mean(1)
    everywhere = np.ones(BLOCKS, bool)
    kept: list[int] = []
    for at in np.argsort(-similarity):
        away = [np.abs(fine.outlines_px[at].mean(0) - fine.outlines_px[other].mean(0)) for other in kept]
        if similarity[at] < PARAMS.min_outline_similarity or any(
            each.max() < PARAMS.same_known_px for each in away
        ):
            continue
        if lead_sigmas(fine.correlations[at], int(fine.rows[at]), faces, everywhere) > PARAMS.min_lead_sigmas:
            kept.append(int(at))
    found = fine.outlines_px[kept]
    for _ in range(PARAMS.known_rounds):
        found = align(scene, found, fine.rows[kept], faces, 1)
    return found


def _upright(corners: Floats) -> Floats:
    """Return the corners (4, 2) of a rectangle, beginning with a short side."""
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return corners if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(corners, 1, 0)
