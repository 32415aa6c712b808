"""Events of a Fate table for `companion watch`: its pieces, and differences from those expected."""

from collections.abc import Iterator

from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fate.expected import Expected, read_expected
from companion.app.fate.hands import simulated
from companion.app.fate.own_pieces import only_edition
from companion.app.fate.seeing import new_reader
from companion.games import fate
from companion.games.base import Kind, Space, Table, in_order
from companion.session.events import AsExpected, Event, Waiting
from companion.session.fate.events import DifferencesFound, TableRead
from companion.session.fate.guide_progress import FOLD
from companion.simulation.watch import WatchLoop, WatchRequest, open_loop
from companion.table.compare import SURE, differences
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.cameras.sources import Frame
from vision.fate.board_geometry import fate_plan
from vision.fate.reader import FateReader


class FateWatcher:
    """Compares each frame with what the file of `--expect` says lies there."""

    def __init__(
        self, reader: FrameReader[FateReader], expected: Expected | None = None, verbose: bool = False
    ) -> None:
        self._reader = reader
        self._expected, self._verbose = expected or Expected(None, {}), verbose

    def look(self, frame: Frame) -> Iterator[Event]:
        """Yield the events of one frame. Raises VisionError."""
        wanted = self._expected.table(frame.name)
        self._reader.accept(wanted or {})  # if the file says nothing, anything may lie there
        seen = self._reader.look(frame)
        if self._verbose and wanted is not None and not seen.trouble:
            yield _table(seen)
        yield from compared_events(self._reader.reader, seen, wanted)

    def end(self) -> None:
        """Return nothing: every frame was reported on its own."""


def compared_events(reader: FateReader, seen: Observation, expected: Table | None) -> Iterator[Event]:
    """Yield what a picture shows, compared with the table that is expected, if any."""
    if seen.trouble:
        yield Waiting(seen.trouble, in_order(seen.hidden), frame=seen.frame)
    elif expected is None:
        yield _table(seen)
    else:
        items, unsure = differences(expected, seen, FOLD)
        yield (
            DifferencesFound(items, unsure, frame=seen.frame)
            if items
            else AsExpected(unsure=unsure, frame=seen.frame)
        )


def open_watch(request: WatchRequest) -> WatchLoop[FateWatcher]:
    """Open a table. Raises RuleError, VisionError or SettingsError for options that do not fit."""
    options = request.options
    expected = read_expected(options["expect"]) if options.get("expect") else None

    def new_watcher(hold_s: float, corners_px: Floats | None) -> FateWatcher:
        made = new_reader(
            locate(fate.NAME, fate_plan(), corners_px),
            request.source.startswith("sim:"),
            edition=only_edition(options.get("edition")),
            pieces=options.get("pieces"),
            remember=False,
        )
        return FateWatcher(FrameReader(made, hold_s=hold_s), expected, bool(options.get("verbose")))

    return open_loop(request, {"game": fate.NAME}, simulated, new_watcher)


def _table(seen: Observation) -> TableRead:
    unsure = in_order(space for space, chance in seen.confidence.items() if chance < SURE)
    pieces: dict[Space, Kind] = {
        space: kind for space, kinds in seen.table.items() for kind in kinds if space not in unsure
    }
    least = min((seen.confidence.get(space, 1.0) for space in pieces), default=1.0)
    return TableRead(pieces, unsure, least, frame=seen.frame)
