"""Worse cameras: what the disturbances do, and that no game believes anything wrong behind them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.optics import OPTICS, Shown, bands, focus
from tests.bench.optics_scenes import KINDS, STANDARD, score, sequences
from tests.bench.scenes import Row
from vision.cameras.sources import Frame

SEQUENCES = list(sequences([STANDARD]))
DOT_PX = np.array([500.0, 130.0])


def shown(number: int, hand: bool = False) -> Shown:
    picture = np.full((480, 640, 3), 200, np.uint8)
    cv2.circle(picture, (int(DOT_PX[0]), int(DOT_PX[1])), 9, (0, 0, 0), -1)
    row: Row = {"file": f"{number}", "hand": hand, "cards": [{"corners_px": [DOT_PX.tolist()]}]}
    return Frame(row["file"], 2.0 * number, picture), row


@pytest.mark.parametrize("kind", OPTICS)
@pytest.mark.parametrize("seed", range(4))
def test_points_of_the_truth_move_with_the_picture(kind: str, seed: int) -> None:
    sequence = [shown(0), shown(1, hand=True), shown(2), shown(3)]
    for frame, row in OPTICS[kind](sequence, np.zeros((0, 2)), np.random.default_rng(seed)):
        rows, columns = np.nonzero(frame.picture[..., 0] < 110)
        (point,) = row["cards"][0]["corners_px"]
        assert point == pytest.approx((np.median(columns), np.median(rows)), abs=2.0)


def test_a_camera_that_hunts_for_focus_settles_or_is_interrupted() -> None:
    sequence = [shown(number) for number in range(20)]
    seen = focus(sequence, np.zeros((0, 2)), np.random.default_rng(1))
    times_s = [frame.time_s for frame, _ in seen]
    assert times_s == sorted({*times_s})
    assert (seen[0][0].picture == sequence[0][0].picture).all()
    assert len({row["file"] for _, row in seen}) == len(sequence), "every table is seen"
    last = {row["file"]: frame.picture for frame, row in seen}
    sharp = sum((last[row["file"]] == frame.picture).all() for frame, row in sequence)
    assert 0 < sharp < len(sequence)


def test_bands_lie_elsewhere_in_every_picture() -> None:
    pictures = [
        frame.picture[:, 0, 0] for frame, _ in bands([shown(0), shown(1)], DOT_PX, np.random.default_rng(2))
    ]
    assert (pictures[0] != pictures[1]).mean() > 0.5
    for column in pictures:
        assert 0.05 < 1 - (column.min() / column.max()) ** 2.2 < 0.21


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("game", "folder", "lesson"),
    [pytest.param(*each, id=f"{each[0]}-{each[1].name}") for each in SEQUENCES],
)
def test_nothing_wrong_is_believed_behind_a_worse_camera(
    game: str, folder: Path, lesson: Path, kind: str
) -> None:
    counts, failures = score(game, folder, lesson, kind)
    assert counts["wrong"] == 0, failures
