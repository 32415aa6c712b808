"""From pictures of a kingdom to observations: finds the lattice, then tells what lies and stands on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import Space, Table
from companion.games.fairytile.board import FIGURES, TILE, Cell, Hex, cell_text, read_cell
from companion.games.fairytile.geometry import centre_mm
from companion.table.observation import Observation, Trouble
from vision import hand_detection
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.fairytile import orient
from vision.fairytile.figure_colours import FigureLooks
from vision.fairytile.find_lattice import find_lattice, segments
from vision.fairytile.kingdom_overlay import KingdomPlan
from vision.fairytile.lattice import Segments, fitted, on_tiles
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import cut_cells, describe, part_of, soft, tones
from vision.fairytile.read import Known, Memory, learn, read
from vision.fairytile.reading import KingdomEvidence, Reading, read_hex
from vision.fairytile.samples import TileSamples
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.geometry.calibrate import View, view_elsewhere
from vision.geometry.find_board import Locate
from vision.light import illumination
from vision.light.change import Comparison, as_before, to_lab
from vision.light.quality import BLUR, blur, findings

UNREADABLE: dict[str, Trouble] = {"dark": "dark", "blurred": "blurred"}
"""Flaws of a picture for which no tiles are found in it."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """A picture without a hand that was read: from where, what it shows and what is remembered after it, how
    its cells look; the picture at working size, also in Lab, its texture that can be followed, and what was
    in sight then of what the camera sees now, (h, w).
    """

    view: View
    reading: Reading
    memory: Memory
    looks: Mapping[Cell, FloatMap]
    work: Picture
    lab: Picture
    grey: Picture
    features: FloatMap
    seen: Mask

    def moved(self, homography: Floats) -> _Shown:
        """The same as the camera sees it now, by the homography (3, 3) between the pictures."""
        work, lab = (illumination.warped(kept, homography) for kept in (self.work, self.lab))
        seen = illumination.warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250
        return replace(self, work=work, lab=lab, seen=seen)


class KingdomReader:
    """Reads one table through one camera.

    `gallery` are the tiles that were taught. What the game says lies there, once `accept`ed, tells which cell
    is which. `find` finds the lattice in a first picture; `kin` are cells of the set known otherwise.
    `keep` is handed how the figures look, ever more seldom, as that is learnt.
    """

    def __init__(
        self,
        gallery: TileSamples | None = None,
        find: Locate = find_lattice,
        kin: TerrainClassifier | None = None,
        keep: Callable[[FigureLooks], object] = lambda _: None,
    ) -> None:
        gallery = gallery or TileSamples()
        self._known = Known(gallery, kin or kin_of(gallery), gallery.figures)
        self._keep, self._learnt = keep, 0
        self._own_kin: int | None = None if self._known.kin else 0
        self._find = find
        self._expected: dict[Cell, Hex] = {}
        self._memory = Memory()
        self._shown: _Shown | None = None
        self._agreed: _Shown | None = None  # what nobody agreed with teaches nothing

    @property
    def plan(self) -> KingdomPlan:
        """The cells seen last."""
        return KingdomPlan(frozenset(self.reading.cells))

    @property
    def view(self) -> View | None:
        """Where the camera stood at the last picture, in its pixels; None until tiles were found."""
        return self._shown.view if self._shown else None

    @property
    def reading(self) -> Reading:
        """What the last picture without a hand shows."""
        return self._shown.reading if self._shown else Reading()

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """The figures in it."""
        return tuple(PlacedPiece(f, cell_text(s.cell), s.foot_mm) for f, s in self.reading.figures.items())

    def accept(self, table: Table) -> None:
        """What lies there beyond doubt: that tells which cell is which when the lattice is found anew."""
        self._expected = _hexes(table) or self._expected
        stood = {
            figure: cell
            for space, kinds in table.items()
            for figure in FIGURES
            if figure in kinds and (cell := read_cell(str(space)))
        }
        self._memory = replace(self._memory, expected=stood or self._memory.expected, lands=self._expected)
        before = self._known
        self._known, self._memory = learn(before, self._memory)
        self._agreed = replace(self._shown, memory=self._memory) if self._shown else None
        if self._known is not before:
            self._learnt += 1
            if self._learnt.bit_count() == 1:
                self._keep(self._known.figures)

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3). Raises VisionError when the first one shows no tiles."""
        if self._shown is None:
            return self._first(frame, time_s, picture)
        return self._next(self._shown, self._agreed or self._shown, frame, time_s, picture)

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        try:
            view = self._find(picture)
        except VisionError:
            flaw = next((UNREADABLE[f.flaw] for f in findings(picture) if f.flaw in UNREADABLE), None)
            if flaw is None:
                raise
            return Observation(frame, time_s, trouble=flaw)
        return self._anew(view, frame, time_s, picture)

    def _anew(self, view: View, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a picture in which the lattice was found as if for the first time."""
        lines = segments(picture)
        rough, memory = read(soft(picture, view), view, lines, self._known, Memory())
        view = self._oriented(picture, view, rough, memory).view(view)
        return self._read(view, lines, self._memory.of_figures(), frame, time_s, picture)

    def _next(
        self, shown: _Shown, agreed: _Shown, frame: str, time_s: float, picture: Picture
    ) -> Observation:
        """Read a picture beside the last one that was agreed with."""
        work = _working(picture)
        if work.shape != agreed.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        for same in (shown, agreed):
            if as_before(work, same.work):
                self._shown, self._memory = same, same.memory
                return self._observation(frame, time_s, frozenset())
        there = illumination.shift(illumination.flat_grey(work), agreed.grey, agreed.features)
        if there is None:
            return self._lost(shown, frame, time_s, picture)
        lines = segments(picture)
        if not np.array_equal(there, np.eye(3)):
            agreed = self._followed(agreed, there, lines)
        hand = self._hand(work, agreed)
        if hand.any() and not self._new_tile(agreed, hand, lines, picture):
            return Observation(frame, time_s, trouble="hand", hidden=self._under(agreed, hand))
        return self._read(agreed.view, lines, agreed.memory, frame, time_s, picture)

    def _lost(self, shown: _Shown, frame: str, time_s: float, picture: Picture) -> Observation:
        """The kingdom does not lie where it lay: search the whole picture, and know it again by its looks."""
        try:
            view = find_lattice(picture)
        except VisionError:
            return Observation(frame, time_s, trouble="board_lost")
        smooth, before = soft(picture, view), sorted(shown.looks)
        rough, _ = read(smooth, view, segments(picture), self._known, Memory())
        now = sorted(rough.cells)
        if len(now) < len(TILE) or not before:
            return Observation(frame, time_s, trouble="board_lost")
        looks = np.stack([shown.looks[cell] for cell in before])
        at = np.array(now)
        alike = np.stack([describe(cut_cells(smooth, view, at, turn)) @ looks.T for turn in range(6)], 1)
        naming = orient.by_looks(now, alike, before)
        again = {naming.cell(cell) for cell in now} & shown.looks.keys() if naming else ()
        if naming is None or len(again) < PARAMS.mostly_share * len(before):
            return Observation(frame, time_s, trouble="board_lost")
        self._agreed, memory = None, self._memory.of_figures()
        return self._read(naming.view(view), segments(picture), memory, frame, time_s, picture)

    def _read(
        self, view: View, lines: Segments, memory: Memory, frame: str, time_s: float, picture: Picture
    ) -> Observation:
        before = self.reading
        smooth = soft(picture, view)
        reading, memory = read(smooth, view, lines, self._known, memory)
        cells = sorted(reading.cells)
        if len(cells) < len(TILE):
            return Observation(frame, time_s, trouble="board_lost")
        work = _working(picture)
        region = self._region(view, work.shape[:2], cells, 0.0).astype(np.uint8)
        if blur(np.asarray(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), np.uint8), region) > BLUR:
            return Observation(frame, time_s, trouble="blurred")
        if len(reading.hidden) >= PARAMS.hidden_cells:
            hidden = frozenset(cell_text(cell) for cell in reading.hidden)
            return Observation(frame, time_s, trouble="hand", hidden=hidden)
        self._memory = memory
        self._teach_itself(reading, smooth, view)
        looks = dict(zip(cells, describe(cut_cells(smooth, view, np.array(cells))), strict=True))
        grey, seen = illumination.flat_grey(work), np.ones(work.shape[:2], bool)
        there = illumination.features(grey, region)
        self._shown = _Shown(view, reading, memory, looks, work, to_lab(work), grey, there, seen)
        changed = {cell_text(cell) for cell in {*before.cells, *cells}}
        return self._observation(frame, time_s, frozenset(changed))

    def _teach_itself(self, reading: Reading, smooth: Picture, view: View) -> None:
        """What nobody taught is known by the lands that are said to lie there."""
        if self._known.gallery or self._own_kin is None:
            return
        seen = [cell for cell in self._expected if cell in reading.cells and self._memory.clear(cell)]
        if len(seen) > self._own_kin and len({self._expected[cell].terrain for cell in seen}) > 1:
            self._own_kin = len(seen)
            cells = cut_cells(smooth, view, np.array(seen))
            self._known = replace(
                self._known, kin=TerrainClassifier(cells, [self._expected[cell] for cell in seen])
            )

    def _observation(self, frame: str, time_s: float, changed: frozenset[Space]) -> Observation:
        reading = self.reading
        evidence = KingdomEvidence(reading)
        return Observation(frame, time_s, reading.table, changed, reading.confidence, evidence)

    def _oriented(self, picture: Picture, view: View, reading: Reading, memory: Memory) -> orient.Naming:
        """Which cell is which: by the kingdom that should lie there, by where the tiles lay when they were
        taught, or else the most central one is 0,0.
        """
        if self._expected:
            cells = sorted(reading.cells)
            shown = tones(cut_cells(soft(picture, view), view, np.array(cells)))
            means = shown[:, 4:-4, 4:-4].mean((1, 2))
            seen = {cell: s.hex for cell, s in reading.cells.items() if s.tile and s.sure and s.hex}
            looks = dict(zip(cells, means.astype(np.float64), strict=True))
            return orient.by_kingdom(cells, seen, looks, self._expected)
        if (naming := orient.by_tiles(memory.lying)) is not None:
            return naming
        middles = np.array([centre_mm(cell) for cell in reading.cells] or [(0.0, 0.0)])
        cells = sorted(reading.cells) or [(0, 0)]
        q, r = (
            cells[int(np.linalg.norm(middles - middles.mean(0), axis=1).argmin())]
            if reading.cells
            else (0, 0)
        )
        return orient.Naming(0, (-q, -r))

    def _followed(self, shown: _Shown, there: Floats, lines: Segments) -> _Shown:
        """The same after the kingdom, or the camera, moved by a homography (3, 3) at working size."""
        view, cells = shown.view, shown.reading.cells
        scale = PARAMS.working_width_px / view.size_px[0]
        points = np.array([[*centre_mm(cell), 0.0] for cell in sorted(cells)])
        beside = np.array([0.0, 15.0, 0.0])
        ends = np.concatenate([points + beside, points - beside])
        now = cv2.perspectiveTransform(view.project(ends)[None] * scale, there)[0] / scale
        view = view_elsewhere(view, ends, now)
        view = fitted(view, on_tiles(view, lines, cells), PARAMS.refit_reaches_mm, own=True)
        return replace(shown.moved(there), view=view)

    # -- hands

    def _hand(self, work: Picture, last: _Shown) -> Mask:
        """Where something reaches in over the edge of the picture, (h, w)."""
        relit, lamp = illumination.relight(work, last.work, np.ones(work.shape[:2], bool))
        same = Comparison(to_lab(relit), last.lab)
        changed = same.changed().reshape(work.shape[:2]) & last.seen
        parts = hand_detection.large_parts(changed)
        if lamp.other:
            changed = same.without_shadows(changed)
            parts = [part for part in parts if changed[part.mask].mean() > PARAMS.not_shadow_share]
        near = self._region(last.view, work.shape[:2], last.reading.cells, PARAMS.hand_margin_mm)
        return hand_detection.reaching_in(parts, np.zeros_like(changed), near, lamp.other)

    def _new_tile(self, last: _Shown, part: Mask, lines: Segments, picture: Picture) -> bool:
        """Whether what came in over the edge of the picture is a tile that lies there, (h, w)."""
        smooth = soft(picture, last.view)
        reading, _ = read(smooth, last.view, lines, self._known, last.memory)
        fresh = sorted(reading.cells.keys() - last.reading.cells.keys())
        if len(fresh) < len(TILE):
            return False
        return bool(
            self._region(last.view, part.shape, fresh, PARAMS.tile_rim_mm)[part].mean() > PARAMS.mostly_share
        )

    def _region(self, view: View, shape: tuple[int, ...], cells: Iterable[Cell], more_mm: float) -> Mask:
        """Where cells and so much around them appear at working size, (h, w)."""
        canvas = np.zeros(shape[:2], np.uint8)
        small = view.scaled(PARAMS.working_width_px / view.size_px[0])
        angles = np.radians(np.arange(30, 390, 60))
        ring = (26.0 + more_mm) * np.stack([np.cos(angles), np.sin(angles), np.zeros(6)], -1)
        for cell in cells:
            outline = small.project(np.array([*centre_mm(cell), 0.0]) + ring)
            cv2.fillConvexPoly(canvas, np.rint(outline).astype(np.int32), 1)
        return np.asarray(canvas > 0)

    def _under(self, last: _Shown, hand: Mask) -> frozenset[Space]:
        small = last.view.scaled(PARAMS.working_width_px / last.view.size_px[0])
        cells = sorted(last.reading.cells)
        px = np.rint(small.project(np.array([[*centre_mm(cell), 0.0] for cell in cells]))).astype(int)
        x, y = px[:, 0].clip(0, hand.shape[1] - 1), px[:, 1].clip(0, hand.shape[0] - 1)
        grown = cv2.dilate(hand.astype(np.uint8), np.ones((15, 15), np.uint8))
        return frozenset(cell_text(cell) for cell, over in zip(cells, grown[y, x], strict=True) if over)


def kin_of(gallery: TileSamples) -> TerrainClassifier | None:
    """What is known of other cells by those that were taught; None where none were."""
    faces = [(face, part) for face in gallery for part in range(3)]
    if not faces:
        return None
    cells = np.stack([part_of(face.patch, part) for face, part in faces])
    return TerrainClassifier(cells, [face.hexes[part] for face, part in faces])


def _hexes(table: Table) -> dict[Cell, Hex]:
    found = {}
    for space, kinds in table.items():
        cell = read_cell(str(space))
        hex_ = next((hex_ for kind in kinds if (hex_ := read_hex(kind))), None)
        if cell is not None and hex_ is not None:
            found[cell] = hex_
    return found


def _working(picture: Picture) -> Picture:
    size = (PARAMS.working_width_px, round(picture.shape[0] * PARAMS.working_width_px / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
