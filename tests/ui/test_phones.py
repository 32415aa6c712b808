"""Phones on the app's screen: the page, the ways to it, and what they change on other screens."""

import logging
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import HardwareError, StorageError
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fae.states import PLAYERS, looking
from tests.ui.layout import widgets
from tests.ui.press import buttons, press
from tests.ui.scenes import own_network, phones, start
from ui.phone_service import OwnNetwork

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

ANA, BO = PLAYERS[:2]
LEAST_PX = 3
"""Pixels of a module that a phone reads from half a metre on a 7-inch panel."""


def codes(running: Any) -> list[Any]:
    from ui.widgets.qr import QrCode

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, QrCode)]


def details(running: Any) -> dict[str, str]:
    return {button.text: button.detail for button in buttons(running) if hasattr(button, "detail")}


@pytest.fixture
def controller() -> FakeFae:
    return phones()()


def test_phones_are_turned_on_and_off_and_that_is_remembered(open_window: Any, controller: FakeFae) -> None:
    controller.phones.on = False
    running = open_window(controller)
    press(running, icon="menu")
    press(running, "Phones")
    press(running, "Turn on")
    assert controller.phones.on and controller.profiles.preferences().phones
    press(running, "Turn the phones off")
    assert not controller.phones.on and not controller.profiles.preferences().phones
    assert any(button.text == "Turn on" for button in buttons(running))


def test_why_phones_cannot_be_turned_on_is_said(open_window: Any, controller: FakeFae) -> None:
    controller.phones.on = False
    controller.phones.problem = HardwareError("port_taken", "Port 8765 is taken")
    running = open_window(controller)
    running.app.open("phones")
    press(running, "Turn on")
    texts = [getattr(widget, "text", "") for widget, _ in widgets(running.screen)]
    assert "Port 8765 is taken" in texts and not controller.profiles.preferences().phones


@pytest.mark.parametrize(
    ("size", "night", "address"),
    [
        ((800, 480), False, "192.168.178.120"),
        ((800, 480), True, "2001:db8:85a3:1234:5678:8a2e:370:7334"),
        ((480, 800), False, "2001:db8:85a3:1234:5678:8a2e:370:7334"),
        ((1280, 720), True, "192.168.178.120"),
    ],
)
def test_the_code_is_read_from_the_screen(
    open_window: Any, controller: FakeFae, size: tuple[int, int], night: bool, address: str
) -> None:
    controller.phones.addresses = (f"[{address}]" if ":" in address else address,)
    controller.profiles.prefer(night=night)
    running = open_window(controller, "en", size)
    running.app.open("phones", player=ANA)
    running.lay_out()
    with Image.open(running.screenshot("phones.png")) as shot:
        picture = np.asarray(shot.convert("L"))
    found, corners, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert found == f"http://{controller.phones.addresses[0]}:8765/#TOKEN{1:019}.KEY{'x' * 40}"
    left, top = corners[0].min(axis=0)
    right, _ = corners[0].max(axis=0)
    from ui.widgets.qr import QUIET, modules

    module = (right - left) / len(modules(found))
    assert module >= LEAST_PX
    quiet = int((QUIET - 0.5) * module)
    beside = picture[int(top) - quiet : int(top) - 2, int(left) - quiet : int(right) + quiet]
    assert beside.size and beside.min() == 255, "the quiet zone is white"


