"""Door of the phones' server: who may connect, how often, and how long a connection may say nothing.

Nobody is known when a connection comes, so each gets a place for a while. A page that says who it is gets a
place of its kind. When all are taken, the address with the most unknown connections loses its oldest one: a
crowd from a few addresses costs its own places, and a phone that comes has time to say who it is.
"""

import asyncio
import errno
import ipaddress
import logging
import resource
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from aiohttp import web
from aiohttp.http import HttpProcessingError

from companion.app.phones.seat_book import MOST_DEVICES
from companion.app.phones.wire import Allowance

log = logging.getLogger(__name__)

MOST_OF_DEVICE = 4
"""Maximum number of pages of one device; a phone that changed its address leaves one behind for a while."""
MOST_ONLOOKERS = 40
MOST_UNKNOWN = 120
"""Maximum number of connections that do not say who they are: 20 browsers that load a page by six each."""
MOST_CONNECTIONS = MOST_DEVICES * MOST_OF_DEVICE + MOST_ONLOOKERS + MOST_UNKNOWN
"""Maximum number of all; the pages of all devices that have a seat find room beside everybody else."""
CONNECTS_A_SECOND, CONNECTS_AT_ONCE = 8.0, 192
"""Rate of an address. 26 phones behind one may load the page at once, by seven connections each."""
MOST_CLIENTS = 1024
"""Maximum number of addresses whose rate is remembered."""
SILENT_S = 10.0
"""Time for a request with its headers, for its body, and between two requests."""
UNKNOWN_S = 60.0
"""Maximum age of a connection that does not say who it is, however busy it is."""
MOST_LINE_BYTES, MOST_FIELD_BYTES = 2048, 4096
BACKLOG = 128
BATCH, BATCH_TAKEN = 64, 8
"""Connections accepted in one go, and how many of these may stay; then the open ones are heard first."""
BATCH_PAUSE_S = 0.02
FULL_PAUSE_S = 1.0
"""Time until the next try if the system has no descriptor left."""
LOG_S = 60.0
"""Time between two lines in the log about connections that were turned away."""
_RESET = struct.pack("ii", 1, 0)
"""Linger for no time: a refused connection leaves nothing behind in the system."""


def most_connections() -> int:
    """Return how many connections there may be: at most half of the descriptors that the process may have."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft // 2)


def client_of(host: str) -> str:
    """Return whom a numeric address belongs to: an IPv4 address itself, the /64 of an IPv6 one."""
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Guest(web.RequestHandler):
    """One connection. `device` is None until it says who it is, and "" for an onlooker."""

    def __init__(
        self, door: "Door", server: web.Server, client: str, loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]  # none, as AppRunner's
            keepalive_timeout=SILENT_S,
            max_line_size=MOST_LINE_BYTES,
            max_field_size=MOST_FIELD_BYTES,
            auto_decompress=False,  # no page packs a body, and a false encoding is logged as a fault
        )
        self.client = client
        self.device: str | None = None
        self._door = door
        self._end = loop.call_later(UNKNOWN_S, door.drop, self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless the place was given away meanwhile."""
        super().connection_made(transport)
        if not self._door.has(self):
            self.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Give the place back."""
        self._door.forget(self)
        super().connection_lost(exc)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Count requests that are none, and answers to who is gone, instead of a traceback for each."""
        if isinstance(kw.get("exc_info"), HttpProcessingError | ConnectionError):
            self._door.note(self.client)
        else:
            super().log_exception(*args, **kw)

    def stay(self) -> None:
        """Let it stay as long as it answers."""
        self._end.cancel()

    def abort(self) -> None:
        """End it at once."""
        self._end.cancel()
        if self.transport:
            self.transport.abort()


