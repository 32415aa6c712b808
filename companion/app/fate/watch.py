"""The loop of `companion watch --game fate`: what lies on the table, beside what should."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from companion.app.fate.expected import Expected, read_expected
from companion.app.fate.hands import simulated
from companion.app.frame_reader import Eyes, fate_eyes
from companion.app.learnt import PRINTED_MARKS, Corners
from companion.games.base import Kind, Space, in_order
from companion.session.events import Event, Wait
from companion.session.fate import events as seen_events
from companion.session.fate.guide_progress import FOLD
from companion.settings import settings
from companion.table.compare import SURE, differences
from companion.table.observation import Observation
from vision.cameras import Camera, FolderCamera, open_camera
from vision.fate.kinds import Edition
from vision.fate.reader import Reader
from vision.recorder import Recorder

NAME = "fate"


class FateWatch:
    """One table that is looked at until the pictures end."""

    def __init__(
        self,
        camera: Camera,
        eyes: Eyes[Reader],
        expected: Expected | None = None,
        recorder: Recorder | None = None,
        verbose: bool = False,
    ) -> None:
        self._camera, self._eyes, self._recorder = camera, eyes, recorder
        self._expected, self._verbose = expected or Expected(None, {}), verbose

    def events(self) -> Iterator[Event]:
        """What is seen, at least one event a picture.

        Raises VisionError when a picture or the camera fails.
        """
        while frame := self._camera.read():
            wanted = self._expected.table(frame.name)
            self._eyes.accept(wanted)
            seen = self._eyes.look(frame)
            if self._recorder and seen.trouble != "motion":
                self._recorder.write(frame)
            if seen.trouble:
                yield Wait(seen.trouble, in_order(seen.hidden), frame=frame.name)
                continue
            if wanted is None or self._verbose:
                yield _table(seen)
            if wanted is not None:
                items, unsure = differences(wanted, seen, FOLD)
                if items:
                    yield seen_events.Differences(items, unsure, frame=frame.name)
                else:
                    yield seen_events.Settled(unsure, frame=frame.name)

    def end(self) -> None:
        """Nothing is told at the end: every picture spoke for itself."""

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_fate_watch(
    source: str,
    corners: Sequence[tuple[float, float]] | None = None,
    expect: Path | None = None,
    edition: Edition | None = None,
    pieces: str | None = None,
    record: Path | None = None,
    verbose: bool = False,
) -> FateWatch:
    """Get ready to watch; the options are those of the command.

    Raises RuleError, VisionError or SettingsError for options that do not fit.
    """
    expected = read_expected(expect) if expect else None
    corners_px: Corners | None = None if corners is None else np.array(corners, dtype=np.float64)
    camera = open_camera(source, simulated)
    hold_s = 0.0 if isinstance(camera, FolderCamera) else settings.load().camera.hold_s
    recorder = (
        Recorder(record, {"game": "fate", "camera": {"source": source}}, corners_px) if record else None
    )
    if source.startswith("sim:"):
        pieces = PRINTED_MARKS
    return FateWatch(camera, fate_eyes(corners_px, hold_s, edition, pieces), expected, recorder, verbose)


def _table(seen: Observation) -> seen_events.Table:
    unsure = in_order(space for space, chance in seen.confidence.items() if chance < SURE)
    pieces: dict[Space, Kind] = {
        space: kind for space, kinds in seen.table.items() for kind in kinds if space not in unsure
    }
    least = min((seen.confidence.get(space, 1.0) for space in pieces), default=1.0)
    return seen_events.Table(pieces, unsure, least, frame=seen.frame)
