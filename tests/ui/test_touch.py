from dataclasses import dataclass, field
from itertools import count
from math import inf, nan
from typing import Any

import pytest

from companion.settings.preferences import TOUCHES
from ui.touch import (
    DOUBLE_S,
    HASTY_S,
    MANY,
    MOST_TOUCHES,
    STUCK_S,
    TURNS,
    Felt,
    TouchFilter,
    TouchFinding,
    diagnose,
    in_window,
    on_panel,
    turned,
)

_UIDS = count(1)


@dataclass
class Touch:
    """Fields of Kivy's MotionEvent that the filter uses."""

    sx: float
    sy: float
    is_touch: bool = True
    uid: int = field(default_factory=lambda: next(_UIDS))
    ud: dict[str, Any] = field(default_factory=dict)
    osx: float = 0
    osy: float = 0
    psx: float = 0
    psy: float = 0
    dsx: float = 0
    dsy: float = 0


class Panel:
    """A filter with a stopped clock."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.received: list[str] = []
        self.filter = TouchFilter(lambda: self.now_s)
        self.filter.on_nonsense = lambda: self.received.append("nonsense")

    def send(self, *events: tuple[str, Touch]) -> list[str]:
        return [etype for etype, _ in self.filter.process(events)]


def test_a_plain_touch_passes_unchanged() -> None:
    panel, touch = Panel(), Touch(0.25, 0.5)
    assert panel.send(("begin", touch)) == ["begin"]
    touch.sx = 0.3
    assert panel.send(("update", touch), ("end", touch)) == ["update", "end"]
    assert (touch.sx, touch.sy, touch.osx) == (0.3, 0.5, 0.25)
    assert (panel.filter.nonsense, panel.filter.doubles) == (0, 0)


def test_hovering_is_no_touch() -> None:
    assert Panel().send(("update", Touch(nan, 3, is_touch=False))) == ["update"]


def test_a_second_touch_beside_one_that_is_down_is_dropped_with_all_that_follows() -> None:
    panel = Panel()
    panel.send(("begin", Touch(0.5, 0.5)))
    panel.now_s += 1
    double = Touch(0.51, 0.5)
    assert panel.send(("begin", double), ("update", double), ("end", double)) == []
    assert (panel.filter.doubles, panel.filter.nonsense) == (1, 0)


@pytest.mark.parametrize(
    ("later_s", "away", "taken"),
    [(DOUBLE_S * 0.9, 0.01, False), (DOUBLE_S * 1.1, 0.01, True), (DOUBLE_S * 0.9, 0.1, True)],
)
def test_a_finger_does_not_bounce(later_s: float, away: float, taken: bool) -> None:
    panel, first = Panel(), Touch(0.5, 0.5)
    panel.send(("begin", first), ("end", first))
    panel.now_s += later_s
    assert panel.send(("begin", Touch(0.5 + away, 0.5))) == ["begin"] * taken


@pytest.mark.parametrize(
    ("later_s", "away", "changed", "taken"),
    [
        (HASTY_S * 0.9, 0.02, True, False),
        (HASTY_S * 0.9, 0.02, False, True),
        (HASTY_S * 0.9, 0.1, True, True),
        (HASTY_S * 1.1, 0.02, True, True),
    ],
)
def test_a_second_tap_does_not_hit_what_came_after_the_first(
    later_s: float, away: float, changed: bool, taken: bool
) -> None:
    panel, first = Panel(), Touch(0.5, 0.5)
    panel.send(("begin", first), ("end", first))
    if changed:
        panel.filter.changed()
    panel.now_s += later_s
    assert panel.send(("begin", Touch(0.5 + away, 0.5))) == ["begin"] * taken


def test_two_fingers_are_two_touches() -> None:
    panel = Panel()
    assert panel.send(("begin", Touch(0.4, 0.5)), ("begin", Touch(0.6, 0.5))) == ["begin", "begin"]


@pytest.mark.parametrize("place", [(nan, 0.5), (0.5, inf), (-0.3, 0.5), (0.5, 1.2), (-inf, nan)])
def test_impossible_places_are_dropped_with_all_that_follows(place: tuple[float, float]) -> None:
    panel, touch = Panel(), Touch(*place)
    assert panel.send(("begin", touch), ("update", touch), ("end", touch)) == []
    assert panel.filter.nonsense == 1


def test_nonsense_is_reported_once() -> None:
    panel = Panel()
    for _ in range(5 * MANY):
        panel.send(("end", Touch(0.5, 0.5)))
    assert panel.filter.nonsense == 5 * MANY
    assert panel.received == ["nonsense"]


def test_a_touch_that_goes_astray_stays_where_it_was_and_ends() -> None:
    panel, touch = Panel(), Touch(0.5, 0.5)
    panel.send(("begin", touch))
    touch.sx = nan
    assert panel.send(("update", touch)) == []
    assert (touch.sx, touch.sy) == (0.5, 0.5)
    touch.sy = inf
    assert panel.send(("end", touch)) == ["end"]
    assert (touch.sx, touch.sy) == (0.5, 0.5)


def test_a_drag_off_the_panel_stops_at_its_edge() -> None:
    panel, touch = Panel(), Touch(0.5, 0.5)
    panel.send(("begin", touch))
    touch.sx = 1.7
    assert panel.send(("update", touch)) == ["update"]
    assert (touch.sx, panel.filter.nonsense) == (1.0, 0)


def test_a_flood_is_cut_off_and_touches_that_never_end_make_room() -> None:
    panel = Panel()
    flood = [("begin", Touch(0.05 + i / 15, 0.5)) for i in range(MOST_TOUCHES + 3)]
    assert len(panel.send(*flood)) == MOST_TOUCHES
    assert panel.filter.nonsense == 3
    panel.now_s += STUCK_S + 1
    assert panel.send(("begin", Touch(0.5, 0.1))) == ["end", "begin"]


def test_a_down_that_comes_twice_is_one() -> None:
    panel, touch = Panel(), Touch(0.5, 0.5)
    assert panel.send(("begin", touch), ("begin", touch), ("end", touch)) == ["begin", "end"]


def test_swallowed_touches_only_wake() -> None:
    panel, touch = Panel(), Touch(0.5, 0.5)
    panel.filter.on_down = lambda: True
    assert panel.send(("begin", touch), ("end", touch)) == []
    panel.filter.on_down = lambda: False
    assert panel.filter.nonsense == 0
    panel.now_s += 1
    assert panel.send(("begin", Touch(0.5, 0.5))) == ["begin"]


@pytest.mark.parametrize("turn", TURNS)
def test_turned_touches_are_set_right_once(turn: Any) -> None:
    panel, finger = Panel(), (0.2, 0.7)
    panel.filter.turn = turn
    touch = Touch(*_sent(turn, finger))
    panel.send(("begin", touch), ("update", touch), ("end", touch))
    assert (touch.sx, touch.sy) == pytest.approx(finger)
    assert (touch.osx, touch.osy) == pytest.approx(finger)


def _sent(turn: str, finger: tuple[float, float]) -> tuple[float, float]:
    """Events of a panel that needs `turn`."""
    found = [back for back in TURNS if turned(turn, *turned(back, 0.2, 0.7)) == pytest.approx((0.2, 0.7))]
    assert len(found) == 1
    return turned(found[0], *finger)


def test_the_eight_turns_differ() -> None:
    assert tuple(TURNS) == TOUCHES
    assert len({tuple(round(v, 6) for v in turned(turn, 0.2, 0.7)) for turn in TURNS}) == 8


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_places_are_found_on_a_rotated_window_as_kivy_does(rotation: int) -> None:
    from kivy.input.motionevent import MotionEvent

    place = (0.2, 0.7)
    x, y = MotionEvent.to_absolute_pos(None, *place, 1, 1, rotation)
    assert in_window(*place, rotation) == pytest.approx((x, y))
    assert on_panel(x, y, rotation) == pytest.approx(place)


TARGETS = ((0.1, 0.9), (0.9, 0.9), (0.9, 0.1), (0.1, 0.1))


def answers(turn: str, twice: bool = False) -> list[list[Felt]]:
    touches = []
    for at_s, target in enumerate(TARGETS):
        x, y = _sent(turn, (target[0] + 0.04, target[1] - 0.05))
        touches.append([Felt(x, y, at_s + again) for again in ((0, 0.01) if twice else (0,))])
    return touches


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("twice", [False, True])
def test_a_touch_test_reports_how_touches_arrive(turn: str, twice: bool) -> None:
    found = diagnose(TARGETS, answers(turn, twice))
    assert found == TouchFinding("straight" if turn == "straight" else "turned", turn, doubled=twice)


def test_a_corner_that_feels_nothing_is_named() -> None:
    felt = answers("mirrored")
    felt[2] = []
    assert diagnose(TARGETS, felt) == TouchFinding("turned", "mirrored", missing=(2,))
    assert diagnose(TARGETS, [[], [], [], []]) == TouchFinding("dead", missing=(0, 1, 2, 3))


def test_touches_that_fit_nothing_are_unclear() -> None:
    middle = [[Felt(0.5, 0.5, at_s)] for at_s in range(4)]
    assert diagnose(TARGETS, middle).kind == "unclear"
    assert diagnose(TARGETS, [*answers("half")[:1], [], [], []]).kind == "unclear"
