"""The page of the machine, and the code on it read by a camera."""

from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import HardwareError
from companion.games.base import Sentence
from tests.ui.games.fae.fake import FakeFae
from tests.ui.press import buttons, press
from ui.machine_service import NetworkLook, NewsLook, WirelessNetwork


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


def test_the_code_on_the_screen_can_be_photographed(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("machine")
    running.lay_out()
    with Image.open(running.screenshot("machine.png")) as shot:
        picture = np.asarray(shot.convert("L"))
    found, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.GaussianBlur(picture, (3, 3), 0))
    assert found == controller.machine.about()


def test_the_machine_is_switched_off_only_after_a_question(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("machine")
    press(running, "Switch off")
    assert controller.machine.done == []
    press(running, "Keep")
    assert controller.machine.done == []
    press(running, "Switch off")
    press(running, "Switch off")
    assert controller.machine.done == ["power_off"]


def test_a_machine_that_refuses_is_reported(open_window: Any, controller: FakeFae) -> None:
    controller.machine.refusal = HardwareError("machine_refused", "Access denied")
    running = open_window(controller)
    running.app.open("machine")
    press(running, "Restart")
    press(running, "Restart")
    assert running.screen.problem == "Access denied"


def test_changes_are_listed_before_the_update(open_window: Any, controller: FakeFae) -> None:
    machine = controller.machine
    running = open_window(controller)
    running.app.open("machine")
    press(running, "Update")
    assert machine.joined == [("news", "")] and not any(b.text == "Update now" for b in buttons(running))
    machine.fresh = NewsLook((), different=False)
    running.screen._look()
    assert not any(b.text == "Update now" for b in buttons(running)), "the newest one runs"
    machine.fresh = NewsLook(("Lamps at the seats",), different=True)
    running.screen._look()
    running.lay_out()
    assert any(b.text == "Lamps at the seats" for b in buttons(running)) and machine.done == []
    machine.refusal = HardwareError("machine_refused", "Access denied")
    press(running, "Update now")
    assert running.screen.problem == "Access denied"
    machine.refusal = None
    running.app.back()
    press(running, "Update")
    press(running, "Update now")
    assert machine.done == ["update"] and running.screen.name == "machine"


def test_a_version_that_nobody_verified_is_installed_only_after_a_question(
    open_window: Any, controller: FakeFae
) -> None:
    machine = controller.machine
    machine.fresh = NewsLook(("Lamps at the seats",), different=True, verified=False)
    running = open_window(controller)
    running.app.open("machine")
    press(running, "Update")
    press(running, "Update now")
    press(running, "Keep")
    assert machine.done == []
    press(running, "Update now")
    press(running, "Update now")
    assert machine.done == ["update"]


def test_a_network_is_joined_with_its_password(open_window: Any, controller: FakeFae) -> None:
    found = (
        WirelessNetwork("Salon", 82, True, True),
        WirelessNetwork("Kitchen", 64, True, False),
        WirelessNetwork("Café", 31, False, False),
    )
    controller.machine.look = NetworkLook(found)
    running = open_window(controller)
    running.app.open("machine")
    press(running, "Network")
    press(running, "Kitchen")
    for key in ("a", "ABC", "A", "#+=", "@"):
        press(running, key) if key in ("ABC", "#+=") else tap(running, key)
    press(running, icon="check")
    assert controller.machine.joined == [("look", ""), ("Kitchen", "aA@")]
    controller.machine.look = NetworkLook(found)
    running.screen.refresh_text()
    press(running, "Café")
    assert controller.machine.joined[-1] == ("Café", "")


def test_a_network_of_any_name_is_the_one_that_is_joined(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(
        controller.machine, "join", lambda network, word: asked.append((network.address, word))
    )
    running = open_window(controller)
    for name in ("-a", "[b]&amp;{name}%s", "C:\\:'\"`$(x)", "�" * 32, "help"):
        asked.clear()
        stations = [WirelessNetwork(name, 64, bool(n), False, f"02:00:00:00:00:0{n}") for n in (1, 0)]
        controller.machine.look = NetworkLook(stations)
        running.app.open("networks")
        press(running, f"{name} · 64 %", icon="lock")
        tap(running, "a")
        press(running, icon="check")
        controller.machine.look = NetworkLook(stations)
        running.app.home()
        running.app.open("networks")
        press(running, f"{name} · 64 %", icon="lock_open")
        assert asked == [("02:00:00:00:00:01", "a"), ("02:00:00:00:00:00", "")]
        running.app.home()


@pytest.mark.parametrize(
    ("repair", "touches", "country"),
    [("switch_on", ["Switch the Wi-Fi on"], ""), ("country", ["Choose the country", "Brazil"], "BR")],
)
def test_a_silent_radio_says_why_and_is_switched_on_with_two_touches(
    open_window: Any, controller: FakeFae, repair: Any, touches: list[str], country: str
) -> None:
    why = Sentence("The Wi-Fi is switched off.")
    controller.machine.look = NetworkLook((), silent=why, repair=repair)
    running = open_window(controller)
    running.app.open("networks")
    running.lay_out()
    assert any(str(why) in label.text for label in running.screen.walk() if hasattr(label, "text"))
    for touch in touches:
        press(running, touch)
    assert controller.machine.switched_on == [country]


def tap(running: Any, letter: str) -> None:
    next(key for key in buttons(running) if key.text == letter).dispatch("on_press")
