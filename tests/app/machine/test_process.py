"""Shutdown of the process, and protection of its memory."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.app.machine import process
from companion.errors import ExitCode
from companion.storage.journal import Journal
from tests.patience import WAIT_S

STUCK = """
import signal, sys, time, threading
from companion.app.machine import process
signal.signal(signal.SIGTERM, signal.default_int_handler)
def busy():
    while True:
        time.sleep(600)
threading.Thread(target=busy, name="driver", daemon=True).start()
try:
    print("ready", flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    pass
with process.ended_within({limit_s}, 3):
    {close}
process.leave(3)
"""


@pytest.mark.parametrize("close", ["time.sleep(600)", "pass"])
def test_the_end_comes_in_time_whatever_is_still_at_work(close: str) -> None:
    """A device that does not answer while it is closed, and one whose thread goes on afterwards."""
    code = STUCK.format(limit_s=0.5, close=close)
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout and child.stdout.readline() == b"ready\n"
    child.send_signal(signal.SIGTERM)
    _, told = child.communicate(timeout=WAIT_S)  # what is stuck takes longer
    assert child.returncode == ExitCode.INTERRUPTED
    assert b"terminate" not in told and b"Traceback" not in told
    assert (b"still at work: MainThread, driver" in told) == (close != "pass")


def test_who_closes_in_time_is_not_ended() -> None:
    ended: list[int] = []
    with process.ended_within(30.0, 3, ended.append):
        (timer,) = (thread for thread in threading.enumerate() if isinstance(thread, threading.Timer))
    timer.join(WAIT_S)
    assert not timer.is_alive() and not ended


def test_memory_is_nobody_elses() -> None:
    code = (
        "from companion.app.machine import process; import ctypes; process.keep_memory_private();"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert child.stdout == b"0\n", "PR_GET_DUMPABLE"


APP = """
import random, signal, sys, threading, time
from pathlib import Path
from companion.games import registry
from companion.app.machine import process
from companion.app.controller.app import App
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.settings.settings import load
from companion.storage.journal import Journal

reading = threading.Event()

class Stuck:
    def read(self):
        reading.set()
        while True:
            try:
                time.sleep(600)
            except BaseException:
                pass
    close = read

with Journal(Path(sys.argv[1]) / "journal.sqlite3") as book:
    app = App(load(), book, simulated=lambda _: Stuck())
    name = registry.registered()[0]
    setup = rules(name).opening(random.Random(1), ("Ana", "Bo"))
    app.begin(name, GameConfig(("Ana", "Bo"), setup=setup), "simulated")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        reading.wait()
        print("reading", flush=True)
        time.sleep(600)
    except KeyboardInterrupt:
        pass
    with process.ended_within(2.5, 3):
        app.close()
process.leave(3)
"""


@pytest.mark.slow
def test_the_app_ends_in_time_with_a_camera_that_never_answers(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", APP, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout and child.stdout.readline() == b"reading\n"
    child.send_signal(signal.SIGTERM)
    _, output = child.communicate(timeout=WAIT_S)  # what is stuck takes longer
    assert child.returncode == ExitCode.INTERRUPTED
    assert b"still at work: " in output and b"camera" in output
    assert b"terminate" not in output and b"Traceback" not in output
    with Journal(tmp_path / "journal.sqlite3") as journal:
        assert len(journal.games()) == 1 and not journal.problems() and journal.lost is None
