"""Reader of Fate: camera pictures in, `Observation` (the piece on each of the 217 hexes) out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space, Table
from companion.games.fate import geometry
from companion.table.observation import Observation
from vision import hand_detection
from vision.arrays import Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.fate import classifier, patches
from vision.fate.board_geometry import FatePlan, fate_plan
from vision.fate.kinds import EMPTY, KINDS, Edition
from vision.fate.own_set import SHIFTS
from vision.fate.params import PARAMS
from vision.fate.piece_classifier import ClassifierMemory, OnSamples, PatchCache
from vision.fate.samples import KnownPieces
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.geometry.tracker import Tracker
from vision.light import illumination
from vision.light.change import Comparison, as_before, to_lab
from vision.motion import Static


@dataclass(frozen=True, eq=False)
class FateMemory:
    """The last picture without a hand, at working size, in BGR and Lab.

    `seen` (h, w): the pixels that it showed; false beyond its edge if the camera has moved since.
    """

    work: Picture
    lab: Picture
    seen: Mask

    def moved(self, homography: Floats) -> FateMemory:
        """The picture warped to a new camera position, by the homography (3, 3) between the pictures."""
        work, lab = (illumination.warped(kept, homography) for kept in (self.work, self.lab))
        seen = illumination.warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250
        return FateMemory(work, lab, seen)


class FateReader:
    """Reads one board through one camera.

    `locate` finds the board in the first picture. `edition`: monsters are tiles or miniatures, None if both
    are possible. `learnt`: known pieces of this set. The reader learns from tables that are as expected and
    calls `on_samples` with the new samples. `pieces` is the best reading of the last picture.
    """

    def __init__(
        self,
        locate: Locate,
        edition: Edition | None = None,
        learnt: KnownPieces | None = None,
        on_samples: OnSamples | None = None,
    ) -> None:
        self.edition = edition
        self.classifier_memory = ClassifierMemory(learnt, on_samples)
        self._cache = PatchCache(len(geometry.HEXES))
        self.plan: FatePlan = fate_plan()
        self.tracker = Tracker(self.plan, locate)
        self.memory: FateMemory | None = None
        self._static = Static()
        self.pieces: tuple[PlacedPiece, ...] = ()

    @property
    def view(self) -> View | None:
        """The view of the last picture, in its pixels; None until the board was found."""
        return None if self.memory is None else self.tracker.view

    def accept(self, table: Table) -> None:
        """Set the expected table: the prior of the next pictures, and the labels to learn from.

        A piece in Grimheim is expected on any of its hexes unless the table names the hex.
        """
        named = {str(space): KINDS.index(kind) + 1 for space, kinds in table.items() for kind in kinds}
        town = {geometry.GRIMHEIM, *geometry.GRIMHEIM_HEXES}
        home = [KINDS.index(kind) + 1 for space, kinds in table.items() if space in town for kind in kinds]
        expected = {row: named.get(hex_, EMPTY) for row, hex_ in enumerate(geometry.HEXES) if named}
        anybody = [row for row in expected if home and geometry.HEXES[row] in town.difference(named)]
        for row in anybody:
            del expected[row]
        self.classifier_memory.expect(expected, dict.fromkeys(anybody, (EMPTY, *home)))
        if self.memory is not None:
            self.tracker.expect(self.memory.work)

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3). Raises VisionError when the first one shows no board."""
        if self.memory is None:
            return self._first(frame, time_s, picture)
        return self._next(self.memory, frame, time_s, picture)

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        flaw = self.tracker.begin(picture)
        if flaw is not None:
            return Observation(frame, time_s, trouble=flaw)
        work = self.tracker.working(picture)
        self._lay_out()
        self._classify(picture, range(len(geometry.HEXES)))
        self.memory = FateMemory(work, to_lab(work), np.ones(work.shape[:2], bool))
        return self._observation(frame, time_s, frozenset(geometry.HEXES))

    def _next(self, memory: FateMemory, frame: str, time_s: float, picture: Picture) -> Observation:
        work = self.tracker.working(picture)
        if work.shape != memory.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        if as_before(work, memory.work):
            return self._observation(frame, time_s, frozenset())
        followed = self.tracker.follow(picture, work, memory.work)
        if followed.trouble is not None:
            return Observation(frame, time_s, trouble=followed.trouble)
        everything = followed.moved is not None
        if followed.moved is not None:
            memory = memory.moved(followed.moved)
            self._lay_out()
        relit, lamp = illumination.relight(work, memory.work, np.ones(work.shape[:2], bool))
        lab = to_lab(relit)
        same = Comparison(lab, memory.lab)
        changed = same.changed().reshape(lab.shape[:2]) & memory.seen
        if lamp.other:
            changed = same.without_shadows(changed)
        hand = hand_detection.reaching_in(
            hand_detection.large_parts(changed, memory.seen), np.zeros_like(changed), self.board, lamp.other,
            only_lit=same.only_lit,
        )  # fmt: skip
        if hand.any() and not self._static.look(work, time_s):  # else a thing that was put down
            self.memory = memory
            return Observation(frame, time_s, trouble="hand", hidden=self._under(hand))
        self._static.forget()
        again = range(len(geometry.HEXES)) if everything else self._touched(same)
        if lamp.other and not everything:
            again = sorted({*again, *(geometry.HEXES.index(str(piece.space)) for piece in self.pieces)})
        self._classify(picture, again)
        self.memory = FateMemory(work, to_lab(work), np.ones(work.shape[:2], bool))
        return self._observation(frame, time_s, frozenset(geometry.HEXES[row] for row in again))

    def _classify(self, picture: Picture, rows: Sequence[int]) -> None:
        """Classify hexes; the uncertain ones also at the other shifts."""
        self._classify_shifted(0, picture, np.array(rows, np.intp))
        doubtful = self.classifier_memory.chances(self._cache).max(1) < PARAMS.one_shift_probability
        again = np.array([row for row in rows if doubtful[row]], np.intp)
        for shift in range(1, SHIFTS):
            self._classify_shifted(shift, picture, again)

    def _classify_shifted(self, shift: int, picture: Picture, rows: npt.NDArray[np.intp]) -> None:
        maps, flatness = patches.frames(self.tracker.view, self.plan.centres_mm[rows])
        maps[:, :, 2] += PARAMS.shifts_px[shift]
        cut = patches.cut(picture, maps)
        scores = classifier.classify_patches(cut, flatness, self.edition)
        self._cache.put(shift, rows, scores, cut, flatness)

    def _best(self, chances: Floats) -> tuple[PlacedPiece, ...]:
        return tuple(
            PlacedPiece(KINDS[kind - 1], hex_, geometry.centre_mm(hex_))
            for hex_, kind in zip(geometry.HEXES, chances.argmax(1), strict=True)
            if kind != EMPTY
        )

    def _observation(self, frame: str, time_s: float, changed: frozenset[Space]) -> Observation:
        reading = self.classifier_memory.read(self._cache, time_s)
        confidence: dict[Space, float] = dict(
            zip(geometry.HEXES, reading.chances.max(1).tolist(), strict=True)
        )
        self.pieces = self._best(reading.chances)
        table: Table = {piece.space: {piece.kind: 1} for piece in self.pieces}
        other = frozenset(geometry.HEXES[row] for row in reading.other)
        return Observation(frame, time_s, table, changed, confidence, other=other)

    # -- pixels of the board and the hexes at working size

    def _lay_out(self) -> None:
        """Compute the pixels of the board, and for every hex those that its piece may cover."""
        view = self.tracker.small_view
        shape = (view.size_px[1], view.size_px[0])
        board = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(board, np.rint(view.project(self.plan.corners_mm)).astype(np.int32), 1)
        self.board: Mask = board > 0
        angles = np.arange(0, 2 * np.pi, np.pi / 6)
        ring = PARAMS.body_radius_mm * np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], -1)
        canvas = np.zeros(shape, np.uint8)
        covered: list[npt.NDArray[np.intp]] = []
        for centre in self.plan.centres_mm:
            outline = np.concatenate(
                [view.project(centre + ring - [0, 0, high]) for high in PARAMS.body_heights_mm]
            )
            hull = cv2.convexHull(np.rint(outline).astype(np.int32))
            left, top, wide, high_px = cv2.boundingRect(hull)
            bottom, right = np.clip([top + high_px, left + wide], 0, shape)
            box = slice(max(top, 0), bottom), slice(max(left, 0), right)
            cv2.fillConvexPoly(canvas, hull, 1)
            rows, columns = np.nonzero(canvas[box])
            covered.append(np.ravel_multi_index((rows + box[0].start, columns + box[1].start), shape))
            canvas[box] = 0
        self._covered = np.concatenate(covered)
        self._sizes = np.array([len(pixels) for pixels in covered])
        self._hexes = np.repeat(np.arange(len(covered)), self._sizes)

    def _share(self, mask: Mask) -> Floats:
        """Share of the pixels that the piece of each hex may cover, (217,), inside a mask (h, w)."""
        inside = np.bincount(self._hexes[mask.ravel()[self._covered]], minlength=len(self._sizes))
        return np.asarray(inside / np.maximum(self._sizes, 1))

    def _touched(self, same: Comparison) -> list[int]:
        changed = same.changed(PARAMS.touched_distance_sigma).reshape(self.board.shape)
        return [int(row) for row in np.flatnonzero(self._share(changed) > PARAMS.touched_share)]

    def _under(self, part: Mask) -> frozenset[Space]:
        return frozenset(
            hex_
            for hex_, share in zip(geometry.HEXES, self._share(part), strict=True)
            if share > PARAMS.hidden_share
        )
