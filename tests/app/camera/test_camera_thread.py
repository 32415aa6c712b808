import gc
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.app.camera import camera_patience, camera_thread
from companion.app.camera.annotated_frame import AnnotatedFrame
from companion.app.camera.camera_thread import CameraThread
from companion.app.devices.health import Health
from companion.errors import CompanionError, VisionError
from companion.games.base import Table
from companion.session.messages import Failed, Message, Seen
from companion.table.observation import Observation
from tests.patience import WAIT_S
from vision.cameras.sources import Frame
from vision.fae.board import fae_board
from vision.geometry.calibrate import View

GONE = VisionError("camera_lost", "no more pictures", camera="twin", pictures=2)
KNOWN: Table = {1: {"red": 1}}


class Twin:
    """A camera that gives some pictures and is then unplugged; None never ends."""

    def __init__(self, pictures: int | None) -> None:
        self.left, self.grey = pictures, 128
        self.closed = False

    def read(self) -> Frame | None:
        if self.left == 0:
            raise GONE
        self.left = None if self.left is None else self.left - 1
        return Frame("", 0.0, np.full((3, 4, 3), self.grey, np.uint8))

    def close(self) -> None:
        self.closed = True


class NoMore(Twin):
    """A camera whose pictures end, like a recording."""

    def read(self) -> Frame | None:
        return super().read() if self.left else None


class ReaderTwin:
    """Notes from what the board was found anew."""

    plan, view, pieces = fae_board(), None, ()

    def __init__(self) -> None:
        self.reader = self
        self.forgot: list[Table | None] = []

    def look(self, frame: Frame) -> Observation:
        return Observation(frame.name, frame.time_s)

    def accept(self, table: Table | None) -> None:
        return None

    def forget(self, start: Table | None = None) -> None:
        self.forgot.append(start)


class Game:
    """The thread that owns the game, as the watcher sees it; `seen` counts pictures."""

    def __init__(self) -> None:
        self.seen, self.failed = 0, list[Exception]()
        self.troubles: list[str | None] = []
        self._news = threading.Condition()

    def post(self, message: Message) -> None:
        with self._news:
            if isinstance(message, Seen):
                self.seen += 1
                self.troubles.append(message.observation.trouble)
                message.answer(None)
            if isinstance(message, Failed):
                self.failed.append(message.error)
            self._news.notify_all()

    def until_seen(self, pictures: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.seen >= pictures, WAIT_S)

    def more(self, pictures: int = 2) -> None:
        self.until_seen(self.seen + pictures)


class Evening:
    """A watcher with its game and the cameras that are opened one after the other."""

    def __init__(self, *cameras: Twin) -> None:
        self.game, self.reader, self.opened = Game(), ReaderTwin(), list[Twin]()
        self._cameras = list(cameras)
        self.health = Health()
        self.wanted = threading.Event()
        made: Any = CameraThread  # the twins stand for generic parts
        self.watcher: CameraThread[Any] = made(
            self._open,
            self.reader,
            self.game,
            1,
            lambda: KNOWN,
            lambda: None,
            self.health,
            self.wanted,
        )
        self.watcher.start()

    def _open(self) -> Twin:
        self.opened.append(self._cameras.pop(0))
        return self.opened[-1]


@pytest.fixture
def evenings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Evening]]:
    monkeypatch.setattr(camera_patience, "RETRY_S", 0.0)
    begun: list[Evening] = []
    yield begun
    for evening in begun:
        evening.watcher.stop()
        evening.watcher.wait()


def test_a_camera_that_is_unplugged_is_told_and_tried_again(evenings: list[Evening]) -> None:
    evening = Evening(Twin(2), Twin(0), Twin(None))
    evenings.append(evening)
    evening.game.until_seen(4)
    assert evening.game.failed == [GONE, GONE]
    assert [camera.closed for camera in evening.opened] == [True, True, False]
    assert evening.reader.forgot == [KNOWN, KNOWN], "the game goes on with the table as it was"
    assert evening.watcher.failure is None


def test_the_lens_that_was_found_with_the_board_is_known(
    monkeypatch: pytest.MonkeyPatch, evenings: list[Evening]
) -> None:
    view = View((640, 480), 320.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 600.0]))
    monkeypatch.setattr(ReaderTwin, "view", view)
    evenings.append(evening := Evening(Twin(None)))
    evening.game.until_seen(2)
    assert evening.health.extent == pytest.approx((2.0, 1.5))


def test_while_it_is_gone_the_failure_is_there_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_patience, "RETRY_S", 60.0)
    evening = Evening(Twin(1))
    with evening.game._news:
        assert evening.game._news.wait_for(lambda: evening.game.failed, WAIT_S)
    assert evening.watcher.failure is GONE
    evening.watcher.stop()
    evening.watcher.wait()
    assert evening.opened[0].closed


@pytest.mark.parametrize("ended", [False, True], ids=["playing", "no more pictures"])
def test_a_stopped_thread_lets_go_of_its_reader_and_pictures(ended: bool) -> None:
    evening = Evening(NoMore(2) if ended else Twin(None))
    reader = weakref.ref(evening.reader)
    evening.game.until_seen(2)
    if ended:
        evening.watcher.wait()
        assert evening.watcher.latest, "the screen still shows the last picture"
    evening.watcher.stop()
    evening.watcher.wait()
    del evening.reader
    gc.collect()
    assert reader() is None
    assert evening.watcher.latest is None


