"""Messages to systemd, received through a socket of the test."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.service import Service, open_service
from companion.session.messages import Confirm
from companion.session.thread import SessionThread
from tests.patience import WAIT_S
from tests.session.fakes import begun, opening


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(WAIT_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "60000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listening


def test_why_the_app_cannot_start_is_the_state_of_a_service_that_is_ready(systemd: socket.socket) -> None:
    open_service().cannot_start("disk_full")
    assert [systemd.recv(99) for _ in range(2)] == [b"STATUS=cannot start: disk_full\n", b"READY=1\n"]


class Heard:
    def __init__(self) -> None:
        self.sent: list[str] = []

    def ready(self) -> None:
        self.sent.append("ready")

    def notify(self) -> None:
        self.sent.append("alive")

    def status(self, msg: str) -> None:
        self.sent.append(msg)


class Clock:
    now_s = 5.0

    def __call__(self) -> float:
        return self.now_s


def test_ready_and_then_alive_as_long_as_the_game_thread_goes_on(systemd: socket.socket) -> None:
    service = open_service()
    assert service.beat_s == pytest.approx(0.02)
    service.ready()
    assert systemd.recv(99) == b"READY=1\n"
    thread = SessionThread(service.alive, service.beat_s)
    thread.start()
    assert [systemd.recv(99) for _ in range(5)] == [b"WATCHDOG=1\n"] * 5
    thread.stop()


def test_a_game_thread_that_hangs_is_not_alive() -> None:
    beats: list[str] = []
    thread = SessionThread(lambda: beats.append(threading.current_thread().name), 0.001)
    hangs, goes_on = threading.Event(), threading.Event()

    def hang(_: Any) -> None:
        hangs.set()
        goes_on.wait(WAIT_S)

    thread.subscribe(hang)
    thread.start()
    thread.open(thread.number(), begun(position=opening()))
    assert hangs.wait(WAIT_S)
    before = len(beats)
    others = threading.Event()
    threading.Timer(0.05, others.set).start()  # fifty beats of time, in which any other thread could beat
    assert others.wait(WAIT_S)
    assert len(beats) == before
    goes_on.set()
    thread.stop()
    assert len(beats) > before
    assert set(beats) == {"session"}


def test_many_messages_are_not_many_reports() -> None:
    heard, clock = Heard(), Clock()
    service = Service(heard, 30.0, clock)
    for _ in range(100):
        service.alive()
        clock.now_s += 0.1
    assert heard.sent == ["alive", "alive"]


def test_an_app_without_systemd_says_nothing_and_needs_no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    service = open_service()
    service.ready()
    service.alive()
    assert service.beat_s is None
    thread = SessionThread(service.alive, service.beat_s)
    thread.start()
    thread.post(Confirm(0))
    thread.stop()


def test_a_systemd_that_has_gone_is_no_reason_to_end(systemd: socket.socket) -> None:
    service = open_service()
    systemd.close()
    service.ready()
    service.alive()
