from collections.abc import Hashable

import pytest

from ui.boards.geometry import BorderMap, Ring, contains, distance, segments, smooth

SQUARES: dict[Hashable, Ring] = {
    "left": [(0.0, 0.0), (1.0, 0.0), (1.1, 0.5), (1.0, 1.0), (0.0, 1.0)],
    "right": [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.1, 0.5)],
}


def area(ring: Ring) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in segments(ring))) / 2


def test_smoothing_keeps_both_ends() -> None:
    chain = [(0.0, 0.0), (1.0, 2.0), (3.0, 1.0)]
    assert smooth(chain)[0] == chain[0]
    assert smooth(chain)[-1] == chain[-1]


def test_neighbours_keep_sharing_their_border() -> None:
    borders = BorderMap(SQUARES)
    shared = [border for border in borders.borders if len(border.sides) == 2]
    assert len(shared) == 1
    for area_name in SQUARES:
        assert set(shared[0].points) <= set(borders.rings[area_name])
    assert sum(area(ring) for ring in borders.rings.values()) == pytest.approx(2.0)


def test_inside_and_distance() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    assert contains(square, (0.5, 0.9))
    assert not contains(square, (1.5, 0.5))
    assert distance(square, (0.5, 0.8)) == pytest.approx(0.2)
