"""Phones come to seats by codes, and stay with their game."""

import base64
import errno
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from companion.app.phones import sealing, wire
from companion.app.phones.phones import Phones
from companion.app.phones.seat_book import SeatBook
from companion.errors import RuleError, StorageError
from companion.storage import atomic
from tests.app.phones.raw_client import join_request, opened, told
from tests.app.phones.table import GAME, NEXT, Table, joined, joined_by, open_socket, run


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


def test_who_scans_a_code_that_was_used_learns_whose_it_was(table: Table) -> None:
    ended, other = table.scan("Bo"), table.scan("Ana")
    table.scan("Bo")  # a new code ends the one before

    async def act(client: aiohttp.ClientSession) -> Any:
        found = []
        for code in (ended, ".".join((other[:4] + "x" * 20, other.split(".")[1]))):
            body, key = join_request(*code.split("."))
            async with client.post(f"{table.url}/join", data=body) as answer:
                found.append((answer.status, opened(key, (await answer.json())["sealed"])))
        return found

    assert run(act) == [(410, {"player": "Bo", "figure": None}), (410, {"player": None, "figure": None})]


def test_a_page_asks_for_the_code_of_another_phone(table: Table) -> None:
    """In any state, and the game is told nothing."""
    code, wanted = table.scan("Ana"), list[str]()
    table.phones.on_moving(wanted.append)

    async def act(client: aiohttp.ClientSession) -> Any:
        _, device, key = await joined(client, table, code)
        assert not table.phones.awaited("Ana")
        socket = await open_socket(client, table, device)
        await socket.receive_json()
        await socket.send_json(told(key, {"do": "move"}, at=99))
        return (await socket.receive_json())["type"]

    assert run(act) == "snapshot"
    assert (wanted, table.told) == (["Ana"], [])
    table.scan("Ana", moves=True)
    assert table.phones.awaited("Ana")


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


def test_phones_of_another_game_see_no_seat(table: Table) -> None:
    device = joined_by(table, "Ana")
    table.show(uid=NEXT, stored_as=3, players=("Ana", "Cy"))
    assert json.loads(table.phones.view(device, "en"))["sealed"] is None
    with pytest.raises(RuleError, match="no game"):
        table.phones.tell(device, wire.Decision(at=0, message={"do": "undo"}), lambda _: None)


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
        assert table.phones.seat(bo) is None and not table.phones.join(wire.read(body, wire.JOIN)).seated


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
