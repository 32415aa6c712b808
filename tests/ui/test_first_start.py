"""The first start of a new table, by touch alone."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.errors import HardwareError
from companion.i18n import LANGUAGES
from tests.ui.evening import evening
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import check_apart, check_layout, widgets
from tests.ui.press import buttons, press
from tests.ui.services import FakeMachine
from tests.ui.test_touches import deal, move
from ui.machine_service import NetworkLook, WirelessNetwork

PAGES = ("language", "country", "networks", "time_zone", "clock")
NEAR = NetworkLook((WirelessNetwork("Kitchen", 64, True, False), WirelessNetwork("Café", 31, False, False)))


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing, made.profiles.new = False, True
    made.machine.clock.known, made.machine.look = False, NEAR
    return made


def texts(running: Any) -> list[str]:
    return [widget.text for widget, _ in widgets(running.screen) if getattr(widget, "text", "")]


def test_one_touch_a_page_leads_through_a_whole_set_up(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    seen = [running.screen.name]
    for touch in ("Português", "Bra", "Próxima página", "Noronha", "Acertar o relógio"):
        press(running, touch)
        seen.append(running.screen.name)
    assert seen == [*PAGES, "start"]
    liked, machine = controller.profiles.preferences(), controller.machine
    assert (liked.language, liked.country, machine.switched_on) == ("pt_BR", "BR", ["BR"])
    wait(running, lambda: len(machine.clock.times) == 1)


@pytest.mark.parametrize(
    "skipped",
    [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, len(PAGES) - 1)), len(PAGES) - 1],
)
def test_play_now_on_every_page_after_the_languages_leads_to_the_start_page_for_good(
    open_window: Any, controller: FakeFae, skipped: int
) -> None:
    controller.profiles.liked = controller.profiles.liked.__class__(country="BR")
    running = open_window(controller)
    for name in PAGES[:skipped]:
        assert running.screen.name == name
        press(running, "English" if name == "language" else "Next page")
    assert running.screen.name == PAGES[skipped]
    press(running, "Play now")
    assert running.screen.name == "start" and not controller.profiles.first_start()
    running.close()
    assert open_window(controller).screen.name == "start"


def bare(machine: FakeMachine) -> None:
    machine.wireless, machine.clock.offered = False, False


def wired(machine: FakeMachine) -> None:
    machine.wireless = False


def in_time(machine: FakeMachine) -> None:
    machine.clock.known = True


def clockless(machine: FakeMachine) -> None:
    machine.clock.offered = False


@pytest.mark.parametrize(
    ("change", "country", "shown"),
    [
        (bare, "", ["language"]),
        (wired, "", ["language", "country", "clock"]),
        (wired, "BR", ["language", "country", "time_zone", "clock"]),
        (in_time, "AF", ["language", "country", "networks"]),
        (clockless, "BR", ["language", "country", "networks"]),
    ],
)
def test_each_page_says_whether_it_applies(
    open_window: Any,
    controller: FakeFae,
    change: Callable[[FakeMachine], None],
    country: str,
    shown: list[str],
) -> None:
    change(controller.machine)
    controller.profiles.liked = controller.profiles.liked.__class__(country=country)
    running = open_window(controller)
    seen = [running.screen.name]
    press(running, "English")
    if running.screen.name != "start":
        seen.append(running.screen.name)
    while any(button.text == "Next page" for button in buttons(running)):
        press(running, "Next page")
        seen.append(running.screen.name)
    assert seen == shown


def test_back_leads_to_the_page_before(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    assert not any(button.icon == "back" for button in buttons(running))
    press(running, "English")
    press(running, icon="back")
    assert running.screen.name == "language"


def test_a_demo_is_not_asked_anything(open_window: Any, controller: FakeFae) -> None:
    assert open_window(controller, exhibition=True).screen.name == "start"


def test_a_country_brings_its_time_zone_unless_the_present_one_is_there(
    open_window: Any, controller: FakeFae
) -> None:
    running, clock = open_window(controller), controller.machine.clock
    clock.present = "Europe/London"
    press(running, "English")
    press(running, "Another country …")
    press(running, "A")
    press(running, "Afghanistan")
    assert running.screen.name == "networks" and controller.profiles.preferences().country == "AF"
    wait(running, lambda: clock.present == "Asia/Kabul")


def test_the_country_is_changed_in_the_settings(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.new = False
    running = open_window(controller)
    running.app.open("settings")
    press(running, "Machine")
    press(running, "Country")
    press(running, "Another country …")
    press(running, "A")
    assert not any(button.text == "Play now" for button in buttons(running))
    press(running, "Afghanistan")
    assert running.screen.name == "settings" and controller.profiles.preferences().country == "AF"
    controller.machine.clock.offered = False
    running.close()
    running = open_window(controller)
    running.app.open("settings")
    press(running, "Machine")
    assert not any(button.text in ("Country", "Clock") for button in buttons(running))


def test_the_clock_is_set_by_touch_alone(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.new = False
    running, clock = open_window(controller), controller.machine.clock
    running.app.open("clock", time=datetime(2027, 1, 31, 9, 5))
    for part, value in (("Month", "02"), ("Year", "2028"), ("Hour", "15"), ("Minute", "30")):
        press(running, part)
        press(running, value)
    press(running, "Set the clock")
    wait(running, lambda: clock.times == [datetime(2028, 2, 28, 15, 30)])


def test_a_refusal_is_told_and_blocks_nothing(open_window: Any, controller: FakeFae) -> None:
    controller.machine.clock.refusal = HardwareError("machine_refused", "Access denied")
    controller.profiles.new = False
    running = open_window(controller)
    running.app.open("clock")
    press(running, "Set the clock")
    assert running.screen.name == "start"
    wait(running, lambda: noticed(running))


def noticed(running: Any) -> bool:
    return any(
        "Access denied" in getattr(widget, "text", "")
        for root in running.window.children
        for widget, _ in widgets(root)
    )


def wait(running: Any, there: Callable[[], bool]) -> None:
    from tests.ui.finger import Finger

    with Finger(running.window).ready() as finger:
        finger.until(there, "the machine's answer")


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [(800, 480), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (480, 800)))],
    ids=["800x480", "1280x720", "480x800"],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(open_window: Any, controller: FakeFae, language: str, size: tuple[int, int]) -> None:
    """The pages, the letters of countries, and the sheet with the most values."""
    for text_size in (1.0, 1.25):
        controller.profiles.liked = controller.profiles.liked.__class__(country="BR", text_size=text_size)
        running = open_window(controller, language, size)
        for name in PAGES:
            for among in ("", "*", "A") if name == "country" else ("",):
                running.app.open(name, first_start=True, **({"among": among} if among else {}))
                running.lay_out()
                running.lay_out()
                check_layout(running)
                check_apart(running)
                shown = f"{name}{among.replace('*', 's')}_{language}_{size[0]}x{size[1]}"
                if text_size == 1:
                    running.screenshot(f"first_{shown}.png")
        running.screen.ask("minute", "Minute")
        running.lay_out()
        running.lay_out()
        check_layout(running)
        running.screenshot(f"first_minute_{language}_{size[0]}x{size[1]}.png")
        running.close()


def new_table() -> FakeMachine:
    machine = FakeMachine()
    machine.clock.known, machine.look = False, NEAR
    return machine


@pytest.mark.parametrize(
    ("touches", "most"),
    [
        pytest.param(("English", "Play now"), 12, marks=pytest.mark.slow),
        (("English", "Brazil", "Next page", "Sao Paulo", "Set the clock"), 15),
    ],
    ids=["skipped", "whole"],
)
def test_few_touches_lead_from_the_first_start_to_the_first_move(
    open_window: Any, tmp_path: Path, monkeypatch: Any, touches: tuple[str, ...], most: int
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with evening(open_window, tmp_path, seed=8, new=True, machine=new_table()) as house:
        for text in touches:
            house.press(text=text)
        house.on("start")
        house.press("tile-fae", "Fae")
        house.press("play")
        house.on("dealt")
        house.until(lambda shown: True)
        deal(house)
        move(house)
        assert house.finger.touches <= most
