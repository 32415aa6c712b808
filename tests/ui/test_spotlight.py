"""The finger of the spotlight stands beside what it points at, and leaves the words of a key free."""

from typing import Any

import pytest

from tests.ui.games.fabula.fake import FakeFabula


@pytest.mark.parametrize("place", [(0.88, 0.1), (0.12, 0.1), (0.6, 0.08), (0.5, 0.3)])
def test_the_finger_never_covers_the_key_it_points_at(open_window: Any, place: tuple[float, float]) -> None:
    from ui import theme
    from ui.widgets.spotlight import Spot, Spotlight

    running = open_window(FakeFabula())
    wide, high = running.window.size
    light = Spotlight(size=(wide, high))
    spot = Spot(place[0] * wide, place[1] * high, theme.mm(13), theme.mm(5.5))
    side = theme.mm(8)
    x, y, _ = light._beside(spot, side)
    assert 0 < x < wide and 0 < y < high
    assert abs(x - spot.x) >= spot.half_width + side / 2 or abs(y - spot.y) >= spot.half_height + side / 2
