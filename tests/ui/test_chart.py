from itertools import pairwise
from math import hypot
from typing import Any

import pytest

SERIES = {"a": tuple(float(n) for n in range(41)), "b": (0.0,) * 30 + (7.0,) * 11}


def length(points: list[Any]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def test_dashes_have_their_lengths(display: str) -> None:
    from ui.widgets.chart import dashed

    pieces = list(dashed([(0, 0), (5, 0), (5, 7)], 3, 1))
    assert [length(piece) for piece in pieces] == [3, 3, 3]
    assert pieces[1] == [(4, 0), (5, 0), (5, 2)]
    assert list(dashed([(0, 0), (5, 0)], 1, 0)) == [[(0, 0), (5, 0)]]


@pytest.mark.parametrize(
    ("most", "expected"),
    [(0, [0, 1]), (3, [0, 1, 2, 3]), (7, [0, 2, 4, 6, 8]), (31, [0, 10, 20, 30, 40]), (60, [0, 20, 40, 60])],
)
def test_axes_have_few_round_numbers(display: str, most: float, expected: list[int]) -> None:
    from ui.widgets.chart import ticks

    assert ticks(most) == expected


def test_labels_never_lie_on_each_other(display: str) -> None:
    from ui.widgets.chart import spread

    assert spread([1, 50], 10, 0, 100) == [1, 50]
    for heights in ([5, 5, 5], [98, 99, 100], [0, 1, 99, 100]):
        placed = spread(heights, 10, 0, 100)
        ordered = sorted(placed)
        assert all(b - a >= 10 - 1e-6 for a, b in pairwise(ordered))
        assert ordered[0] >= 0 and ordered[-1] <= 100


def test_a_finger_shows_the_values_below_it(open_window: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    from tests.ui.games.fae.fake import FakeFae
    from ui import theme
    from ui.widgets.chart import LineChart, LineStyle

    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    chart = LineChart(size_hint=(None, None), size=(theme.mm(80), theme.mm(40)))
    chart.styles = {name: LineStyle("ritual", theme.INK, name) for name in SERIES}
    chart.series = SERIES
    running.window.add_widget(chart)
    assert chart.values() == {"a": 40, "b": 7}
    picked: list[int] = []
    chart.bind(on_pick=lambda _, index: picked.append(index))
    left, bottom, width, _ = chart._plot()
    touch = UnitTestTouch(left + width / 4, bottom + 5)
    touch.touch_down()
    assert chart.values() == {"a": 10, "b": 0}
    touch.touch_move(left + 2 * width, bottom)
    touch.touch_up()
    assert picked == [10, 40]
    assert chart.values() == {"a": 40, "b": 7}
