"""What phones ask to find out about a Wi-Fi, over a real socket."""

import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.hotspot import ADDRESS, Hotspot
from companion.app.phones.phones import Phones
from companion.app.phones.probes import HOSTS, PATHS
from companion.app.phones.server import PhoneServer
from tests.patience import WAIT_S
from tests.ports import held_port
from ui.phone_service import OwnNetwork


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[PhoneServer, int]]:
    """A server, and the port at which it answers probes."""
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=0, host="127.0.0.1")
    server.start()
    with held_port() as port:
        for _ in range(2):
            server.answer_probes("127.0.0.1", port)
        until(lambda: listens(port))
        yield server, port
        server.stop()
        assert not listens(port)


@pytest.fixture
def port(served: tuple[PhoneServer, int]) -> int:
    return served[1]


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


GOOGLE = (
    "connectivitycheck.gstatic.com", "connectivitycheck.android.com", "clients3.google.com", "www.google.com",
    "www.gstatic.com", "play.googleapis.com", "connect.rom.miui.com",
    "connectivitycheck.platform.hicloud.com", "connectivity.samsung.com.cn", "wifi.vivo.com.cn",
    "conn1.oppomobile.com",
)  # fmt: skip
APPLE = (
    "www.apple.com", "www.appleiphonecell.com", "www.itools.info", "www.ibook.info", "www.airport.us",
    "www.thinkdifferent.us", "captive.apple.com",
)  # fmt: skip
KINDLE = "81ce4465-7167-4dcb-835b-dcc9e44c112a"
PROBES = [
    *((host, path, 204, "") for host in GOOGLE for path in ("/generate_204", "/gen_204")),
    *((host, "/library/test/success.html", 200, "<BODY>Success</BODY>") for host in APPLE),
    ("Captive.Apple.com:80", "/hotspot-detect.html", 200, "<BODY>Success</BODY>"),
    ("captive.apple.com", "/", 200, "<BODY>Success</BODY>"),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("ipv6.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt?ipv4", 200, "success\n"),
    ("detectportal.firefox.com", "/canonical.html", 200, "captive-portal"),
    ("connectivity.samsung.com.cn", "/generate_204?a=1", 204, ""),
    ("spectrum.s3.amazonaws.com", "/kindle-wifi/wifistub.html", 200, KINDLE),
    ("connectivity-check.ubuntu.com.", "/", 204, ""),
    ("nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online"),
    ("network-test.debian.org", "/nm", 200, "NetworkManager is online"),
    ("fedoraproject.org", "/static/hotspot.txt", 200, "OK"),
]


@pytest.mark.parametrize(("host", "path", "status", "text"), PROBES)
def test_a_phone_is_told_that_all_is_well(port: int, host: str, path: str, status: int, text: str) -> None:
    found = ask(port, host, path)
    assert found[0] == status and text in found[1] and bool(text) == bool(found[1])


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("www.apple.com", "/"),
        ("evil.example", "/watch"),
        ("evil.example", "/page/words.js"),
        ("10.42.0.1", "/"),
        ("10.42.0.1", "/health"),
        ("", "//evil.example/%0d%0aX:y"),
    ],
)
def test_everything_else_leads_to_the_page_of_the_table(
    served: tuple[PhoneServer, int], host: str, path: str, method: str
) -> None:
    server, port = served
    link = HTTPConnection("127.0.0.1", port, timeout=10)
    link.request(method, path, headers={"Host": host})
    answer = link.getresponse()
    assert answer.status == 302 and answer.getheader("Location") == f"http://127.0.0.1:{server.port}/"
    assert answer.getheader("Cache-Control") == "no-store" and answer.read() == b""
    assert ask(server.port, f"127.0.0.1:{server.port}", "/")[0] == 200


@pytest.mark.parametrize("host", sorted({host for host, *_ in PROBES} | set(HOSTS)))
def test_the_page_itself_answers_to_none_of_these_names(served: tuple[PhoneServer, int], host: str) -> None:
    for path in ("/", *PATHS):
        assert ask(served[0].port, host, path)[0] == 421


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
