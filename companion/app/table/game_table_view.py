"""The table check during a game: reuses the game's own observations."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from companion.app.camera.annotated_frame import AnnotatedFrame
from companion.app.camera_game import SetupReading
from companion.app.table.table_view import TableReading, TableView, outlines
from companion.errors import CompanionError
from companion.games.base import Kind, Space, Table
from ui.services import PicturePoint, TableProblem
from vision.cameras.sources import Frame

POLL_S = 0.05
PATIENCE_S = 0.5


class GameCamera(Protocol):
    """The camera of a running game; `simulated`: of a simulated table."""

    @property
    def simulated(self) -> bool:
        """Return True if no real camera is used."""

    @property
    def latest(self) -> AnnotatedFrame | None:
        """The last frame."""

    @property
    def failure(self) -> CompanionError | None:
        """Why there are no pictures now."""

    def find_again(self) -> None:
        """Find the board again."""

    def reopen(self) -> None:
        """Reopen the camera with the current choice."""


class WatchedCamera:
    """The frames of a running game; repeats the last one until there is a newer one."""

    def __init__(self, camera: GameCamera) -> None:
        self._camera, self._began_s = camera, time.monotonic()
        self._last: AnnotatedFrame | None = None

    def read(self) -> Frame | None:
        """Return the next frame. Raises CompanionError while the game's camera fails."""
        give_up_s = time.monotonic() + PATIENCE_S
        while True:
            if failure := self._camera.failure:
                raise failure
            look = self._camera.latest
            if look is not None and (look is not self._last or time.monotonic() > give_up_s):
                self._last = look
                return Frame("", time.monotonic() - self._began_s, look.picture)
            time.sleep(POLL_S)

    def close(self) -> None:
        """Do nothing: the camera belongs to the game."""


class GameTableView(TableView):
    """Shows the game's own observations instead of reading frames again."""

    def __init__(self, game: str, hold_s: float, corners: Sequence[PicturePoint], camera: GameCamera) -> None:
        super().__init__(game, hold_s, corners)
        self._camera = camera

    def watch(self, frame: Frame) -> bool:
        """Store a frame and the game's observation of it."""
        super().watch(frame)
        if look := self._camera.latest:
            self._reading = self._as_seen(look)
        return False

    def _problems(self, reading: TableReading, table: Table, corrected: Table) -> list[TableProblem]:
        """Return no problems: the game itself reports them."""
        return []

    def _ready(self, reading: TableReading, table: Table, problems: Sequence[TableProblem]) -> bool:
        return reading.view is not None

    def _as_seen(self, look: AnnotatedFrame) -> TableReading:
        size_px = (look.picture.shape[1], look.picture.shape[0])
        if look.view is None:
            return TableReading(size_px)
        table: dict[Space, Counter[Kind]] = {}
        for piece in look.pieces:
            table.setdefault(piece.space, Counter())[piece.kind] += 1
        return TableReading(
            size_px, look.view, {}, outlines(look.plan.spaces, look.view), SetupReading(table)
        )
