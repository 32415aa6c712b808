"""The phones' server, by a client that knows only the written format."""

import asyncio
import base64
import errno
import gzip
import json
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from cryptography.exceptions import InvalidTag

from companion.app.phones import phones, sealing, wire
from companion.app.phones.phones import Phones, Views, on_port
from companion.app.phones.seat_book import SeatBook
from companion.app.phones.server import PhoneServer
from companion.errors import HardwareError, RuleError, StorageError
from companion.games import registry
from companion.games.base import Sentence, rule_error
from companion.session.messages import Message, Undo
from companion.session.snapshot import Snapshot
from companion.session.thread import stale
from companion.storage import atomic
from tests.app.phones.raw_client import RawPhone, join_request, opened, sealed, told
from tests.torture.fuzz import changed
from ui import phone as phone_page

PLAYERS = ("Ana", "Bo")
GAME, NEXT = "a" * 32, "b" * 32


def shared(**fields: Any) -> Snapshot:
    values: dict[str, Any] = {"name": "fae", "game": 7, "message": Sentence("Go."), "players": PLAYERS}
    return Snapshot(**{**values, "turn": "Ana", "uid": GAME, **fields})


class Table:
    """Phones of a table with a scripted game, and their server."""

    def __init__(self, folder: Path) -> None:
        self.told: list[Message] = []
        self.phones = Phones(folder, self.told.append, addresses=lambda: ["127.0.0.1"], port=0)
        self.show()
        self.phones.turn_on()
        assert self.phones._server
        self.server = self.phones._server

    def show(self, **fields: Any) -> None:
        """Let the game be in this state."""
        seats = {name: shared(seat=n, **fields) for n, name in enumerate(PLAYERS)}
        self.phones.show(Views(shared(**fields), seats))

    def scan(self, player: str, **how: bool) -> str:
        """Return what a fresh QR code holds: a token, and the public key of the table."""
        (address,) = self.phones.invite(player, **how)
        return address.partition("#")[2]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(phones, "seat_form", lambda _: None)  # the snapshots are no game's
    made = Table(tmp_path)
    yield made
    made.phones.turn_off()


def run(act: Callable[[aiohttp.ClientSession], Coroutine[Any, Any, Any]]) -> Any:
    """Run a client."""

    async def inside() -> Any:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
            return await act(session)

    return asyncio.run(inside())


async def joined(client: aiohttp.ClientSession, table: Table, code: str) -> tuple[int, str, bytes]:
    """Return the status, the token of the device, and the agreed key."""
    body, key = join_request(*code.split("."))
    async with client.post(f"{table.url}/join", data=body) as answer:
        device = opened(key, (await answer.json())["sealed"])["device"] if answer.status == 200 else ""
        return answer.status, device, key


async def open_socket(client: aiohttp.ClientSession, table: Table, device: str) -> Any:
    socket = await client.ws_connect(f"{table.url}/ws")
    await socket.send_json({"type": "hello", "device": device})
    return socket


def test_a_code_seats_two_browsers_of_a_phone_and_the_last_one_sits_alone(table: Table) -> None:
    """Programs that read codes open the page in a browser of their own first."""
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        return [await joined(client, table, code) for _ in range(3)]

    first, second, third = run(act)
    assert (first[0], second[0], third[0]) == (200, 200, 410)
    assert (table.phones.seat(first[1]), table.phones.seat(second[1])) == (None, "Ana")


def test_a_code_ends_with_the_first_decision_of_its_seat(table: Table) -> None:
    code = table.scan("Ana")

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        await socket.send_json(told(key, {"do": "undo"}))
        await socket.send_json(told(key, {"do": "fly"}))
        await socket.receive_json()  # the first one was taken before it
        return (await joined(client, table, code))[0], table.phones.seat(device)

    assert run(act) == (410, "Ana")


def test_another_phone_takes_the_seat_with_its_secret(table: Table) -> None:
    before = joined_by(table, "Ana")
    here = joined_by(table, "Ana")
    code = table.scan("Ana", moves=True)
    assert table.phones.seat(before) == table.phones.seat(here) == "Ana", "until the other one comes"

    async def act(client: aiohttp.ClientSession) -> Any:
        return await joined(client, table, code)

    _, after, _ = run(act)
    assert [table.phones.seat(one) for one in (before, here, after)] == [None, None, "Ana"]


