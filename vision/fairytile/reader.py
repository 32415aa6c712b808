"""Turn pictures of a kingdom into observations.

Finds the lattice in the first picture, follows it, waits for hands, and reads pictures (`read_picture.read`).
"""

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
from vision.fairytile.figure_colours import FigurePaint
from vision.fairytile.find_lattice import find_lattice, segments
from vision.fairytile.kingdom_overlay import KingdomPlan
from vision.fairytile.kingdom_reading import KingdomEvidence, Reading, read_hex
from vision.fairytile.lattice import Segments, fitted, on_tiles
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import cut_cells, describe, part_of, smoothed, tones
from vision.fairytile.read_picture import KnownSet, Memory, learn, read
from vision.fairytile.samples import TileSamples
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.geometry.calibrate import View, view_elsewhere
from vision.geometry.find_board import Locate
from vision.light import illumination
from vision.light.change import Comparison, as_before, to_lab
from vision.light.params import PARAMS as LIGHT
from vision.light.quality import blur, findings

UNREADABLE: dict[str, Trouble] = {"dark": "dark", "blurred": "blurred"}
"""Flaws of a picture for which no tiles are found in it."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """Picture that was read: its view, reading and memory, descriptors of its cells.

    The picture at working size, also in Lab; its trackable texture; mask of what the camera sees of it now,
    (h, w).
    """

    view: View
    reading: Reading
    memory: Memory
    descriptors: Mapping[Cell, FloatMap]
    work: Picture
    lab: Picture
    grey: Picture
    features: FloatMap
    seen: Mask

    def moved(self, homography: Floats) -> _Shown:
        """Return the same warped by a homography (3, 3) to the camera's present view."""
        work, lab = (illumination.warped(kept, homography) for kept in (self.work, self.lab))
        seen = illumination.warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250
        return replace(self, work=work, lab=lab, seen=seen)


