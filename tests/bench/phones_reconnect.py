"""Benchmark of real browsers at the phones' page: `python -m tests.bench.phones_reconnect`.

Six browsers of three makers sit at a game of Fae, through a relay that can cut the network. Times to be back
at the seat begin when the page can reach the table: with the key of the browser (*reload*, *second tab*), the
server that listens again, or the phone that wakes.
"""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click

from tests.app.phones.browsers import Page, require, six_browsers
from tests.bench.latency import row
from tests.bench.tables import table

SLEEP_S = 4.0
"""Time that a phone is away: a table that six phones left more often would have too many dead connections."""
OUTAGE_S = 45.0
"""Time without a server; longer than a Pi takes to start."""
BACK_S = 2.0
"""Time within which a phone must be at its seat again."""
PLAYERS = ("Ana", "Bo", "Cy")
AWAY = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
WAKE = "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));"


def serve(folder: Path, port: int, stored: int) -> None:
    """Run the app with a new game, or one that is stored; each line of the input asks for an address."""
    from companion.app.controller.app import App
    from companion.games import fae
    from companion.session.base import GameConfig
    from companion.settings.settings import DEFAULTS, load
    from companion.storage.journal import Journal
    from tests.session.fae_answers import moved

    with Journal(folder / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        app.phones._port, app.phones._addresses = port, lambda: ["127.0.0.1"]
        app.phones.turn_on()
        if stored:
            app.resume(stored, "none")
        else:
            app.begin("fae", GameConfig(PLAYERS, setup=fae.RULES.opening(Random(3), PLAYERS)), "none")
        while app.latest() is None or app.phones.game() is None:
            time.sleep(0.001)
        assert app.phones._server
        shown: Any = app.latest()
        if not stored:  # a game is stored once something was played
            app.tell(moved(shown.game, fae.legal(shown.position)[0]))
            while shown.played == 0:
                time.sleep(0.001)
                shown = app.latest()
        print(json.dumps([app.phones._server.port, shown.stored_as]), flush=True)
        for line in sys.stdin:
            print(json.dumps(app.phones.invite(line.strip())[0]), flush=True)
        app.close()


class StoredApp:
    """The app in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.port, self._stored = folder, 0, 0
        self.start()

    def start(self) -> None:
        """Start it; return when it listens."""
        given = ["--serve", str(self._folder), str(self.port), str(self._stored)]
        command = [sys.executable, "-m", "tests.bench.phones_reconnect", *given]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.port, self._stored = json.loads(self._process.stdout.readline())

    def invite(self, player: str) -> str:
        """Return the address of a seat."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(player + "\n")
        self._process.stdin.flush()
        return str(json.loads(self._process.stdout.readline()))

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class Relay:
    """The network between pages and the app. Cut connections say nothing and are never closed."""

    def __init__(self, port: int) -> None:
        self._to, self._links, self._cuts = port, list[socket.socket](), list[threading.Event]()
        self.source = "127.0.0.1"
        self._on = threading.Event()
        self._on.set()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listening.accept()[0]
                near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        self._on.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to), source_address=(self.source, 0))
        except OSError:
            near.close()
            return
        far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = threading.Event()  # set: this connection was cut, and stays so
        self._links.append(near)
        self._cuts.append(link)
        threading.Thread(target=self._pump, args=(far, near, link), daemon=True).start()
        self._pump(near, far, link)

    @staticmethod
    def _pump(one: socket.socket, other: socket.socket, cut: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not cut.is_set():
                    other.sendall(data)
        if not cut.is_set():
            with suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Lose what is sent from now on, and let nobody connect."""
        self._on.clear()
        for link in self._cuts:
            link.set()
        self._cuts.clear()

    def join(self, source: str = "127.0.0.1") -> None:
        """Let new connections through, from this address; the old ones stay dead."""
        self.source = source
        self._on.set()

    def close(self) -> None:
        """End it."""
        self._listening.close()
        self._on.set()
        for link in self._links:
            link.close()


class Table:
    """Six pages at their seats."""

    def __init__(self, app: StoredApp, relay: Relay, pages: Sequence[Page]) -> None:
        self.app, self.relay, self.pages = app, relay, pages
        self.seats = [(page, PLAYERS[n % len(PLAYERS)]) for n, page in enumerate(pages)]
        for page, player in self.seats:
            page.open(app.invite(player).replace(f":{app.port}/", f":{relay.port}/"))
            page.seated(player)
            page.watch()

    def reloaded(self) -> list[float]:
        """Reload each page."""
        found = []
        for page, player in self.seats:
            begun_s = time.monotonic()
            page.reload()
            page.seated(player)
            found.append(time.monotonic() - begun_s)
            page.watch()
        return found

    def second_tab(self) -> list[float]:
        """Open a second tab of each browser."""
        found = []
        for page, player in self.seats:
            begun_s = time.monotonic()
            with page.tab(f"http://127.0.0.1:{self.relay.port}/"):
                page.seated(player)
                found.append(time.monotonic() - begun_s)
        return found

    def _drawn(self, since: Sequence[int], begun_s: float) -> list[float]:
        """Return when each page has drawn a snapshot after that many and is connected."""
        found: dict[Page, float] = {}
        while len(found) < len(self.pages):
            for page, draws in zip(self.pages, since, strict=True):
                back = "return window.draws > arguments[0] && !document.body.matches('.away')"
                if page not in found and page.run(back, draws):
                    found[page] = time.monotonic() - begun_s
            if time.monotonic() - begun_s > 30:
                lost = [page.maker for page in self.pages if page not in found]
                raise AssertionError(f"not back at the seat: {lost}")
        return list(found.values())

    def _draws(self) -> list[int]:
        return [page.run("return window.draws") for page in self.pages]

    def server_killed(self) -> list[float]:
        """Kill the app and start it again."""
        return self._without_server(0)

    def long_outage(self) -> list[float]:
        """Start the app long after it was killed: browsers must not have become slow to try."""
        return self._without_server(OUTAGE_S)

    def _without_server(self, pause_s: float) -> list[float]:
        self.app.kill()
        for page in self.pages:
            page.until("document.body.matches('.away')")
        time.sleep(pause_s)
        before = self._draws()
        self.app.start()
        return self._drawn(before, time.monotonic())

    def slept(self) -> list[float]:
        """Let the phones sleep so long that their connections are dead, and wake them."""
        return self._gone(WAKE, "127.0.0.1")

    def other_network(self) -> list[float]:
        """Give the phones another address, at which they awake."""
        return self._gone("dispatchEvent(new Event('online'));" + WAKE, "127.0.0.2")

    def _gone(self, wake: str, source: str) -> list[float]:
        for page in self.pages:
            page.run(AWAY)
        self.relay.cut()
        time.sleep(SLEEP_S)
        before = self._draws()
        self.relay.join(source)
        begun_s = time.monotonic()
        for page in self.pages:
            page.run(wake)
        return self._drawn(before, begun_s)


WAYS: Sequence[tuple[str, Callable[[Table], list[float]]]] = (
    ("reload", Table.reloaded),
    ("second tab", Table.second_tab),
    ("server killed and started", Table.server_killed),
    ("no server for 45 s", Table.long_outage),
    ("sleep, the connection dead", Table.slept),
    ("another address of the phone", Table.other_network),
)


def measure(rounds: int) -> list[tuple[str, list[float]]]:
    """Return the times in seconds of each way to come back, six for each round; of long outages a fifth."""
    with TemporaryDirectory() as name, six_browsers(Path(name)) as pages:
        app = StoredApp(Path(name))
        relay = Relay(app.port)
        try:
            at = Table(app, relay, pages)
            found = []
            for what, way in WAYS:
                times = max(1, rounds // 5) if way is Table.long_outage else rounds
                found.append((what, [one for _ in range(times) for one in way(at)]))
            return found
        finally:
            relay.close()
            app.kill()


@click.command()
@click.option("--rounds", default=4, show_default=True, help="Of each way, with six browsers.")
@click.option("--serve", "served", nargs=3, hidden=True, default=None)
def main(rounds: int, served: tuple[str, str, str] | None) -> None:
    """Measure how fast real browsers are back at their seats."""
    if served:
        serve(Path(served[0]), int(served[1]), int(served[2]))
        return
    require()
    rows: list[Sequence[object]] = []
    for what, times_s in measure(rounds):
        rows.append((*row(what, times_s), sum(one <= BACK_S for one in times_s)))
    click.echo(table(("back at the seat", "times", "median ms", "p95 ms", f"within {BACK_S:.0f} s"), rows))


if __name__ == "__main__":
    main()