def test_what_a_listener_heard_seats_nobody(table: Table) -> None:
    """Neither the request of a phone, sent again, nor one with the key of another table."""
    code = table.scan("Ana")
    token, _ = code.split(".")
    foreign = sealing.as_text(sealing.TableKey().public)

    async def act(client: aiohttp.ClientSession) -> Any:
        body, _ = join_request(token, foreign)
        async with client.post(f"{table.url}/join", data=body) as answer:
            found = [answer.status]
        body, _ = join_request(*code.split("."))
        for _ in range(3):
            async with client.post(f"{table.url}/join", data=body) as answer:
                found.append(answer.status)
                assert token.encode() not in body and token.encode() not in await answer.read()
        return found

    assert run(act) == [400, 200, 200, 410]


JOIN = join_request("x", sealing.as_text(sealing.TableKey().public))[0]


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b'{"key": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", {}, 400),
        (b"[" * 60_000, {}, 400),
        (b'{"key": ' + b"9" * 50_000 + b"}", {}, 400),
        (b'{"key": "x", "key": "y"}', {}, 400),
        (b'"key"', {}, 400),
        (json.dumps({"key": "x", "sealed": "y"}).encode(), {}, 400),
        (json.dumps({"key": base64.b64encode(bytes(32)).decode(), "sealed": "y"}).encode(), {}, 400),
        (b"\xff" * 9, {}, 400),
        (b"", {}, 400),
        (JOIN, {"Content-Type": "application/json; charset=nonsense"}, 400),
        (JOIN, {"Content-Encoding": "gzip"}, 400),
        (JOIN, {"Content-Encoding": "deflate"}, 400),
        (gzip.compress(JOIN), {"Content-Encoding": "gzip"}, 400),
        (gzip.compress(bytes(10_000_000)), {"Content-Encoding": "gzip"}, 400),
        (b" " * 70_000, {}, 413),
    ],
    ids=range(15),
)
def test_a_request_to_join_is_refused_without_a_fault(
    table: Table, body: bytes, headers: dict[str, str], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(client: aiohttp.ClientSession) -> int:
        async with client.post(f"{table.url}/join", data=body, headers=headers) as answer:
            return answer.status

    assert run(ask) == status
    assert not [record for record in caplog.records if record.exc_info]


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
        found = [await socket.receive_json(), await socket.receive_json()]
        await socket.send_json(told(key, {"do": "undo"}, at=5))
        while not table.told:
            await asyncio.sleep(0)
        table.told[0].refused(stale())  # somebody was first after all
        return [*found, await socket.receive_json(), await socket.receive_json()]

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


def test_phones_of_another_game_see_no_seat(table: Table) -> None:
    device = joined_by(table, "Ana")
    table.show(uid=NEXT, stored_as=3, players=("Ana", "Cy"))
    assert json.loads(table.phones.view(device, "en"))["sealed"] is None
    with pytest.raises(RuleError, match="no game"):
        table.phones.tell(device, wire.Decision(at=0, message={"do": "undo"}), lambda _: None)


def joined_by(table: Table, player: str) -> str:
    """Scan for a player; return the token of the device."""

    async def act(client: aiohttp.ClientSession) -> Any:
        return await joined(client, table, table.scan(player))

    status, device, _ = run(act)
    assert status == 200
    return str(device)


def test_a_game_with_the_same_number_and_names_has_no_phone_of_another(table: Table) -> None:
    """People without names, and numbers that a deleted or restored journal gives again."""
    device = joined_by(table, "Ana")
    table.show(uid=NEXT)
    assert (table.phones.seat(device), table.phones.seated()) == (None, {})
    assert json.loads(table.phones.view(device, "en"))["sealed"] is None
    with pytest.raises(RuleError, match="no game"):
        table.phones.tell(device, wire.Decision(at=0, message={"do": "undo"}), lambda _: None)
    table.show()
    assert table.phones.seat(device) == "Ana", "its own game goes on"


def test_phones_come_along_to_a_rematch_once(table: Table, tmp_path: Path) -> None:
    device = joined_by(table, "Ana")
    table.phones.take_along(GAME)
    table.show()  # a last snapshot of the game before
    table.show(uid=NEXT, players=("Bo", "Ana"))
    assert table.phones.seat(device) == "Ana"
    assert SeatBook(tmp_path).players(NEXT) == ["Ana"]
    table.show(uid="c" * 32)
    assert table.phones.seat(device) is None


def test_phones_wait_for_a_rematch_while_they_are_off(table: Table) -> None:
    device = joined_by(table, "Ana")
    table.phones.take_along(GAME)
    table.phones.show(None)
    table.show(uid=NEXT)
    assert table.phones.seat(device) == "Ana"


def test_no_phone_comes_along_after_all(table: Table) -> None:
    device = joined_by(table, "Ana")
    table.phones.take_along(GAME)
    table.phones.take_along("")  # another game was begun instead
    table.show(uid=NEXT)
    assert table.phones.seat(device) is None


@pytest.mark.parametrize("on", [True, False])
def test_the_phones_of_a_deleted_game_are_forgotten(table: Table, tmp_path: Path, on: bool) -> None:
    joined_by(table, "Ana")
    table.show(uid=NEXT)
    bo, unused = joined_by(table, "Bo"), table.scan("Ana")
    owner = table.phones if on else Phones(tmp_path, table.told.append)
    owner.forget(GAME)
    assert (SeatBook(tmp_path).players(GAME), SeatBook(tmp_path).players(NEXT)) == ([], ["Bo"])
    if on:
        owner.forget(NEXT)
        body, _ = join_request(*unused.split("."))
        assert table.phones.seat(bo) is None and table.phones.join(wire.read(body, wire.JOIN)) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda written: written[:-9],
        lambda written: written.replace(GAME.encode(), b"A" * 32),
        lambda written: written.replace(b'"' + GAME.encode() + b'"', b"3"),  # by number, as before uids
        lambda written: b"\xff" + written,
        lambda written: b"[]",
    ],
)
def test_damaged_seats_are_told_and_nobody_sits(
    table: Table, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    joined_by(table, "Ana")
    path = tmp_path / "phones.json"
    path.write_bytes(damage(path.read_bytes()))
    book = SeatBook(tmp_path)
    assert book.problem and "scan the codes again" in str(book.problem)
    assert book.players(GAME) == []
    assert book.join(book.invite(GAME, "Bo").token, bytes(32))
    again = SeatBook(tmp_path)
    assert (again.problem, again.players(GAME)) == (None, ["Bo"])


def test_a_full_disk_is_told_and_the_code_stays_valid(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code = table.scan("Ana")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    async def act(client: aiohttp.ClientSession) -> Any:
        with monkeypatch.context() as broken:
            broken.setattr(atomic, "write", full)
            found = [(await joined(client, table, code))[0]]
        found.append((await joined(client, table, code))[0])
        return found

    assert run(act) == [507, 200]
    monkeypatch.setattr(atomic, "write", full)
    with pytest.raises(StorageError, match="disk full"):
        table.phones.remove("Ana")
    assert table.phones.seated() == {}
    table.phones.take_along(GAME)
    table.show(uid=NEXT)  # nothing is raised on the game's thread


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
    with socket.create_server(("::", 0), family=socket.AF_INET6) as other:
        port = other.getsockname()[1]
        for _ in range(2):
            with pytest.raises(HardwareError, match=str(port)):
                PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=port).start()
    server = PhoneServer(Phones(tmp_path, lambda _: None, port=0), port=port)
    server.start()
    server.stop()


@pytest.mark.parametrize("game", registry.registered())
def test_the_page_is_small(game: str) -> None:
    """It is loaded over the Wi-Fi of a Raspberry Pi, by all phones at once."""
    folder = Path(phone_page.__path__[0])
    files = [path for path in folder.rglob("*") if path.suffix in (".css", ".html", ".js", ".json")]
    others = tuple(name for name in registry.registered() if name != game)
    loaded = [path for path in files if not path.name.startswith(others)]
    assert any(path.name.startswith(game) for path in loaded)
    assert sum(path.stat().st_size for path in loaded) < 140_000
