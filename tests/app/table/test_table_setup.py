"""Setting up a table on the real app: its strip, its buttons, its camera."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.controller.app import App
from companion.app.table.optics import FOUND, LENSES, camera_place, extent
from companion.errors import HardwareError, SettingsError
from companion.settings.settings import load
from companion.storage.journal import Journal
from hardware import serial_lights
from hardware.buttons import ButtonsTwin
from hardware.strip import Strip
from tests.hardware.decoder import WledBoard
from tests.hardware.test_strip_survey import places
from tests.patience import WAIT_S

MINE = """# my table
language = "es"  # we speak it

[lights]
driver = "twin"
brightness = 0.3  # it dazzles
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


@pytest.fixture
def app(file: Path, tmp_path: Path) -> Iterator[App]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        made = App(load(file), journal, file=file)
        yield made
        made.close()


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> WledBoard:
    made = WledBoard(lamps=36)
    monkeypatch.setattr(serial_lights, "ports", lambda: iter([made.port]))
    monkeypatch.setattr(serial_lights, "ANSWER_S", 0.5)
    return made


def lit(board: WledBoard, wanted: Callable[[list[tuple[int, int, int]]], bool]) -> list[tuple[int, int, int]]:
    """The frame that comes; with a second one the app knows that the first was shown."""
    with board.news:
        assert board.news.wait_for(lambda: len(board.frames) > 1 and wanted(board.frames[-1]), WAIT_S)
        return board.frames[-1]


def alone(lamp: int) -> Callable[[list[tuple[int, int, int]]], bool]:
    def told(frame: list[tuple[int, int, int]]) -> bool:
        return [at for at, light in enumerate(frame) if any(light)] == [lamp]

    return told


def all_in(wanted: tuple[int, int, int]) -> Callable[[list[tuple[int, int, int]]], bool]:
    return lambda frame: all(tuple(map(bool, light)) == wanted for light in frame)


def test_the_wizard_finds_the_strip_and_keeps_it_among_peoples_own_lines(
    app: App, board: WledBoard, file: Path
) -> None:
    strip = Strip(10, 7, 10, 6, start="bottom_left", clockwise=False, corner_gap=1, order="grb")
    seen, setup = places(strip), app.table_setup
    setup.begin_strip("wled", strip.wired)
    for wanted in ((1, 0, 0), (0, 1, 0)):
        frame = lit(board, all_in(wanted))
        assert setup.strip_step().asks == "colour" and len(frame) == strip.wired
        setup.answer_strip({(1, 0, 0): "green", (0, 1, 0): "red"}[wanted])
    answers = 0
    while (step := setup.strip_step()).asks == "place":
        lit(board, alone(step.lamp))
        setup.answer_strip(seen[step.lamp])
        answers += 1
    assert setup.strip_step().asks == "done" and answers <= 16
    kept = load(file).lights
    assert (kept.driver, kept.order, kept.start, kept.direction) == (
        "wled",
        "grb",
        "bottom_left",
        "counterclockwise",
    )
    assert (kept.top, kept.right, kept.bottom, kept.left, kept.corner_gap) == (10, 7, 10, 6, 1)
    assert (kept.brightness, app.settings.lights) == (0.3, kept)
    text = file.read_text(encoding="utf-8")
    assert text.startswith('# my table\nlanguage = "es"  # we speak it\n') and "# it dazzles" in text
    app.spotlight("top", (255, 0, 0))
    lit(board, lambda frame: any(light[1] for light in frame))  # green first on the wire


def test_answers_that_fit_no_strip_are_told_and_asked_again(app: App, board: WledBoard, file: Path) -> None:
    setup = app.table_setup
    setup.begin_strip("wled", 36)
    lit(board, lambda frame: True)
    for seen in ("red", "green", "top", "bottom"):
        setup.answer_strip(seen)
    step = setup.strip_step()
    assert step.asks == "place" and isinstance(step.problem, HardwareError)
    assert step.problem.code == "strip_unclear"
    setup.leave_strip()
    assert app.settings.lights.driver == "twin" and file.read_text(encoding="utf-8") == MINE


def test_a_strip_that_is_not_there_is_told_and_waited_for(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_lights, "ports", lambda: iter([]))
    failed: list[object] = []
    app.strip._failed = failed.append
    app.table_setup.begin_strip("adalight", 60)
    while not failed:
        assert app.table_setup.strip_step().asks == "wait"
    step = app.table_setup.strip_step()
    assert step.asks == "wait" and step.problem is failed[0]


