"""Events of a game of Fairy Tile for `companion watch`: the kingdom, and what was done."""

from collections.abc import Iterator

from companion.app.camera.frame_reader import FrameReader
from companion.app.fairytile.hands import simulated
from companion.app.fairytile.seeing import new_reader
from companion.app.fairytile.start_file import read_start
from companion.games import fairytile
from companion.games.base import Table, in_order
from companion.games.fairytile.board import cell_text
from companion.session.base import SessionContext
from companion.session.events import Event, Waiting
from companion.session.fairytile.events import CoveredCell, KingdomRead
from companion.session.fairytile.session import FairySession
from companion.session.messages import Seen
from companion.simulation.watch import WatchLoop, WatchRequest, open_loop
from companion.table.compare import SURE
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.cameras.sources import Frame
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.kingdom_reading import Reading
from vision.fairytile.reader import KingdomReader


class KingdomWatcher:
    """Reads the kingdom of each frame; with a `session` it follows the game as well."""

    def __init__(self, reader: FrameReader[KingdomReader], session: FairySession | None = None) -> None:
        self.session = session
        self._reader = reader

    def look(self, frame: Frame) -> Iterator[Event]:
        """Yield the events of one frame. Raises VisionError."""
        observation = self._reader.look(frame)
        if self.session is None:
            yield from kingdom_events(self._reader.reader, observation)
        else:
            if not observation.trouble:
                yield kingdom_read(self._reader.reader.reading, frame.name)
            self.session.tell(Seen(0, observation))
            self._reader.accept(self.session.settled_table)
            yield from self.session.happened

    def end(self) -> Event | None:
        """Return the state of the game; None if its start is not known."""
        return self.session.end() if self.session else None


def open_watch(request: WatchRequest) -> WatchLoop[KingdomWatcher]:
    """Open a table. Raises RuleError, VisionError, StorageError or SettingsError."""
    options = request.options
    start = read_start(options["start"], request.tr) if options.get("start") else None
    made = new_reader(find_lattice, request.source.startswith("sim:"), tiles=options.get("tiles"))

    def new_watcher(hold_s: float, _: Floats | None) -> KingdomWatcher:
        session = known = None
        if start is not None:
            session = FairySession.follow(start.position, start.players, SessionContext(interactive=False))
            known = fairytile.table(start.position)
        return KingdomWatcher(FrameReader(made, known, hold_s), session)

    return open_loop(request, {"game": fairytile.NAME}, simulated, new_watcher)


def kingdom_events(reader: KingdomReader, seen: Observation, _: Table | None = None) -> Iterator[Event]:
    """Yield the kingdom of a picture, or why it could not be read."""
    if seen.trouble:
        yield Waiting(seen.trouble, in_order(seen.hidden), frame=seen.frame)
    else:
        yield kingdom_read(reader.reading, seen.frame)


def kingdom_read(reading: Reading, frame: str) -> KingdomRead:
    """Return the kingdom of a reading, with names only for what is certain."""
    cells = {}
    for cell, land in reading.cells.items():
        names = (land.hex, land.tile, land.face, land.part) if land.sure else (None, None, None, None)
        cells[cell] = CoveredCell(*names, land.px)
    figures = {figure: seen.cell for figure, seen in reading.figures.items() if seen.chance >= SURE}
    return KingdomRead(cells, figures, in_order(map(cell_text, reading.unsure)), frame=frame)
