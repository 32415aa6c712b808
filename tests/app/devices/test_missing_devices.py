"""Devices that are set up and are not there: the app starts, says so, and plays on."""

import threading
from pathlib import Path

import gpiozero
import pytest

from companion.app.controller.app import App
from companion.app.devices.announcer import Announcer
from companion.errors import HardwareError
from companion.session.base import GameConfig
from companion.session.fae.snapshot import FaeSnapshot
from companion.settings.settings import load
from companion.storage.journal import Journal
from hardware.serial_reader import SerialReader
from tests.app.simulated_people import People
from tests.patience import WAIT_S

WITH_ALL = """
[lights]
driver = "adalight"
port = "/dev/no-such-port"
[buttons]
driver = "gpio"
[stations]
driver = "gpio"
bottom = [4, 5, 6, 13]
[reader]
driver = "rdm6300"
port = "/dev/no-such-reader"
[mqtt]
host = "127.0.0.1"
port = 1
"""


def test_the_game_goes_on_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> object:
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", none, raising=False)
    told, really = threading.Event(), App._lights_failed
    unread, lost = threading.Event(), SerialReader._fail

    def failed(app: App, error: HardwareError) -> None:
        really(app, error)
        told.set()

    def unheard(reader: SerialReader, error: HardwareError) -> None:
        lost(reader, error)
        unread.set()

    monkeypatch.setattr(App, "_lights_failed", failed)
    monkeypatch.setattr(SerialReader, "_fail", unheard)
    untold, silent = threading.Event(), Announcer._lost

    def unheard_of(announcer: Announcer, found: object) -> None:
        silent(announcer, found)
        untold.set()

    monkeypatch.setattr(Announcer, "_lost", unheard_of)
    path = tmp_path / "settings.toml"
    path.write_text(WITH_ALL, encoding="utf-8")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(path), journal)
        try:
            assert told.wait(WAIT_S) and unread.wait(WAIT_S) and untold.wait(WAIT_S)
            app.begin("fae", GameConfig(("Ana", "Bo")), "none")
            People(app, FaeSnapshot).until(lambda shown: shown.phase == "setup")
            signs = {sign.device: sign.state for sign in app.devices.signs()}
            assert {**signs, "camera": ""} == {
                "camera": "", "lights": "missing", "buttons": "missing", "reader": "missing",
                "broker": "missing",
            }  # fmt: skip
            assert {error.code for _, error in app.health.errors} == {"port_unusable", "no_pins", "no_broker"}
            assert any("/dev/no-such-reader" in str(error) for _, error in app.health.errors)
            assert any("plug it in" in str(error) for _, error in app.health.errors)
        finally:
            app.close()
