"""Wiring order and current limit of a strip."""

from random import Random

import pytest

from hardware.strip import CORNERS, DARK, FULL_MA, IDLE_MA, Light, Strip

WHITE: Light = (255, 255, 255)


def shown(strip: Strip, lights: list[Light]) -> list[Light]:
    colours = strip.colours(lights)
    return [(colours[i], colours[i + 1], colours[i + 2]) for i in range(0, len(colours), 3)]


def test_the_wire_begins_at_its_corner_and_goes_its_way() -> None:
    # Clockwise from the top left: top 0 1 2, right 3 4, bottom 5 6 7, left 8 9.
    def wire(**how: object) -> list[int | None]:
        return [*Strip(3, 2, 3, 2, **how).along_the_wire]  # type: ignore[arg-type]  # words for fields

    assert wire() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert wire(start="bottom_right") == [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]
    assert wire(clockwise=False) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert wire(start="top_right", clockwise=False) == [2, 1, 0, 9, 8, 7, 6, 5, 4, 3]
    assert wire(start="bottom_left", corner_gap=1) == [8, 9, None, 0, 1, 2, None, 3, 4, None, 5, 6, 7]


@pytest.mark.parametrize("start", CORNERS)
@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("corner_gap", [0, 2])
def test_every_lamp_is_wired_once(start: object, clockwise: bool, corner_gap: int) -> None:
    strip = Strip(5, 0, 3, 4, start, clockwise, corner_gap)  # type: ignore[arg-type]  # one of CORNERS
    wire = strip.along_the_wire
    assert len(wire) == strip.wired
    assert sorted(lamp for lamp in wire if lamp is not None) == list(range(strip.count))


def test_colours_stand_in_the_order_of_the_strip() -> None:
    strip = Strip(1, 0, 0, 0, order="grb", gamma=1.0, most_ma=1000)
    assert shown(strip, [(10, 20, 30)]) == [(20, 10, 30)]


def test_gamma_and_brightness_bend_the_light() -> None:
    strip = Strip(3, 0, 0, 0, gamma=2.0, brightness=0.5, most_ma=10_000)
    assert shown(strip, [WHITE, (128, 128, 128), DARK]) == [(128,) * 3, (32,) * 3, DARK]


@pytest.mark.parametrize("most_ma", [40, 200, 1000, 5000])
def test_the_current_is_kept(most_ma: int) -> None:
    chance = Random(most_ma)
    for lamps in (20, 60, 300):
        strip = Strip(lamps, 0, 0, 0, brightness=1.0, most_ma=most_ma)
        for _ in range(20):
            lights: list[Light] = [
                (chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(lamps)
            ]
            drawn_ma = strip.draws_ma(strip.colours(lights))
            assert drawn_ma <= max(most_ma, lamps * IDLE_MA)
    full = Strip(10, 0, 0, 0, gamma=1.0, most_ma=50_000)
    assert full.draws_ma(full.colours([WHITE] * 10)) == 10 * (IDLE_MA + 3 * FULL_MA)


def test_little_light_is_not_dimmed() -> None:
    strip = Strip(60, 0, 0, 0, gamma=1.0, most_ma=500)
    few = [WHITE] * 4 + [DARK] * 56
    assert shown(strip, few) == few
    assert max(shown(strip, [WHITE] * 60)[0]) < 255


def test_another_number_of_lamps_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="expected 60 lamps, found 1"):
        Strip().colours([DARK])
