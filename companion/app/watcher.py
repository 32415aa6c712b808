"""The thread of the camera: reads pictures, hands them to the game and hears what it makes of them."""

import logging
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import NamedTuple

import cv2
import numpy as np

from companion.app.eyes import Eyes
from companion.errors import CompanionError, VisionError
from companion.games.base import N_, Sentence, Space, Table
from companion.session.inbox import Failed, Seen
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.table.observation import Observation
from vision.calibrate import View
from vision.cameras import Camera, Frame, Picture
from vision.overlay import close_up, overlay
from vision.plan import fae_plan
from vision.reader import Reader
from vision.scene import Piece

log = logging.getLogger(__name__)

RETRY_S = 3.0
POLL_S = 0.2


class Look(NamedTuple):
    """A picture and what was recognised in it; `view` is None while the board is not found."""

    picture: Picture
    view: View | None
    pieces: tuple[Piece, ...]
    hidden: frozenset[Space]

    def drawn(self) -> Picture:
        """The board close up with what was recognised drawn over it; all there is while it is not found.

        RGB, shape (h, w, 3).
        """
        if self.view is None:
            return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        plan, view = fae_plan(), self.view.scaled(self.picture.shape[1] / self.view.size_px[0])
        return close_up(overlay(self.picture, plan, view, self.pieces, self.hidden), plan, view)


class Watcher:
    """Watches for one game until stopped. A camera that fails is tried again every few seconds;
    `over` is called when a camera has no more pictures.

    The next picture is read when the game has taken the one before: then the reader knows what was
    agreed on, and no two threads touch it.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        eyes: Eyes[Reader],
        thread: SessionThread[Snapshot],
        game: int,
        over: Callable[[], None],
    ) -> None:
        self.latest: Look | None = None
        self._open_camera, self._over = open_camera, over
        self._eyes, self._thread, self._game = eyes, thread, game
        self._stopping = threading.Event()
        self._worker = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._worker.start()

    def stop(self) -> None:
        """Let go of the camera; returns when it is free."""
        self._stopping.set()
        self._worker.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                camera = self._open_camera()
                try:
                    self._watch(camera)
                finally:
                    camera.close()
                if not self._stopping.is_set():
                    self._over()
                return
            except CompanionError as error:
                self._fail(error)
            except Exception as error:  # a mistake of ours: say so and try again
                log.exception("camera of game %d", self._game)
                pattern = N_("Something went wrong inside ({found}); the game is stored.")
                sentence = Sentence(pattern, {"found": type(error).__name__})
                self._fail(CompanionError("internal", str(sentence), sentences=(sentence,)))
            self._stopping.wait(RETRY_S)
            self._eyes.forget(self._known_table())

    def _watch(self, camera: Camera) -> None:
        while not self._stopping.is_set() and (frame := camera.read()):
            observation = self._look(frame)
            self._eyes.accept(self._told(observation))
            self.latest = self._seen(frame, observation)
            if not observation.trouble and self._known_table() is None:
                self._eyes.forget()  # that was no proper set-up

    def _look(self, frame: Frame) -> Observation:
        try:
            return self._eyes.look(frame)
        except VisionError as error:
            self._fail(error)
            self._eyes.forget(self._known_table())
            return Observation(frame.name, frame.time_s, trouble="board_lost")

    def _seen(self, frame: Frame, observation: Observation) -> Look:
        reader = self._eyes.reader
        if reader.memory is None:
            return Look(frame.picture, None, (), observation.hidden)
        return Look(frame.picture, reader.layout.view, reader.memory.pieces, observation.hidden)

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

    def _known_table(self) -> Table | None:
        shown = self._thread.latest
        return shown.table if shown and shown.game == self._game and shown.position else None

    def _fail(self, error: CompanionError) -> None:
        self._thread.post(Failed(self._game, error))
