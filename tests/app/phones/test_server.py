"""The phones' server, by a client that knows only the written format."""

import asyncio
import errno
import json
import re
import socket
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from cryptography.exceptions import InvalidTag

from companion.app.phones import wire
from companion.app.phones.phones import Phones, on_port
from companion.app.phones.server import PhoneServer
from companion.errors import HardwareError
from companion.games import registry
from companion.games.base import rule_error
from companion.session.messages import Undo
from companion.session.thread import stale
from tests.app.phones.raw_client import RawPhone, opened, sealed, told
from tests.app.phones.table import PLAYERS, Table, joined, joined_by, open_socket, run
from tests.torture.fuzz import changed
from ui import phone as phone_page


def test_a_seat_reads_its_secret_and_no_other_key_does(table: Table) -> None:
    table.show(at=41)

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, table.scan("Bo"))
        socket = await open_socket(client, table, device)
        return await socket.receive_json(), key, (await joined(client, table, table.scan("Ana")))[2]

    found, key, other = run(act)
    assert (found["type"], found["seat"], found["at"]) == ("snapshot", "Bo", 41)
    assert opened(key, found["sealed"]) == {"at": 41, "secret": None}
    with pytest.raises(InvalidTag):
        opened(other, found["sealed"])


def test_onlookers_get_no_secret(table: Table) -> None:
    async def act(client: aiohttp.ClientSession) -> Any:
        return await (await open_socket(client, table, "")).receive_json()

    found = run(act)
    assert (found["seat"], found["sealed"]) == (None, None)
    assert [player["name"] for player in found["public"]["players"]] == list(PLAYERS)


def test_everybody_sees_whose_phone_is_connected(table: Table) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, _ = await joined(client, table, code)
        watcher = await open_socket(client, table, "")
        found = [await watcher.receive_json()]
        seated = await open_socket(client, table, device)
        found.append(await watcher.receive_json())
        await seated.close()
        found.append(await watcher.receive_json())
        return [[player["phone"] for player in one["public"]["players"]] for one in found]

    assert run(act) == [[False, None], [True, None], [False, None]]


def test_a_decision_reaches_the_game_and_a_wrong_one_is_answered(table: Table) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        await socket.send_json(told(key, {"do": "undo"}))
        await socket.send_json(told(key, {"do": "fly"}))
        return await socket.receive_json()

    assert run(act)["code"] == "no_decision"
    assert table.told == [Undo(7, at=0)]


async def refusal(socket: aiohttp.ClientWebSocketResponse) -> Any:
    """Return the next error; snapshots may come before it."""
    while (found := await socket.receive_json())["type"] != "error":
        assert found["type"] == "snapshot"
    return found


def test_a_decision_for_an_older_state_is_answered_at_once_or_by_the_game(table: Table) -> None:
    code = table.scan("Ana")
    table.show(at=5)

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        wishes = sealed(key, {"language": "es"})
        await socket.send_json({"type": "hello", "device": device, "sealed": wishes})
        await socket.receive_json()
        await socket.send_json(told(key, {"do": "undo"}, at=4))
        found = [await refusal(socket), await socket.receive_json()]
        await socket.send_json(told(key, {"do": "undo"}, at=5))
        while not table.told:
            await asyncio.sleep(0)
        table.told[0].refused(stale())  # somebody was first after all
        return [*found, await refusal(socket), await socket.receive_json()]

    error, shown, later, again = run(act)
    first = ("stale", "Alguien se adelantó.")
    assert (error["code"], error["text"]) == (later["code"], later["text"]) == first
    assert shown["at"] == again["at"] == 5


def test_the_same_decision_again_is_taken_once(table: Table) -> None:
    """A page that lost its connection does not know whether its last message arrived."""
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        for _ in range(3):
            socket = await open_socket(client, table, device)
            await socket.receive_json()
            await socket.send_json(told(key, {"do": "undo"}))
            await socket.send_json({"type": "hello", "device": device})
            assert (await socket.receive_json())["type"] == "snapshot", "nobody else was first"
            await socket.close()

    run(act)
    assert table.told == [Undo(7, at=0)]
    table.told[0].refused(rule_error("nothing_to_undo", []))
    decision = wire.Decision(at=0, message={"do": "undo"})
    (device,) = table.server._here or {joined_by(table, "Ana")}
    assert table.phones.tell(device, decision, lambda _: None), "refused by the rules it may be tried again"
    table.told[1].taken(0)
    assert table.phones.tell(device, decision, lambda _: None), "it changed nothing, so it may be tried again"
    table.told[2].taken(1)
    assert not table.phones.tell(device, decision, lambda _: None)


