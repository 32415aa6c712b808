"""Benchmark of the phones: `python -m tests.bench.phones`.

The app runs in a process of its own, with the phones' server, without a window; the phones are clients with
compression, as browsers are. Times are from the touch, when a phone sends its decision, to the moment when
all phones have the new snapshot. The processor is that of the app's whole process.
"""

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import aiohttp
import click

from tests.app.phones.raw_client import join_request, opened, told
from tests.bench.checkouts import PI_4
from tests.bench.latency import row
from tests.bench.tables import table

GAMES = ("fae", "fabula")
PHONES, ONLOOKERS, STUCK = 6, 20, 10
PAUSE_S = 2.0
"""Time between two moves of people."""
MOST_S = 20.0


def serve(name: str, folder: Path) -> None:
    """Run the app. Each line of the input asks for something, and one line of JSON answers."""
    from companion.app.controller.app import App
    from companion.games.registry import rules
    from companion.session.base import GameConfig
    from companion.settings.settings import DEFAULTS, load
    from companion.storage.journal import Journal
    from tests.session.contract import NAMES
    from tests.torture.phones import DECIDE, OPTIONS

    chance = random.Random(1)
    with Journal(folder / "journal.sqlite3") as journal:
        app = App(load(DEFAULTS), journal, chance=chance)
        app.phones._port, app.phones._addresses = 0, lambda: ["127.0.0.1"]
        shows: list[float] = []
        real = app.phones.show

        def timed(views: Any) -> None:
            begun_s = time.perf_counter()
            real(views)
            shows.append(time.perf_counter() - begun_s)

        app.phones.show = timed  # type: ignore[method-assign]  # the time of the game's thread
        app.phones.turn_on()
        assert app.phones._server
        app.phones._server._clock_s = lambda: 100 * time.monotonic()  # players who never think
        players = NAMES[: min(4, rules(name).players[1])]
        any_seat: Any = app
        any_seat.app, any_seat.chance, any_seat.seats = app, chance, {}

        def begin() -> None:
            """Begin a game; after another one it is the rematch, to which the phones come along."""
            setup, before = rules(name).opening(chance, players), app.latest()
            options, rematch = OPTIONS.get(name, {}), before.uid if before else ""
            app.begin(name, GameConfig(players, options=options, setup=setup, rematch=rematch), "none")
            while app.latest() is None or app.phones.game() is None:
                time.sleep(0.001)

        def decision() -> Any:
            shown: Any = app.latest()
            if shown.over:
                begin()
                shown = app.latest()
            if getattr(shown, "asks", "") == "bases":
                from companion.session.messages import Confirm

                app.tell(Confirm(shown.game))
                while app.latest() is shown:
                    time.sleep(0.001)
                shown = app.latest()
            ((player, written, message),) = DECIDE[name](any_seat, shown)
            return [
                player,
                written,
                [shown.game, shown.played],
                lambda: app.tell(message),
            ]

        begin()
        latest: Any = None
        for line in sys.stdin:
            match line.split():
                case ["invite", player]:
                    found: Any = app.phones.invite(player)[0]
                case ["next"]:
                    *found, latest = decision()
                case ["begin"]:
                    begin()
                    found = []
                case ["screen"]:
                    found = latest()
                case ["shows"]:
                    found = shows[:]
                    shows.clear()
                case _:
                    found = {"players": players, "watch": app.phones.watch_addresses()[0]}
            print(json.dumps(found), flush=True)
        app.close()


class AppProcess:
    """The app in a process of its own, which writes its log to a file."""

    def __init__(self, name: str, folder: Path, log: IO[bytes] | None = None) -> None:
        command = [sys.executable, "-m", "tests.bench.phones", "--serve", name, str(folder)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        )
        about = self.ask("about")
        self.players, self.url = about["players"], about["watch"].rpartition("/")[0]

    def ask(self, line: str) -> Any:
        """Return the answer to a line."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def cpu_s(self) -> float:
        """Processor time until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(MOST_S)


class Phone:
    """A page, as far as the network sees it."""

    def __init__(self, http: aiohttp.ClientSession, app: AppProcess, player: str = "") -> None:
        self.http, self.app, self.player, self.device = http, app, player, ""
        self.key, self.number = b"", 0
        self.state: Any = None
        self.seen: Any = None
        self.changed = asyncio.Event()
        self.refused = False

    async def connect(self) -> None:
        """Join if there is a seat, and follow the snapshots."""
        if self.player:
            code = self.app.ask(f"invite {self.player}").partition("#")[2]
            body, self.key = join_request(*code.split("."))
            async with self.http.post(f"{self.app.url}/join", data=body) as answer:
                self.device = opened(self.key, (await answer.json())["sealed"])["device"]
        self.socket = await self.http.ws_connect(f"{self.app.url}/ws", compress=15)
        await self.socket.send_json({"type": "hello", "device": self.device})
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        async for received in self.socket:
            message = json.loads(received.data)
            self.refused |= message["type"] == "error"
            if message["type"] == "snapshot" and message["public"]:
                public = message["public"]
                self.state, self.number = [public["number"], public["played"]], message["at"]
                people = [{**player, "phone": None} for player in public["players"]]
                self.seen = {**public, "players": people}
            self.changed.set()

    async def at(self, state: Any) -> None:
        """Wait until the game is in this state."""
        await self.until(lambda: self.state == state, state)

    async def after(self, seen: Any) -> None:
        """Wait until something else is seen."""
        await self.until(lambda: self.seen != seen)

    async def until(self, there: Callable[[], Any], what: Any = "") -> None:
        """Wait until it is so."""
        while not there():
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), MOST_S)
            except TimeoutError:
                found = f"{self.player or 'the onlooker'} is at {self.state}, not {what}"
                raise AssertionError(found) from None


