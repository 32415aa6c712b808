"""The table while no game watches it: board, light and set-up in a camera's pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.app.camera_game import SetupReading
from companion.app.game_loader import seeing
from companion.errors import VisionError
from companion.games.base import N_, Sentence, Space, Table
from companion.session.words import TROUBLE
from ui.services import Busy, Hint, PicturePoint, RgbPicture, TableLook, TableProblem
from vision.arrays import Floats
from vision.cameras.sources import Frame, Picture
from vision.geometry.calibrate import View
from vision.geometry.markers import find_markers
from vision.light import quality
from vision.light.change import as_before
from vision.light.quality import PictureFlaw
from vision.motion import Stillness

JUDGED_EVERY_S = 0.5
SHAKES_FORGOTTEN_S = 2.0
MANY_SHAKES = 3
LOST = Hint("board", Sentence(N_("I do not see the board: drag the corners onto it.")))
WRONG_CORNERS = Hint("board", Sentence(N_("No board inside these corners: drag them onto its corners.")))
SHAKES = Hint("still", Sentence(N_("The camera moves: fix it firmly.")))
HINTS: Mapping[str, Hint] = {
    "dark": Hint("light", Sentence(TROUBLE["dark"])),
    "covered": Hint("light", Sentence(TROUBLE["covered"])),
    "bright": Hint("light", Sentence(N_("Too bright: turn the lamp away or dim it."))),
    "cut_off": Hint("place", Sentence(TROUBLE["cut_off"])),
    "blurred": Hint("focus", Sentence(TROUBLE["blurred"])),
    "small": Hint("place", Sentence(TROUBLE["far"])),
    "reflection": Hint("reflection", Sentence(N_("A lamp is reflected here: move the lamp or the camera."))),
}


@dataclass(frozen=True, eq=False)
class TableReading:
    """Recognition result of one still picture; positions are relative to its size, 0..1."""

    size_px: tuple[int, int]
    view: View | None = None
    markers: Mapping[int, tuple[PicturePoint, ...]] = field(default_factory=dict)
    outlines: Mapping[Space, tuple[PicturePoint, ...]] = field(default_factory=dict)
    read: SetupReading | None = None


class TableView:
    """Checks the table of a game; `corners` are the dragged corners of the board.

    One thread may call `watch`, another `read`, any thread `look`.
    """

    def __init__(
        self, game: str, hold_s: float, corners: Sequence[PicturePoint] = (), *, printed: bool = False
    ) -> None:
        self.corners = tuple(corners)
        self.size_px: tuple[int, int] | None = None
        self._game, self._hold_s, self._printed = game, hold_s, printed
        self._seeing = seeing(game)
        self._board = self._seeing.board() if self._seeing.board else None
        self._stillness = Stillness(hold_s)
        self._frame: Frame | None = None
        self._picture: RgbPicture | None = None
        self._still = self._reading_now = False
        self._read_work: Picture | None = None
        self._reading: TableReading | None = None
        self._findings: list[PictureFlaw] = []
        self._judged_at_s = -JUDGED_EVERY_S
        self._small = np.zeros((0, 0), np.float32)
        self._shakes_s: list[float] = []

    def watch(self, frame: Frame) -> bool:
        """Store a picture; return True if it should be read."""
        picture = frame.picture
        self.size_px = (picture.shape[1], picture.shape[0])
        self._still = frame.still or self._stillness.still(picture, frame.time_s)
        self._notice_shakes(frame)
        if frame.time_s - self._judged_at_s >= JUDGED_EVERY_S:
            self._judged_at_s = frame.time_s
            self._findings = quality.findings(picture, *self._outline())
        rgb = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
        self._picture = RgbPicture(*self.size_px, rgb.tobytes())
        self._frame = frame
        work = self._read_work  # the user may drag a corner meanwhile
        return self._still and not (work is not None and as_before(_working(picture), work))

    def drag(self, corners: Sequence[PicturePoint]) -> None:
        """Set the corners of the board; none means to search for it. The next picture is read."""
        self.corners = tuple(corners)
        self._reading, self._read_work = None, None

    def read(self) -> None:
        """Find the board in the last picture and read it; takes seconds."""
        frame, corners = self._frame, self.corners
        if frame is None:
            return
        self._reading_now, self._read_work = True, _working(frame.picture)
        try:
            found = self._found(frame.picture, corners)
            self._publish(found, corners)
            if found.view is not None:
                read = self._seeing.read_setup(frame.picture, found.view, self._printed)
                self._publish(replace(found, read=read), corners)
        finally:
            self._reading_now = False

    def look(self, corrected: Table) -> TableLook | None:
        """Return what to show; the pieces on spaces in `corrected` override the recognised ones."""
        picture, reading = self._picture, self._reading
        if picture is None:
            return None
        busy: Busy = "reading" if self._reading_now else "" if self._still else "moving"
        if reading is None:
            hints = tuple(self._hints(None))
            return TableLook(picture, self.corners, bool(self.corners), hints=hints, busy=busy)
        table = self._table(reading, corrected)
        problems = self._problems(reading, table, corrected)
        return TableLook(
            picture,
            self.corners or self._corners(reading),
            bool(self.corners),
            reading.markers,
            tuple(self._hints(reading)),
            reading.outlines,
            table,
            tuple(problems),
            ready=self._ready(reading, table, problems),
            busy=busy,
        )

    def _ready(self, reading: TableReading, table: Table, problems: Sequence[TableProblem]) -> bool:
        return reading.read is not None and not problems

    def _table(self, reading: TableReading, corrected: Table) -> Table:
        seen = reading.read.table if reading.read else {}
        return {space: kinds for space, kinds in {**seen, **corrected}.items() if kinds}

    def _problems(self, reading: TableReading, table: Table, corrected: Table) -> list[TableProblem]:
        if reading.read is None:
            return []
        if reading.read.bare and not corrected:
            bare = self._seeing.bare
            return [TableProblem(self._corners(reading), bare)] if bare.pattern else []
        wrong = self._seeing.wrong_setup(table, reading.read.unsure - corrected.keys())
        return [TableProblem(reading.outlines.get(space, ()), sentence) for space, sentence in wrong]

    def _hints(self, reading: TableReading | None) -> list[Hint]:
        """Return hints.

        Without a board only the light is judged: a bare table is as smooth as a blurred board.
        """
        found = [(HINTS[finding.flaw], finding.outline_px) for finding in self._findings]
        hints = [Hint(hint.about, hint.sentence, self._shares(at)) for hint, at in found]
        if reading is None or reading.view is None:
            hints = [hint for hint in hints if hint.about == "light"]
        if reading and reading.view is None:
            hints.append(WRONG_CORNERS if self.corners else LOST)
        if len(self._shakes_s) >= MANY_SHAKES:
            hints.append(SHAKES)
        return hints

    def _found(self, picture: Picture, corners: tuple[PicturePoint, ...]) -> TableReading:
        size_px = (picture.shape[1], picture.shape[0])
        found = find_markers(picture)
        markers = {number: shares(at, size_px) for number, at in found.items()}
        taps_px = np.array(corners) * size_px if corners else None
        try:
            view = self._seeing.locate(self._game, taps_px, found)(picture)
        except VisionError:
            return TableReading(size_px, None, markers)
        spaces = outlines(self._board.spaces, view) if self._board else {}
        return TableReading(size_px, view, markers, spaces)

    def _publish(self, reading: TableReading, corners: tuple[PicturePoint, ...]) -> None:
        """Publish a reading, unless the board was dragged meanwhile."""
        if self.corners == corners:
            self._reading = reading
            self._judged_at_s = -JUDGED_EVERY_S

    def _outline(self) -> tuple[Floats | None, Floats | None]:
        """The board's edge in the last picture in pixels, and in mm; None while it is not found."""
        reading = self._reading
        if reading is None or reading.view is None or self._board is None:
            return None, None
        view = reading.view.scaled(reading.size_px[0] / reading.view.size_px[0])
        return view.project(self._board.corners_mm), self._board.corners_mm

    def _corners(self, reading: TableReading) -> tuple[PicturePoint, ...]:
        if reading.view is None or self._board is None:
            return ()
        return shares(reading.view.project(self._board.taps_mm), reading.view.size_px)

    def _shares(self, at_px: Floats | None) -> tuple[PicturePoint, ...]:
        return () if at_px is None or self.size_px is None else shares(at_px, self.size_px)

    def _notice_shakes(self, frame: Frame) -> None:
        before, self._small = self._small, quality.shift_picture(frame.picture)
        recent = [at_s for at_s in self._shakes_s if frame.time_s - at_s < SHAKES_FORGOTTEN_S]
        if before.shape == self._small.shape and quality.shaken(self._small, before):
            recent.append(frame.time_s)
        self._shakes_s = recent


def outlines(spaces: Mapping[Space, Floats], view: View) -> dict[Space, tuple[PicturePoint, ...]]:
    """Convert the outline of every space, (n, 2) in board mm, to relative picture positions."""
    if not spaces:
        return {}
    flat = np.concatenate(list(spaces.values()))
    points = view.project(np.column_stack([flat, np.zeros(len(flat))]))
    ends = np.cumsum([len(outline) for outline in spaces.values()])[:-1]
    parts = np.split(points, ends)
    return {space: shares(part, view.size_px) for space, part in zip(spaces, parts, strict=True)}


def shares(points_px: Floats, size_px: tuple[int, int]) -> tuple[PicturePoint, ...]:
    """Convert pixels, (n, 2), of a picture (width, height) to positions relative to its size."""
    return tuple((float(x), float(y)) for x, y in points_px / np.array(size_px))


def _working(picture: Picture) -> Picture:
    scale = quality.WORKING_WIDTH_PX / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)
