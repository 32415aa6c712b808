"""Server for the phones at the table: one page, one WebSocket, plain HTTP on the local network.

It runs on a thread with an event loop of its own, and the game never waits for it: a connection that reads
slowly misses snapshots in between and gets the newest one. Secrets: `companion/session/SECRETS.md`.
"""

import asyncio
import hashlib
import ipaddress
import json
import logging
import re
import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from companion import __version__
from companion.app.phones import probes, wire
from companion.app.phones.desk import PORT, Desk
from companion.app.phones.limits import SILENT_S, Door, Guest
from companion.app.phones.page_words import page_words
from companion.errors import CompanionError, HardwareError
from companion.games import registry
from companion.games.base import N_, Sentence, rule_error

log = logging.getLogger(__name__)

HELLO_S = 10.0
"""Time within which a connection must say which device it is."""
HEARTBEAT_S = 15.0
"""Time between two pings; a phone that does not answer is disconnected."""
MOST_ERRORS = 8
"""Maximum number of errors that wait for one connection; the oldest are dropped."""
CLOSE_S = 1.0
"""Time that a phone has to answer the end of its connection; a phone out of reach never does."""
_START_S = 10.0
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
          ".json": "application/json", ".woff2": "font/woff2", ".jpg": "image/jpeg",
          ".png": "image/png", ".webmanifest": "application/manifest+json",
          ".txt": "text/plain"}  # fmt: skip
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; media-src data:; "
    "connect-src 'self' ws:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_FILM = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; connect-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""Content security policy of a film, which loads nothing but its own parts."""
_FOR_EVER = "public, max-age=31536000, immutable"
_PORT_TAKEN = N_("Port {port} is taken by another program. Choose another one in the settings, or end it.")
_FAILED = N_("The table could not do this. The log of the app says why.")
_PLAIN = re.compile(r"(?:[a-z0-9_]+/)?[A-Za-z0-9_-]+\.[a-z0-9]+")
"""File of the page, at most one folder below it."""
_EDITION = re.compile(r"([0-9a-f]{12})/(.+)")
"""Edition of the page, and file."""
_BOARD = "_board.json"
"""After the name of the running game: its board, drawn from its description."""
PAGE = "ui.phone"
"""Package with the files of the page."""


def _file_of_game(name: str) -> Path | None:
    """Return a file of an installed game: `<game>.js`, or any whose name begins with `<game>_`."""
    for game, folder in _folders_of_games():
        if name == f"{game}.js" or name.startswith(f"{game}_"):
            return folder / name
    return None


def _cover(name: str) -> Traversable | None:
    """Return the small cover of a game of the app; an installed one brings its own with its files."""
    game = name.removesuffix("_cover.jpg")
    if game == name or game not in registry.registered():
        return None
    return resources.files("ui.games").joinpath(game, "prints", "cover-small.jpg")


def page_file(name: str) -> Traversable | None:
    """Return a file of the page or of a game's part of it; None if there is none."""
    own = resources.files(PAGE).joinpath(*name.split("/"))
    return next((one for one in (own, _file_of_game(name), _cover(name)) if one and one.is_file()), None)


def _folders_of_games() -> Iterator[tuple[str, Path]]:
    """Yield the installed games with files for phones, and their folders."""
    for game in registry.installed():
        if game.source and game.package and (folder := game.package.folder("phone")):
            yield game.name, folder


def edition() -> str:
    """Return the digest of all files of the page, those of installed games among them.

    It is part of their addresses, so that a browser may keep them for ever.
    """
    own = (file for _, folder in _folders_of_games() if folder.is_dir() for file in folder.rglob("*"))
    return _digest(frozenset((file, file.stat().st_mtime_ns) for file in own))


