"""Phones of a table with a scripted game, and a client of their server."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp

from companion.app.phones.phones import Phones, Views
from companion.games.base import Sentence
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from companion.session.view import Prompt
from tests.app.phones.raw_client import join_request, opened

PLAYERS = ("Ana", "Bo")
GAME, NEXT = "a" * 32, "b" * 32


class Scripted(Snapshot):
    """Snapshot of no game."""

    __slots__ = ()

    @property
    def prompt(self) -> Prompt:
        """The same sentence always."""
        return Prompt("turn", "", Sentence("Go."))


def shared(**fields: Any) -> Snapshot:
    values: dict[str, Any] = {"name": "fae", "game": 7, "players": PLAYERS}
    return Scripted(**{**values, "turn": "Ana", "uid": GAME, **fields})


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


def joined_by(table: Table, player: str) -> str:
    """Scan for a player; return the token of the device."""

    async def act(client: aiohttp.ClientSession) -> Any:
        return await joined(client, table, table.scan(player))

    status, device, _ = run(act)
    assert status == 200
    return str(device)
