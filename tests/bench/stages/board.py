"""Pictures of the stages of the reader of Fae."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from tests.bench import scenes
from tests.bench.stages import drawing
from tests.bench.stages.drawing import GREEN, GREY, ORANGE, RED, WHITE, YELLOW, recorded
from vision import hand_detection
from vision.arrays import Picture
from vision.board import reader as board_reader
from vision.board.params import PARAMS
from vision.board.reader import BoardReader
from vision.board.scene import candidate_places
from vision.cameras.sources import load_picture
from vision.fae.board import DRUIDS, fae_board, fae_reader
from vision.geometry.find_board import from_taps

FIRST, HAND, MOVE = "frame_000.jpg", "frame_004.jpg", "frame_005.jpg"
PIECE_PX = (44, 56)
PER_COLOUR = 12


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its name."""
    (scene,) = scenes.find([scenes.STANDARD / "storybook_piles"])
    plan, taps = fae_board(), np.array(scene.corners_px)
    reader = fae_reader(lambda picture: from_taps(plan, picture, taps))
    first, with_hand, moved = (load_picture(scene.folder / name) for name in (FIRST, HAND, MOVE))
    before = reader.look(FIRST, 0.0, first)
    reader.accept(before.table)
    assert reader.memory is not None
    outlines = drawing.outlines_px(reader.tracker.view, plan.spaces.values())
    yield "board", drawing.dotted(drawing.traced(first, outlines, YELLOW, 2), taps, RED, 14)
    layout, work = reader.layout, reader.memory.work
    bodies = np.zeros(layout.shape, bool)
    bodies.ravel()[np.concatenate([layout.body(piece.base_mm) for piece in reader.pieces])] = True
    places = layout.view.project(drawing.flat(np.concatenate([*candidate_places(plan, DRUIDS).values()])))
    spots = np.zeros(layout.shape, bool)
    x, y = np.rint(places).astype(int).T
    spots[y.clip(0, spots.shape[0] - 1), x.clip(0, spots.shape[1] - 1)] = True
    labels = (layout.labels.reshape(layout.shape).astype(np.int32) * 37 % 180).astype(np.uint8)
    hues = cv2.merge([labels, np.full_like(labels, 150), np.where(layout.board, 190, 0).astype(np.uint8)])
    tinted = cv2.addWeighted(work, 0.4, np.asarray(cv2.cvtColor(hues, cv2.COLOR_HSV2BGR)), 0.6, 0)
    whole = drawing.veiled(np.asarray(tinted, np.uint8), spots, WHITE, 0.8)
    yield "layout", drawing.veiled(whole, bodies, (0, 0, 0), 0.75)
    yield "learning", _pieces(reader, first)
    plate = np.asarray(cv2.cvtColor(reader.memory.plate, cv2.COLOR_LAB2BGR), np.uint8)
    yield "plate", drawing.beside(*(drawing.cropped(each, layout.board) for each in (work, plate)))

    with recorded(hand_detection, "reaching_in") as hands:
        hidden = reader.look(HAND, 1.0, with_hand).hidden
    with (
        recorded(board_reader, "Differences") as differences,
        recorded(board_reader, "LikelihoodMap") as maps,
    ):
        seen = reader.look(MOVE, 2.0, moved)
    small = reader.tracker.small_view
    shown = drawing.veiled(reader.tracker.working(with_hand), hands[0], RED)
    yield (
        "occlusion",
        drawing.traced(
            shown, drawing.outlines_px(small, (plan.spaces[space] for space in hidden)), ORANGE, 2
        ),
    )
    found = differences[0]
    shown = drawing.veiled(drawing.dimmed(reader.tracker.working(moved)), found.changed, YELLOW, 0.9)
    yield (
        "differences",
        drawing.traced(
            shown, drawing.outlines_px(small, (plan.spaces[space] for space in found.touched)), GREEN, 2
        ),
    )
    kind = DRUIDS.names.index("yellow")
    everywhere = maps[0].for_spaces(list(plan.spaces))
    nats = np.log1p(everywhere.arrival_gain[kind]).reshape(layout.shape)
    nats[~layout.board] = -PARAMS.max_point_nats
    shown = drawing.heat(nats, -PARAMS.max_point_nats, PARAMS.max_point_nats)
    yield "likelihoods", drawing.traced(shown, drawing.outlines_px(small, plan.spaces.values()), GREY)
    reader.accept(seen.table)
    yield "reading", drawing.overlaid(moved, reader.plan, reader.view, reader.pieces)


def _pieces(reader: BoardReader, picture: Picture) -> Picture:
    """Return the pieces of the first picture, one row for each colour that was learnt."""
    rows = []
    for kind in DRUIDS.names:
        mine = [piece for piece in reader.pieces if piece.kind == kind][:PER_COLOUR]
        feet = reader.tracker.view.project(drawing.flat(np.array([piece.base_mm for piece in mine])))
        for piece, foot in zip(mine, feet, strict=True):
            tile = drawing.around(picture, foot - [0, PIECE_PX[1] / 4], *PIECE_PX)
            colour = reader.plan.marks[kind].bgr
            framed = cv2.copyMakeBorder(tile, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=colour)
            rows.append(drawing.captioned(np.asarray(framed, np.uint8), (f"{kind} {piece.space}"[:9], WHITE)))
    return drawing.tiled(rows, PER_COLOUR)