@lru_cache(maxsize=1)
def _digest(_: frozenset[tuple[Path, int]]) -> str:
    """Return the digest; the files are read again when those of installed games change."""
    digest = hashlib.sha256()
    folders = [resources.files(PAGE), *(folder for _, folder in _folders_of_games() if folder.is_dir())]
    while folders:
        for file in sorted(folders.pop().iterdir(), key=lambda one: one.name):
            if file.is_dir():
                folders.append(file)
            elif "." + file.name.rpartition(".")[2] in _TYPES:
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def _known(request: web.Request, body: bytes, kind: str) -> web.Response:
    """Return a file, or 304 if the browser has it; it asks each time."""
    etag = hashlib.sha256(body).hexdigest()[:16]
    headers = {"Cache-Control": "no-cache", "ETag": f'"{etag}"'}
    if any(one.value == etag for one in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    response = web.Response(body=body, content_type=kind, headers=headers)
    if not kind.startswith(("font/", "image/")):
        response.enable_compression()
    return response


class _Connection:
    """One open page: what waits to be sent is at most the newest snapshot and a few errors."""

    def __init__(self, socket_: web.WebSocketResponse) -> None:
        self.socket = socket_
        self.device = ""
        self.language = "en"
        self.stale = False
        self.errors: list[str] = []
        self.wake = asyncio.Event()

    def refresh(self) -> None:
        """Send the newest snapshot soon."""
        self.stale = True
        self.wake.set()

    def refuse(self, text: str) -> None:
        """Send an error soon."""
        self.errors = [*self.errors, text][-MOST_ERRORS:]
        self.wake.set()


class PhoneServer:
    """Serves until `stop`, at all addresses without a `host`. `clock_s` is the time of the rate limit."""

    def __init__(
        self,
        desk: Desk,
        port: int = PORT,
        host: str = "",
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._desk, self._port, self._host, self._clock_s = desk, port, host, clock_s
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._connections: set[_Connection] = set()
        self._here: frozenset[str] = frozenset()
        self._door = Door(self._loop)
        self._runner: web.AppRunner | None = None
        self._probes: web.AppRunner | None = None
        self._started = threading.Event()
        self._problem: HardwareError | None = None
        self._names = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}

    @property
    def port(self) -> int:
        """The port in use; with 0 the system chose it."""
        return self._port

    def start(self) -> None:
        """Begin to serve. Raises HardwareError `port_taken`."""
        self._thread.start()
        self._started.wait(_START_S)
        if self._problem:
            self._thread.join()
            raise self._problem

    def stop(self) -> None:
        """Close all connections and the port."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def publish(self) -> None:
        """Send the newest snapshots; returns at once, may be called on any thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._refresh_all)

    def answer_probes(self, host: str, port: int = probes.PORT) -> None:
        """Also answer there, from now on, what phones ask to find out about a Wi-Fi; returns at once."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._open_probes(host, port), self._loop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._open())
        except OSError as error:
            sentence = Sentence(_PORT_TAKEN, {"port": self._port})
            self._problem = HardwareError("port_taken", str(sentence), sentences=(sentence,))
            self._problem.__cause__ = error
            self._loop.close()
            self._started.set()
            return
        self._started.set()
        try:
            self._loop.run_forever()
        finally:
            self._loop.run_until_complete(self._close())
            self._loop.close()

    async def _open(self) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=wire.MOST_BYTES)
        app.add_routes([
            web.get("/", self._page),
            web.get("/watch", self._page),
            web.get("/health", self._health),
            web.get("/film/{token}", self._film),
            web.post("/join", self._join),
            web.get("/ws", self._socket),
            web.get("/page/{file:.+}", self._file),
            web.get("/words/{language}", self._words),
            web.get("/words/{language}/{game}", self._words),
        ])  # fmt: skip
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        self._port = await self._serve(self._runner, self._door.bind(self._host, self._port))

    async def _open_probes(self, host: str, port: int) -> None:
        if self._probes:
            return
        try:
            listeners = self._door.bind(host, port)
        except OSError as error:  # phones work all the same, but may complain about the Wi-Fi
            log.warning("probes of phones are not answered: %s", error)
            return
        self._probes = web.AppRunner(probes.application(f"http://{host}:{self._port}/"), shutdown_timeout=1.0)
        await self._serve(self._probes, listeners)

    async def _serve(self, runner: web.AppRunner, listeners: Sequence[socket.socket]) -> int:
        """Answer there from now on; return the port."""
        await runner.setup()
        assert runner.server
        for listener in listeners:
            self._door.listen(listener, runner.server)
        return int(listeners[0].getsockname()[1])

    async def _close(self) -> None:
        self._door.close()
        open_ = [connection.socket.close(code=WSCloseCode.GOING_AWAY) for connection in self._connections]
        await asyncio.gather(*open_, return_exceptions=True)
        for runner in (self._probes, self._runner):
            if runner:
                await runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse names that are not this machine's, so that no foreign page reaches it by its own name."""
        if not self._is_mine(request.host):
            raise web.HTTPMisdirectedRequest(text="unknown host") from None
        if request.can_read_body:
            try:
                await asyncio.wait_for(request.read(), SILENT_S)  # a handler has it at once
            except (TimeoutError, ConnectionError, web.RequestPayloadError):
                raise web.HTTPRequestTimeout(text="the body did not come") from None
        response: web.StreamResponse = await handler(request)
        if not response.prepared:
            for name, value in _HEADERS.items():
                response.headers.setdefault(name, value)
            response.headers.setdefault("Cache-Control", "no-cache")
        return response

    def _is_mine(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower() in self._names
        return True

    async def _page(self, request: web.Request) -> web.Response:
        page = resources.files(PAGE).joinpath("index.html").read_text("utf-8")
        own = page.replace("/page/", f"/page/{edition()}/")
        return _known(request, own.encode(), "text/html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["file"]
        found = _EDITION.fullmatch(name)
        return self._served(request, found[2] if found else name, bool(found and found[1] == edition()))

    async def _words(self, request: web.Request) -> web.Response:
        try:
            words = page_words(request.match_info["language"], request.match_info.get("game", ""))
        except LookupError:
            raise web.HTTPNotFound(text="no such language or game") from None
        return _known(request, json.dumps(words).encode(), "application/json")

    def _served(self, request: web.Request, name: str, for_ever: bool) -> web.Response:
        kind, plain = _TYPES.get("." + name.rpartition(".")[2]), _PLAIN.fullmatch(name)
        file = page_file(name) if kind and plain else None
        if file is None:
            if name == f"{self._desk.game()}{_BOARD}" and (drawn := self._desk.board()):
                return _known(request, json.dumps(drawn).encode(), "application/json")
            raise web.HTTPNotFound(text="no such file")
        response = _known(request, file.read_bytes(), str(kind))
        if for_ever:
            response.headers["Cache-Control"] = _FOR_EVER
        return response

    async def _health(self, _: web.Request) -> web.Response:
        found = {"app": "table-companion", "version": __version__, "game": self._desk.game()}
        return web.json_response(found)

    async def _film(self, request: web.Request) -> web.Response:
        """The page that is lent; it holds all that it needs, and may ask for nothing else."""
        page = self._desk.lent(request.match_info["token"])
        if page is None:
            raise web.HTTPGone(text="This code is too old. Make a new one on the table's screen.")
        headers = {"Content-Security-Policy": _FILM, "Cache-Control": "no-store"}
        response = web.Response(body=page, content_type="text/html", charset="utf-8", headers=headers)
        response.enable_compression()
        return response

    async def _join(self, request: web.Request) -> web.Response:
        """Exchange a `Join` for `{"sealed": …}` with the device; 410 with the player if it has ended."""
        if not self._same_origin(request):
            raise web.HTTPForbidden(text="another origin")
        try:
            if "Content-Encoding" in request.headers:
                raise ValueError
            joined = self._desk.join(wire.read(await request.read(), wire.JOIN))
        except ValueError:
            raise web.HTTPBadRequest(text='expected {"key": …, "sealed": …}') from None
        except CompanionError as error:
            log.warning("%s", error)
            raise web.HTTPInsufficientStorage(text=str(error)) from None
        return web.json_response({"sealed": joined.sealed}, status=200 if joined.seated else 410)

    def _same_origin(self, request: web.Request) -> bool:
        origin = request.headers.get("Origin")
        return origin is None or origin == f"{request.scheme}://{request.host}"

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if not self._same_origin(request):
            raise web.HTTPForbidden(text="another origin")
        socket_ = web.WebSocketResponse(
            timeout=CLOSE_S, heartbeat=HEARTBEAT_S, max_msg_size=wire.MOST_BYTES, compress=True
        )
        await socket_.prepare(request)
        connection = _Connection(socket_)
        self._connections.add(connection)
        writer: asyncio.Task[None] | None = None
        try:
            if await self._greet(connection) and await self._let_in(connection, request.protocol):
                writer = asyncio.create_task(self._write(connection))
                self._note()
                await self._listen(connection)
        except ConnectionError:
            pass  # the phone is gone in the middle of an answer
        finally:
            self._connections.discard(connection)
            if writer:
                writer.cancel()
            self._note()
        return socket_

    async def _greet(self, connection: _Connection) -> bool:
        """Wait for `hello`; a device without a seat is told so and disconnected."""
        try:
            written = await asyncio.wait_for(connection.socket.receive_str(), HELLO_S)
            hello = wire.read(written, wire.MESSAGE)
        except (TimeoutError, ValueError, TypeError):
            await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"expected hello")
            return False
        if not isinstance(hello, wire.Hello):
            await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"expected hello")
            return False
        if hello.device and self._desk.seat(hello.device) is None:
            await connection.socket.send_str(wire.error("no_seat", "scan the code on the table"))
            await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"no seat")
            return False
        try:
            connection.language = self._desk.language(hello.device, hello)
        except ValueError:
            await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"another key")
            return False
        connection.device = hello.device
        connection.refresh()
        return True

    async def _let_in(self, connection: _Connection, guest: web.RequestHandler) -> bool:
        """Give a place to a page that said who it is; an onlooker too many is disconnected."""
        assert isinstance(guest, Guest)
        if self._door.admit(guest, connection.device):
            return True
        await connection.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many onlookers")
        return False

    async def _listen(self, connection: _Connection) -> None:
        allowance = wire.Allowance()
        async for received in connection.socket:
            try:
                if received.type != WSMsgType.TEXT:
                    raise ValueError("expected text")
                if not allowance.take(self._clock_s()):
                    raise ValueError("too many messages")
                message = wire.read(received.data, wire.MESSAGE)
                if isinstance(message, wire.Hello):
                    connection.language = self._desk.language(connection.device, message)
                    connection.refresh()
                else:
                    self._take(connection, self._desk.opened(connection.device, message))
            except ValueError as error:
                await connection.socket.close(
                    code=WSCloseCode.POLICY_VIOLATION, message=str(error).encode()[:120]
                )
                return

    def _take(self, connection: _Connection, decision: wire.Decision) -> None:
        def refused(error: CompanionError) -> None:
            if self._thread.is_alive():
                self._loop.call_soon_threadsafe(self._refuse, connection, error)

        try:
            if not self._desk.tell(connection.device, decision, refused):
                connection.refresh()
        except CompanionError as error:
            self._refuse(connection, error)
        except Exception as error:  # a fault in a game: the phone must know that nothing was done
            self._fail(connection, error)

    def _refuse(self, connection: _Connection, error: CompanionError) -> None:
        connection.refuse(wire.error(error.code, self._desk.error_text(error, connection.language)))
        if error.code == "stale":
            connection.refresh()

    def _fail(self, connection: _Connection, error: Exception) -> None:
        """Log where a fault is, without its text: that may hold a secret. The phone is told."""
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s for a phone:\n%s", type(error).__name__, places)
        self._refuse(connection, rule_error("failed", [Sentence(_FAILED)]))

    async def _write(self, connection: _Connection) -> None:
        """Send what waits; a slow reader blocks only this."""
        with suppress(ConnectionError):  # the phone is gone, which the listener notices
            await self._write_on(connection)

    async def _write_on(self, connection: _Connection) -> None:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            errors, connection.errors = connection.errors, []
            for text in errors:
                await connection.socket.send_str(text)
            if connection.stale:
                connection.stale = False
                if connection.device and self._desk.seat(connection.device) is None:
                    await connection.socket.send_str(wire.error("no_seat", "scan the code on the table"))
                    await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"no seat")
                    return
                try:
                    seen = self._desk.view(connection.device, connection.language)
                except Exception as error:  # the next snapshot may be right again
                    self._fail(connection, error)
                else:
                    await connection.socket.send_str(seen)
                    if hint := self._desk.hint(connection.device, connection.language):
                        await connection.socket.send_str(hint)

    def _refresh_all(self) -> None:
        for connection in self._connections:
            connection.refresh()

    def _note(self) -> None:
        """Tell which devices are connected; every page shows it."""
        here = frozenset(c.device for c in self._connections if c.device)
        if here != self._here:
            self._here = here
            self._desk.connected(here)
            self._refresh_all()
