"""The camera thread: reads pictures and passes observations to the game."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Generic

from companion import kept
from companion.app.camera.annotated_frame import AnnotatedFrame
from companion.app.camera.camera_patience import CameraPatience
from companion.app.camera.frame_reader import FrameReader, ReaderT
from companion.app.camera.recent_pictures import Belief, RecentPictures
from companion.app.devices.health import Health
from companion.errors import CompanionError, VisionError
from companion.games.base import Table
from companion.session.messages import Failed, Seen
from companion.session.thread import SessionThread, internal
from companion.table.observation import Observation
from ui import memory
from ui.services import RgbPicture
from vision.base import TableReader
from vision.cameras.sources import Camera, Described, Frame
from vision.light.quality import covered

log = logging.getLogger(__name__)

POLL_S = 0.2
SHOWN_WIDTH_PX = 800
"""Width of the picture shown on screens, in pixels."""
SHOWN_EVERY_S = 0.1
"""Shortest time between two drawn pictures, in seconds; a simulated camera may be faster."""
CLOSED_WITHIN_S = 12.0
"""Longest time a read blocks after the camera is unplugged, in seconds."""


class CameraThread(Generic[ReaderT]):
    """Reads the camera of one game until stopped; a failing camera is retried every few seconds.

    `failure` says why there are no pictures meanwhile; `over` is called when a camera has no more
    pictures; `known` returns the assumed table. While `wanted` is set, `picture` is the last annotated
    picture. `recent` keeps the last pictures with what `believed` returns, which is called on the game's
    thread after each picture.
    The next picture is read after the game has handled the previous one: then the reader knows the
    agreed table, and no two threads use it at once.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        reader: FrameReader[ReaderT],
        thread: SessionThread,
        game: int,
        known: Callable[[], Table | None],
        over: Callable[[], None],
        health: Health,
        wanted: threading.Event,
        simulated: bool = False,
        believed: Callable[[ReaderT, Observation], Belief | None] = lambda *_: None,
    ) -> None:
        self.simulated = simulated
        self.recent = RecentPictures()
        self.latest: AnnotatedFrame | None = None
        self.picture: RgbPicture | None = None
        self.failure: CompanionError | None = None
        self._open_camera, self._known, self._over = open_camera, known, over
        self._reader, self._thread, self._game = reader, thread, game
        self._health, self._wanted, self._believed = health, wanted, believed
        self._drawn_s = 0.0
        self._patience = CameraPatience()
        self._stopping, self._anew, self._reopen = threading.Event(), threading.Event(), threading.Event()
        self._worker = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._worker.start()

    def stop(self) -> None:
        """Ask the thread to stop: later observations are ignored and the camera is released soon."""
        self._stopping.set()
        if not self._worker.is_alive():
            self._let_go()

    def wait(self) -> None:
        """Block until the camera is released; never call it on the window's thread."""
        if threading.current_thread() is not self._worker:
            self._worker.join(CLOSED_WITHIN_S)

    def find_again(self) -> None:
        """Find the board again in the next picture."""
        self._anew.set()

    def reopen(self) -> None:
        """Reopen the camera with the current choice and settings."""
        self._reopen.set()

    def _run(self) -> None:
        try:
            self._run_until_stopped()
        finally:
            if self._stopping.is_set():
                self._let_go()
                memory.give_back()  # the window did so before the last picture was read

    def _let_go(self) -> None:
        """Let go of the pictures, of the reader and of the table; the app holds a stopped thread."""
        self.latest = self.picture = None
        self.recent = RecentPictures()
        for held in ("_reader", "_open_camera", "_known", "_over", "_believed"):
            vars(self).pop(held, None)  # the thread and who stops it may both come here
        kept.clear_caches()

    def _run_until_stopped(self) -> None:
        while not self._stopping.is_set():
            try:
                self._reopen.clear()
                self._patience.opening()
                camera = self._open_camera()
                try:
                    self._health.camera = camera.state() if isinstance(camera, Described) else None
                    self._watch(camera)
                finally:
                    camera.close()
                if self._reopen.is_set():
                    self.find_again()
                    continue
                if not self._stopping.is_set():
                    self._over()
                return
            except CompanionError as error:
                self.failure = self._patience.failed(error)
                if self.failure is error:
                    self._fail(error)
            except Exception as error:  # a bug of ours: report it and retry
                log.exception("camera of game %d", self._game)
                self.failure = internal(error)
                self._fail(self.failure)
            self._stopping.wait(self._patience.pause_s)
            self._reader.forget(self._known())

    def _watch(self, camera: Camera) -> None:
        while not (self._stopping.is_set() or self._reopen.is_set()) and (frame := camera.read()):
            self.failure = None
            self._patience.picture_received()
            if self._anew.is_set():
                self._anew.clear()
                self._reader.forget(self._known())
            self._health.picture(frame.picture)
            observation = self._look(frame)
            self._reader.accept(self._agreed_table(frame, observation))
            self.latest = _annotated(frame, self._reader.reader, observation)
            self._draw(self.latest)
            if not observation.trouble and self._known() is None:
                self._reader.forget()  # the table was no valid set-up

    def _draw(self, latest: AnnotatedFrame) -> None:
        """Draw the annotated picture, but only as often as someone looks."""
        if not self._wanted.is_set():
            self.picture = None
        elif self.picture is None or time.monotonic() - self._drawn_s >= SHOWN_EVERY_S:
            self.picture, self._drawn_s = _shown(latest), time.monotonic()

    def _look(self, frame: Frame) -> Observation:
        began_s = time.monotonic()
        try:
            observation = self._reader.look(frame)
        except VisionError as error:
            if not covered(frame.picture):
                self._fail(error)
            self._reader.forget(self._known())
            observation = Observation(frame.name, frame.time_s, trouble="board_lost")
        else:
            self._health.reading(time.monotonic() - began_s)
            if not (observation.trouble or self.simulated) and (view := self._reader.reader.view):
                self._health.extent = view.extent
        black = observation.trouble and covered(frame.picture)
        return replace(observation, trouble="covered") if black else observation

    def _agreed_table(self, frame: Frame, observation: Observation) -> Table | None:
        """Return the table that the game agrees on after an observation."""
        answers: SimpleQueue[tuple[Table | None, Belief | None]] = SimpleQueue()
        reader, believed = self._reader.reader, self._believed  # the thread may have ended by then

        def answer(settled: Table | None) -> None:
            belief = None
            try:
                belief = believed(reader, observation)
            finally:
                answers.put((settled, belief))

        self._thread.post(Seen(self._game, observation, answer))
        while not self._stopping.is_set():
            try:
                settled, belief = answers.get(timeout=POLL_S)
            except Empty:
                continue
            if belief:
                trouble = observation.trouble
                self.recent.add(frame, belief, moving=trouble == "motion", trouble=trouble is not None)
            return settled
        return None

    def _fail(self, error: CompanionError) -> None:
        self._thread.post(Failed(self._game, error))


def _annotated(frame: Frame, reader: TableReader, observation: Observation) -> AnnotatedFrame:
    return AnnotatedFrame(frame.picture, reader.plan, reader.view, reader.pieces, observation.hidden)


def _shown(frame: AnnotatedFrame) -> RgbPicture:
    drawn = frame.drawn(SHOWN_WIDTH_PX)
    return RgbPicture(drawn.shape[1], drawn.shape[0], drawn.tobytes())
