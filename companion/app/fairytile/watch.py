"""The loop of `companion watch --game fairytile`: what lies on the table, and what was done."""

from collections.abc import Iterator

from companion.app.base import WatchRequest
from companion.app.fairytile.hands import simulated
from companion.app.fairytile.seeing import new_reader
from companion.app.fairytile.start_file import read_start
from companion.app.table.frame_reader import FrameReader
from companion.games import fairytile
from companion.games.base import in_order
from companion.games.fairytile.board import cell_text
from companion.session.base import SessionContext
from companion.session.events import Event, Waiting
from companion.session.fairytile.events import CoveredCell, KingdomRead
from companion.session.fairytile.session import FairySession
from companion.session.messages import Seen
from companion.settings import settings
from companion.table.compare import SURE
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, FolderCamera, open_camera
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.kingdom_reading import Reading
from vision.fairytile.reader import KingdomReader


class KingdomWatch:
    """One table that is looked at until the pictures end; with a `session`, what is done is told as well."""

    def __init__(
        self,
        camera: Camera,
        reader: FrameReader[KingdomReader],
        session: FairySession | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.session = session
        self._camera, self._reader, self._recorder = camera, reader, recorder

    def events(self) -> Iterator[Event]:
        """What happens, at least one event a picture. Raises VisionError when one or the camera fails."""
        while frame := self._camera.read():
            observation = self._reader.look(frame)
            if self._recorder and observation.trouble != "motion":
                self._recorder.write(frame)
            if not observation.trouble:
                yield kingdom_read(self._reader.reader.reading, frame.name)
            if self.session is not None:
                self.session.tell(Seen(0, observation))
                self._reader.accept(self.session.settled_table)
                yield from self.session.happened
            elif observation.trouble:
                yield Waiting(observation.trouble, in_order(observation.hidden), frame=frame.name)

    def end(self) -> Event | None:
        """How things stand; None where nothing says how the game began."""
        return self.session.end() if self.session else None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_watch(request: WatchRequest) -> KingdomWatch:
    """Get ready to watch. Raises RuleError, VisionError, StorageError or SettingsError."""
    options = request.options
    start = read_start(options["start"], request.gettext) if options.get("start") else None
    made = new_reader(find_lattice, request.source.startswith("sim:"), tiles=options.get("tiles"))
    camera = open_camera(request.source, simulated)
    hold_s = 0.0 if isinstance(camera, FolderCamera) else settings.load().camera.hold_s
    session = known = None
    if start is not None:
        session = FairySession.follow(start.position, start.players, SessionContext(interactive=False))
        known = fairytile.table(start.position)
    scene = {"game": fairytile.NAME, "camera": {"source": request.source}}
    recorder = Recorder(request.record, scene, None) if request.record else None
    return KingdomWatch(camera, FrameReader(made, known, hold_s), session, recorder)


def kingdom_read(reading: Reading, frame: str) -> KingdomRead:
    """What lies there; nothing that is not sure is named."""
    cells = {}
    for cell, land in reading.cells.items():
        told = (land.hex, land.tile, land.face, land.part) if land.sure else (None, None, None, None)
        cells[cell] = CoveredCell(*told, land.px)
    figures = {figure: seen.cell for figure, seen in reading.figures.items() if seen.chance >= SURE}
    return KingdomRead(cells, figures, in_order(map(cell_text, reading.unsure)), frame=frame)
