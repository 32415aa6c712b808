"""The app as systemd starts it: in a process and a window of its own, with a socket that listens."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import ExitCode
from tests.patience import WAIT_S


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], socket.socket]]:
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(WAIT_S)
        received = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "600000"}
        command = [sys.executable, "-m", "companion", "run", "--journal", str(folder / "games.sqlite3")]
        process = subprocess.Popen(command, env=os.environ | received, stderr=subprocess.DEVNULL)
        try:
            yield process, systemd
        finally:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_ready_comes_once_the_window_was_shown_and_ends_the_mark(display: str, tmp_path: Path) -> None:
    mark = tmp_path / "starting.json"
    with started(tmp_path) as (process, systemd):
        assert systemd.recv(99) == b"WATCHDOG=1\n"
        process.send_signal(signal.SIGKILL)
    assert json.loads(mark.read_bytes()) == {"unfinished": 1, "why": ""}
    with started(tmp_path) as (process, systemd):
        received = [systemd.recv(99)]
        while received[-1] != b"READY=1\n":
            received.append(systemd.recv(99))
        assert not mark.exists()
        assert systemd.recv(99) == b"WATCHDOG=1\n"
        process.terminate()
        assert process.wait(WAIT_S) == ExitCode.INTERRUPTED
    assert received.count(b"READY=1\n") == 1
    assert not mark.exists()
