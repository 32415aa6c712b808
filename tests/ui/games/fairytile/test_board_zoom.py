"""A kingdom as wide as it can be, on the smallest panel: a closer look makes its lands large enough."""

from typing import Any

from companion.games.fairytile.board import Hex, tile_cells
from tests.ui.finger import Finger
from tests.ui.games.fairytile import states

WIDE = [tile_cells((2 * number, 0), 0) for number in range(8)]
"""Tiles in a row, so wide as kingdoms hardly ever are."""


def test_a_closer_look_makes_lands_as_large_as_a_finger(open_window: Any) -> None:
    from ui import theme
    from ui.games.fairytile import board_map

    running = open_window(states.turn(), size=(800, 480))
    board = running.screen.ids.board
    board.kingdom = {cell: Hex("plain") for tile in WIDE for cell in tile}
    board.marks, board.figures = (), {}
    running.lay_out()
    touched: list[tuple[int, int]] = []
    board.bind(on_land=lambda _, cell: touched.append(cell))

    def wide() -> float:
        one, other = (board.spot_seen(board_map.centre((q, 0))) for q in (7, 8))
        return float(other[0] - one[0])

    assert wide() < theme.mm(theme.TOUCH_MM), "expected a kingdom too wide for fingers"
    with Finger(running.window).ready() as finger:
        board.toggle()
        finger.until(lambda: board.zoom >= 2)
        assert wide() >= theme.mm(theme.TOUCH_MM)
        finger.tap(board.spot_seen(board_map.centre((8, 1))))
    assert touched == [(8, 1)]