def test_buttons_at_pins_are_heard_at_once_and_kept(
    app: App, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    setup = app.table_setup
    twin = app.peripherals.buttons
    assert isinstance(twin, ButtonsTwin) and not setup.buttons_wired()
    twin.press("undo", "long")
    assert setup.pressed() == (("undo", "long"),)
    setup.use_pins()
    assert setup.buttons_wired() and load(file).buttons.driver == "gpio"
    app.peripherals.buttons.close()
    factory.reset()


def test_pins_that_cannot_be_had_leave_the_settings_alone(
    app: App, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> object:
        raise gpiozero.BadPinFactory("no pins here")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", none, raising=False)
    with pytest.raises(HardwareError, match="no pins here"):
        app.table_setup.use_pins()
    assert not app.table_setup.buttons_wired() and file.read_text(encoding="utf-8") == MINE


def test_a_strip_in_the_network_is_lit_and_kept(app: App, file: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wled:
        wled.bind(("127.0.0.1", 0))
        wled.settimeout(WAIT_S)
        host = f"127.0.0.1:{wled.getsockname()[1]}"
        setup = app.table_setup
        setup.begin_strip("network", 8, host)
        while not any(wled.recv(100)[10:]):
            pass
        while setup.strip_step().asks == "wait":
            pass
        for seen in ("red", "green", *("top", "right", "bottom", "left") * 9):
            if setup.strip_step().asks == "done":
                break
            step = setup.strip_step()
            setup.answer_strip(
                seen if step.asks == "colour" else ("top", "right", "bottom", "left")[step.lamp // 2]
            )
    kept = load(file).lights
    assert (kept.driver, kept.port, setup.strip_host()) == ("network", host, host)
    assert (kept.top, kept.right, kept.bottom, kept.left) == (2, 2, 2, 2)


@pytest.mark.parametrize("host", ["no..name", "no such host"])
def test_a_host_that_cannot_be_is_told(app: App, host: str) -> None:
    failed: list[object] = []
    app.strip._failed = failed.append
    app.table_setup.begin_strip("network", 8, host)
    while not failed:
        assert app.table_setup.strip_step().asks == "wait"
    assert isinstance(failed[0], HardwareError) and failed[0].code == "lights_lost"


def test_a_station_is_wired_tried_and_kept_and_a_taken_pin_is_refused(
    app: App, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    setup = app.table_setup
    assert not setup.seat_pins() and setup.header_pin(4) == 7
    pins = setup.free_pins("top")[:4]
    setup.wire_seat("top", pins)
    assert load(file).stations.pins() == setup.seat_pins() == {"top": [*pins]}
    assert not {*pins} & {*setup.free_pins("left")} and {*pins} < {*setup.free_pins("top")}
    factory.pin(pins[0]).drive_low()
    factory.pin(pins[0]).drive_high()
    assert setup.pressed()[-1] == ("top", "down")
    setup.light_seat("top", (0, 255, 0))
    assert [factory.pin(pin).state for pin in pins[1:]] == [0, 1, 0]
    with pytest.raises(HardwareError, match="GPIO"):
        setup.wire_seat("left", (*setup.free_pins("left")[:3], pins[0]))
    with pytest.raises(SettingsError, match=r"stations\.left"):
        setup.wire_seat("left", (*setup.free_pins("left")[:3], app.settings.buttons.undo))
    assert load(file).stations.pins() == setup.seat_pins() == {"top": [*pins]}
    setup.wire_seat("top", ())
    assert not setup.seat_pins() and not factory.pin(pins[2]).state
    app.peripherals.close()
    factory.reset()


@pytest.mark.parametrize("lens", LENSES)
def test_a_camera_at_its_least_height_sees_the_whole_board(lens: str) -> None:
    from math import atan, degrees

    board_mm = (540.0, 400.0)
    place = camera_place(board_mm, extent(lens))
    across, down = LENSES[lens]
    for side_mm, angle in ((540, across), (400, down)):
        assert 2 * degrees(atan(side_mm / 2 / place.least_mm)) < angle
    assert place.least_mm < place.most_mm


def test_a_higher_camera_is_wanted_for_a_larger_board_whichever_way_it_lies() -> None:
    sizes = ((400.0, 300.0), (600.0, 450.0), (450.0, 600.0))
    small, large, turned = (camera_place(size, extent("Webcam")).least_mm for size in sizes)
    assert small < large == turned


def test_the_lens_that_was_found_with_a_board_decides_how_high_the_camera_hangs(app: App) -> None:
    assert FOUND not in app.table_setup.lenses()
    usual = app.table_setup.camera_place("fae", app.table_setup.lenses()[0])
    app.health.extent = 2.6, 1.95  # 105 degrees across
    assert app.table_setup.lenses()[0] == FOUND
    wide = app.table_setup.camera_place("fae", FOUND)
    assert usual and wide and wide.least_mm < usual.least_mm / 2
