"""The loop of `companion watch`: frames to events, on one thread."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np

from companion.games.base import ENGLISH, Sentence, Translations
from companion.session.events import Event
from companion.settings import settings
from vision.arrays import Floats
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, Frame, Report, Scaled, log_left_out, open_camera

Points: TypeAlias = Sequence[tuple[float, float]]
"""Corners of a board in pixels, clockwise from its own top left."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchRequest:
    """Arguments of `companion watch`; `options` are the game's own, by name.

    `report` is called with the error of each file of a folder that is left out, `told` with how the corners
    were understood.
    """

    source: str
    corners: Points | None = None
    record: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    tr: Translations = ENGLISH
    report: Report = log_left_out
    told: Callable[[Sentence], None] | None = None

    def corners_px(self, scale: float = 1.0) -> Floats | None:
        """Return the corners as an array (N, 2) in pixels of a picture with that scale."""
        return None if self.corners is None else np.array(self.corners, dtype=np.float64) / scale


class Watcher(Protocol):
    """Interprets the frames of one table for one game."""

    def look(self, frame: Frame) -> Iterable[Event]:
        """Return the events of one frame, at least one. Raises VisionError, RuleError."""

    def end(self) -> Event | None:
        """Return the state of the game after the last frame; None if there is nothing to report."""


WatcherT = TypeVar("WatcherT", bound=Watcher)


def not_in_motion(event: Event) -> bool:
    """Return whether the frame of an event shows a table without motion."""
    return getattr(event, "why", None) != "motion"


class WatchLoop(Generic[WatcherT]):
    """Watches one table until the frames end.

    `recorder` keeps each frame that has an event for which `keep` is true.
    """

    def __init__(
        self,
        camera: Camera,
        watcher: WatcherT,
        recorder: Recorder | None = None,
        keep: Callable[[Event], bool] = not_in_motion,
    ) -> None:
        self.watcher = watcher
        self._camera, self._recorder, self._keep = camera, recorder, keep

    def events(self) -> Iterator[Event]:
        """Yield the events of every frame. Raises VisionError if a frame or the camera fails, RuleError."""
        while frame := self._camera.read():
            kept = self._recorder is None
            for event in self.watcher.look(frame):
                if self._recorder and not kept and self._keep(event):
                    self._recorder.write(frame)
                    kept = True
                yield event

    def end(self) -> Event | None:
        """Return the state of the game after the last frame; None if there is nothing to report."""
        return self.watcher.end()

    def close(self) -> None:
        """Release the camera."""
        self._camera.close()


def open_loop(
    request: WatchRequest,
    scene: Mapping[str, Any],
    simulated: Callable[[int], Camera],
    new_watcher: Callable[[float, Floats | None], WatcherT],
    keep: Callable[[Event], bool] = not_in_motion,
) -> WatchLoop[WatcherT]:
    """Open the camera, then the watcher, then the recording.

    `scene` describes the table in a recording, `simulated(seed)` makes the camera of "sim:SEED".
    `new_watcher(hold_s, corners_px)` is given how long nothing may move before a frame is read, and the
    corners in pixels of the first frame. Raises VisionError, SettingsError, and what `new_watcher` raises.
    """
    camera = open_camera(request.source, simulated, report=request.report)
    corners_px = request.corners_px(camera.scale if isinstance(camera, Scaled) else 1.0)
    watcher = new_watcher(settings.load().camera.hold_s, corners_px)
    recorder = None
    if request.record:
        described = {**scene, "camera": {"source": request.source}}
        recorder = Recorder(request.record, described, corners_px)
    return WatchLoop(camera, watcher, recorder, keep)
