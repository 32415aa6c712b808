"""The thread of the camera: reads pictures, hands them to the game and hears what it makes of them."""

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic

from companion.app.annotated_frame import Look
from companion.app.frame_reader import Eyes, ReaderT
from companion.app.health import Gauge
from companion.errors import CompanionError, VisionError
from companion.games.base import Table
from companion.session.messages import Failed, Seen
from companion.session.thread import SessionThread, SnapshotT, internal
from companion.table.observation import Observation
from vision.cameras import Camera, Frame

log = logging.getLogger(__name__)

RETRY_S = 3.0
POLL_S = 0.2
CLOSED_WITHIN_S = 12.0
"""A camera that has been pulled out keeps its reader waiting so long."""


class Watcher(Generic[ReaderT, SnapshotT]):
    """Watches for one game until stopped. A camera that fails is tried again every few seconds, `failure`
    is why there are no pictures meanwhile; `over` is called when a camera has no more pictures, `known`
    tells what should lie on the table.

    The next picture is read when the game has taken the one before: then the reader knows what was
    agreed on, and no two threads touch it.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        eyes: Eyes[ReaderT],
        look: Callable[[ReaderT, Frame, Observation], Look],
        thread: SessionThread[SnapshotT],
        game: int,
        known: Callable[[], Table | None],
        over: Callable[[], None],
        gauge: Gauge,
        simulated: bool = False,
    ) -> None:
        self.simulated = simulated
        self.latest: Look | None = None
        self.failure: CompanionError | None = None
        self._open_camera, self._known, self._over = open_camera, known, over
        self._eyes, self._seen, self._thread, self._game = eyes, look, thread, game
        self._gauge = gauge
        self._stopping, self._anew, self._reopen = threading.Event(), threading.Event(), threading.Event()
        self._worker = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._worker.start()

    def stop(self) -> None:
        """Begin to end: what is seen from now on counts no more, and the camera is let go soon."""
        self._stopping.set()

    def wait(self) -> None:
        """Return when the camera is free; not for the window's thread."""
        if threading.current_thread() is not self._worker:
            self._worker.join(CLOSED_WITHIN_S)

    def find_again(self) -> None:
        """Find the board anew in the next picture."""
        self._anew.set()

    def reopen(self) -> None:
        """Look through the camera that is chosen now, with its settings."""
        self._reopen.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._reopen.clear()
                camera = self._open_camera()
                try:
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
                self.failure = error
                self._fail(error)
            except Exception as error:  # a mistake of ours: say so and try again
                log.exception("camera of game %d", self._game)
                self.failure = internal(error)
                self._fail(self.failure)
            self._stopping.wait(RETRY_S)
            self._eyes.forget(self._known())

    def _watch(self, camera: Camera) -> None:
        while not (self._stopping.is_set() or self._reopen.is_set()) and (frame := camera.read()):
            self.failure = None
            if self._anew.is_set():
                self._anew.clear()
                self._eyes.forget(self._known())
            self._gauge.picture(frame.picture)
            observation = self._look(frame)
            self._eyes.accept(self._told(observation))
            self.latest = self._seen(self._eyes.reader, frame, observation)
            if not observation.trouble and self._known() is None:
                self._eyes.forget()  # that was no proper set-up

    def _look(self, frame: Frame) -> Observation:
        began_s = time.monotonic()
        try:
            observation = self._eyes.look(frame)
        except VisionError as error:
            self._fail(error)
            self._eyes.forget(self._known())
            return Observation(frame.name, frame.time_s, trouble="board_lost")
        self._gauge.reading(time.monotonic() - began_s)
        return observation

    def _told(self, observation: Observation) -> Table | None:
        """What the game agrees on after a picture."""
        answers: SimpleQueue[Table | None] = SimpleQueue()
        self._thread.post(Seen(self._game, observation, answers.put))
        while not self._stopping.is_set():
            try:
                return answers.get(timeout=POLL_S)
            except Empty:
                continue
        return None

    def _fail(self, error: CompanionError) -> None:
        self._thread.post(Failed(self._game, error))
