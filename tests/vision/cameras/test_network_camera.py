"""A phone as camera, over a real connection."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.errors import VisionError
from tests.vision.cameras.mjpeg import Phone
from vision.cameras import network_camera
from vision.cameras.address import without_password
from vision.cameras.params import PARAMS
from vision.cameras.sources import Camera, open_camera


@pytest.fixture
def phone() -> Iterator[Phone]:
    made = Phone()
    yield made
    made.unplug()


def level(camera: Camera) -> int:
    frame = camera.read()
    assert frame
    return round(float(frame.picture.mean()))


def test_the_newest_picture_counts_and_a_phone_that_is_gone_comes_back(phone: Phone) -> None:
    camera = open_camera(f"http://127.0.0.1:{phone.port}/video")
    assert level(camera) == 90
    phone.grey = 200
    assert any(level(camera) == 200 for _ in range(200))
    phone.unplug()
    with pytest.raises(VisionError, match=f"127.0.0.1:{phone.port}.*then no more") as caught:
        while True:
            level(camera)
    assert caught.value.code == "camera_lost"
    camera.close()
    back = Phone(phone.port, 40)
    try:
        camera = open_camera(f"http://127.0.0.1:{phone.port}/video")
        assert level(camera) == 40
        camera.close()
    finally:
        back.unplug()


def test_an_answer_without_a_picture_is_no_camera(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    monkeypatch.setattr(network_camera, "PARAMS", replace(PARAMS, network_timeout_s=0.5))
    phone.on = False
    with pytest.raises(VisionError, match="it sends no picture; open the address in a browser") as caught:
        open_camera(f"http://127.0.0.1:{phone.port}/video")
    assert caught.value.code == "no_camera"


def test_a_password_is_sent_and_never_shown() -> None:
    phone = Phone(password=b"ana:secret")
    camera = open_camera(f"http://ana:secret@127.0.0.1:{phone.port}/video")
    assert level(camera) == 90
    phone.unplug()
    with pytest.raises(VisionError) as caught:
        while True:
            camera.read()
    camera.close()
    assert "cret" not in str(caught.value) and "cret" not in str(caught.value.params)
    assert without_password("rtsp://u:p@x/y@z") == "rtsp://x/y@z"
    assert without_password("/dev/v4l/by-id/usb-a@b") == "/dev/v4l/by-id/usb-a@b"