@pytest.mark.parametrize(
    "sent",
    [
        '{"type": "hello"', '{"type": "dance"}', "[]", "17", '{"type": "tell"}',
        '{"type": "tell", "at": 0, "message": 3}',
        json.dumps({"type": "tell", "at": 0, "message": {"sealed": "y" * 70_000}}),
        json.dumps({"type": "tell", "at": 0, "message": {"sealed": "y" * 700}}),
        json.dumps(told(bytes(32), {"do": "undo"})), '{"type": "tell", "type": "hello"}',
    ],
)  # fmt: skip
def test_nonsense_closes_the_connection_only(table: Table, sent: str) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, _ = await joined(client, table, code)
        bad = await open_socket(client, table, device)
        await bad.receive_json()
        await bad.send_str(sent)
        closing = await bad.receive()
        good = await open_socket(client, table, device)
        return closing.type, (await good.receive_json())["seat"]

    kind, seat = run(act)
    assert kind in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED) and seat == "Ana"
    assert not table.told


def test_a_decision_that_was_moved_to_another_state_closes_the_connection(table: Table) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        await socket.send_json({**told(key, {"do": "undo"}, at=3), "at": 0})
        return (await socket.receive()).type

    assert run(act) in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
    assert not table.told


def test_too_many_messages_close_the_connection(table: Table) -> None:
    async def act(client: aiohttp.ClientSession) -> Any:
        socket = await open_socket(client, table, "")
        for _ in range(1000):
            await socket.send_json({"type": "hello", "device": ""})
        while (received := await socket.receive()).type == aiohttp.WSMsgType.TEXT:
            pass
        return received.type

    assert run(act) in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)


@pytest.mark.parametrize(
    ("headers", "path", "status"),
    [
        ({"Host": "evil.example"}, "/", 421),
        ({"Origin": "http://evil.example"}, "/ws", 403),
        ({}, "/page/../server.py", 404),
        ({}, "/page/index.py", 404),
    ],
)
def test_foreign_requests_are_refused(table: Table, headers: dict[str, str], path: str, status: int) -> None:
    async def act(client: aiohttp.ClientSession) -> Any:
        async with client.get(table.url + path, headers=headers) as answer:
            return answer.status

    assert run(act) == status


def test_an_unknown_device_is_told_to_scan(table: Table) -> None:
    async def act(client: aiohttp.ClientSession) -> Any:
        return await (await open_socket(client, table, "nobody")).receive_json()

    assert run(act)["code"] == "no_seat"


def test_a_phone_comes_back_after_the_server_was_killed(table: Table, tmp_path: Path) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        return await joined(client, table, code)

    _, device, key = run(act)
    table.phones.turn_off()
    again = Table(tmp_path)
    try:

        async def back(client: aiohttp.ClientSession) -> Any:
            return await (await open_socket(client, again, device)).receive_json()

        found = run(back)
    finally:
        again.phones.turn_off()
    assert found["seat"] == "Ana" and opened(key, found["sealed"])["at"] == 0


def test_a_removed_phone_is_out_at_once(table: Table) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, _ = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        table.phones.remove("Ana")
        return (await socket.receive_json())["code"], (await socket.receive()).type

    assert run(act) == ("no_seat", aiohttp.WSMsgType.CLOSE)


def test_a_slow_reader_gets_the_newest_snapshot(table: Table) -> None:
    async def act(client: aiohttp.ClientSession) -> Any:
        socket = await open_socket(client, table, "")
        await socket.receive_json()
        for played in range(1, 2001):
            table.show(played=played)
        seen = 0
        n = 0
        while seen < 2000:
            seen = (await socket.receive_json())["public"]["played"]
            n += 1
        return n

    assert run(act) < 2000


def test_a_fault_in_a_game_is_logged_without_its_text_and_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = table.scan("Ana")

    def boom(*_: Any) -> str:
        raise KeyError(" ".join(("a", "secret")))  # a line of code may be logged

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        with monkeypatch.context() as broken:
            broken.setattr(table.phones, "tell", boom)
            await socket.send_json(told(key, {}))
            found = [(await socket.receive_json())["code"]]
        with monkeypatch.context() as broken:
            broken.setattr(table.phones, "view", boom)
            table.show(played=1)
            found.append((await socket.receive_json())["code"])
        table.show(played=2)
        return found, (await socket.receive_json())["public"]["played"]

    assert run(act) == (["failed", "failed"], 2)
    assert "KeyError" in caplog.text and "a secret" not in caplog.text


def test_phones_out_of_reach_do_not_delay_the_end(table: Table) -> None:
    """They answer no closing handshake."""
    phones = [RawPhone(table.server.port) for _ in range(6)]
    begun_s = time.monotonic()
    table.phones.turn_off()
    assert time.monotonic() - begun_s < 3
    for phone in phones:
        phone.close()


