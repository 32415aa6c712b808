"""In the VM: how fast a press at a line of the kernel is heard; a V4L2 camera that is in use, not allowed,
pulled out and plugged in. Run by devices.sh, with the tests of buttons and stations on the same lines.
"""

import os
import queue
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

import pytest

from companion.errors import HardwareError, VisionError
from hardware.buttons import open_buttons
from hardware.presses import ButtonPress
from tests.hardware import lines
from vision.cameras.live_camera import LiveCamera, devices

PRESSES, PICTURES = 40, 30
NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[None]:
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def camera() -> Iterator[str]:
    subprocess.run(["modprobe", "vivid"], check=True)
    subprocess.run(["udevadm", "settle"], check=True)
    subprocess.run(["v4l2-ctl", "-d", "/dev/video0", "-i", "0"], check=True, stdout=subprocess.DEVNULL)
    yield "/dev/video0"
    subprocess.run(["modprobe", "-r", "vivid"], check=True)


def test_a_press_is_heard_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    pins, heard = lines.opened(monkeypatch), queue.SimpleQueue[float]()
    monkeypatch.setattr(lines, "CONTACT_S", 0.0)
    buttons = open_buttons("gpio", {"next": 17})
    buttons.on_press(
        lambda press: heard.put(time.monotonic()) if press == ButtonPress("next", "short") else None
    )
    lags_ms = []
    for _ in range(PRESSES):
        pins.pin(17).drive_low()
        time.sleep(0.1)
        at_s = time.monotonic()
        pins.pin(17).drive_high()
        lags_ms.append((heard.get(timeout=10) - at_s) * 1000)
        time.sleep(0.1)
    buttons.close()
    p95_ms = sorted(lags_ms)[PRESSES * 95 // 100]
    print(f"press: median {median(lags_ms):.1f} ms, p95 {p95_ms:.1f} ms after its edge")
    assert median(lags_ms) < 500


def test_pins_that_are_not_allowed_name_the_group() -> None:
    with as_nobody(), pytest.raises(HardwareError, match="gpio"):
        open_buttons("gpio", {"next": 27})


def test_a_camera_gives_pictures_and_is_for_one_program(camera: str) -> None:
    print(f"cameras: {devices()}")
    opened = LiveCamera(camera)
    began_s = time.monotonic()
    for _ in range(PICTURES):
        assert opened.read()
    print(f"camera: {PICTURES / (time.monotonic() - began_s):.1f} pictures a second")
    with pytest.raises(VisionError, match="another program uses it"):
        LiveCamera(camera)
    opened.close()
    with as_nobody(), pytest.raises(VisionError, match="usermod -aG video"):
        LiveCamera(camera)


def test_a_camera_that_is_pulled_out_is_lost_and_comes_back(camera: str) -> None:
    opened = LiveCamera(camera)
    subprocess.run(["v4l2-ctl", "-d", camera, "-c", "disconnect=1"], check=True)
    with pytest.raises(VisionError, match="then no more"):
        for _ in range(PICTURES):
            opened.read()
    opened.close()
    for step in (["-r"], []):
        subprocess.run(["modprobe", *step, "vivid"], check=True)
    subprocess.run(["udevadm", "settle"], check=True)
    back = LiveCamera(camera)
    assert back.read()
    back.close()
