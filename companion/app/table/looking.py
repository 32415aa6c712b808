"""The threads of the camera check before a game."""

import logging
import threading
from collections.abc import Callable

from companion.app.camera.camera_patience import CameraPatience
from companion.app.camera.camera_thread import CLOSED_WITHIN_S
from companion.app.table.table_view import TableView
from companion.errors import CompanionError, VisionError
from companion.games.base import N_, Sentence
from vision.cameras.sources import Camera, Frame, Lockable

log = logging.getLogger(__name__)


class Looking:
    """The threads of one table check: one takes pictures, one reads the still ones.

    A failing camera is retried every few seconds; `failure` says why there are no pictures meanwhile,
    and `failed` is called. `locks`: exposure, white balance and focus to lock or unlock, applied after the
    next picture.
    """

    def __init__(
        self,
        view: TableView,
        camera: Callable[[], Camera],
        before: "Looking | None" = None,
        failed: Callable[[CompanionError], object] = lambda _: None,
    ) -> None:
        self.view = view
        self.failure: CompanionError | None = None
        self.locks: tuple[bool, bool, bool] | None = None
        self._open, self._before, self._failed = camera, before, failed
        self._patience = CameraPatience()
        self._stopping, self._due = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=run, name=f"table check, {name}", daemon=True)
            for name, run in (("camera", self._take), ("reader", self._read))
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ask the threads to stop; the camera is released soon."""
        self._stopping.set()
        self._due.set()

    @property
    def at_work(self) -> bool:
        """Return True if a thread is still running."""
        return any(thread.is_alive() for thread in self._threads)

    def wait(self, reading: bool = False) -> None:
        """Block until the camera is released; with `reading` until the reading thread has ended too."""
        for thread in self._threads if reading else self._threads[:1]:
            thread.join(CLOSED_WITHIN_S)

    def _take(self) -> None:
        if self._before:
            self._before.wait()
            self._before = None
        while not self._stopping.is_set():
            error: CompanionError | None = None
            try:
                self._patience.opening()
                self._watch(self._open())
            except CompanionError as found:
                error = found
            except Exception as found:  # a bug of ours or of the driver: report it and retry
                log.exception("table check")
                error = _broken(found)
            if error:
                self.failure = self._patience.failed(error)
                if self.failure is error:
                    self._failed(error)
            self._stopping.wait(self._patience.pause_s)

    def _watch(self, camera: Camera) -> None:
        try:
            while not self._stopping.is_set() and (frame := camera.read()):
                self._see(frame)
                locks, self.locks = self.locks, None
                if locks and isinstance(camera, Lockable):
                    camera.lock(*locks)
        finally:
            camera.close()

    def _see(self, frame: Frame) -> None:
        if self.view.watch(frame):
            self._due.set()
        self.failure = None
        self._patience.picture_received()

    def _read(self) -> None:
        while self._due.wait() and not self._stopping.is_set():
            self._due.clear()
            try:
                self.view.read()
            except CompanionError as error:
                log.warning("table check: %s", error)
            except Exception:  # a bug of ours must not end the check
                log.exception("table check")


def _broken(error: Exception) -> VisionError:
    sentence = Sentence(N_("The camera could not be used ({found})."), {"found": type(error).__name__})
    return VisionError("camera_broken", str(sentence), sentences=(sentence,))
