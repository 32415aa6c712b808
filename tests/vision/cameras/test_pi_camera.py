"""Pi cameras, with a replacement of the system's `rpicam-vid`."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.errors import VisionError
from tests.patience import WAIT_S
from tests.vision.cameras import rpicam
from vision.cameras import pi_camera
from vision.cameras.live_camera import CameraDevice
from vision.cameras.params import PARAMS
from vision.cameras.pi_camera import pi_devices
from vision.cameras.sources import Camera, Lockable, open_camera
from vision.cameras.state import CameraState


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[dict[str, str]]]:
    """Install the replacements; return a function that lists the arguments of each `rpicam-vid` run."""
    for name in ("rpicam-vid", "rpicam-hello"):
        program = tmp_path / name
        program.write_text(f"#!{sys.executable}\n{Path(rpicam.__file__).read_text('utf-8')}", "utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("RPICAM_LOG", str(tmp_path / "log"))

    def runs() -> list[dict[str, str]]:
        lines = (tmp_path / "log").read_text("utf-8").splitlines()
        return [dict(pairwise(words)) for words in map(json.loads, lines)]

    return runs


@pytest.fixture
def camera(log: object) -> Iterator[Camera]:
    opened = open_camera("pi:0")
    yield opened
    opened.close()


def test_its_pictures_are_frames_like_others(camera: Camera) -> None:
    frames = [frame for _ in range(3) if (frame := camera.read())]
    assert [frame.name for frame in frames] == ["000000", "000001", "000002"]
    picture = frames[-1].picture
    assert picture.shape == (960, 1280, 3)
    # JFIF: R = Y + 1.402 (Cr - 128), G = Y - 0.344 (Cb - 128) - 0.714 (Cr - 128), B = Y + 1.772 (Cb - 128)
    luma, blue, red = rpicam.COLOUR
    wanted = (
        luma + 1.772 * (blue - 128),
        luma - 0.344136 * (blue - 128) - 0.714136 * (red - 128),
        min(255, luma + 1.402 * (red - 128)),
    )
    assert picture[480, 640] == pytest.approx(wanted, abs=2)
    assert not np.ptp(picture.reshape(-1, 3), axis=0).any()


def test_light_is_held_as_it_was_and_let_go_again(
    camera: Camera, log: Callable[[], list[dict[str, str]]]
) -> None:
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=True, white_balance=True) == (True, True, False)
    assert camera.read()
    assert camera.lock(exposure=False, white_balance=True) == (False, True, False)
    assert camera.read()
    assert camera.lock(exposure=False, white_balance=False) == (False, False, False)
    assert camera.read()
    free, held, half, again = (
        {name: run.get(name) for name in ("--shutter", "--gain", "--awbgains")} for run in log()
    )
    assert free == again == {"--shutter": None, "--gain": None, "--awbgains": None}
    assert held == {"--shutter": "20000us", "--gain": "2.000000", "--awbgains": "1.500000,1.800000"}
    assert half == {"--shutter": None, "--gain": None, "--awbgains": "1.500000,1.800000"}


@pytest.mark.usefixtures("log")
def test_a_camera_in_use_by_another_program_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULT", "busy")
    with pytest.raises(VisionError, match=r"failed to acquire camera.*check its cable") as caught:
        open_camera("pi:0")
    assert caught.value.code == "no_camera"


@pytest.mark.usefixtures("log")
def test_a_camera_without_a_first_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULT", "hang")
    monkeypatch.setattr(pi_camera, "PARAMS", replace(PARAMS, first_picture_timeout_s=0.3))
    with pytest.raises(VisionError, match="nothing for 0 s"):
        open_camera("pi:0")


@pytest.mark.usefixtures("log")
def test_a_camera_that_stops_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULT", "three")
    camera = open_camera("pi:0")
    with pytest.raises(VisionError, match="then no more") as caught:
        for _ in range(5):
            camera.read()
    assert caught.value.code == "camera_lost"
    camera.close()


@pytest.mark.usefixtures("log")
def test_cameras_on_ribbons_are_listed_without_those_on_usb() -> None:
    assert pi_devices() == [CameraDevice("pi:0", "Raspberry Pi imx708")]


def test_without_the_program_there_is_no_camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pi_devices() == []
    with pytest.raises(VisionError, match="No such file or directory: rpicam-vid") as caught:
        open_camera("pi:0")
    assert caught.value.code == "no_camera"


@pytest.mark.usefixtures("log")
def test_a_program_that_writes_warnings_without_end_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings of 540 kB, where a pipe holds 64 KiB: nobody else reads them."""
    monkeypatch.setenv("FAULT", "noisy")
    monkeypatch.setattr(pi_camera, "PARAMS", replace(PARAMS, size_px=(16, 12)))
    camera = open_camera("pi:0")
    with pytest.raises(VisionError, match="all 3000 are sent"):
        while camera.read():
            pass
    camera.close()
    assert isinstance(camera, pi_camera.PiCamera)
    assert len(camera._stream._messages) <= PARAMS.kept_messages


