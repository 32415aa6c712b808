"""Strips of every kind, found again by answers of somebody who sees them."""

from itertools import product

import pytest

from companion.errors import HardwareError
from hardware.strip import CORNERS, Corner, Order, Strip
from hardware.strip_survey import SIDES, Place, StripSurvey


def places(strip: Strip) -> list[Place]:
    """Position of every lamp on the wire, as seen by a person at the table."""
    sides = [side for side, count in zip(SIDES, strip.sides, strict=True) for _ in range(count)]
    seen: list[Place] = []
    corner = CORNERS.index(strip.start)
    for lamp in strip.along_the_wire:
        if lamp is not None:
            seen.append(sides[lamp])
        else:
            last = SIDES.index(next(place for place in reversed(seen) if place in SIDES))
            corner = (last + 1) % 4 if strip.clockwise else last
            seen.append(CORNERS[corner])
    return seen


def found(seen: list[Place], like: Strip) -> tuple[Strip, int]:
    survey, asked = StripSurvey(len(seen)), 0
    while (lamp := survey.asked) is not None:
        survey.answer(seen[lamp])
        asked += 1
        assert asked < 60
    return survey.strip(like), asked


@pytest.mark.parametrize("start", CORNERS)
@pytest.mark.parametrize(
    ("sides", "gap"), [((18, 12, 18, 12), 0), ((18, 12, 17, 13), 2), ((50, 25, 50, 25), 0), ((3, 2, 3, 2), 1)]
)
def test_every_way_to_lay_a_strip_is_found(start: Corner, sides: tuple[int, int, int, int], gap: int) -> None:
    orders: tuple[Order, ...] = ("rgb", "grb")
    for clockwise, order in product((True, False), orders):
        strip = Strip(*sides, start=start, clockwise=clockwise, corner_gap=gap, order=order)
        assert found(places(strip), Strip(order=strip.order))[0] == strip


def test_a_minute_is_enough() -> None:
    assert found(places(Strip(18, 12, 18, 12)), Strip())[1] <= 16
    assert found(places(Strip(50, 25, 50, 25)), Strip())[1] <= 20


def test_ends_that_people_see_at_the_corner_are_of_their_sides() -> None:
    strip = Strip(18, 12, 18, 12)
    seen = places(strip)
    seen[0:5] = ["top_left"] * 5
    seen[-5:] = ["top_left"] * 5
    assert found(seen, Strip())[0] == strip


@pytest.mark.parametrize(
    "seen",
    [["top"] * 60, ["top"] * 30 + ["bottom"] * 30, ["top_left"] * 60, ["top", "left", "right"] * 20],
    ids=["one side", "two sides", "one corner", "all over"],
)
def test_what_is_no_strip_around_a_board_is_refused(seen: list[Place]) -> None:
    with pytest.raises(HardwareError, match="begins at a corner") as caught:
        found(seen, Strip())
    assert caught.value.code == "strip_unclear"


def test_a_handful_of_lamps_is_no_strip() -> None:
    with pytest.raises(ValueError, match="expected 8 lamps or more, found 3"):
        StripSurvey(3)
