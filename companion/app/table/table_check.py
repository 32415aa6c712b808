"""The camera check before a game: board position, light and set-up."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.app.camera.cameras import SIMULATED, Cameras
from companion.errors import CompanionError
from companion.games.base import Space, Table
from ui.services import CameraChoice, PicturePoint, Profiles, TableLook

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.camera.board_finder import Dragged
    from companion.app.table.game_table_view import GameCamera
    from companion.app.table.looking import Looking
    from vision.cameras.sources import Camera


class CameraCheck:
    """Implements `ui.services.TableCheck`.

    `simulated` makes the simulated table of a game, `camera` opens the chosen one; `playing` is the
    camera of the running game, if any: then the check shows its pictures, and changes apply to it at
    once.
    """

    def __init__(
        self,
        profiles: Profiles,
        cameras: Cameras,
        simulated: "Callable[[str], Camera]",
        playing: "Callable[[], GameCamera | None]" = lambda: None,
        camera: "Callable[[], Camera] | None" = None,
        failed: Callable[[CompanionError], object] = lambda _: None,
    ) -> None:
        self._profiles, self._cameras, self._simulated = profiles, cameras, simulated
        self._playing, self._camera, self._failed = playing, camera or cameras.open, failed
        self._game, self._twin = "", False
        self._looking: Looking | None = None
        self._begun: list[Looking] = []  # whose threads may still be running
        self._dragged: dict[tuple[str, str], Dragged] = {}
        self._corrected: Table = {}

    def open(self, game: str, simulated: bool) -> None:
        """Start checking the table of a game, unless it is already being checked."""
        if game_camera := self._playing():
            simulated = game_camera.simulated
        elif self._cameras.source.startswith(SIMULATED):
            simulated = True
        if self._looking and (game, simulated) == (self._game, self._twin):
            return
        self._game, self._twin, self._corrected = game, simulated, {}
        self._begin()

    def close(self) -> None:
        """Release the camera without waiting for it."""
        if self._looking:
            self._looking.stop()
        self._looking = None

    def wait_until_free(self) -> None:
        """Block until the released camera can be opened again; never call it on the window's thread."""
        if self._looking is None and self._begun:
            self._begun[-1].wait()

    def end(self) -> None:
        """Release the camera and block until all threads have ended, at shutdown."""
        self.close()
        for looking in self._begun:
            looking.wait(reading=True)

    def latest(self) -> TableLook | None:
        """The last result; None before the first picture. Raises VisionError while the camera fails."""
        looking = self._looking
        if looking is None:
            return None
        if looking.failure:
            raise looking.failure
        return looking.view.look(self._corrected)

    def drag(self, corners: Sequence[PicturePoint] | None) -> None:
        """Set the board's corners as dragged; None searches for it again."""
        looking, key = self._looking, (self._game, self._source)
        if looking is None:
            return
        looking.view.drag(corners or ())
        if corners and looking.view.size_px:
            from companion.app.camera.board_finder import Dragged

            self._dragged[key] = Dragged(tuple(corners), looking.view.size_px)
        else:
            self._dragged.pop(key, None)
        if game_camera := self._playing():
            game_camera.find_again()

    def dragged(self, game: str, simulated: bool) -> "Dragged | None":
        """The last dragged corners of the board of a game for this camera."""
        return self._dragged.get((game, SIMULATED if simulated else self._cameras.source))

    def correct(self, space: Space, pieces: Mapping[str, int] | None) -> None:
        """Correct the pieces on a space; None trusts the camera again."""
        others = {known: kinds for known, kinds in self._corrected.items() if known != space}
        self._corrected = others if pieces is None else {**others, space: dict(pieces)}

    def cameras(self) -> Sequence[CameraChoice]:
        """The available cameras."""
        return self._cameras.choices()

    def use(self, source: str) -> None:
        """Switch to another camera; a real one is stored as preferred. Raises StorageError."""
        twin = source.startswith(SIMULATED)
        if not twin:
            self._profiles.prefer(camera=source)
        if self._playing():
            self._reopen()
        else:
            self._twin = twin
            self._begin()

    def lock(self, exposure: bool, white_balance: bool, focus: bool) -> None:
        """Lock or unlock the camera's exposure, white balance and focus, and store that as preferred.

        Raises StorageError.
        """
        self._profiles.prefer(lock_exposure=exposure, lock_white_balance=white_balance, lock_focus=focus)
        if self._looking:
            self._looking.locks = (exposure, white_balance, focus)
        self._reopen()

    @property
    def _source(self) -> str:
        return SIMULATED if self._twin else self._cameras.source

    def _begin(self) -> None:
        from companion.app.table.game_table_view import GameTableView, WatchedCamera
        from companion.app.table.looking import Looking
        from companion.app.table.table_view import TableView

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