def test_focus_is_held_where_it_was_found(
    monkeypatch: pytest.MonkeyPatch, log: Callable[[], list[dict[str, str]]]
) -> None:
    monkeypatch.setenv("FAULT", "focus")
    monkeypatch.setattr(pi_camera, "PARAMS", replace(PARAMS, size_px=(16, 12), focus_timeout_s=WAIT_S))
    camera = open_camera("pi:0")
    assert isinstance(camera, pi_camera.PiCamera)
    assert camera.lock(exposure=False, white_balance=False, focus=True) == (False, False, True)
    assert camera.state().focus == "held"
    assert camera.read()
    camera.close()
    camera = open_camera("pi:0")
    assert isinstance(camera, pi_camera.PiCamera)
    camera._stream.metadata["LensPosition"] = ("9.0",)
    assert camera.lock(exposure=False, white_balance=False, focus=True) == (False, False, True)
    assert camera.read()
    assert camera.lock(exposure=False, white_balance=False, focus=False) == (False, False, False)
    assert camera.read()
    assert camera.state().focus == "automatic"
    camera.close()
    free, held, opened, kept, again = (
        {name: run.get(name) for name in ("--autofocus-mode", "--lens-position")} for run in log()
    )
    assert held == kept == {"--autofocus-mode": "manual", "--lens-position": "4.25"}
    assert free == opened == again == {"--autofocus-mode": None, "--lens-position": None}


def test_a_camera_without_autofocus_has_no_focus_to_hold(camera: Camera) -> None:
    assert isinstance(camera, pi_camera.PiCamera)
    assert camera.lock(exposure=True, white_balance=False, focus=True) == (True, False, False)
    assert camera.read()
    assert camera.state() == CameraState(1280, 960, "YUV420", 10.0, "off", "not adjustable")


@pytest.mark.parametrize(
    ("hz", "period", "state"), [(50, "10000us", "50 Hz"), (60, "8333us", "60 Hz"), (0, None, "off")]
)
def test_the_light_of_lamps_is_steadied(
    log: Callable[[], list[dict[str, str]]], hz: int, period: str | None, state: str
) -> None:
    camera = open_camera("pi:0", mains_hz=hz)
    assert isinstance(camera, pi_camera.PiCamera)
    assert camera.state().mains == state
    camera.close()
    assert [run.get("--flicker-period") for run in log()] == [period]


def test_an_older_program_is_used_without_what_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, log: Callable[[], list[dict[str, str]]]
) -> None:
    monkeypatch.setenv("FAULT", "old")
    camera = open_camera("pi:0", mains_hz=60)
    assert isinstance(camera, pi_camera.PiCamera)
    assert camera.read()
    assert camera.state().mains == "not adjustable"
    camera.close()
    assert [run.get("--flicker-period") for run in log()] == ["8333us", None]
