"""`boot.sh`, with a qemu that only waits: it ends together with the script."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("boot.sh")
LISTS = """eval "$(sed -n '/^modules=/,/PKGS"$/p' "$0")"; printf %s "$modules $programs $PIPS\""""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_qemu_ends_with_the_script(tmp_path: Path, end: signal.Signals) -> None:
    lab, programs, said = tmp_path / "lab", tmp_path / "bin", tmp_path / "pid"
    lab.mkdir()
    programs.mkdir()
    path = f"{programs}:{os.environ['PATH']}"
    environment = {**os.environ, "LAB": str(lab), "PATH": path, "PIPS": "none", "PKGS": ""}
    holds = subprocess.check_output(["bash", "-c", LISTS, SCRIPT], env=environment)
    (lab / "holds").write_bytes(holds)
    for built in ("vmlinuz", "initrd.gz", "root.img"):
        (lab / built).write_text("built")
    for name, text in {
        "apt-get": "exit 1",  # nothing is to be built
        "apt-cache": "exit 1",
        "dpkg-query": "echo install ok installed",
        "qemu-system-x86_64": f"echo $$ >{said}.new; mv {said}.new {said}; exec sleep 60",
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    script = subprocess.Popen(
        [SCRIPT, "true"], env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    )
    try:
        _until(said.exists)
        script.send_signal(end)
        assert script.wait(10) == 128 + end
        _until(lambda: not Path(f"/proc/{int(said.read_text())}").exists())
    finally:
        script.kill()


def _until(done: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 10
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.02)