def test_the_board_is_found_anew_without_letting_the_camera_go(evenings: list[Evening]) -> None:
    evening = Evening(Twin(None))
    evenings.append(evening)
    evening.game.more()
    evening.watcher.find_again()
    evening.game.more()
    assert evening.reader.forgot == [KNOWN]
    assert len(evening.opened) == 1


def test_another_camera_is_opened_and_the_known_table_kept(evenings: list[Evening]) -> None:
    evening = Evening(Twin(None), Twin(None))
    evenings.append(evening)
    evening.game.more()
    evening.watcher.reopen()
    evening.game.more(3)
    assert [camera.closed for camera in evening.opened] == [True, False]
    assert evening.reader.forgot == [KNOWN]
    assert evening.game.failed == []


class HangingTwin(Twin):
    """A camera that was pulled out and does not say so until `let_go`."""

    def __init__(self) -> None:
        super().__init__(None)
        self.reading, self.let_go = threading.Event(), threading.Event()

    def read(self) -> Frame | None:
        self.reading.set()
        assert self.let_go.wait(WAIT_S)
        raise GONE


def test_to_stop_does_not_wait_for_a_camera_that_hangs() -> None:
    camera = HangingTwin()
    evening = Evening(camera)
    assert camera.reading.wait(WAIT_S)
    evening.watcher.stop()
    assert not camera.closed
    camera.let_go.set()
    evening.watcher.wait()
    assert camera.closed
    assert len(evening.opened) == 1, "it is not tried again"


def test_the_picture_is_drawn_only_while_it_is_wanted(
    evenings: list[Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(frame: AnnotatedFrame, _: int) -> Any:
        drawn.append(threading.current_thread().name)
        return frame.picture

    monkeypatch.setattr(AnnotatedFrame, "drawn", draw)
    evening = Evening(Twin(None))
    evenings.append(evening)
    evening.game.more()
    assert evening.watcher.picture is None
    assert drawn == []
    monkeypatch.setattr(camera_thread, "SHOWN_EVERY_S", 3600.0)
    evening.wanted.set()
    evening.game.more(3)
    assert evening.watcher.picture is not None
    assert drawn == ["camera"], "more often than anybody looks"
    monkeypatch.setattr(camera_thread, "SHOWN_EVERY_S", 0.0)
    evening.game.more(3)
    assert len(drawn) > 1
    evening.wanted.clear()
    evening.game.more(3)
    assert evening.watcher.picture is None


def test_a_covered_lens_is_told_whatever_the_reader_makes_of_it(
    evenings: list[Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(reader: ReaderTwin, frame: Frame) -> Observation:
        return Observation(frame.name, frame.time_s, trouble="board_lost")

    def nothing(reader: ReaderTwin, frame: Frame) -> Observation:
        raise VisionError("no_board", "no board")

    camera = Twin(None)
    monkeypatch.setattr(ReaderTwin, "look", lost)
    evening = Evening(camera)
    evenings.append(evening)
    evening.game.more()
    assert set(evening.game.troubles) == {"board_lost"}
    camera.grey = 2
    for look in (lost, nothing):
        monkeypatch.setattr(ReaderTwin, "look", look)
        evening.game.more(3)
        assert evening.game.troubles[-1] == "covered"
    assert not evening.game.failed, "what is covered is told once, as the trouble there is"


NOT_YET = VisionError("no_camera", "check cable and power", camera="0")


class Silent(Twin):
    """A camera that refuses to be opened."""

    def __init__(self) -> None:
        super().__init__(0)


def refusing(monkeypatch: pytest.MonkeyPatch, *cameras: Twin) -> tuple[Evening, list[CompanionError | None]]:
    """Watch with cameras that may refuse; also return what was shown before each further try."""
    shown: list[CompanionError | None] = []
    real = Evening._open

    def opened(evening: Evening) -> Twin:
        if evening.opened:
            shown.append(evening.watcher.failure)
        if isinstance(camera := real(evening), Silent):
            raise NOT_YET
        return camera

    monkeypatch.setattr(Evening, "_open", opened)
    return Evening(*cameras), shown


def test_a_camera_that_refuses_five_times_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, evenings: list[Evening]
) -> None:
    monkeypatch.setattr(camera_patience, "SOON_S", 0.0)
    evening, shown = refusing(monkeypatch, *(Silent() for _ in range(5)), Twin(None))
    evenings.append(evening)
    evening.game.until_seen(2)
    assert [error.code for error in shown if error] == ["camera_starting"] * 5
    assert not any("cable" in str(error) for error in shown)
    assert evening.game.failed == []
    assert evening.watcher.failure is None


def test_a_camera_that_never_comes_is_told(monkeypatch: pytest.MonkeyPatch, evenings: list[Evening]) -> None:
    monkeypatch.setattr(camera_patience, "PATIENCE_S", 0.0)
    evening, shown = refusing(monkeypatch, Silent(), Twin(None))
    evenings.append(evening)
    evening.game.until_seen(1)
    assert shown == evening.game.failed == [NOT_YET]