class KingdomReader:
    """Reads one table through one camera.

    `samples` are the known tiles, `find` finds the lattice in a first picture, `classifier` knows the set's
    terrain without samples. `keep` receives the paint of the figures as it is learnt, ever more seldom. After
    `accept` the accepted position names the cells.
    """

    def __init__(
        self,
        samples: TileSamples | None = None,
        find: Locate = find_lattice,
        classifier: TerrainClassifier | None = None,
        keep: Callable[[FigurePaint], object] = lambda _: None,
    ) -> None:
        samples = samples or TileSamples()
        self._known = KnownSet(samples, classifier or classifier_of(samples), samples.figures)
        self._keep, self._learnt = keep, 0
        self._self_taught: int | None = None if self._known.classifier else 0
        self._find = find
        self._expected: dict[Cell, Hex] = {}
        self._memory = Memory()
        self._shown: _Shown | None = None
        self._agreed: _Shown | None = None  # what nobody agreed with teaches nothing

    @property
    def plan(self) -> KingdomPlan:
        """Cells seen last."""
        return KingdomPlan(frozenset(self.reading.cells))

    @property
    def view(self) -> View | None:
        """View of the last picture, in its pixels; None until tiles were found."""
        return self._shown.view if self._shown else None

    @property
    def reading(self) -> Reading:
        """Reading of the last picture without a hand."""
        return self._shown.reading if self._shown else Reading()

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Figures in it."""
        return tuple(PlacedPiece(f, cell_text(s.cell), s.foot_mm) for f, s in self.reading.figures.items())

    def accept(self, table: Table) -> None:
        """Take a table as true: it names the cells, and the reader learns from the last picture."""
        self._expected = _hexes(table) or self._expected
        figures = {
            figure: cell
            for space, kinds in table.items()
            for figure in FIGURES
            if figure in kinds and (cell := read_cell(str(space)))
        }
        self._memory = replace(self._memory, expected=figures or self._memory.expected, lands=self._expected)
        before = self._known
        self._known, self._memory = learn(before, self._memory)
        self._agreed = replace(self._shown, memory=self._memory) if self._shown else None
        if self._known is not before:
            self._learnt += 1
            if self._learnt.bit_count() == 1:
                self._keep(self._known.figures)

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3). Raises VisionError if the first one shows no tiles."""
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
        return self._start_over(view, frame, time_s, picture)

    def _start_over(self, view: View, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a picture after the lattice was found without knowledge of earlier pictures."""
        lines = segments(picture)
        rough, memory = read(smoothed(picture, view), view, lines, self._known, Memory())
        view = self._oriented(picture, view, rough, memory).view(view)
        return self._read(view, lines, self._memory.without_places(), frame, time_s, picture)

    def _next(
        self, shown: _Shown, agreed: _Shown, frame: str, time_s: float, picture: Picture
    ) -> Observation:
        """Read a picture relative to the last accepted one."""
        work = _working(picture)
        if work.shape != agreed.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        for same in (shown, agreed):
            if as_before(work, same.work):
                self._shown, self._memory = same, same.memory
                return self._observation(frame, time_s, frozenset())
        there = illumination.shift(illumination.flat_grey(work), agreed.grey, agreed.features)
        if there is None:
            return self._search_again(shown, frame, time_s, picture)
        lines = segments(picture)
        if not np.array_equal(there, np.eye(3)):
            agreed = self._followed(agreed, there, lines)
        hand = self._hand(work, agreed)
        if hand.any() and not self._new_tile(agreed, hand, lines, picture):
            return Observation(frame, time_s, trouble="hand", hidden=self._hidden_spaces(agreed, hand))
        return self._read(agreed.view, lines, agreed.memory, frame, time_s, picture)

    def _search_again(self, shown: _Shown, frame: str, time_s: float, picture: Picture) -> Observation:
        """Search the whole picture for a kingdom that moved far, and recognise it by its cells."""
        try:
            view = find_lattice(picture)
        except VisionError:
            return Observation(frame, time_s, trouble="board_lost")
        smooth, before = smoothed(picture, view), sorted(shown.descriptors)
        rough, _ = read(smooth, view, segments(picture), self._known, Memory())
        now = sorted(rough.cells)
        if len(now) < len(TILE) or not before:
            return Observation(frame, time_s, trouble="board_lost")
        descriptors = np.stack([shown.descriptors[cell] for cell in before])
        at = np.array(now)
        alike = np.stack(
            [describe(cut_cells(smooth, view, at, turn)) @ descriptors.T for turn in range(6)], 1
        )
        alignment = orient.by_appearance(now, alike, before)
        again = {alignment.cell(cell) for cell in now} & shown.descriptors.keys() if alignment else ()
        if alignment is None or len(again) < PARAMS.mostly_share * len(before):
            return Observation(frame, time_s, trouble="board_lost")
        self._agreed, memory = None, self._memory.without_places()
        return self._read(alignment.view(view), segments(picture), memory, frame, time_s, picture)

    def _read(
        self, view: View, lines: Segments, memory: Memory, frame: str, time_s: float, picture: Picture
    ) -> Observation:
        before = self.reading
        smooth = smoothed(picture, view)
        reading, memory = read(smooth, view, lines, self._known, memory)
        cells = sorted(reading.cells)
        if len(cells) < len(TILE):
            return Observation(frame, time_s, trouble="board_lost")
        work = _working(picture)
        region = self._region(view, work.shape[:2], cells, 0.0).astype(np.uint8)
        if blur(np.asarray(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), np.uint8), region) > LIGHT.max_blur:
            return Observation(frame, time_s, trouble="blurred")
        if len(reading.hidden) >= PARAMS.hidden_cells:
            hidden = frozenset(cell_text(cell) for cell in reading.hidden)
            return Observation(frame, time_s, trouble="hand", hidden=hidden)
        self._memory = memory
        self._learn_terrains(reading, smooth, view)
        descriptors = dict(zip(cells, describe(cut_cells(smooth, view, np.array(cells))), strict=True))
        grey, seen = illumination.flat_grey(work), np.ones(work.shape[:2], bool)
        there = illumination.features(grey, region)
        self._shown = _Shown(view, reading, memory, descriptors, work, to_lab(work), grey, there, seen)
        changed = {cell_text(cell) for cell in {*before.cells, *cells}}
        return self._observation(frame, time_s, frozenset(changed))

    def _learn_terrains(self, reading: Reading, smooth: Picture, view: View) -> None:
        """Train a classifier on the accepted lands if no tiles were sampled."""
        if self._known.samples or self._self_taught is None:
            return
        seen = [cell for cell in self._expected if cell in reading.cells and self._memory.seen_whole(cell)]
        if len(seen) > self._self_taught and len({self._expected[cell].terrain for cell in seen}) > 1:
            self._self_taught = len(seen)
            cells = cut_cells(smooth, view, np.array(seen))
            self._known = replace(
                self._known, classifier=TerrainClassifier(cells, [self._expected[cell] for cell in seen])
            )

    def _observation(self, frame: str, time_s: float, changed: frozenset[Space]) -> Observation:
        reading = self.reading
        evidence = KingdomEvidence(reading)
        return Observation(frame, time_s, reading.table, changed, reading.confidence, evidence)

    def _oriented(self, picture: Picture, view: View, reading: Reading, memory: Memory) -> orient.Alignment:
        """Name the cells.

        By the accepted position, or by the cells that tiles had when they were sampled, or the most central
        is 0,0.
        """
        if self._expected:
            cells = sorted(reading.cells)
            shown = tones(cut_cells(smoothed(picture, view), view, np.array(cells)))
            means = shown[:, 4:-4, 4:-4].mean((1, 2))
            seen = {cell: s.hex for cell, s in reading.cells.items() if s.tile and s.sure and s.hex}
            descriptors = dict(zip(cells, means.astype(np.float64), strict=True))
            return orient.by_kingdom(cells, seen, descriptors, self._expected)
        if (alignment := orient.by_tiles(memory.placements)) is not None:
            return alignment
        middles = np.array([centre_mm(cell) for cell in reading.cells] or [(0.0, 0.0)])
        cells = sorted(reading.cells) or [(0, 0)]
        q, r = (
            cells[int(np.linalg.norm(middles - middles.mean(0), axis=1).argmin())]
            if reading.cells
            else (0, 0)
        )
        return orient.Alignment(0, (-q, -r))

    def _followed(self, shown: _Shown, there: Floats, lines: Segments) -> _Shown:
        """Return the same after kingdom or camera moved by a homography (3, 3) at working size."""
        view, cells = shown.view, shown.reading.cells
        scale = PARAMS.working_width_px / view.size_px[0]
        points = np.array([[*centre_mm(cell), 0.0] for cell in sorted(cells)])
        beside = np.array([0.0, 15.0, 0.0])
        ends = np.concatenate([points + beside, points - beside])
        now = cv2.perspectiveTransform(view.project(ends)[None] * scale, there)[0] / scale
        view = view_elsewhere(view, ends, now)
        view = fitted(view, on_tiles(view, lines, cells), PARAMS.refit_reaches_mm, sides_only=True)
        return replace(shown.moved(there), view=view)

    # -- hands

    def _hand(self, work: Picture, last: _Shown) -> Mask:
        """Return the mask of things that reach in over the edge of the picture, (h, w)."""
        relit, lamp = illumination.relight(work, last.work, np.ones(work.shape[:2], bool))
        same = Comparison(to_lab(relit), last.lab)
        changed = same.changed().reshape(work.shape[:2]) & last.seen
        parts = hand_detection.large_parts(changed, last.seen)
        if lamp.other:
            changed = same.without_shadows(changed)
            parts = [part for part in parts if changed[part.mask].mean() > PARAMS.not_shadow_share]
        near = self._region(last.view, work.shape[:2], last.reading.cells, PARAMS.hand_margin_mm)
        return hand_detection.reaching_in(parts, np.zeros_like(changed), near, lamp.other)

    def _new_tile(self, last: _Shown, part: Mask, lines: Segments, picture: Picture) -> bool:
        """Return whether a changed region, (h, w), is a new tile and not a hand."""
        smooth = smoothed(picture, last.view)
        reading, _ = read(smooth, last.view, lines, self._known, last.memory)
        fresh = sorted(reading.cells.keys() - last.reading.cells.keys())
        if len(fresh) < len(TILE):
            return False
        return bool(
            self._region(last.view, part.shape, fresh, PARAMS.tile_rim_mm)[part].mean() > PARAMS.mostly_share
        )

    def _region(self, view: View, shape: tuple[int, ...], cells: Iterable[Cell], more_mm: float) -> Mask:
        """Return the mask of cells with a margin at working size, (h, w)."""
        canvas = np.zeros(shape[:2], np.uint8)
        small = view.scaled(PARAMS.working_width_px / view.size_px[0])
        angles = np.radians(np.arange(30, 390, 60))
        ring = (26.0 + more_mm) * np.stack([np.cos(angles), np.sin(angles), np.zeros(6)], -1)
        for cell in cells:
            outline = small.project(np.array([*centre_mm(cell), 0.0]) + ring)
            cv2.fillConvexPoly(canvas, np.rint(outline).astype(np.int32), 1)
        return np.asarray(canvas > 0)

    def _hidden_spaces(self, last: _Shown, hand: Mask) -> frozenset[Space]:
        small = last.view.scaled(PARAMS.working_width_px / last.view.size_px[0])
        cells = sorted(last.reading.cells)
        px = np.rint(small.project(np.array([[*centre_mm(cell), 0.0] for cell in cells]))).astype(int)
        x, y = px[:, 0].clip(0, hand.shape[1] - 1), px[:, 1].clip(0, hand.shape[0] - 1)
        grown = cv2.dilate(hand.astype(np.uint8), np.ones((15, 15), np.uint8))
        return frozenset(cell_text(cell) for cell, over in zip(cells, grown[y, x], strict=True) if over)


def classifier_of(samples: TileSamples) -> TerrainClassifier | None:
    """Train a terrain classifier on sampled tiles; None without any."""
    faces = [(face, part) for face in samples for part in range(3)]
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
