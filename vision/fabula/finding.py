"""Where the table lies in a picture of which nothing is known: told by its cards.

A four-sided outline is the edge of a card, of its sleeve or of a frame printed on it; whichever it is, the
face that it shows tells exactly where the whole card lies. So few faces suffice, and none that is known is
needed where enough outlines have a card's shape.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.fabula.card_classifier import Scene, ahead, lay, look_up, name
from vision.fabula.cards import pose_of
from vision.fabula.faces import BLOCKS, Faces
from vision.fabula.outlines import quads, view_of
from vision.geometry.calibrate import View

GLANCE, ALIKE, CERTAIN = 0.15, 0.45, 4.5
"""So much an outline must look like a face to be laid onto it, then, and by so many standard deviations more
like it than like any other to be that card.
"""
ENOUGH, LEAST = 3, 1
"""Known faces tell the view with so many; with outlines besides them where there are fewer."""
LAID_AGAIN = 2
SAME_PX = 15.0


def first_view(scene: Scene, faces: Faces) -> tuple[View, Floats] | None:
    """The view of the table and where the cards lie that told it, (n, 3); None when none do."""
    height, width = scene.picture.shape[:2]
    outlines = quads(scene.half) * 2 + 0.5
    known = known_cards(scene, outlines, faces) if faces.ids else outlines[:0]
    told = view_of(known, (width, height)) if len(known) >= ENOUGH else None
    told = told or view_of(np.concatenate([known, outlines]), (width, height))
    if told is None and len(known):
        told = view_of(known, (width, height), least=LEAST)
    if told is None:
        return None
    view, cards_px = told
    return view, np.array([pose_of(_upright(corners)) for corners in view.to_board(cards_px)])


def known_cards(scene: Scene, outlines_px: Floats, faces: Faces) -> Floats:
    """The corners (m, 4, 2) of the known cards that are among outlines (n, 4, 2), each laid onto its face."""
    either = np.concatenate([outlines_px, np.roll(outlines_px, 1, 1)])
    glance = look_up(scene, either, faces)
    named = name(scene, glance.only(np.flatnonzero(glance.alike > GLANCE)), faces)
    likeness = named.alike[np.arange(len(named.rows)), named.rows].mean(1)
    everywhere = np.ones(BLOCKS, bool)
    kept: list[int] = []
    for at in np.argsort(-likeness):
        away = [np.abs(named.outlines_px[at].mean(0) - named.outlines_px[other].mean(0)) for other in kept]
        if likeness[at] < ALIKE or any(each.max() < SAME_PX for each in away):
            continue
        if ahead(named.alike[at], int(named.rows[at]), faces, everywhere) > CERTAIN:
            kept.append(int(at))
    found = named.outlines_px[kept]
    for _ in range(LAID_AGAIN):
        found = lay(scene, found, named.rows[kept], faces, 1)
    return found


def _upright(corners: Floats) -> Floats:
    """The corners (4, 2) of a rectangle from one before a short side."""
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return corners if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(corners, 1, 0)
