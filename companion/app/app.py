"""The running app behind the window: every game it plays, and what goes with them."""

from collections.abc import Mapping

from companion.app.archive import JournalArchive
from companion.app.cameras import Cameras
from companion.app.devices import AppDevices
from companion.app.fae.controls import FaeControls
from companion.app.fate.controls import FateControls
from companion.app.game_table_view import WatchedCamera
from companion.app.learnt import Dragged
from companion.app.profiles import FileHouse
from companion.app.running import SIMULATED_FPS
from companion.app.simulated_tables import lesson, rehearsal
from companion.app.table_check import CameraCheck
from companion.app.teacher import TableTeacher
from companion.games import fate
from companion.settings.people import Side
from companion.settings.settings import Settings
from companion.storage.journal import Journal
from ui.controller import TableKind
from vision.cameras import Camera


class App(FaeControls, FateControls):
    """Implements `ui.controller.Controller`; its methods may be called from any thread."""

    def __init__(self, settings: Settings, journal: Journal) -> None:
        super().__init__(settings, journal)
        self.archive = JournalArchive(journal)
        self.devices = AppDevices(self, journal.path.parent)
        self.house = FileHouse(journal.path.parent)
        self.cameras = Cameras(settings.camera, self.house.preferences)
        self.table_check = CameraCheck(
            self.house,
            self.cameras,
            lambda game: rehearsal(game, self._seed(), SIMULATED_FPS),
            lambda: self._watcher,
            self._free_camera,
            self.gauge.failed,
        )
        self.teacher = TableTeacher(self._teaching_camera)

    @property
    def camera_source(self) -> str:
        """Where pictures come from: as people chose, else as the settings say."""
        return self.cameras.source

    def open_camera(self) -> Camera:
        """The camera chosen, once the check of the table has let it go. Raises VisionError."""
        self.table_check.wait_until_free()
        return self._free_camera()

    def _free_camera(self) -> Camera:
        self.wait_for_camera()
        return self.cameras.open()

    def _teaching_camera(self, game: str) -> Camera:
        """What looks at the table now: the running game's camera, that chosen, or a simulated one."""
        if self._watcher:
            return WatchedCamera(self._watcher)
        return self.open_camera() if self.has_camera() else lesson(game, self._seed(), SIMULATED_FPS)

    def dragged(self, game: str, simulated: bool) -> Dragged | None:
        """Where the board was dragged to when the table was checked."""
        return self.table_check.dragged(game, simulated)

    def close(self) -> None:
        """Stop everything; the game stays stored."""
        self.table_check.close()
        super().close()
        self.table_check.end()

    def seats(self) -> Mapping[str, Side]:
        """Where the people sit, by name."""
        return {person.name: person.seat for person in self.house.people()}

    def resume_game(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""
        if self._journal.game(game).name == fate.NAME:
            self.resume_fate(game, table)
        else:
            self.resume_fae(game, table)
