"""Pictures of the steps that all readers share, from a sequence of Fae."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.bench import scenes
from tests.bench.stages.drawing import (
    RED,
    YELLOW,
    beside,
    cropped,
    dimmed,
    dotted,
    mask_of,
    outlines_px,
    traced,
    veiled,
)
from vision.arrays import Picture
from vision.cameras.sources import load_picture
from vision.fae.board import fae_board
from vision.geometry.find_board import from_taps
from vision.geometry.learnt_board import flatten
from vision.geometry.tracker import Tracker
from vision.light import illumination
from vision.light.change import Comparison, to_lab


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its name."""
    (scene,) = scenes.find([scenes.STANDARD / "dark_markers"])
    plan, taps = fae_board(), np.array(scene.corners_px)
    first = load_picture(scene.folder / "frame_000.jpg")
    tracker = Tracker(plan, lambda picture: from_taps(plan, picture, taps))
    tracker.begin(first)
    shown = traced(first, outlines_px(tracker.view, plan.spaces.values()), YELLOW, 2)
    yield "board", dotted(shown, taps, RED, 14)
    yield "from_above", flatten(plan, first, tracker.view)
    yield "light", _shadow()


def _shadow() -> Picture:
    """Return the changed pixels of a picture with a hand, before and after light and shadows are removed."""
    (scene,) = scenes.find([scenes.STANDARD / "vintage_midgame"])
    plan, taps = fae_board(), np.array(scene.corners_px)
    tracker = Tracker(plan, lambda picture: from_taps(plan, picture, taps))
    first, later = (load_picture(scene.folder / name) for name in ("frame_000.jpg", "frame_004.jpg"))
    tracker.begin(first)
    then, now = tracker.working(first), tracker.working(later)
    board = mask_of([tracker.small_view.project(plan.corners_mm)], then.shape)
    relit, _ = illumination.relight(now, then, np.ones_like(board))
    relit, _ = illumination.unshaded(relit, then, board)
    shown = []
    for picture in (now, relit):
        changed = Comparison(to_lab(picture), to_lab(then)).changed().reshape(board.shape)
        shown.append(cropped(veiled(dimmed(picture, 0.8), changed, RED, 0.8), board))
    return beside(*shown)
