"""Zoom, drag, taps and long presses on a board."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import fae
from companion.games.fae import board as facts
from companion.session.messages import Confirm
from tests.session.fae_answers import moved
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae


@pytest.fixture
def running(open_window: Any) -> Any:
    return open_window(FakeFae())


@pytest.fixture
def finger(running: Any) -> Iterator[Finger]:
    with Finger(running.window).ready() as finger:
        yield finger


@pytest.fixture
def board(running: Any) -> Any:
    board = running.screen.ids.board
    board.seen_spaces = []
    board.bind(on_space=lambda _, space: board.seen_spaces.append(space))
    return board


def close(board: Any, zoom: float = 2.0, focus: tuple[float, float] | None = None) -> None:
    board.zoom = zoom
    board.focus = list(focus or (board.aspect / 2, 0.5))


def test_whole_board_is_seen_where_it_is_drawn(board: Any) -> None:
    assert board.map_box == pytest.approx(board.still_box)


def test_taps_mean_the_space_that_is_seen_there(board: Any, finger: Finger) -> None:
    from ui.games.fae import board_map

    for space in (1, 20, 44):
        board.seen_spaces.clear()
        close(board, 2.5, board_map.CENTRES[space])
        finger.frames(20)  # two quick taps would zoom
        finger.tap(board.seen(board_map.CENTRES[space]))
        assert board.seen_spaces == [space]


def test_zoomed_map_never_leaves_the_board(board: Any) -> None:
    for focus in ((-3.0, -3.0), (9.0, 9.0), (0.0, 9.0)):
        close(board, 2.0, focus)
        left, bottom, height = board.map_box
        assert left <= board.x + 1 and left + height * board.aspect >= board.right - 1
        assert bottom <= board.y + 1 and bottom + height >= board.top - 1


def test_two_fingers_zoom_and_what_they_hold_stays_under_them(board: Any, finger: Finger) -> None:
    held = board.spot(*board.center)
    finger.pinch(board.center, 80, 140)
    assert board.zoom == pytest.approx(140 / 80, rel=0.02)
    assert board.spot(*board.center) == pytest.approx(held, abs=0.01)
    assert board.seen_spaces == []


def test_zoom_has_limits(board: Any, finger: Finger) -> None:
    from ui.boards.board import CLOSEST

    finger.pinch(board.center, 60, 320)
    assert board.zoom == CLOSEST
    finger.pinch(board.center, 320, 60)
    assert board.zoom == 1


def test_one_finger_moves_what_is_zoomed_and_plays_nothing(board: Any, finger: Finger) -> None:
    close(board)
    x, y = board.center
    before = board.spot(x, y)
    finger.drag((x, y), (x + 50, y + 20))
    assert board.spot(x + 50, y + 20) == pytest.approx(before, abs=0.01)
    assert board.seen_spaces == []


def test_two_quick_taps_zoom_there_and_back(board: Any, finger: Finger) -> None:
    for zoom in (2, 1):
        spot = board.center
        finger.hold(spot, frames=1)
        finger.hold(spot, frames=1)
        finger.frames(20)
        assert board.zoom == zoom


def test_small_map_shows_what_is_seen_and_leads_back(board: Any, finger: Finger) -> None:
    assert not board.children
    close(board)
    (small,) = board.children
    finger.tap(small)
    finger.frames(12)
    assert board.zoom == 1 and not board.children


def test_long_press_is_no_tap(board: Any, finger: Finger, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[Any] = []
    board.about_space = None

    def hold(spot: Any) -> bool:
        held.append(spot)
        return True

    monkeypatch.setattr(board, "held", hold)
    finger.hold(board.center)
    assert held == [pytest.approx(board.spot(*board.center), abs=0.01)] and board.seen_spaces == []


def test_move_is_shown_on_its_way_and_can_be_interrupted(board: Any, running: Any, finger: Finger) -> None:
    controller = running.controller
    for _ in range(3):
        move = fae.legal(controller.position)[0]
        controller.tell(moved(1, move))
        finger.frames(2)
        assert board.progress < 1
        assert move.target in board._groups and move.source not in board._groups
    finger.frames(30)
    assert {space: dict(counts) for space, (counts, _) in board._groups.items()} == fae.table(
        controller.position
    )
    assert not board._moving.children


def test_disrupted_druids_leave_in_sight(board: Any, running: Any, finger: Finger) -> None:
    controller = running.controller
    for _ in range(200):
        move = fae.legal(controller.position)[0]
        lost = fae.removed(controller.position, move)
        controller.tell(moved(1, move))
        finger.frames(2)
        if lost:
            break
        while controller.snapshot().step:
            controller.tell(Confirm(1))
    assert board.leaving < 1
    finger.frames(30)
    assert not board._moving.children
    assert len(board.table) <= len(facts.SPACES)


def test_a_zoomed_board_is_cut_off_where_it_is_seen_on_a_turned_panel(open_window: Any) -> None:
    controller = FakeFae()
    controller.profiles.prefer(rotation=90)
    running = open_window(controller)
    running.settle(3)
    board = running.screen.ids.board
    board.zoom = 2.0
    clip, panel_wide = board._clip, running.window.height
    assert running.window.rotation == 90
    assert clip.pos == pytest.approx((panel_wide - board.top, board.x), abs=1)
    assert clip.size == pytest.approx((board.height, board.width), abs=1)
