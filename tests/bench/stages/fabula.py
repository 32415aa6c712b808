"""Pictures of the stages of the reader of Fabula."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np

from tests.bench import fabula_scenes
from tests.bench.stages import drawing
from tests.bench.stages.drawing import GREEN, ORANGE, RED, WHITE, YELLOW, recorded
from vision import hand_detection
from vision.arrays import Picture
from vision.cameras.sources import load_picture
from vision.fabula import find_table, samples
from vision.fabula import reader as fabula_reader
from vision.fabula.card_classifier import Scene, match_coarse, match_fine
from vision.fabula.card_overlay import CardOverlay
from vision.fabula.card_patches import cut_patches
from vision.fabula.cards import corners_mm
from vision.fabula.faces import ACROSS, DOWN, FACE_PX, Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader
from vision.fabula.rectangles import Candidates
from vision.geometry.calibrate import View
from vision.geometry.find_board import Cornered
from vision.geometry.learnt_board import flatten

DATA = Path(__file__).resolve().parents[2] / "data" / "fabula"
FIRST, HAND, PLAYED = "frame_000.jpg", "frame_001.jpg", "frame_002.jpg"
BEST = 60
"""Number of candidates drawn."""


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its name."""
    faces = samples.faces(fabula_scenes.taught(DATA / "taught"))
    first, with_hand, played = (load_picture(DATA / "duel" / name) for name in (FIRST, HAND, PLAYED))
    reader = FabulaReader(faces)
    with (
        recorded(find_table, "find_quads") as quads,
        recorded(find_table, "known_cards") as known,
        recorded(fabula_reader, "Rectangles") as rectangles,
    ):
        reader.look(FIRST, 0.0, first)
    view, cards = reader.view, reader.cards
    assert view is not None
    outlines = drawing.traced(drawing.dimmed(first, 0.6), quads[0] * 2 + 0.5, YELLOW, 1)
    yield "outlines", drawing.traced(outlines, known[0], GREEN, 3)
    yield "candidates", _candidates(first, view, cards, rectangles[0].best(np.zeros((0, 4, 2))))
    yield "match", _matches(first, cards, faces)
    yield "decision", _named(first, cards)
    yield "zones", _zones(first, view, cards)
    with recorded(hand_detection, "reaching_in") as hands:
        reader.look(HAND, 1.0, with_hand)
    shown = drawing.narrowed(with_hand, hands[0].shape[1])
    yield "hand", drawing.veiled(shown, hands[0], RED)
    reader.look(PLAYED, 2.0, played)
    assert reader.view is not None
    overlay = CardOverlay(reader.cards, reader.view, {})
    yield "reading", drawing.overlaid(played, overlay, reader.view, overlay.pieces)


def _candidates(picture: Picture, view: View, cards: Sequence[PlacedCard], found: Candidates) -> Picture:
    """Return the table from above with the likeliest candidates, bright if their sides are edges."""
    overlay = CardOverlay(cards, view, {})
    shown = drawing.dimmed(flatten(cast(Cornered, overlay), picture, view), 0.6)  # it needs the corners
    places = corners_mm(found.poses) - overlay.corners_mm[0, :2]
    for place, sides in reversed([*zip(places, found.sides, strict=True)][:BEST]):
        level = int(np.clip(255 * sides, 0, 255))
        shown = drawing.traced(shown, [place], (0, level, level), 1)
    return shown


def _matches(picture: Picture, cards: Sequence[PlacedCard], faces: Faces) -> Picture:
    """Return the six cards least like their faces, cut out of the picture beside these, and the correlation
    of their blocks."""
    sure = [card for card in cards if card.id]
    scene = Scene.of(picture)
    outlines = np.array([card.corners_px for card in sure])
    fine = match_fine(scene, match_coarse(scene, outlines, faces), faces)
    cut = cut_patches(picture, fine.outlines_px, FACE_PX)
    tiles = []
    means = [fine.correlations[number, row].mean() for number, row in enumerate(fine.rows)]
    for number in np.argsort(means)[:6]:
        row = fine.rows[number]
        blocks = fine.correlations[number, row].reshape(DOWN, ACROSS)
        heat = np.asarray(drawing.heat(blocks, 0, 1), np.uint8)
        side = FACE_PX[1] // DOWN
        heat = drawing.enlarged(heat, side)[: FACE_PX[1], : FACE_PX[0]]
        three = np.concatenate([cut[number], faces.pictures[row], _padded(heat)], 1)
        similar = f"{faces.ids[row]}  {blocks.mean():.2f}"
        tiles.append(drawing.captioned(three, (similar, WHITE)))
    return drawing.tiled(tiles, 2)


def _zones(picture: Picture, view: View, cards: Sequence[PlacedCard]) -> Picture:
    """Return the rectangle and the name of each zone with cards."""
    zones = CardOverlay(cards, view, {}).spaces
    shown = drawing.narrowed(drawing.traced(picture, drawing.outlines_px(view, zones.values()), YELLOW, 3))
    for zone, outline in zones.items():
        corners = view.project(drawing.flat(outline)) * shown.shape[1] / picture.shape[1]
        drawing.named(shown, 0.75 * corners[0] + 0.25 * corners[2], str(zone), YELLOW, 0.42)
    return shown


def _padded(heat: Picture) -> Picture:
    whole = np.zeros((FACE_PX[1], FACE_PX[0], 3), np.uint8)
    whole[: heat.shape[0], : heat.shape[1]] = heat
    return whole


def _named(picture: Picture, cards: Sequence[PlacedCard]) -> Picture:
    """Return the cards with their names: green is certain, orange is not."""
    shown = picture
    for certain, colour in ((True, GREEN), (False, ORANGE)):
        mine = [card.corners_px for card in cards if (card.id is not None) == certain]
        shown = drawing.traced(shown, mine, colour, 3)
    shown = drawing.narrowed(shown)
    for card in cards:
        at = card.corners_px.mean(0) * shown.shape[1] / picture.shape[1]
        drawing.named(shown, at, (card.id or "unknown")[:12], WHITE if card.id else ORANGE, 0.3)
    return shown