def test_the_page_follows_a_phone_that_comes(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("phones")
    assert details(running)[ANA] == "no phone"
    press(running, ANA)
    assert controller.phones.invited == [ANA] and len(codes(running)) == 1
    controller.phones.there = {ANA: True}
    running.screen._look()
    assert codes(running) == [] and details(running) == {
        ANA: "phone connected", **dict.fromkeys(PLAYERS[1:], "no phone")
    }  # fmt: skip
    controller.phones.there = {ANA: False}
    running.screen._look()
    assert details(running)[ANA] == "phone away"


def test_a_removed_phone_leaves_its_seat_to_another_one(open_window: Any, controller: FakeFae) -> None:
    controller.phones.there = {ANA: True, BO: True}
    running = open_window(controller)
    running.app.open("phones")
    press(running, ANA)
    assert codes(running) == [] and controller.phones.invited == [], "a seat with a phone shows no code"
    press(running, "Remove this phone")
    assert controller.phones.there == {BO: True}
    assert controller.phones.invited == [ANA] and len(codes(running)) == 1


@pytest.mark.parametrize("asked_by_phone", [True, False])
def test_a_seat_is_opened_on_another_phone(
    open_window: Any, controller: FakeFae, asked_by_phone: bool
) -> None:
    controller.phones.there = {ANA: True}
    running = open_window(controller)
    if asked_by_phone:
        controller.phones.moving(ANA)
        running.settle(3)
        assert codes(running) == [] and controller.phones.invited == [], "somebody at the table agrees"
        press(running, "Show the code")
    else:
        running.app.open("phones", player=ANA)
        press(running, "Open on another phone")
    assert controller.phones.invited == [ANA] and len(codes(running)) == 1
    running.screen._look()
    assert len(codes(running)) == 1, "the phone that sits there is not the other one"
    controller.phones.waiting.clear()
    running.screen._look()
    assert running.screen.name != "phones" or codes(running) == []


def test_a_phone_that_cannot_be_removed_stays(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: str) -> None:
        raise StorageError("disk_full", "The disk is full")

    controller.phones.there = {ANA: True}
    monkeypatch.setattr(controller.phones, "remove", refuse)
    running = open_window(controller)
    running.app.open("phones", player=ANA)
    press(running, "Remove this phone")
    assert running.screen.problem == "The disk is full" and codes(running) == []


def test_there_is_a_code_for_each_network(open_window: Any, controller: FakeFae) -> None:
    controller.phones.addresses = ("192.168.1.20", "10.0.0.7")
    running = open_window(controller)
    running.app.open("phones", player=ANA)
    shown = []
    for _ in range(3):
        shown.append(codes(running)[0].text.split(":8765")[0])
        press(running, icon="next")
    assert shown == ["http://192.168.1.20", "http://10.0.0.7", "http://192.168.1.20"]
    assert controller.phones.invited == [ANA], "one invitation for all networks"


def test_without_a_network_the_page_leads_to_one(open_window: Any, controller: FakeFae) -> None:
    controller.phones.addresses = ()
    running = open_window(controller)
    running.app.open("phones", player=ANA)
    assert codes(running) == []
    press(running, "Network")
    assert running.screen.name == "networks"
    controller.phones.addresses = ("192.168.1.20",)
    running.app.back()
    assert len(codes(running)) == 1


def texts(running: Any) -> list[str]:
    return [getattr(widget, "text", "") for widget, _ in widgets(running.screen)]


@pytest.mark.parametrize("player", ["", ANA])
def test_without_a_network_one_touch_makes_one_and_its_code_comes_first(
    open_window: Any, player: str
) -> None:
    controller, made = own_network(False)(), own_network(True)().phones
    running = open_window(controller)
    running.app.open("phones", player=player)
    press(running, "Make our own Wi-Fi")
    assert "One moment …" in texts(running)
    assert not any(button.text in ("Make our own Wi-Fi", "Network") for button in buttons(running))
    controller.phones.own, controller.phones.addresses = made.own, made.addresses
    running.screen._look()
    assert [code.text for code in codes(running)] == [made.own.code]
    assert f"Name: Table Companion\nPassword: {made.own.password}" in texts(running)
    assert made.own.password not in repr(running.screen.state())
    press(running, "Next")
    assert running.screen.player == player and not running.screen.wifi
    assert [code.text.partition(":8765")[0] for code in codes(running)] == ["http://10.42.0.1"] * bool(player)
    running.screen._look()
    assert not running.screen.wifi, "its code is shown once by itself"


def test_why_no_network_can_be_made_is_said(open_window: Any) -> None:
    controller = own_network(False)()
    running = open_window(controller)
    running.app.open("phones")
    press(running, "Make our own Wi-Fi")
    controller.phones.own = OwnNetwork(problem=HardwareError("no_network", "This machine has no Wi-Fi."))
    running.screen._look()
    assert "This machine has no Wi-Fi." in texts(running)
    press(running, "Make our own Wi-Fi")
    assert controller.phones.own.busy


def test_the_code_of_the_own_network_is_shown_again_until_the_network_ends(open_window: Any) -> None:
    controller = own_network(True)()
    running = open_window(controller)
    running.app.open("phones")
    press(running, "Code of our Wi-Fi")
    assert len(codes(running)) == 1
    controller.phones.own, controller.phones.addresses = OwnNetwork(), ("192.168.1.20",)
    running.screen._look()
    assert codes(running) == [] and not running.screen.wifi
    assert not any(button.text == "Code of our Wi-Fi" for button in buttons(running))


def test_a_machine_that_makes_no_network_offers_none(open_window: Any, controller: FakeFae) -> None:
    controller.phones.addresses = ()
    running = open_window(controller)
    running.app.open("phones")
    assert not any(button.text == "Make our own Wi-Fi" for button in buttons(running))


def test_a_network_that_changes_makes_a_new_code(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("phones", player=ANA)
    controller.phones.addresses = ("10.0.0.7",)
    running.screen._look()
    assert codes(running)[0].text.startswith("http://10.0.0.7")


def test_the_code_is_seen_nowhere_else(
    open_window: Any, controller: FakeFae, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    running = open_window(controller)
    running.app.open("phones", player=ANA)
    code = codes(running)[0].text
    page = running.screen
    assert "TOKEN" in code
    assert not any("TOKEN" in getattr(w, "text", "") for w, _ in widgets(page) if w is not codes(running)[0])
    assert "TOKEN" not in repr(page.state())
    running.app.home()
    running.lay_out()
    assert running.screen is not page
    assert page.children == [] and "TOKEN" not in repr(vars(page)), "a page that was left keeps no code"
    assert "TOKEN" not in caplog.text
    assert controller.phones.on, "leaving the page ends nothing"


def test_onlookers_get_an_address_without_a_secret(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("phones")
    press(running, "For onlookers")
    assert codes(running)[0].text == "http://192.168.178.120:8765/watch"
    assert controller.phones.invited == []


def test_without_a_game_there_are_no_seats(open_window: Any) -> None:
    controller = start()
    controller.phones.on = True
    running = open_window(controller)
    running.app.open("settings")
    press(running, "Phones")
    assert details(running) == {} and any(b.text == "For onlookers" for b in buttons(running))


def test_a_new_game_begins_with_the_codes_if_phones_are_wanted(open_window: Any) -> None:
    controller = start()
    running = open_window(controller)
    running.app.open("new", game="fae")
    press(running, icon="phone")
    assert controller.phones.on
    controller.publish()
    running.lay_out()
    assert running.screen.name == "phones"
    press(running, "Play now")
    assert running.screen.name != "phones"
    controller.publish()
    running.lay_out()
    assert running.screen.name != "phones", "once in a game"


@pytest.mark.parametrize(("on", "there"), [(False, {}), (True, {ANA: False})])
def test_a_game_without_wanted_phones_or_with_the_same_ones_just_begins(
    open_window: Any, on: bool, there: dict[str, bool]
) -> None:
    controller = start()
    controller.phones.on, controller.phones.there = on, there
    running = open_window(controller)
    controller.publish()
    running.lay_out()
    assert running.screen.name != "phones"


def test_seats_show_which_phones_are_connected(open_window: Any, controller: FakeFae) -> None:
    from ui.widgets.seat_chip import SeatChip

    def marked() -> list[str]:
        return [w.player for w, _ in widgets(running.screen) if isinstance(w, SeatChip) and w.phone]

    controller.phones.there = {ANA: True, BO: False}
    running = open_window(controller)
    running.app.home()
    assert marked() == [ANA]
    controller.phones.there = {ANA: False, BO: True}
    running.screen._look_at_phones()
    assert marked() == [BO]


def test_who_has_a_phone_need_not_look_on_the_screen(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.screens.secret.seat_form", lambda game: object())
    controller = looking()
    first, *others = controller.unseen_players
    controller.phones.on, controller.phones.there = True, {first: True, others[0]: False}
    running = open_window(controller)
    running.app.home()
    assert running.screen.name == "dealt" and running.screen.player == others[0]
    assert not any(call[:2] == ("show_secret", first) for call in controller.calls if isinstance(call, tuple))
    running.app.open("menu")
    press(running, icon="eye")
    assert running.screen.name == "secret", "it may be looked at here all the same"


def test_a_game_without_a_page_for_phones_is_looked_at_on_the_screen(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.screens.secret.seat_form", lambda game: None)
    controller = looking()
    first = controller.unseen_players[0]
    controller.phones.on, controller.phones.there = True, {first: True}
    running = open_window(controller)
    running.app.home()
    assert running.screen.player == first
