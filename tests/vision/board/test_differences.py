"""Differences from the previous picture, without light."""

import numpy as np
import pytest

from tests.vision.pictures import PATCH
from vision.arrays import Picture
from vision.board.differences import Differences
from vision.board.reader import BoardReader


def now(reader: BoardReader, work: Picture) -> Differences:
    assert reader.memory is not None
    return Differences(reader.layout, reader.learnt, reader.memory, work, 0.0, np.zeros_like(PATCH))


def changed(reader: BoardReader, gain: float, veil: tuple[int, int, int]) -> Picture:
    """The last picture with a patch dimmed and under a veil of light."""
    assert reader.memory is not None
    work = reader.memory.work.astype(np.float64)
    work[PATCH] = work[PATCH] * gain + veil
    return np.clip(np.rint(work), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("gain", "veil"), [(1.0, (20, 20, 20)), (1.0, (-15, -25, -30)), (0.9, (0, 40, 60))])
def test_what_shines_through_is_gloss(reader: BoardReader, gain: float, veil: tuple[int, int, int]) -> None:
    assert not now(reader, changed(reader, gain, veil)).opaque(PATCH).any()


@pytest.mark.parametrize("colour", [(200, 200, 200), (40, 90, 200)])
def test_what_hides_the_print_is_a_thing(reader: BoardReader, colour: tuple[int, int, int]) -> None:
    differences = now(reader, changed(reader, 0.0, colour))
    assert differences.opaque(PATCH).sum() == PATCH.sum()
    assert not differences.only_lit(PATCH)


@pytest.mark.parametrize("gain", [0.6, 1.3])
def test_what_is_darker_or_brighter_is_only_lit(reader: BoardReader, gain: float) -> None:
    assert now(reader, changed(reader, gain, (0, 0, 0))).only_lit(PATCH)
