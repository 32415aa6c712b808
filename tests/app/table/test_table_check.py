import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.camera import camera_patience
from companion.app.camera.annotated_frame import AnnotatedFrame
from companion.app.camera.cameras import Cameras, is_there
from companion.app.controller.app import App
from companion.app.table.table_check import CameraCheck
from companion.errors import CompanionError, VisionError
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.patience import WAIT_S
from tests.ui.services import FakeProfiles
from ui.services import TableLook
from vision.board.reader import ShownBoard
from vision.cameras.live_camera import CameraDevice, Lock
from vision.cameras.sources import Camera, Frame
from vision.fae.board import fae_board

GONE = VisionError("camera_lost", "no more pictures", camera="twin", pictures=1)
CORNERS = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))


class Twin:
    """A camera that shows a grey table, or fails; every picture waits to be let through."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.locks: list[tuple[bool, bool, bool]] = []
        self.closed = threading.Event()
        self._asked, self._let, self._count = threading.Semaphore(0), threading.Semaphore(0), 0

    def read(self) -> Frame | None:
        self._asked.release()
        self._let.acquire(timeout=WAIT_S)
        if self.fails:
            raise GONE
        self._count += 1
        return Frame(str(self._count), self._count / 10, np.full((48, 64, 3), 120, np.uint8))

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        self.locks.append((exposure, white_balance, focus))
        return Lock(exposure, white_balance, focus)

    def close(self) -> None:
        self.closed.set()

    def let(self, pictures: int = 1) -> None:
        """Let pictures through; returns when the check is done with them."""
        for _ in range(pictures):
            assert self._asked.acquire(timeout=WAIT_S)
            self._let.release()
        assert self._asked.acquire(timeout=WAIT_S)
        self._asked.release()

    def end(self) -> None:
        """Let everything through."""
        self._let.release(1000)


class Table:
    """A check with twins for cameras."""

    def __init__(self) -> None:
        self.profiles = FakeProfiles()
        self.waiting: list[Twin] = []
        self.opened: list[Twin] = []
        self.cameras = Cameras(load().camera, self.profiles.preferences)
        self.watcher: Watcher | None = None
        self.failures: list[CompanionError] = []
        self.check = CameraCheck(
            self.profiles, self.cameras, self._open, lambda: self.watcher, failed=self.failures.append
        )

    def expect(self, *cameras: Twin) -> None:
        self.waiting += cameras

    def _open(self, _: str) -> Camera:
        self.opened.append(self.waiting.pop(0))
        return self.opened[-1]

    def shown(self) -> TableLook:
        look = self.check.latest()
        assert look
        return look

    def close(self) -> None:
        self.check.close()
        for twin in self.opened:
            twin.end()
        self.check.end()


class Watcher:
    """The watcher of a game that runs on a real camera."""

    simulated = False

    def __init__(self, look: AnnotatedFrame) -> None:
        self.latest: AnnotatedFrame | None = look
        self.failure: CompanionError | None = None
        self.calls: list[str] = []

    def find_again(self) -> None:
        self.calls.append("find again")

    def reopen(self) -> None:
        self.calls.append("reopen")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(camera_patience, "RETRY_S", 0.01)
    made = Table()
    yield made
    made.close()


def test_pictures_come_at_once(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    table.check.open("fae", simulated=True)
    assert table.check.latest() is None
    twin.let(2)
    look = table.shown()
    assert (look.picture.width, look.picture.height) == (64, 48)
    assert look.picture.rgb[:3] == bytes([120, 120, 120])


def test_without_a_real_camera_the_simulated_table_is_looked_at(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    assert table.cameras.source == "sim:1"
    table.check.open("fae", simulated=False)
    twin.let()
    assert table.check.latest()


def test_a_camera_that_fails_is_tried_again(table: Table) -> None:
    failing, working = Twin(fails=True), Twin()
    table.expect(failing, working)
    table.check.open("fae", simulated=True)
    failing._let.release()
    assert working._asked.acquire(timeout=WAIT_S)
    with pytest.raises(VisionError, match="no more pictures"):
        table.check.latest()
    working._asked.release()
    working.let(2)
    assert table.shown().picture.width == 64
    assert failing.closed.is_set()
    assert [error.code for error in table.failures] == ["camera_lost"]


def test_closing_does_not_wait_but_who_opens_next_does(table: Table) -> None:
    first, second = Twin(), Twin()
    table.expect(first, second)
    table.check.open("fae", simulated=True)
    first.let()
    table.check.close()
    assert not first.closed.is_set()
    assert table.check.latest() is None
    table.check.open("fate", simulated=True)
    assert table.opened == [first]
    first.end()
    second.let()
    assert first.closed.is_set()


def test_opening_the_same_table_again_goes_on(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    table.check.open("fae", simulated=True)
    twin.let()
    table.check.open("fae", simulated=True)
    twin.let()
    assert table.opened == [twin]


def test_corners_are_kept_for_the_game_of_this_camera(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    table.check.open("fae", simulated=True)
    twin.let(2)
    table.check.drag(CORNERS)
    assert table.shown().corners == CORNERS
    table.check.close()
    dragged = table.check.dragged("fae", simulated=True)
    assert dragged
    assert (dragged.corners, dragged.size_px) == (CORNERS, (64, 48))
    assert dragged.corners_px[2].tolist() == pytest.approx([51.2, 38.4])
    assert table.check.dragged("fae", simulated=False) is None
    assert table.check.dragged("fate", simulated=True) is None


def test_corners_can_be_forgotten(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    table.check.open("fae", simulated=True)
    twin.let()
    table.check.drag(CORNERS)
    table.check.drag(None)
    assert not table.shown().dragged
    assert table.check.dragged("fae", simulated=True) is None


def test_light_settings_are_remembered_and_reach_the_camera(table: Table) -> None:
    twin = Twin()
    table.expect(twin)
    table.check.open("fae", simulated=True)
    table.check.lock(exposure=True, white_balance=False, focus=True)
    twin.let(2)
    assert twin.locks == [(True, False, True)]
    liked = table.profiles.preferences()
    assert (liked.lock_exposure, liked.lock_white_balance, liked.lock_focus) == (True, False, True)


def test_another_camera_is_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    twin, webcam = Twin(), Twin()
    table.expect(twin)
    monkeypatch.setattr("vision.cameras.sources.open_camera", lambda source, mains_hz: {"2": webcam}[source])
    table.check.open("fae", simulated=True)
    twin.let()
    table.check.use("2")
    twin.end()
    table.opened.append(webcam)
    webcam.let()
    assert webcam.locks == [(False, False, False)]
    assert table.profiles.preferences().camera == "2"
    assert table.cameras.source == "2"


def test_cameras_are_those_of_the_computer_and_the_simulated_table(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.live_camera.devices", lambda: [CameraDevice("0", "HD Webcam")])
    table.profiles.prefer(camera="http://phone/video")
    assert [(choice.source, choice.name) for choice in table.check.cameras()] == [
        ("0", "HD Webcam"),
        ("http://phone/video", "http://phone/video"),
        ("sim:1", "Simulated table"),
    ]
    assert is_there(table.cameras.source)
    assert not is_there("sim:1")
    assert not is_there("97")
    assert not is_there("pi:0")


def grey(view: Any = None) -> AnnotatedFrame:
    return AnnotatedFrame(
        np.full((48, 64, 3), 120, np.uint8),
        ShownBoard(fae_board().spaces, fae_board().corners_mm, {}, fae_board().taps_mm),
        view,
        (),
        frozenset(),
    )


def until(true: Callable[[], Any]) -> Any:
    """Wait for the threads of the check; a condition would need them to know of the test."""
    patience = threading.Event()
    for _ in range(int(WAIT_S / 0.01)):
        if found := true():
            return found
        patience.wait(0.01)
    raise AssertionError("did not happen")


def test_in_the_middle_of_a_game_its_own_pictures_are_shown(table: Table) -> None:
    table.watcher = Watcher(grey())
    table.check.open("fae", simulated=False)
    look = until(table.check.latest)
    assert (look.picture.width, look.ready) == (64, False)
    assert table.opened == []


def test_new_corners_count_in_the_running_game_at_once(table: Table) -> None:
    table.watcher = Watcher(grey())
    table.check.open("fae", simulated=False)
    until(table.check.latest)
    table.check.drag(CORNERS)
    assert table.watcher.calls == ["find again"]
    assert table.check.dragged("fae", simulated=False)
    table.check.lock(exposure=True, white_balance=True, focus=False)
    table.check.use("3")
    assert table.watcher.calls == ["find again", "reopen", "reopen"]


def test_the_camera_of_the_running_game_may_fail(table: Table) -> None:
    table.watcher = Watcher(grey())
    table.watcher.failure = GONE
    table.check.open("fae", simulated=False)

    def failed() -> bool:
        try:
            return table.check.latest() is not None
        except VisionError as error:
            return error is GONE

    assert until(failed)
    table.watcher.failure = None
    until(lambda: not table.check._looking or not table.check._looking.failure)
    assert table.shown().picture.width == 64


def test_a_camera_of_the_app_is_let_go_before_the_game_opens_it(tmp_path: Path, monkeypatch: Any) -> None:
    calls: list[str] = []

    def opened(source: str, mains_hz: int) -> Twin:
        calls.append(source)
        return Twin()

    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        monkeypatch.setattr(app.table_check, "wait_until_free", lambda: calls.extend(["free"]))
        monkeypatch.setattr("vision.cameras.sources.open_camera", opened)
        app.profiles.prefer(camera="4", lock_exposure=True)
        camera = app.open_camera()
        app.close()
    assert calls[:2] == ["free", "4"]
    assert isinstance(camera, Twin)
    assert camera.locks == [(True, False, False)]
