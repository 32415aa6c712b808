"""Twins that fail on demand, in the running app: it goes on, says so, and they come back."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.app.camera import camera_patience
from companion.app.camera.camera_twin import CameraTwin
from companion.app.controller.app import App
from companion.app.devices import light_strip, secret_lamps, twins
from companion.app.devices.secret_lamps import SecretLight
from companion.errors import VisionError
from companion.session.base import GameConfig
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from hardware.twin import Twin
from tests.patience import WAIT_S
from ui.twin_service import FAULTS, Fault, TwinName
from vision.cameras.sources import Frame


class Pictures:
    """Every picture is lighter than the one before."""

    def __init__(self) -> None:
        self.count = 0

    def read(self) -> Frame | None:
        self.count += 1
        return Frame(str(self.count), self.count / 10, np.full((6, 8, 3), self.count, np.uint8))

    def close(self) -> None:
        return None


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(light_strip, "RETRY_S", 0.01)
    monkeypatch.setattr(camera_patience, "RETRY_S", 0.01)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        made = App(load(DEFAULTS), journal)
        yield made
        made.close()


def sign(app: App, device: str) -> str:
    return next(sign.state for sign in app.devices.signs() if sign.device == device)


def until(true: Callable[[], object]) -> None:
    waiting = threading.Event()
    assert any(true() or waiting.wait(0.01) for _ in range(100 * WAIT_S))


@pytest.mark.parametrize("fault", ["unplugged", "garbage"])
def test_a_strip_that_fails_is_told_and_comes_back(app: App, fault: Fault) -> None:
    app.twins.fail("lights", fault, True)
    assert app.twins.faults()["lights"] == {fault}
    app.spotlight("top", (255, 0, 0))
    until(lambda: sign(app, "lights") == "missing")
    assert "lights_lost" in {error.code for _, error in app.health.errors}
    app.twins.fail("lights", fault, False)
    until(lambda: sign(app, "lights") == "twin")


def test_a_strip_that_hangs_holds_up_neither_the_game_nor_the_end(app: App) -> None:
    app.twins.fail("lights", "stuck", True)
    app.spotlight("top", (255, 0, 0))
    app.begin("fae", GameConfig(("Ana", "Bo")), "none")
    until(app.latest)


@pytest.mark.slow
def test_the_camera_of_a_game_is_unplugged_and_comes_back(app: App) -> None:
    app.begin("fae", GameConfig(("Ana", "Bo")), "simulated")
    app.twins.fail("camera", "unplugged", True)
    watching = app._camera
    assert watching
    until(lambda: watching.failure)
    assert isinstance(watching.failure, VisionError) and watching.failure.code == "camera_lost"
    app.twins.fail("camera", "unplugged", False)
    until(lambda: watching.failure is None and watching.latest)


def test_a_camera_freezes_and_sends_noise() -> None:
    twin = Twin()
    camera = CameraTwin(Pictures(), twin)

    def level() -> int:
        frame = camera.read()
        assert frame
        return int(frame.picture[0, 0, 0])

    assert [level(), level()] == [1, 2]
    twin.stuck = True
    assert [level(), level()] == [2, 2]
    twin.stuck, twin.garbled = False, True
    frame = camera.read()
    assert frame and len(np.unique(frame.picture)) > 20
    twin.garbled = False
    assert level() == 4


def test_a_button_at_a_seat_is_held_and_one_that_stays_down_is_told(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twins, "LOOK_S", 0.0)
    monkeypatch.setattr(secret_lamps, "MOST_S", 0.05)
    monkeypatch.setattr(app, "secret_light", lambda seat: SecretLight((9, 9, 9), 1))
    app.peripherals.sit(app.settings.stations)

    def stuck() -> bool:
        return "button_stuck" in {error.code for _, error in app.health.errors}

    app.twins.use("stations")
    app.twins.wait()
    assert ("top", "down") in app.peripherals.presses
    app.twins.fail("stations", "stuck", True)
    app.twins.use("stations")
    until(stuck)
    app.twins.fail("stations", "stuck", False)
    app.peripherals.presses.clear()
    app.twins.fail("stations", "unplugged", True)
    app.twins.use("stations")
    app.twins.wait()
    assert not app.peripherals.presses


def test_buttons_and_reader_fail_too(app: App) -> None:
    helped: list[str] = []
    held: list[str] = []
    app.on_help(lambda: helped.append("help"))
    app.on_tag(held.append)
    names: tuple[TwinName, ...] = ("buttons", "reader")
    for twin in names:
        for fault in FAULTS:
            if fault != "slow":
                app.twins.fail(twin, fault, True)
                app.twins.use(twin)
                app.twins.wait()
                app.twins.fail(twin, fault, False)
    assert (helped, held) == ([], [])
    assert {error.code for _, error in app.health.errors} == {"button_stuck", "reader_lost", "reader_garbled"}
    for twin in names:
        app.twins.use(twin)
        app.twins.wait()
    assert helped == ["help"] and len(held) == 1
