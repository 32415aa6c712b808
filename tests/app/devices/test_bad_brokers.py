"""Brokers that are silent, garble or drop cost no memory, are reported, and hold up nothing."""

import queue
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.controller.app import App
from companion.app.devices.announcer import KEEP_ALIVE_S, Announcer
from companion.app.devices.bounded_mqtt import MOST_PACKET_BYTES, MOST_WAITING
from companion.app.devices.light_effects import Led
from companion.app.devices.light_strip import LightStrip
from companion.errors import CompanionError
from companion.settings.settings import load
from companion.storage.journal import Journal
from hardware.lights import LightsTwin
from tests.app.devices.brokers import ACCEPTED, BadBroker, publish
from tests.patience import WAIT_S

COMMAND = "companion/table/light/set"


class Clock:
    """Time that passes only when a test says so."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Outage:
    """An announcer at a bad broker, and what it reports."""

    def __init__(self, broker: BadBroker) -> None:
        self.clock = Clock()
        self.strip = LightStrip(LightsTwin(), [Led()] * 60, lambda _: None)
        self.reports: queue.SimpleQueue[CompanionError] = queue.SimpleQueue()
        settings = replace(load().mqtt, host="127.0.0.1", port=broker.port)
        self.announcer = Announcer(settings, self.strip, str, self.reports.put, self.clock)
        self.client = self.announcer._client

    def waiting(self) -> int:
        return len(self.client._out_messages) + len(self.client._out_packet) + len(self.client._in_messages)

    def close(self) -> None:
        self.announcer.close()
        self.strip.close()


def reconnected(broker: BadBroker) -> None:
    for _ in range(2):
        assert broker.connections.acquire(timeout=WAIT_S)


def test_a_broker_that_accepts_no_message_is_reported_and_nothing_queues() -> None:
    broker = BadBroker(lambda: ACCEPTED)
    outage = Outage(broker)
    assert broker.connections.acquire(timeout=WAIT_S)
    topics = len(outage.announcer._latest)
    for _ in range(1000):
        outage.announcer.show(None)
    assert len(outage.client._out_messages) <= 1
    assert len(outage.announcer._unsent) <= topics
    with broker.read:
        assert broker.read.wait_for(lambda: broker.received > 100, WAIT_S), "the first message came"
    assert outage.announcer.problem is None
    outage.clock.now_s += KEEP_ALIVE_S + 1
    problem = outage.announcer.problem
    assert problem and problem.code == "no_broker" and "no answer to a message" in str(problem)
    outage.announcer.show(None)
    assert outage.reports.get(timeout=WAIT_S) is problem and outage.reports.empty(), "reported once"
    outage.close()
    broker.close()


def test_a_flood_of_commands_queues_nothing() -> None:
    broker = BadBroker(lambda: ACCEPTED)
    outage = Outage(broker)
    assert broker.connections.acquire(timeout=WAIT_S)
    levels = [b'{"brightness": %d}' % (number % 255 + 1) for number in range(5000)]
    broker.send(b"".join(publish(COMMAND, level) for level in [*levels, b'{"brightness": 51}']))
    broker.send(publish(COMMAND, b'{"brightness": 102}', quality=1))  # its answer: all before was heard
    broker.send(bytes([0x30, 0xFF, 0xFF, 0x7F]))
    assert broker.ended.acquire(timeout=WAIT_S)
    assert outage.strip.level == pytest.approx(0.4)
    assert len(outage.client._out_messages) <= 1
    assert len(outage.announcer._unsent) <= len(outage.announcer._latest)
    outage.close()
    broker.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("packets", "found"),
    [
        (lambda: ACCEPTED + bytes([0x30, 0xFF, 0xFF, 0xFF, 0x7F]), f"{MOST_PACKET_BYTES} at most"),
        (lambda: ACCEPTED + bytes([0x30, 0]), "Protocol error"),
        (
            lambda: ACCEPTED + b"".join(publish(COMMAND, b"x", 2, at + 1) for at in range(MOST_WAITING + 9)),
            "answers nobody reads",
        ),
        (lambda: bytes(range(256)), ""),
    ],
    ids=["packet without end", "malformed", "deliveries without end", "no MQTT"],
)
def test_a_broker_that_garbles_is_reported_left_and_tried_again(
    packets: Callable[[], bytes], found: str
) -> None:
    broker = BadBroker(packets)
    outage = Outage(broker)
    report = outage.reports.get(timeout=WAIT_S)
    assert report.code == "no_broker" and found in str(report)
    assert broker.ended.acquire(timeout=WAIT_S)
    assert outage.waiting() <= MOST_WAITING + 100
    assert len(outage.client._in_packet["packet"]) <= MOST_PACKET_BYTES
    reconnected(broker)
    outage.close()
    broker.close()


def test_a_broker_that_asks_for_another_protocol_and_is_gone_is_reported() -> None:
    def ask_and_go() -> bytes:
        broker.refuse()
        return bytes([0x20, 2, 0, 1])

    broker = BadBroker(ask_and_go)
    outage = Outage(broker)
    assert outage.reports.get(timeout=WAIT_S).code == "no_broker"
    assert outage.client._thread and outage.client._thread.is_alive(), "it goes on trying"
    outage.close()
    broker.close()


def test_a_broker_that_drops_is_reported_once() -> None:
    broker = BadBroker(lambda: ACCEPTED, drops=True)
    outage = Outage(broker)
    assert outage.reports.get(timeout=WAIT_S).code == "no_broker"
    reconnected(broker)
    assert outage.announcer.problem
    assert outage.reports.empty()
    outage.close()
    broker.close()


def test_the_lamps_are_off_before_the_broker_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        lit_after: list[bool] = []
        monkeypatch.setattr(app.peripherals, "close", lambda: lit_after.append(app.strip._worker.is_alive()))
        app.close()
    assert lit_after == [False]
