import numpy as np
import pytest

from tests.vision.fairytile.pictures import sampled
from vision.fairytile import samples
from vision.fairytile.own_set import extended
from vision.fairytile.params import PARAMS


def test_samples_survive_encoding() -> None:
    before = sampled("lamp")
    after = samples.decode(samples.encode(before))
    assert [(f.tile, f.face, f.hexes, f.at, f.turn, f.picture) for f in after] == [
        (f.tile, f.face, f.hexes, f.at, f.turn, f.picture) for f in before
    ]
    assert all(np.array_equal(one.patch, other.patch) for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("content", [b"", b"no such file", samples.encode(sampled("lamp"))[:2000]])
def test_a_broken_file_is_none(content: bytes) -> None:
    with pytest.raises(ValueError):
        samples.decode(content)


def test_later_pictures_are_added_and_the_oldest_dropped() -> None:
    known = sampled("lamp")
    for number in range(2, PARAMS.pictures_per_face + 3):
        known = extended(known, sampled("lamp"))
        assert len(known) == len(sampled("lamp")) * min(number, PARAMS.pictures_per_face)
    assert min(face.picture for face in known) > 0