@pytest.mark.parametrize("seed", range(3))
def test_changed_messages_end_one_connection_at_most(
    table: Table, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Over a real socket: changed messages, and frames that are none."""
    (address,) = table.phones.invite("Ana")
    chance, good = Random(seed), RawPhone(table.server.port, address)
    seeds = [
        b'{"type": "hello", "device": "", "language": "es"}',
        json.dumps(told(good.key, {"do": "u"})).encode(),
    ]
    for _ in range(100):
        bad = RawPhone(table.server.port)
        content = changed(chance.choice(seeds), chance)
        if chance.random() < 0.2:
            bad.link.sendall(chance.randbytes(200))
        else:
            bad.frame(chance.choice((1, 1, 1, 2, 8, 9)), content)
        bad.link.shutdown(socket.SHUT_WR)
        while bad.receive() is not None:
            pass
        assert all(one["code"] in ("no_decision", "no_game", "no_seat") for one in bad.errors)
    good.hello()
    table.show(played=5)
    good.until(lambda: good.latest and good.latest["public"]["played"] == 5)
    good.close()
    assert not [one for one in caplog.records if one.levelname in ("ERROR", "CRITICAL")], caplog.text


def test_a_taken_port_is_named(table: Table, tmp_path: Path) -> None:
    other = PhoneServer(table.phones, port=table.server.port, host="127.0.0.1")
    with pytest.raises(HardwareError, match=str(table.server.port)):
        other.start()


def health(address: str, port: int) -> int:
    link = HTTPConnection(address, port, timeout=10)
    try:
        link.request("GET", "/health")
        return link.getresponse().status
    finally:
        link.close()


with_ipv6 = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")


@with_ipv6
def test_phones_are_served_by_ipv4_and_ipv6(table: Table) -> None:
    for address in ("127.0.0.1", "::1"):
        assert health(address, table.server.port) == 200
    assert on_port("::1", table.server.port) == f"http://[::1]:{table.server.port}"


def test_without_ipv6_phones_are_served_by_ipv4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = socket.create_server

    def refused(*where: Any, **how: Any) -> socket.socket:
        if how.get("family") == socket.AF_INET6:
            raise OSError(errno.EADDRNOTAVAIL, "IPv6 is switched off")
        return made(*where, **how)

    monkeypatch.setattr(socket, "create_server", refused)
    for known in (True, False):
        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda known=known: known)
        server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=0)
        server.start()
        try:
            assert health("127.0.0.1", server.port) == 200
            with pytest.raises(ConnectionRefusedError):
                health("::1", server.port)
        finally:
            server.stop()


@with_ipv6
def test_a_port_that_another_program_has_by_ipv6_alone_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
        other = socket.create_server(("::", port), family=socket.AF_INET6)
    with other:
        for _ in range(2):
            with pytest.raises(HardwareError, match=str(port)):
                PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=port).start()
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=port)
    server.start()
    server.stop()


@pytest.mark.parametrize("game", registry.registered())
def test_the_page_is_small(game: str, table: Table) -> None:
    """It is loaded over the Wi-Fi of a Raspberry Pi, by all phones at once, and compressed on its way."""
    folder = Path(phone_page.__path__[0])
    files = [path for path in folder.rglob("*") if path.suffix in (".css", ".js", ".json", ".woff2")]
    others = tuple(name for name in registry.registered() if name != game)
    loaded = [path for path in files if not path.name.startswith(others)]
    assert any(path.name.startswith(game) for path in loaded)

    async def size(client: aiohttp.ClientSession) -> int:
        total = 0
        for path in loaded:
            async with client.get(
                f"{table.url}/page/{path.relative_to(folder)}", auto_decompress=False
            ) as answer:
                packed = None if path.suffix == ".woff2" else "deflate"
                assert answer.headers.get("Content-Encoding") == packed and answer.status == 200
                total += len(await answer.read())
        return total

    assert run(size) < 160_000


def test_a_second_visit_loads_next_to_nothing(table: Table) -> None:
    """Files with the edition in their address are loaded once; of other files only changes are sent."""

    async def visit(client: aiohttp.ClientSession, known: Mapping[str, str]) -> dict[str, str]:
        async with client.get(table.url) as answer:
            page = await answer.text()
        (style,) = re.findall(r'href="(/page/[0-9a-f]{12}/style.css)"', page)
        found, sent = {}, len(page)
        for path in (style, "/words/en", "/words/en/fae"):
            if path in known and known[path] == "for ever":
                continue
            headers = {"If-None-Match": known[path]} if path in known else {}
            async with client.get(table.url + path, headers=headers) as answer:
                sent += len(await answer.read())
                for_ever = "immutable" in answer.headers["Cache-Control"]
                found[path] = "for ever" if for_ever else answer.headers["ETag"]
        assert known == {} or sent < 5_000
        return found

    async def twice(client: aiohttp.ClientSession) -> None:
        found = await visit(client, {})
        assert [*found.values()].count("for ever") == 1
        await visit(client, found)
        async with client.get(f"{table.url}/page/{'0' * 12}/style.css") as answer:  # of a page that is older
            assert answer.status == 200 and answer.headers["Cache-Control"] == "no-cache"

    run(twice)
