import pytest

from companion.errors import HardwareError
from hardware.buttons import Button, Buttons
from hardware.lights import Lights
from hardware.twins import DARK, ButtonsTwin, LightsTwin


def test_strip_shows_what_it_was_told() -> None:
    strip: Lights = LightsTwin(3)
    strip.show([DARK, (255, 0, 0), DARK])
    assert strip.count == 3
    assert isinstance(strip, LightsTwin)
    assert strip.shown == (DARK, (255, 0, 0), DARK)


def test_unplugged_strip_fails_and_keeps_what_it_showed() -> None:
    strip = LightsTwin(2)
    strip.plugged_in = False
    with pytest.raises(HardwareError) as caught:
        strip.show([(1, 2, 3), DARK])
    assert caught.value.code == "lights_lost"
    assert strip.shown == (DARK, DARK)


def test_wrong_number_of_lamps_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="expected 2 lamps, found 1"):
        LightsTwin(2).show([DARK])


def test_press_reaches_every_listener() -> None:
    twin = ButtonsTwin()
    buttons: Buttons = twin
    heard: list[Button] = []
    buttons.on_press(heard.append)
    buttons.on_press(heard.append)
    twin.press("undo")
    assert heard == ["undo", "undo"]
