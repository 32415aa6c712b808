import time
from collections.abc import Callable

import pytest

from companion.errors import HardwareError
from hardware.buttons import Buttons, ButtonsTwin, open_buttons
from hardware.lights import Lights, LightsTwin, open_lights
from hardware.presses import ButtonPress
from hardware.strip import DARK, Strip


def lamps(count: int) -> Strip:
    return Strip(count, 0, 0, 0)


def test_strip_shows_what_it_was_told() -> None:
    strip: Lights = LightsTwin(lamps(3))
    strip.show([DARK, (255, 0, 0), DARK])
    assert strip.strip.count == 3
    assert isinstance(strip, LightsTwin)
    assert strip.shown == (DARK, (255, 0, 0), DARK)


def test_unplugged_strip_fails_and_keeps_what_it_showed() -> None:
    strip = LightsTwin(lamps(2))
    strip.plugged_in = False
    with pytest.raises(HardwareError) as caught:
        strip.show([(1, 2, 3), DARK])
    assert caught.value.code == "lights_lost"
    assert strip.shown == (DARK, DARK)


def test_wrong_number_of_lamps_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="expected 2 lamps, found 1"):
        LightsTwin(lamps(2)).show([DARK])


def test_press_reaches_every_listener() -> None:
    twin = ButtonsTwin()
    buttons: Buttons = twin
    heard: list[ButtonPress] = []
    buttons.on_press(heard.append)
    buttons.on_press(heard.append)
    twin.press("undo")
    assert heard == [ButtonPress("undo", "short")] * 2


def test_a_driver_is_opened_by_its_name() -> None:
    assert open_lights("twin", lamps(7)).strip.count == 7
    assert isinstance(open_buttons("twin"), ButtonsTwin)


@pytest.mark.parametrize("opened", [lambda: open_lights("ws2812", Strip()), lambda: open_buttons("ws2812")])
def test_a_driver_that_does_not_exist_is_told_with_those_that_do(opened: Callable[[], object]) -> None:
    with pytest.raises(HardwareError, match=r"expected one of the drivers twin.*, found 'ws2812'") as caught:
        opened()
    assert caught.value.code == "unknown_driver"


@pytest.mark.parametrize(
    ("fault", "found"), [({"plugged_in": False}, "found(:)? none"), ({"garbled": True}, r"xff")]
)
def test_a_twin_can_fail_and_comes_back(
    fault: dict[str, bool], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights = LightsTwin(lamps(1))
    with monkeypatch.context() as broken:
        for name, value in fault.items():
            broken.setattr(lights, name, value)
        with pytest.raises(HardwareError, match=found):
            lights.show([DARK])
    lights.show([DARK])


def test_a_slow_twin_answers_late() -> None:
    lights = LightsTwin(lamps(1))
    lights.delay_s = 0.05
    began_s = time.monotonic()
    lights.show([(1, 2, 3)])
    assert time.monotonic() - began_s >= 0.05
    assert lights.shown == ((1, 2, 3),)


def test_buttons_that_fail_are_not_heard() -> None:
    buttons = ButtonsTwin()
    heard: list[ButtonPress] = []
    buttons.on_press(heard.append)
    buttons.plugged_in = False
    buttons.press("next")
    buttons.plugged_in, buttons.garbled = True, True
    buttons.press("next")
    assert heard == []
    buttons.garbled = False
    buttons.press("next")
    assert heard == [ButtonPress("next", "short")]
