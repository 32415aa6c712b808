"""Outlines of cards, and the view that they determine."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.fabula import outlines
from vision.fabula.params import PARAMS


def test_a_picture_full_of_edges_takes_a_bounded_number_of_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames in frames, as on a carpet: hundreds of outlines, each of which could be a card."""
    rng = np.random.default_rng(0)
    picture = np.full((960, 1280, 3), 128, np.uint8)
    for x, y in product(range(40, 1280, 150), range(40, 960, 150)):
        turn = rng.uniform(-20, 20)
        for number in range(10):
            size = 93 * (1 - 0.07 * number), 112 * (1 - 0.07 * number)
            box = cv2.boxPoints(((x, y), size, turn)).astype(int)
            cv2.fillConvexPoly(picture, box, (255, 255, 255) if number % 2 else (20, 20, 20), cv2.LINE_AA)
    found = outlines.find_quads(picture)
    assert len(found) > 2 * PARAMS.max_outlines
    judged = 0
    errors_of = outlines._errors_of

    def counted(plane: Floats) -> tuple[Floats, Floats]:
        nonlocal judged
        judged += len(plane)
        return errors_of(plane)

    monkeypatch.setattr(outlines, "_errors_of", counted)
    outlines.fit_view(found, (1280, 960))
    assert judged < 600_000
