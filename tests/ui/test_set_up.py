"""Setting up a table in the window, part by part."""

from typing import Any

import pytest

from companion.errors import HardwareError
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets
from tests.ui.press import buttons, press
from ui.setup_service import StripStep

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255))


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


def texts(running: Any) -> str:
    return " | ".join(str(widget.text) for widget, _ in widgets(running.screen) if hasattr(widget, "text"))


def test_the_signs_of_the_start_lead_to_their_part(open_window: Any, controller: FakeFae) -> None:
    from ui.screens.table_status import DeviceRow

    running = open_window(controller)
    press(running, running.screen.status_words)
    rows = [row for row, _ in widgets(running.window.children[0]) if isinstance(row, DeviceRow)]
    next(row for row in rows if row.icon == "camera").set_up()
    assert (running.screen.name, running.screen.part) == ("set_up", "camera")
    running.app.back()
    assert running.screen.name == "start"


def test_every_part_may_be_skipped(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    press(running, "Set up this table")
    press(running, "Camera")
    seen = []
    while running.screen.part:
        seen.append(running.screen.part)
        press(running, "Go on")
    assert seen == ["camera", "lights", "buttons", "seats", "sound"]
    assert controller.table_setup.calls == [("leave_strip",)]
    press(running, "Cards")
    assert running.screen.name == "tags"


def test_two_fingers_on_the_key_of_a_part_go_on_once(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("set_up", part="sound")
    key = next(one for one in buttons(running) if one.text == "Go on")
    for _ in range(2):
        key.dispatch("on_release")
    assert running.screen.part == ""


def test_the_height_is_that_of_the_board_and_the_lens(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("set_up", part="camera")
    assert "Hang it 64 cm to 137 cm" in texts(running)
    press(running, "Camera Module 3 Wide")
    assert "Hang it 41 cm to 137 cm" in texts(running)


def test_the_wizard_asks_and_takes_answers(open_window: Any, controller: FakeFae) -> None:
    setup = controller.table_setup
    running = open_window(controller)
    running.app.open("set_up", part="lights")
    press(running, "+10")
    press(running, "\N{MINUS SIGN}1")
    press(running, "ESP32")
    press(running, "Green")
    (edge,) = [widget for widget, _ in widgets(running.screen) if hasattr(widget, "on_place")]
    x, y = edge.middle
    for spot in ((edge.x + 2, y), (x, edge.top - 2), (edge.right - 2, edge.y + 2)):
        edge.place(*spot)
    assert [edge.place(*spot) for spot in ((edge.x + 30, y), (x, edge.top - 9))] == ["left", "top"]
    assert edge.place(x, y) == ""
    edge.dispatch("on_place", edge.place(x, edge.top - 9))
    assert setup.calls == [
        ("begin_strip", "wled", 69, "wled.local"), ("answer_strip", "green"), ("answer_strip", "top")
    ]  # fmt: skip
    running.app.back()
    assert setup.calls[-1] == ("leave_strip",)


def test_a_silent_strip_is_reported_until_it_answers(open_window: Any, controller: FakeFae) -> None:
    setup = controller.table_setup
    setup.step = StripStep("wait", problem=HardwareError("no_strip", "no strip at any port"))
    running = open_window(controller)
    running.app.open("set_up", part="lights")
    assert "no strip at any port" in texts(running)
    setup.step = StripStep("colour")
    running.screen._look()
    assert "In which colour?" in texts(running)


def test_pressed_buttons_get_a_check_mark(open_window: Any, controller: FakeFae) -> None:
    setup = controller.table_setup
    setup.wired, setup.seats = True, {"top": (4, 5, 6, 13), "bottom": (12, 16, 20, 21)}
    running = open_window(controller)
    running.app.open("set_up", part="buttons")
    setup.presses = [("undo", "short"), ("next", "stuck"), ("top", "down")]
    running.screen._look()
    running.lay_out()
    assert {button.text for button in buttons(running) if button.chosen} == {"Undo"}
    press(running, "Go on")
    assert {button.text for button in buttons(running) if button.chosen} == {"top"}


def test_a_strip_in_the_network_is_asked_for_by_its_name(open_window: Any, controller: FakeFae) -> None:
    from kivy.core.window import Window

    from ui.widgets.text_sheet import TextSheet

    running = open_window(controller)
    running.app.open("set_up", part="lights")
    press(running, "WLED in your network")
    sheet = Window.children[0]
    assert isinstance(sheet, TextSheet) and sheet.text == "wled.local"
    for _ in "local":
        sheet.rub_out()
    sheet.type("den")
    sheet.finish()
    assert controller.table_setup.calls == [("begin_strip", "network", 60, "wled.den")]


def test_a_seat_gets_free_pins_that_are_changed_tried_and_taken_away(
    open_window: Any, controller: FakeFae
) -> None:
    setup = controller.table_setup
    setup.seats = {"top": (4, 5, 6, 13)}
    running = open_window(controller)
    running.app.open("set_up", part="seats")
    press(running, "bottom right")
    assert "GPIO7, pin 26" in texts(running) and running.screen._chosen["pins"] == (7, 8, 9, 10)
    running.screen._shown._turn("bottom_right", 0, -1)
    assert running.screen._chosen["pins"][0] == 27, "the last one that is free"
    setup.refusal = HardwareError("pin_unusable", "GPIO27 is not free")
    press(running, "Use these pins")
    assert "GPIO27 is not free" in texts(running) and "bottom_right" not in setup.seats
    setup.refusal = None
    press(running, "Use these pins")
    assert setup.seats["bottom_right"] == (27, 8, 9, 10)
    press(running, "Try")
    assert setup.calls[-1] in [("light_seat", "bottom_right", light) for light in COLOURS]
    press(running, "All seats")
    assert setup.calls[-1] == ("light_seat", "bottom_right", (0, 0, 0)), "dark again"
    press(running, "bottom right")
    press(running, "Nothing here")
    assert setup.seats == {"top": (4, 5, 6, 13)}


def test_pins_that_cannot_be_had_are_reported(open_window: Any, controller: FakeFae) -> None:
    controller.table_setup.refusal = HardwareError("no_pins", "this computer has no pins")
    running = open_window(controller)
    running.app.open("set_up", part="buttons")
    press(running, "Listen to the pins")
    assert "this computer has no pins" in texts(running)
    controller.table_setup.refusal = None
    press(running, "Listen to the pins")
    assert "this computer has no pins" not in texts(running)
    assert "it gets a check" in texts(running)


def test_sounds_are_turned_off_if_nothing_is_heard(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("set_up", part="sound")
    press(running, "Nothing")
    assert not controller.profiles.liked.sounds
    press(running, "I hear it")
    assert controller.profiles.liked.sounds
