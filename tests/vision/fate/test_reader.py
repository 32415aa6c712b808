import cv2
import numpy as np
import pytest

from companion.games.fate.geometry import GRIMHEIM, GRIMHEIM_HEXES, HEXES
from tests.slow import slow_but
from tests.vision.fate.test_patches import SIZE_PX, view
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import EMPTY, KINDS
from vision.fate.reader import FateReader
from vision.geometry.calibrate import View


@pytest.mark.parametrize("beside_mm", slow_but(1, [[-400.0, 0.0], [0.0, 400.0]]))
def test_a_board_that_is_cut_off_is_read_as_far_as_it_goes(beside_mm: list[float]) -> None:
    whole = view(25.0, 0.0)
    offset = whole.offset_mm + np.array([*beside_mm, 0.0])
    cut_off = View(SIZE_PX, whole.focal_px, whole.distortion, whole.rotation, offset)
    reader = FateReader(lambda _: cut_off)
    rough = np.random.default_rng(1).integers(40, 200, (240, 320, 3), dtype=np.uint8)
    first = np.asarray(cv2.resize(rough, SIZE_PX, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    assert set(reader.look("0.jpg", 0.0, first).confidence) == {*HEXES}
    later = first.copy()
    feet = cut_off.project(fate_plan().centres_mm)
    x, y = min(feet.tolist(), key=lambda foot: np.hypot(foot[0] - SIZE_PX[0] / 2, foot[1] - SIZE_PX[1] / 2))
    cv2.circle(later, (round(x), round(y)), 10, (255, 255, 255), -1)
    seen = reader.look("1.jpg", 1.0, later)
    assert seen.trouble is None
    assert 0 < len(seen.changed) < len(HEXES)


def test_in_another_light_only_pieces_and_what_changed_are_read_again() -> None:
    whole = view(25.0, 0.0)
    reader = FateReader(lambda _: whole)
    rough = np.random.default_rng(1).integers(90, 130, (240, 320, 3), dtype=np.uint8)
    first = np.asarray(cv2.resize(rough, SIZE_PX, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    pieces = set(reader.look("0.jpg", 0.0, first).table)
    lamp = np.exp(-((np.linspace(-1, 1, SIZE_PX[0]) - 0.4) ** 2))[None, :, None]
    put = whole.project(fate_plan().centres_mm)[HEXES.index("5,9")]
    later = np.clip(first * (0.6 + lamp), 0, 255).astype(np.uint8)
    cv2.circle(later, tuple(np.rint(put).astype(int).tolist()), 10, (20, 20, 230), -1)
    seen = reader.look("1.jpg", 1.0, later)
    assert seen.trouble is None
    assert {"5,9", *pieces} <= seen.changed
    assert len(seen.changed) < len(HEXES) / 2 + len(pieces)


def test_who_is_not_in_grimheim_is_not_expected_there() -> None:
    reader = FateReader(lambda _: view(25.0, 0.0))
    town = [HEXES.index(hex_) for hex_ in GRIMHEIM_HEXES]
    bjorn = KINDS.index("bjorn") + 1
    reader.accept({"5,9": {"goblin": 1}})
    assert {reader.classifier_memory.expected[row] for row in town} == {EMPTY}
    reader.accept({"5,9": {"goblin": 1}, GRIMHEIM: {"alva": 1, "bjorn": 1}})
    assert not {*town} & {*reader.classifier_memory.expected}
    reader.accept({GRIMHEIM_HEXES[0]: {"bjorn": 1}})
    assert [reader.classifier_memory.expected.get(row) for row in town] == [bjorn, *[None] * 6]
    reader.accept({})
    assert not reader.classifier_memory.expected
