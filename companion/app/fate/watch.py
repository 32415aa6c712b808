"""The loop of `companion watch --game fate`: what lies on the table, beside what should."""

from collections.abc import Iterator

import numpy as np

from companion.app.base import WatchRequest
from companion.app.fate.expected import Expected, read_expected
from companion.app.fate.hands import simulated
from companion.app.fate.own_pieces import only_edition
from companion.app.fate.seeing import new_reader
from companion.app.table.board_finder import locate
from companion.app.table.frame_reader import FrameReader
from companion.games import fate
from companion.games.base import Kind, Space, in_order
from companion.session.events import AsExpected, Event, Waiting
from companion.session.fate.events import DifferencesFound, TableRead
from companion.session.fate.guide_progress import FOLD
from companion.settings import settings
from companion.table.compare import SURE, differences
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, FolderCamera, open_camera
from vision.fate.board_geometry import fate_plan
from vision.fate.reader import FateReader


class FateWatch:
    """One table that is looked at until the pictures end."""

    def __init__(
        self,
        camera: Camera,
        reader: FrameReader[FateReader],
        expected: Expected | None = None,
        recorder: Recorder | None = None,
        verbose: bool = False,
    ) -> None:
        self._camera, self._reader, self._recorder = camera, reader, recorder
        self._expected, self._verbose = expected or Expected(None, {}), verbose

    def events(self) -> Iterator[Event]:
        """What is seen, at least one event a picture.

        Raises VisionError when a picture or the camera fails.
        """
        while frame := self._camera.read():
            wanted = self._expected.table(frame.name)
            self._reader.accept(wanted or {})  # where the file says nothing anything may lie
            seen = self._reader.look(frame)
            if self._recorder and seen.trouble != "motion":
                self._recorder.write(frame)
            if seen.trouble:
                yield Waiting(seen.trouble, in_order(seen.hidden), frame=frame.name)
                continue
            if wanted is None or self._verbose:
                yield _table(seen)
            if wanted is not None:
                items, unsure = differences(wanted, seen, FOLD)
                if items:
                    yield DifferencesFound(items, unsure, frame=frame.name)
                else:
                    yield AsExpected(unsure=unsure, frame=frame.name)

    def end(self) -> None:
        """Nothing is told at the end: every picture spoke for itself."""

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_watch(request: WatchRequest) -> FateWatch:
    """Get ready to watch. Raises RuleError, VisionError or SettingsError for options that do not fit."""
    options = request.options
    expected = read_expected(options["expect"]) if options.get("expect") else None
    taps_px: Floats | None = None
    if request.corners is not None:
        taps_px = np.array(request.corners, dtype=np.float64)
    camera = open_camera(request.source, simulated)
    hold_s = 0.0 if isinstance(camera, FolderCamera) else settings.load().camera.hold_s
    scene = {"game": fate.NAME, "camera": {"source": request.source}}
    recorder = Recorder(request.record, scene, taps_px) if request.record else None
    made = new_reader(
        locate(fate.NAME, fate_plan(), taps_px),
        request.source.startswith("sim:"),
        edition=only_edition(options.get("edition")),
        pieces=options.get("pieces"),
        remember=False,
    )
    reader = FrameReader(made, hold_s=hold_s)
    return FateWatch(camera, reader, expected, recorder, bool(options.get("verbose")))


def _table(seen: Observation) -> TableRead:
    unsure = in_order(space for space, chance in seen.confidence.items() if chance < SURE)
    pieces: dict[Space, Kind] = {
        space: kind for space, kinds in seen.table.items() for kind in kinds if space not in unsure
    }
    least = min((seen.confidence.get(space, 1.0) for space in pieces), default=1.0)
    return TableRead(pieces, unsure, least, frame=seen.frame)
