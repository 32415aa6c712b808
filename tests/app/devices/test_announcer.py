"""MQTT announcements, received by a real broker that the test starts."""

import json
import queue
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion.app.controller.app import App
from companion.app.devices.announcer import DISCOVERY, ROOT, SENSORS, discovery, state
from companion.app.fae.players import opening
from companion.errors import CompanionError
from companion.games import fae
from companion.games.fae.board import COLOURS
from companion.session.base import GameConfig
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Undo
from companion.session.snapshot import Snapshot
from companion.settings.settings import Settings, load
from companion.storage.journal import Journal
from tests.app.simulated_people import People
from tests.patience import WAIT_S
from tests.ports import held_port
from tests.session.fae_answers import moved

LIGHT_FIELDS = {
    "availability_topic", "brightness", "command_topic", "device", "name", "schema", "state_topic",
    "supported_color_modes", "unique_id",
}  # fmt: skip
SENSOR_FIELDS = {
    "availability_topic", "device", "icon", "name", "state_topic", "unique_id", "value_template",
}  # fmt: skip
"""Those of https://www.home-assistant.io/integrations/light.mqtt (JSON schema) and sensor.mqtt."""
DEVICE_FIELDS = {"identifiers", "manufacturer", "name", "sw_version"}


@contextmanager
def mosquitto(folder: Path, port: int) -> Iterator[None]:
    """A broker that keeps nothing on the disk."""
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", "utf-8")
    process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", config], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[int]:
    with held_port() as port, mosquitto(tmp_path, port):
        yield port


class House:
    """Somebody else at the broker, who hears everything."""

    def __init__(self, port: int) -> None:
        self.heard: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self.all: list[tuple[str, str]] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_message = lambda _, __, message: self.heard.put(
            (message.topic, message.payload.decode())
        )
        self._client.connect_async("127.0.0.1", port)
        self._client.reconnect_delay_set(1, 1)
        self._client.loop_start()

    def until(self, topic: str, **values: str) -> Any:
        while True:
            heard = self.heard.get(timeout=WAIT_S)
            self.all.append(heard)
            told = json.loads(heard[1]) if heard[1].startswith("{") else {"": heard[1]}
            if heard[0] == topic and values.items() <= told.items():
                return told

    def say(self, topic: str, payload: str) -> None:
        self._client.publish(topic, payload, qos=1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def with_broker(port: int) -> Settings:
    settings = load()
    return replace(settings, mqtt=replace(settings.mqtt, host="127.0.0.1", port=port, table="den"))


def test_a_game_is_told_and_no_secret(tmp_path: Path, broker: int) -> None:
    house = House(broker)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(with_broker(broker), journal)
        house.until(f"{ROOT}/den/availability", **{"": "online"})
        setup = {"druids": {str(s): next(iter(pieces)) for s, pieces in fae.table(opening(3)).items()}}
        app.begin("fae", GameConfig(("Ana", "Bo"), setup=setup), "none")
        people = People(app, FaeSnapshot)
        shown = people.until(lambda shown: shown.dealt)
        assert shown.position
        app.tell(moved(shown.game, fae.legal(shown.position)[0]))
        house.until(f"{ROOT}/den/state", turn="Bo", state="playing", game="fae")
        app.tell(Undo(shown.game))
        house.until(f"{ROOT}/den/state", turn="Ana")
        house.say(f"{ROOT}/den/light/set", "no command")
        house.say(f"{ROOT}/den/light/set", '{"state": "ON", "brightness": 51}')
        house.until(f"{ROOT}/den/light/state", state="ON")
        assert app.strip.level == pytest.approx(0.2)
        house.say(f"{ROOT}/den/light/set", '{"state": "OFF"}')
        house.until(f"{ROOT}/den/light/state", state="OFF")
        assert set(app.lights()) == {(0, 0, 0)}
        app.leave_game()
        house.until(f"{ROOT}/den/state", state="idle")
        app.close()
        house.until(f"{ROOT}/den/availability", **{"": "offline"})
    house.close()
    told = " ".join(payload for topic, payload in house.all if topic == f"{ROOT}/den/state")
    assert not any(colour in told for colour in COLOURS), "a spirit is a colour"


@pytest.mark.slow
def test_a_broker_that_forgot_everything_is_told_all_of_it_again(tmp_path: Path) -> None:
    with held_port() as port, Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(with_broker(port), journal)
        house = House(port)
        try:
            with mosquitto(tmp_path, port):
                house.until(f"{ROOT}/den/state", state="")
                app.begin("fae", GameConfig(("Ana", "Bo")), "none")
                house.until(f"{ROOT}/den/state", state="playing", game="fae")
            house.close()
            house = House(port)
            with mosquitto(tmp_path, port):
                house.until(f"{ROOT}/den/light/state", state="ON")
                told = dict(house.all)
                assert told[f"{ROOT}/den/availability"] == "online"
                assert json.loads(told[f"{ROOT}/den/state"])["game"] == "fae"
                assert discovery("den").keys() <= told.keys()
                assert app.peripherals.broker_lost is False
                app.close()
        finally:
            house.close()


def test_discovery_says_what_home_assistant_knows() -> None:
    found = discovery("den")
    assert len(found) == len(SENSORS) + 1
    for topic, config in found.items():
        prefix, component, node, _, end = topic.split("/")
        assert (prefix, node, end) == (DISCOVERY, "companion_den", "config")
        assert config.keys() == {"light": LIGHT_FIELDS, "sensor": SENSOR_FIELDS}[component]
        assert config["device"].keys() == DEVICE_FIELDS
    assert len({config["unique_id"] for config in found.values()}) == len(found)


def test_what_only_a_seat_may_see_is_refused() -> None:
    with pytest.raises(ValueError, match="for everybody"):
        state(Snapshot(name="fae", game=1, players=("Ana",), seat=0), str)


def test_a_broker_that_is_not_there_is_told_once_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: queue.SimpleQueue[CompanionError] = queue.SimpleQueue()
    with held_port() as port, Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        monkeypatch.setattr(app.health, "failed", told.put)
        app.peripherals._announcer = app.peripherals._announced(with_broker(port).mqtt)
        error = told.get(timeout=WAIT_S)
        assert error.code == "no_broker"
        assert "check [mqtt] in the settings" in str(error)
        app.begin("fae", GameConfig(("Ana", "Bo")), "none")
        People(app, FaeSnapshot).until(lambda shown: shown.phase == "setup")
        app.close()
    assert told.empty()
