"""Crowds at the door of the phones' server. `make torture-flood` sends larger ones to a whole app."""

import asyncio
import resource
import socket
import threading
import time
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from companion.app.phones import limits
from companion.app.phones.limits import client_of, most_connections
from companion.app.phones.phones import Phones
from tests.app.phones.flood import KINDS, flood
from tests.app.phones.raw_client import RawPhone
from tests.app.phones.table import Table
from tests.patience import WAIT_S

CROWD = 400


def sit(table: Table, player: str) -> RawPhone:
    (address,) = table.phones.invite(player)
    phone = RawPhone(table.server.port, address)
    phone.until(lambda: phone.latest and phone.latest["seat"] == player)
    return phone


def onlooker(table: Table, address: str) -> RawPhone | None:
    """Return an onlooker from this address; None if it was sent away."""
    real, phone = socket.create_connection, None

    def bound(to: Any, timeout: Any) -> socket.socket:
        return real(to, timeout, source_address=(address, 0))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(socket, "create_connection", bound)
        phone = RawPhone(table.server.port)
    return phone if phone.receive() else None


def eventually(true: Callable[[], bool]) -> None:
    patience = threading.Event()
    end_s = time.monotonic() + WAIT_S
    while not true():
        assert time.monotonic() < end_s, "did not happen"
        patience.wait(0.01)


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def guests(table: Table) -> int:
    return len(table.server._door._guests)


def until_played(phone: Any, played: int) -> None:
    phone.until(lambda: phone.latest["public"]["played"] == played)


@pytest.mark.parametrize("kind", KINDS)
def test_a_crowd_takes_nothing_from_the_seats(
    table: Table, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    ana = sit(table, "Ana")
    before = descriptors()
    with flood(table.server.port, kind, CROWD):
        eventually(lambda: "refused or ended" in caplog.text)
        bo = sit(table, "Bo")
        for played in range(1, 21):
            table.show(played=played)
            for phone in (ana, bo):
                until_played(phone, played)
        bo.close()
        bo.connect()
        bo.until(lambda: bo.receive())
        assert descriptors() <= before + limits.MOST_CONNECTIONS + limits.BATCH_TAKEN
    eventually(lambda: guests(table) == 2)
    assert sum("refused or ended" in one.message for one in caplog.records) == 1
    assert len(caplog.text) < 1000


def test_the_silent_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENT_S", 0.05)
    monkeypatch.setattr(limits, "UNKNOWN_S", 0.5)
    made = Phones(tmp_path, lambda _: None, port=0)
    made.turn_on()
    assert made._server
    try:
        for sent in (b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", made._server.port), WAIT_S) as link:
                link.sendall(sent)
                while link.recv(4096):
                    pass
        mute = RawPhone.__new__(RawPhone)
        monkeypatch.setattr(RawPhone, "hello", lambda _: None)
        RawPhone.__init__(mute, made._server.port)
        assert mute.receive() is None
    finally:
        made.turn_off()


def test_a_body_that_does_not_come_is_not_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.phones.server.SILENT_S", 0.05)
    with socket.create_connection(("127.0.0.1", table.server.port), WAIT_S) as link:
        link.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
        assert link.recv(4096).startswith(b"HTTP/1.1 408 ")


def test_onlookers_leave_room_for_seats_and_for_other_addresses(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.server._door, "_most_onlookers", 3)
    many = [onlooker(table, "127.0.0.2") for _ in range(4)]
    assert [one is not None for one in many] == [True, True, True, False]
    other = onlooker(table, "127.0.0.3")
    assert other, "the newest of the crowded address goes"
    newest = many[2]
    assert newest and newest.receive() is None
    assert sit(table, "Ana").latest


def test_a_device_keeps_its_newest_pages(table: Table) -> None:
    pages = [sit(table, "Ana")]
    for _ in range(limits.MOST_OF_DEVICE):
        page = copy(pages[0])
        page.connect()
        assert page.receive()
        pages.append(page)
    with pytest.raises((EOFError, ConnectionError)):
        pages[0].until(lambda: False)
    for page in pages[1:]:
        page.hello()
        assert page.receive()


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
    ],
)
def test_an_address_belongs_to_a_client(host: str, client: str) -> None:
    assert client_of(host) == client


@pytest.mark.parametrize(("soft", "most"), [(1024, limits.MOST_CONNECTIONS), (200, 100)])
def test_half_of_the_descriptors_stay_with_the_game(
    soft: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, 4096))
    assert most_connections() == most


def test_without_descriptors_nothing_is_accepted_until_there_are(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One try and one line, instead of an endless loop."""
    monkeypatch.setattr(limits, "FULL_PAUSE_S", 0.01)

    class Listener:
        tries = 0

        def accept(self) -> Any:
            self.tries += 1
            raise OSError(24, "Too many open files")

    class Loop:
        def __init__(self) -> None:
            self.readers: list[Any] = []
            self.later: list[float] = []

        def remove_reader(self, one: Any) -> None:
            self.readers.append(one)

        def call_later(self, delay_s: float, *_: Any) -> None:
            self.later.append(delay_s)

    loop: Any = Loop()
    listener: Any = Listener()
    door = limits.Door(loop, most=8)
    for _ in range(5):
        door._accept(listener, None)  # type: ignore[arg-type]  # nobody is let in
    assert (listener.tries, loop.readers, loop.later) == (5, [listener] * 5, [0.01] * 5)
    assert len(caplog.records) == 1 and "Too many open files" in caplog.text


def test_an_address_may_not_connect_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 0.0
    door = limits.Door(asyncio.new_event_loop(), most=8, clock_s=lambda: now_s)
    came = sum(door._may_come("192.168.1.7") for _ in range(1000))
    assert came == limits.CONNECTS_AT_ONCE
    assert door._may_come("192.168.1.8")
    now_s = 1.0
    assert sum(door._may_come("192.168.1.7") for _ in range(1000)) == limits.CONNECTS_A_SECOND
    for n in range(2 * limits.MOST_CLIENTS):
        door._may_come(str(n))
    assert len(door._allowances) == limits.MOST_CLIENTS
