"""Thousands of connections that want no game, from eight addresses, while phones play.

The app runs in a process of its own with 1024 descriptors, as its service does. For each kind of crowd
(`tests.app.phones.flood`): every decision reaches all phones in time, a phone that lost its connection comes
back, a new game begins, and descriptors, memory and log keep within bounds.
"""

import asyncio
import resource
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from companion.app.phones.limits import BATCH_TAKEN, MOST_CONNECTIONS
from tests.app.phones.flood import KINDS, flood
from tests.bench.phones import AppProcess, Crowd
from tests.torture.tally import Tally

NUMBER = 5000
DESCRIPTORS = 1024
MOST_S = 0.3
"""Maximum time from a decision on a phone to the snapshot on all phones."""
MOST_GROWTH_KB, MOST_LOG_BYTES = 32 * 1024, 10_000
PAUSE_S = 0.1
"""Time between two decisions."""


def torture(times: int, seed: int = 1, number: int = NUMBER) -> Tally:
    """Make so many decisions beside each kind of crowd; no seed is used."""
    del seed
    tally = Tally("decisions beside a flood")
    for kind in KINDS:
        with TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log, few_descriptors():
            app = AppProcess("fae", Path(folder), log)
            try:
                asyncio.run(Flood(app, Path(folder) / "log", tally).run(kind, number, times))
            finally:
                app.close()
    return tally


@contextmanager
def few_descriptors() -> Iterator[None]:
    """Let processes that begin now have as many descriptors as the service has; crowds may raise theirs."""
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))


class Flood:
    """Phones at the table of an app, and what the app takes."""

    def __init__(self, app: AppProcess, log: Path, tally: Tally) -> None:
        self.app, self.log, self.tally = app, log, tally
        self.process = Path(f"/proc/{app.process.pid}")

    def memory_kb(self) -> int:
        """Resident memory of the app."""
        status = (self.process / "status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def descriptors(self) -> int:
        """Open descriptors of the app."""
        return sum(1 for _ in (self.process / "fd").iterdir())

    async def run(self, kind: str, number: int, times: int) -> None:
        """Play without a crowd, then beside one; note the figures."""
        async with aiohttp.ClientSession() as http:
            phones = Crowd(http, self.app, 0, len(self.app.players))
            await phones.connect()
            alone_s = await phones.moves(times)
            memory_kb, files, cpu_s = self.memory_kb(), self.descriptors(), self.app.cpu_s()
            begun_s, took_s, most_files = time.monotonic(), [], 0
            with flood(int(self.app.url.rpartition(":")[2]), kind, number):
                came_s = time.monotonic() - begun_s
                for _ in range(times):
                    with self.tally.trying(f"{kind}: a decision"):
                        (needed_s,) = await phones.moves(1)
                        took_s.append(needed_s)
                        assert needed_s < MOST_S, f"{1000 * needed_s:.0f} ms"
                    most_files = max(most_files, self.descriptors())
                    await asyncio.sleep(PAUSE_S)
                with self.tally.trying(f"{kind}: back at the seat"):
                    phone = phones.seated[0]
                    await phone.socket.close()
                    phone.socket = await http.ws_connect(f"{self.app.url}/ws", compress=15)
                    await phone.socket.send_json({"type": "hello", "device": phone.device})
                    phone.task, phone.state = asyncio.create_task(phone._follow()), None
                    await phone.until(lambda: phone.state)
                with self.tally.trying(f"{kind}: a new game"):
                    seen = {one: one.seen for one in phones.all}
                    self.app.ask("begin")
                    for one in phones.all:
                        await one.after(seen[one])
                    await phones.moves(1)
                grown_kb = self.memory_kb() - memory_kb
                share = (self.app.cpu_s() - cpu_s) / (time.monotonic() - begun_s)
            with self.tally.trying(f"{kind}: bounds"):
                written = self.log.stat().st_size
                self.tally.note(
                    f"ms at most, median {1000 * statistics.median(took_s):.0f} ms beside {number} {kind}"
                    f" (alone {1000 * max(alone_s):.0f} ms and {1000 * statistics.median(alone_s):.0f} ms;"
                    f" all tried in {came_s:.1f} s; {files} and then at most {most_files} descriptors;"
                    f" {grown_kb:+} kB; {written} bytes of log; processor {100 * share:.0f} %)",
                    round(1000 * max(took_s)),
                )
                assert most_files <= files + MOST_CONNECTIONS + BATCH_TAKEN, most_files
                assert grown_kb < MOST_GROWTH_KB, grown_kb
                assert written < MOST_LOG_BYTES, self.log.read_text()[-2000:]
            for one in phones.all:
                one.task.cancel()