class Crowd:
    """Phones at the seats, and onlookers."""

    def __init__(
        self, http: aiohttp.ClientSession, app: AppProcess, onlookers: int, phones: int = PHONES
    ) -> None:
        self.app = app
        self.seated = [Phone(http, app, app.players[n % len(app.players)]) for n in range(phones)]
        self.all = [*self.seated, *(Phone(http, app) for _ in range(onlookers))]

    async def connect(self) -> None:
        """Connect all and wait until they see the game."""
        for phone in self.all:
            await phone.connect()
        for phone in self.all:
            await phone.after(None)

    async def move(self) -> float | None:
        """Decide on a phone; return the seconds until all have it, None if it was done at the screen."""
        player, written, state = self.app.ask("next")
        for one in self.all:
            await one.at(state)
        seen = {one: one.seen for one in self.all}
        phone = next(one for one in self.seated if one.player == player)
        begun_s = time.perf_counter()
        await phone.socket.send_json(told(phone.key, written, phone.number))
        await phone.until(lambda: phone.refused or phone.seen != seen[phone])
        by_phone, phone.refused = not phone.refused, False
        if not by_phone:
            self.app.ask("screen")
        for one in self.all:
            await one.after(seen[one])
        return time.perf_counter() - begun_s if by_phone else None

    async def moves(self, times: int) -> list[float]:
        """Seconds of so many moves by phone."""
        found: list[float] = []
        while len(found) < times:
            took_s = await self.move()
            found += [] if took_s is None else [took_s]
        return found


def stuck(url: str) -> list[socket.socket]:
    """Open connections that never read, and others that never say anything."""
    port = int(url.rpartition(":")[2])
    found = []
    for n in range(2 * STUCK):
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        link.connect(("127.0.0.1", port))
        hello = b'{"type":"hello"}'
        head = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        if n % 2:
            link.sendall(head.encode() + bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
        found.append(link)
    return found


async def measure(name: str, folder: Path, moves: int, seconds: float) -> list[Sequence[object]]:
    """Rows of a game: times, times with stuck phones, and the processor."""
    app = AppProcess(name, folder)
    rows: list[Sequence[object]] = []
    try:
        async with aiohttp.ClientSession() as http:
            crowd = Crowd(http, app, 0)
            await crowd.connect()
            app.ask("shows")
            rows.append(row(f"{name}: touch to all {PHONES} phones", await crowd.moves(moves)))
            rows.append(row(f"{name}: the game's thread", app.ask("shows")))
            links = stuck(app.url)
            rows.append(row(f"{name}: touch to all, {2 * STUCK} others stuck", await crowd.moves(moves // 2)))
            rows.append(row(f"{name}: the game's thread, {2 * STUCK} others stuck", app.ask("shows")))
            for link in links:
                link.close()
            for _ in range(ONLOOKERS):
                crowd.all.append(Phone(http, app))
                await crowd.all[-1].connect()
            begun_s, before_s, n = time.monotonic(), app.cpu_s(), 0
            while time.monotonic() - begun_s < seconds:
                await crowd.move()
                n += 1
                await asyncio.sleep(max(0.0, begun_s + n * PAUSE_S - time.monotonic()))
            share = 100 * (app.cpu_s() - before_s) / (time.monotonic() - begun_s)
            what = f"{name}: processor, %, {PHONES} phones and {ONLOOKERS} onlookers (Pi 4: estimate)"
            rows.append((what, n, f"{share:.1f}", f"Pi 4: {PI_4 * share:.0f}"))
            for phone in crowd.all:
                phone.task.cancel()
    finally:
        app.close()
    return rows


@click.command()
@click.option("--moves", default=200, show_default=True, help="Of each game.")
@click.option("--seconds", default=60.0, show_default=True, help="Time in which the processor is measured.")
@click.option("--serve", "served", nargs=2, hidden=True, default=None)
def main(moves: int, seconds: float, served: tuple[str, str] | None) -> None:
    """Measure the phones of this checkout."""
    if served:
        serve(served[0], Path(served[1]))
        return
    rows = []
    for name in GAMES:
        with TemporaryDirectory() as folder:
            rows += asyncio.run(measure(name, Path(folder), moves, seconds))
    click.echo(table(("phones", "moves", "median ms", "p95 ms"), rows))


if __name__ == "__main__":
    main()
