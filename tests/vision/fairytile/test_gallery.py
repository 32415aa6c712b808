import numpy as np
import pytest

from tests.vision.fairytile.pictures import taught
from vision.fairytile import samples
from vision.fairytile.own_set import and_also
from vision.fairytile.params import PARAMS


def test_taught_faces_are_kept_whole() -> None:
    before = taught("lamp")
    after = samples.decode(samples.encode(before))
    assert [(f.tile, f.face, f.hexes, f.at, f.turn, f.picture) for f in after] == [
        (f.tile, f.face, f.hexes, f.at, f.turn, f.picture) for f in before
    ]
    assert all(np.array_equal(one.patch, other.patch) for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("content", [b"", b"no such file", samples.encode(taught("lamp"))[:2000]])
def test_a_broken_file_is_none(content: bytes) -> None:
    with pytest.raises(ValueError):
        samples.decode(content)


def test_pictures_taught_later_are_added_and_the_oldest_forgotten() -> None:
    known = taught("lamp")
    for number in range(2, PARAMS.pictures_per_face + 3):
        known = and_also(known, taught("lamp"))
        assert len(known) == len(taught("lamp")) * min(number, PARAMS.pictures_per_face)
    assert min(face.picture for face in known) > 0
