"""The camera before a game: where the board is, whether the light is right, what stands where."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence

from companion.app.devices.camera_thread import CLOSED_WITHIN_S
from companion.app.devices.cameras import SIMULATED, Cameras
from companion.app.table.board_finder import Dragged
from companion.app.table.game_table_view import GameCamera, GameTableView, WatchedCamera
from companion.app.table.table_view import TableView
from companion.errors import CompanionError, VisionError
from companion.games.base import N_, Sentence, Space, Table
from ui.services import CameraChoice, PicturePoint, Profiles, TableLook
from vision.cameras.sources import Camera, Frame, Lockable

log = logging.getLogger(__name__)

RETRY_S = 3.0


class CameraCheck:
    """Implements `ui.services.TableCheck`.

    `simulated` makes the simulated table of a game, `camera` opens the chosen one; `playing` is the camera
    of the running game, if there is one: then the check shows what that one sees, and what is changed counts
    in it at once.
    """

    def __init__(
        self,
        profiles: Profiles,
        cameras: Cameras,
        simulated: Callable[[str], Camera],
        playing: Callable[[], GameCamera | None] = lambda: None,
        camera: Callable[[], Camera] | None = None,
        failed: Callable[[CompanionError], object] = lambda _: None,
    ) -> None:
        self._profiles, self._cameras, self._simulated = profiles, cameras, simulated
        self._playing, self._camera, self._failed = playing, camera or cameras.open, failed
        self._game, self._twin = "", False
        self._looking: Looking | None = None
        self._begun: list[Looking] = []  # those whose threads may still be at work
        self._dragged: dict[tuple[str, str], Dragged] = {}
        self._corrected: Table = {}

    def open(self, game: str, simulated: bool) -> None:
        """Begin to look at the table of a game, unless it is looked at already."""
        if game_camera := self._playing():
            simulated = game_camera.simulated
        elif self._cameras.source.startswith(SIMULATED):
            simulated = True
        if self._looking and (game, simulated) == (self._game, self._twin):
            return
        self._game, self._twin, self._corrected = game, simulated, {}
        self._begin()

    def close(self) -> None:
        """Let go of the camera; does not wait until it is free."""
        if self._looking:
            self._looking.stop()
        self._looking = None

    def wait_until_free(self) -> None:
        """Return when the camera that was let go can be opened again; not for the window's thread."""
        if self._looking is None and self._begun:
            self._begun[-1].wait()

    def end(self) -> None:
        """Let go of the camera and wait until all is done; the app ends."""
        self.close()
        for looking in self._begun:
            looking.wait(reading=True)

    def latest(self) -> TableLook | None:
        """What was seen last; None before the first picture. Raises VisionError while the camera fails."""
        looking = self._looking
        if looking is None:
            return None
        if looking.failure:
            raise looking.failure
        return looking.view.look(self._corrected)

    def drag(self, corners: Sequence[PicturePoint] | None) -> None:
        """The board's corners as dragged; None looks for it again."""
        looking, key = self._looking, (self._game, self._source)
        if looking is None:
            return
        looking.view.drag(corners or ())
        if corners and looking.view.size_px:
            self._dragged[key] = Dragged(tuple(corners), looking.view.size_px)
        else:
            self._dragged.pop(key, None)
        if game_camera := self._playing():
            game_camera.find_again()

    def dragged(self, game: str, simulated: bool) -> Dragged | None:
        """Where the board of a game was dragged to before this camera."""
        return self._dragged.get((game, SIMULATED if simulated else self._cameras.source))

    def correct(self, space: Space, pieces: Mapping[str, int] | None) -> None:
        """What really stands on a space; None trusts the camera again."""
        others = {known: kinds for known, kinds in self._corrected.items() if known != space}
        self._corrected = others if pieces is None else {**others, space: dict(pieces)}

    def cameras(self) -> Sequence[CameraChoice]:
        """The cameras that are there."""
        return self._cameras.choices()

    def use(self, source: str) -> None:
        """Look through another camera; a real one is remembered. Raises StorageError."""
        twin = source.startswith(SIMULATED)
        if not twin:
            self._profiles.prefer(camera=source)
        if self._playing():
            self._reopen()
        else:
            self._twin = twin
            self._begin()

    def lock(self, exposure: bool, white_balance: bool) -> None:
        """Hold the camera's exposure and white balance, or let them adapt; remembered.

        Raises StorageError.
        """
        self._profiles.prefer(lock_exposure=exposure, lock_white_balance=white_balance)
        if self._looking:
            self._looking.locks = (exposure, white_balance)
        self._reopen()

    @property
    def _source(self) -> str:
        return SIMULATED if self._twin else self._cameras.source

    def _begin(self) -> None:
        self.close()
        before = self._begun[-1] if self._begun else None
        known = self.dragged(self._game, self._twin)
        corners = known.corners if known else ()
        if game_camera := self._playing():
            view: TableView = GameTableView(self._game, self._cameras.hold_s, corners, game_camera)
            self._looking = Looking(view, lambda: WatchedCamera(game_camera), before)
        else:
            view = TableView(self._game, self._cameras.hold_s, corners, printed=self._twin)
            camera = (lambda: self._simulated(self._game)) if self._twin else self._camera
            self._looking = Looking(view, camera, before, self._failed)
        self._begun = [*(looking for looking in self._begun if looking.at_work), self._looking]
        self._looking.start()

    def _reopen(self) -> None:
        if (game_camera := self._playing()) and not self._twin:
            game_camera.reopen()


class Looking:
    """The threads of one look at a table: one takes pictures, one reads those that stand still.

    A camera that fails is tried again every few seconds; `failure` is why there are no pictures meanwhile,
    and `failed` is told.
    `locks`: exposure and white balance to hold or to let go, once the next picture was taken.
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
        self.locks: tuple[bool, bool] | None = None
        self._open, self._before, self._failed = camera, before, failed
        self._stopping, self._due = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=run, name=f"table check, {name}", daemon=True)
            for name, run in (("camera", self._take), ("reader", self._read))
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Begin to end; the camera is let go soon."""
        self._stopping.set()
        self._due.set()

    @property
    def at_work(self) -> bool:
        """Whether a thread of it still runs."""
        return any(thread.is_alive() for thread in self._threads)

    def wait(self, reading: bool = False) -> None:
        """Return when the camera is free, and with `reading` when nothing is read any more either."""
        for thread in self._threads if reading else self._threads[:1]:
            thread.join(CLOSED_WITHIN_S)

    def _take(self) -> None:
        if self._before:
            self._before.wait()
            self._before = None
        while not self._stopping.is_set():
            try:
                self._watch(self._open())
            except CompanionError as error:
                self.failure = error
            except Exception as error:  # a mistake of ours, or a camera's driver: say so and try again
                log.exception("table check")
                self.failure = _broken(error)
            if self.failure:
                self._failed(self.failure)
            self._stopping.wait(RETRY_S)

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

    def _read(self) -> None:
        while self._due.wait() and not self._stopping.is_set():
            self._due.clear()
            try:
                self.view.read()
            except CompanionError as error:
                log.warning("table check: %s", error)
            except Exception:  # a mistake of ours must not end the check
                log.exception("table check")


def _broken(error: Exception) -> VisionError:
    sentence = Sentence(N_("The camera could not be used ({found})."), {"found": type(error).__name__})
    return VisionError("camera_broken", str(sentence), sentences=(sentence,))
