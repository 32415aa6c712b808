"""What phones ask to find out about a Wi-Fi, over a real socket."""

import socket
import subprocess
import threading
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.hotspot import ADDRESS, Hotspot
from companion.app.phones.phones import Phones
from companion.app.phones.probes import ANSWERS
from companion.app.phones.server import PhoneServer
from tests.patience import WAIT_S
from ui.phone_service import OwnNetwork


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@pytest.fixture
def port(tmp_path: Path) -> Any:
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=0, host="127.0.0.1")
    server.start()
    port = free_port()
    for _ in range(2):
        server.answer_probes("127.0.0.1", port)
    until(lambda: listens(port))
    yield port
    server.stop()
    assert not listens(port)


def until(true: Callable[[], bool]) -> None:
    """Wait for the thread of the server; a condition would need it to know of the test."""
    patience = threading.Event()
    for _ in range(int(WAIT_S / 0.01)):
        if true():
            return
        patience.wait(0.01)
    raise AssertionError("did not happen")


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def ask(port: int, host: str, path: str) -> tuple[int, str]:
    link = HTTPConnection("127.0.0.1", port, timeout=10)
    link.request("GET", path, headers={"Host": host})
    answer = link.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.parametrize(
    ("host", "path", "status", "text"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204", 204, ""),
        ("Captive.Apple.com:80", "/hotspot-detect.html", 200, "<BODY>Success</BODY>"),
        ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
        ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
        ("detectportal.firefox.com", "/success.txt", 200, "success\n"),
        ("detectportal.firefox.com", "/canonical.html", 200, "captive-portal"),
    ],
)
def test_a_phone_is_told_that_all_is_well(port: int, host: str, path: str, status: int, text: str) -> None:
    found = ask(port, host, path)
    assert found[0] == status and text in found[1] and bool(text) == bool(found[1])


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("captive.apple.com", "/generate_204"),
        ("captive.apple.com", "/watch"),
        ("captive.apple.com", "/page/words.js"),
        ("evil.example", "/generate_204"),
        ("10.42.0.1", "/"),
        ("10.42.0.1", "/health"),
    ],
)
def test_nothing_else_is_answered_there(port: int, host: str, path: str) -> None:
    assert ask(port, host, path) == (421, "unknown host")


@pytest.mark.parametrize(("host", "path"), list(ANSWERS))
def test_the_page_itself_answers_to_none_of_these_names(tmp_path: Path, host: str, path: str) -> None:
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=0, host="127.0.0.1")
    server.start()
    try:
        assert ask(server.port, host, path)[0] == 421
    finally:
        server.stop()


def test_a_port_that_is_taken_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=0, host="127.0.0.1")
    server.start()
    try:
        server.answer_probes("127.0.0.1", server.port)
        until(lambda: "probes of phones" in caplog.text)
        assert ask(server.port, "127.0.0.1", "/health")[0] == 200
    finally:
        server.stop()


def test_the_own_network_ends_with_the_phones_and_with_its_address(tmp_path: Path) -> None:
    hotspot, addresses = Hotspot(answering, available=True), [ADDRESS]
    phones = Phones(tmp_path, lambda _: None, addresses=lambda: addresses, port=0, hotspot=hotspot)
    phones.turn_on()
    assert phones.can_make_network()
    for _ in range(2):
        phones.make_network()
        hotspot.wait()
        assert phones.own_network().code
        addresses.clear()
        assert phones.own_network() == OwnNetwork(), "another network was joined"
        addresses.append(ADDRESS)
    phones.turn_off()
    hotspot.wait()
    assert phones.own_network() == hotspot.result == OwnNetwork()


def answering(command: tuple[str, ...], **_: Any) -> "subprocess.CompletedProcess[str]":
    """A machine with a radio, where every command of NetworkManager does well."""
    said = "wifi" if "TYPE" in command else "country BR: DFS" if command[0] == "iw" else ""
    return subprocess.CompletedProcess(command, 0, said, "")