class Door:
    """Accepts connections for the servers of a loop. `clock_s` is the time of the rates and of the log."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        most: int | None = None,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._loop, self._clock_s = loop, clock_s
        self._most = most_connections() if most is None else most
        self._most_onlookers = min(MOST_ONLOOKERS, self._most // 4)
        self._guests: dict[Guest, None] = {}  # the oldest first
        self._allowances: dict[str, Allowance] = {}
        self._listeners: list[socket.socket] = []
        self._connecting: set[asyncio.Task[None]] = set()
        self._away, self._noted_s = 0, -LOG_S

    def has(self, guest: Guest) -> bool:
        """Return True while a connection has its place."""
        return guest in self._guests

    def bind(self, host: str, port: int) -> list[socket.socket]:
        """Take a port of a numeric address; without one of all, of IPv6 too if there is any. Port 0 is any.

        IPv6 has a socket of its own, so that the address of an IPv4 phone stays an IPv4 address. Raises
        OSError if the port is taken.
        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = [socket.create_server((host, port), family=family, backlog=BACKLOG)]
        if not host and socket.has_dualstack_ipv6():
            address = ("::", found[0].getsockname()[1])
            try:
                found.append(socket.create_server(address, family=socket.AF_INET6, backlog=BACKLOG))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:  # an IPv6 phone would reach the other program
                    found[0].close()
                    raise
                log.info("phones are served by IPv4 only: %s", error)
        for listener in found:
            listener.setblocking(False)
        self._listeners += found
        return found

    def listen(self, listener: socket.socket, server: web.Server) -> None:
        """Accept connections there, for a server, until `close`."""
        if listener in self._listeners:
            self._loop.add_reader(listener, self._accept, listener, server)

    def close(self) -> None:
        """Accept nothing more."""
        for listener in self._listeners:
            self._loop.remove_reader(listener)
            listener.close()
        self._listeners.clear()

    def admit(self, guest: Guest, device: str) -> bool:
        """Give a place to a guest that says who it is; False if there is none for one more onlooker.

        A device's oldest page goes if it has too many, and the newest of the address with the most onlookers.
        """
        if not self.has(guest):
            return False
        guest.device = device
        guest.stay()
        same = [one for one in self._guests if one.device == device]
        if len(same) <= (MOST_OF_DEVICE if device else self._most_onlookers):
            return True
        going = same[0] if device else _of_largest(same)[-1]
        if going is guest:
            self.note(guest.client)
        else:
            self._turn_away(going)
        return going is not guest

    def drop(self, guest: Guest) -> None:
        """End a connection."""
        self.forget(guest)
        guest.abort()

    def forget(self, guest: Guest) -> None:
        """Take note that a connection ended."""
        guest.stay()
        self._guests.pop(guest, None)

    def note(self, client: str) -> None:
        """Count something that was refused; the log has one line for many."""
        self._away += 1
        if self._clock_s() >= self._noted_s + LOG_S:
            log.warning("connections to phones refused or ended: %d, the last from %s", self._away, client)
            self._away, self._noted_s = 0, self._clock_s()

    def _pause(self, listener: socket.socket, server: web.Server, for_s: float) -> None:
        self._loop.remove_reader(listener)
        self._loop.call_later(for_s, self.listen, listener, server)

    def _accept(self, listener: socket.socket, server: web.Server) -> None:
        taken = 0
        for _ in range(BATCH):
            try:
                link, address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no descriptor or memory: those who wait stay in the system's queue
                self.note(str(error))
                self._pause(listener, server, FULL_PAUSE_S)
                return
            taken += self._take(link, client_of(address[0]), server)
            if taken == BATCH_TAKEN:
                break
        self._pause(listener, server, BATCH_PAUSE_S)

    def _take(self, link: socket.socket, client: str, server: web.Server) -> bool:
        """Give a connection a place, or refuse it."""
        if not (self._may_come(client) and self._has_room()):
            self.note(client)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            link.close()
            return False
        link.setblocking(False)
        guest = Guest(self, server, client, self._loop)
        self._guests[guest] = None
        task = self._loop.create_task(self._connect(guest, link))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)
        return True

    async def _connect(self, guest: Guest, link: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: guest, link)
        except OSError:  # it is gone already
            self.forget(guest)
            link.close()

    def _may_come(self, client: str) -> bool:
        allowance = self._allowances.pop(client, None) or Allowance(CONNECTS_A_SECOND, CONNECTS_AT_ONCE)
        self._allowances[client] = allowance  # the newest last
        if len(self._allowances) > MOST_CLIENTS:
            del self._allowances[next(iter(self._allowances))]
        return allowance.take(self._clock_s())

    def _has_room(self) -> bool:
        """Make room for one more; False if all connections said who they are."""
        if len(self._guests) < self._most:
            return True
        unknown = [one for one in self._guests if one.device is None]
        if unknown:
            self._turn_away(_of_largest(unknown)[0])
        return bool(unknown)

    def _turn_away(self, guest: Guest) -> None:
        self.note(guest.client)
        self.drop(guest)


def _of_largest(guests: Iterable[Guest]) -> list[Guest]:
    """Return the guests of the address that has the most of them, the oldest first."""
    found = list(guests)
    most = Counter(one.client for one in found).most_common(1)[0][0]
    return [one for one in found if one.client == most]
