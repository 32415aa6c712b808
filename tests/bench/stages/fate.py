"""Pictures of the stages of the reader of Fate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games.fate import geometry
from companion.table.compare import doubtful
from tests.bench import fate_scenes
from tests.bench.stages import drawing
from tests.bench.stages.drawing import GREEN, ORANGE, RED, WHITE, YELLOW, recorded
from vision import hand_detection
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fate import classifier, patches
from vision.fate import reader as fate_reader
from vision.fate.board_geometry import FatePlan, fate_plan
from vision.fate.classifier import PatchScores
from vision.fate.kinds import EMPTY, KINDS
from vision.fate.params import PARAMS
from vision.fate.reader import FateReader
from vision.geometry.find_board import from_taps

Patches: TypeAlias = npt.NDArray[np.uint8]
COLUMNS = 9
MOST_ALIKE = 4


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its name."""
    (scene,) = fate_scenes.find([fate_scenes.STANDARD / "tiles_night"])
    plan, taps = fate_plan(), np.array(scene.corners_px)
    reader = FateReader(lambda picture: from_taps(plan, picture, taps))
    first, with_hand, _, spawned, _ = (load_picture(scene.folder / row["file"]) for row in scene.rows)
    reader.look("first", 0.0, first)
    reader.accept(_table(scene.rows[0]["state"]))
    assert reader.view is not None
    outlines = drawing.outlines_px(reader.view, plan.spaces.values())
    yield "board", drawing.dotted(drawing.traced(first, outlines, YELLOW), taps, RED, 14)

    maps, flatness = patches.frames(reader.view, plan.centres_mm)
    cut = patches.cut(first, maps)
    scores = classifier.classify_patches(cut, flatness)
    occupied = np.flatnonzero(scores.log_chance.argmax(1) != EMPTY).tolist()
    yield "patches", drawing.tiled([_scored(cut[row], scores, row) for row in occupied], COLUMNS)
    yield "known_pieces", _alike(cut, scores, occupied)

    with recorded(hand_detection, "reaching_in") as hands:
        hidden = reader.look("hand", 1.0, with_hand).hidden
    small = reader.tracker.small_view
    shown = drawing.veiled(reader.tracker.working(with_hand), hands[0], RED)
    covered = drawing.outlines_px(small, (plan.spaces[space] for space in hidden))
    yield "hand", drawing.traced(shown, covered, ORANGE, 2)
    with recorded(fate_reader, "Comparison") as comparisons:
        seen = reader.look("later", 2.0, spawned)
    changed = comparisons[0].changed(PARAMS.touched_distance_sigma).reshape(reader.board.shape)
    factor = spawned.shape[1] // changed.shape[1]
    shown = drawing.veiled(drawing.dimmed(spawned), changed.repeat(factor, 0).repeat(factor, 1), YELLOW, 0.9)
    field = drawing.mask_of(drawing.outlines_px(reader.view, plan.spaces.values()), shown.shape)
    read = drawing.outlines_px(reader.view, (plan.spaces[space] for space in seen.changed))
    yield "changed", drawing.cropped(drawing.traced(shown, read, GREEN, 2), field)
    close = plan._replace(corners_mm=_field_mm(plan))
    yield "expectation", drawing.overlaid(spawned, close, reader.view, reader.pieces, doubtful(seen))
    reader.accept(_table(scene.rows[3]["expected"]))
    seen = reader.look("later", 3.0, spawned)
    yield "reading", drawing.overlaid(spawned, close, reader.view, reader.pieces, seen.other)


def _field_mm(plan: FatePlan) -> Floats:
    """Return the rectangle (4, 3) around the hexes."""
    (left, top, _), (right, bottom, _) = plan.lines[0].min(0), plan.lines[0].max(0)
    return drawing.flat(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))


def _table(state: dict[str, str]) -> dict[int | str, dict[str, int]]:
    return {hex_: {kind: 1} for hex_, kind in fate_scenes.kinds(state).items()}


def _scored(patch: Picture, scores: PatchScores, row: int) -> Picture:
    """Return a patch with its hex, its likeliest kind and the probability of that."""
    kind = int(scores.log_chance[row].argmax())
    chance = float(np.exp(scores.log_chance[row, kind]))
    lines = (geometry.HEXES[row], WHITE), (KINDS[kind - 1][:9], GREEN), (f"{chance:.3f}", WHITE)
    return drawing.captioned(patch, *lines)


def _alike(cut: Patches, scores: PatchScores, occupied: list[int]) -> Picture:
    """Return patches, each beside those of the table whose descriptions are most like its own."""
    tiles = []
    for row in occupied[:: max(1, len(occupied) // 8)][:8]:
        likeness = scores.description[occupied] @ scores.description[row]
        for number in np.argsort(-likeness)[: MOST_ALIKE + 1]:
            itself = occupied[number] == row
            text = geometry.HEXES[row] if itself else f"{likeness[number]:.2f}"
            tiles.append(drawing.captioned(cut[occupied[number]], (text, YELLOW if itself else WHITE)))
    return drawing.tiled(tiles, 2 * (MOST_ALIKE + 1))
