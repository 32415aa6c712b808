from companion.app.camera.camera_patience import PATIENCE_S, CameraPatience
from companion.errors import VisionError

REFUSED = VisionError("no_camera", "check cable and power", camera="0")
LOST = VisionError("camera_lost", "no more pictures", camera="0", pictures=7)


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_no_advice_before_fifteen_seconds_and_at_least_five_tries_until_then() -> None:
    clock = Clock()
    patience, shown = CameraPatience(clock), list[str]()
    while clock.now_s < 100 + 2 * PATIENCE_S:
        patience.opening()
        shown.append(patience.failed(REFUSED).code)
        clock.now_s += patience.pause_s
    assert PATIENCE_S == 15.0
    assert shown[:15] == ["camera_starting"] * 15
    assert set(shown[15:]) == {"no_camera"}


def test_a_camera_that_gave_pictures_and_stopped_is_reported_at_once() -> None:
    patience = CameraPatience(Clock())
    patience.opening()
    patience.picture_received()
    assert patience.failed(LOST) is LOST
    patience.opening()
    assert patience.failed(REFUSED) is REFUSED


def test_pictures_renew_the_patience() -> None:
    clock = Clock()
    patience = CameraPatience(clock)
    patience.opening()
    patience.failed(LOST)
    clock.now_s += 60
    patience.picture_received()
    patience.opening()
    assert patience.failed(REFUSED).code == "camera_starting"
