"""The loop of `companion watch`: which frames are recorded, and when events are passed on."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.errors import VisionError
from companion.session.events import AsExpected, Event, Waiting
from companion.simulation.watch import WatchLoop, WatchRequest
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Frame


class FakeCamera:
    """Gives frames named after the reasons why each tells nothing; "" tells something."""

    def __init__(self, reasons: Iterable[str]) -> None:
        picture = np.zeros((4, 4, 3), np.uint8)
        self._frames = iter([Frame(reason, float(n), picture) for n, reason in enumerate(reasons)])
        self.closed = False

    def read(self) -> Frame | None:
        return next(self._frames, None)

    def close(self) -> None:
        self.closed = True


class FakeWatcher:
    """Two events for a frame that tells something; fails after the first one at a frame named "lost"."""

    def look(self, frame: Frame) -> Iterator[Event]:
        if frame.name == "motion":
            yield Waiting("motion", frame=frame.name)
            return
        yield AsExpected(frame=frame.name)
        if frame.name == "lost":
            raise VisionError("board_lost", "the board is lost")
        yield AsExpected(frame=frame.name)

    def end(self) -> Event | None:
        return AsExpected(frame="end")


def test_a_frame_without_motion_is_recorded_once(tmp_path: Path) -> None:
    camera = FakeCamera(["motion", "", "motion", ""])
    loop = WatchLoop(camera, FakeWatcher(), Recorder(tmp_path / "kept", {}))
    events = list(loop.events())
    assert len(events) == 6
    assert sorted(path.name for path in (tmp_path / "kept").glob("*.jpg")) == ["0000.jpg", "0001.jpg"]
    assert loop.end() == AsExpected(frame="end")
    loop.close()
    assert camera.closed


def test_a_game_may_record_fewer_frames(tmp_path: Path) -> None:
    loop = WatchLoop(FakeCamera(["", ""]), FakeWatcher(), Recorder(tmp_path / "kept", {}), lambda _: False)
    assert len(list(loop.events())) == 4
    assert not list((tmp_path / "kept").glob("*.jpg"))


def test_events_before_an_error_are_passed_on() -> None:
    events = WatchLoop(FakeCamera(["lost"]), FakeWatcher()).events()
    assert next(events) == AsExpected(frame="lost")
    with pytest.raises(VisionError):
        next(events)


def test_corners_are_an_array() -> None:
    request = WatchRequest(source="0", corners=[(1, 2), (3, 4), (5, 6), (7, 8)])
    assert (corners := request.corners_px(2.0)) is not None and corners.tolist()[1] == [1.5, 2.0]
    assert WatchRequest(source="0").corners_px() is None
