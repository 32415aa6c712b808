"""From pictures of a Fate table to observations: finds the board, then tells what stands on each hex."""

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
from vision.fate.own_set import PLACES, SHIFTS_PX
from vision.fate.piece_classifier import ClassifierMemory, PatchCache, Taught
from vision.fate.samples import KnownPieces
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.geometry.tracker import Tracker
from vision.light import illumination
from vision.light.change import Comparison, as_before, to_lab

TOUCHED_DISTANCE = 2.0
TOUCHED_SHARE = 0.004
"""A hex is read again when so much of what its piece may cover looks a little different."""
BODY_MM = 13.0
HEIGHTS_MM = (0.0, 12.0, 24.0)
SURE_AT_ONCE = 0.98
"""A patch in doubt is looked at from several places; what is as certain as this seems so from all of them."""


@dataclass(frozen=True, eq=False)
class FateMemory:
    """The last picture without a hand, at working size; `seen` (h, w) is what was in it at all, before the
    camera moved.
    """

    work: Picture
    lab: Picture
    seen: Mask

    def moved(self, homography: Floats) -> FateMemory:
        """The same as the camera sees it from elsewhere, by the homography (3, 3) between the pictures."""
        work, lab = (illumination.warped(kept, homography) for kept in (self.work, self.lab))
        seen = illumination.warped(self.seen.astype(np.uint8) * 255, homography, outside=0) > 250
        return FateMemory(work, lab, seen)


class FateReader:
    """Reads one board through one camera.

    `locate` finds the board in the first picture. `edition` says whether monsters are tiles or
    miniatures, None that both may lie there. `learnt`: pieces of one's own set. Tables that are as expected
    teach how this set looks, and `taught` hears it. `pieces` is the best reading of the last picture.
    """

    def __init__(
        self,
        locate: Locate,
        edition: Edition | None = None,
        learnt: KnownPieces | None = None,
        taught: Taught | None = None,
    ) -> None:
        self.edition = edition
        self.naming = ClassifierMemory(learnt, taught)
        self._looks = PatchCache(len(geometry.HEXES))
        self.plan: FatePlan = fate_plan()
        self.tracker = Tracker(self.plan, locate)
        self.memory: FateMemory | None = None
        self.pieces: tuple[PlacedPiece, ...] = ()

    @property
    def view(self) -> View | None:
        """Where the camera stood at the last picture, in its pixels; None until the board was found."""
        return None if self.memory is None else self.tracker.view

    def accept(self, table: Table) -> None:
        """What should lie there in the pictures to come: likelier than anything else, and to learn from.

        On which hex of Grimheim somebody stands is open unless the table names it.
        """
        named = {str(space): KINDS.index(kind) + 1 for space, kinds in table.items() for kind in kinds}
        town = {geometry.GRIMHEIM, *geometry.GRIMHEIM_HEXES}
        home = [KINDS.index(kind) + 1 for space, kinds in table.items() if space in town for kind in kinds]
        expected = {row: named.get(hex_, EMPTY) for row, hex_ in enumerate(geometry.HEXES) if named}
        anybody = [row for row in expected if home and geometry.HEXES[row] in town.difference(named)]
        for row in anybody:
            del expected[row]
        self.naming.expect(expected, dict.fromkeys(anybody, (EMPTY, *home)))
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
        self._tell(picture, range(len(geometry.HEXES)))
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
            hand_detection.large_parts(changed), np.zeros_like(changed), self.board, lamp.other
        )
        if hand.any():
            self.memory = memory
            return Observation(frame, time_s, trouble="hand", hidden=self._under(hand))
        again = range(len(geometry.HEXES)) if everything else self._touched(same)
        if lamp.other and not everything:
            again = sorted({*again, *(geometry.HEXES.index(str(piece.space)) for piece in self.pieces)})
        self._tell(picture, again)
        self.memory = FateMemory(work, to_lab(work), np.ones(work.shape[:2], bool))
        return self._observation(frame, time_s, frozenset(geometry.HEXES[row] for row in again))

    def _tell(self, picture: Picture, rows: Sequence[int]) -> None:
        """Look at hexes; at those in doubt from several places."""
        self._tell_at(0, picture, np.array(rows, np.intp))
        doubtful = self.naming.chances(self._looks).max(1) < SURE_AT_ONCE
        again = np.array([row for row in rows if doubtful[row]], np.intp)
        for place in range(1, PLACES):
            self._tell_at(place, picture, again)

    def _tell_at(self, place: int, picture: Picture, rows: npt.NDArray[np.intp]) -> None:
        maps, flatness = patches.frames(self.tracker.view, self.plan.centres_mm[rows])
        maps[:, :, 2] += SHIFTS_PX[place]
        cut = patches.cut(picture, maps)
        told = classifier.tell_patches(cut, flatness, self.edition)
        self._looks.put(place, rows, told, cut, flatness)

    def _best(self, chances: Floats) -> tuple[PlacedPiece, ...]:
        return tuple(
            PlacedPiece(KINDS[kind - 1], hex_, geometry.centre_mm(hex_))
            for hex_, kind in zip(geometry.HEXES, chances.argmax(1), strict=True)
            if kind != EMPTY
        )

    def _observation(self, frame: str, time_s: float, changed: frozenset[Space]) -> Observation:
        reading = self.naming.read(self._looks, time_s)
        confidence: dict[Space, float] = dict(
            zip(geometry.HEXES, reading.chances.max(1).tolist(), strict=True)
        )
        self.pieces = self._best(reading.chances)
        table: Table = {piece.space: {piece.kind: 1} for piece in self.pieces}
        other = frozenset(geometry.HEXES[row] for row in reading.other)
        return Observation(frame, time_s, table, changed, confidence, other=other)

    # -- where things are at working size

    def _lay_out(self) -> None:
        """Where the board and, at the heights a piece reaches, every hex appear."""
        view = self.tracker.small_view
        shape = (view.size_px[1], view.size_px[0])
        board = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(board, np.rint(view.project(self.plan.corners_mm)).astype(np.int32), 1)
        self.board: Mask = board > 0
        angles = np.arange(0, 2 * np.pi, np.pi / 6)
        ring = BODY_MM * np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], -1)
        canvas = np.zeros(shape, np.uint8)
        covered: list[npt.NDArray[np.intp]] = []
        for centre in self.plan.centres_mm:
            outline = np.concatenate([view.project(centre + ring - [0, 0, high]) for high in HEIGHTS_MM])
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
        """How much of what each hex's piece may cover lies in a mask (h, w); (217,)."""
        inside = np.bincount(self._hexes[mask.ravel()[self._covered]], minlength=len(self._sizes))
        return np.asarray(inside / np.maximum(self._sizes, 1))

    def _touched(self, same: Comparison) -> list[int]:
        changed = same.changed(TOUCHED_DISTANCE).reshape(self.board.shape)
        return [int(row) for row in np.flatnonzero(self._share(changed) > TOUCHED_SHARE)]

    def _under(self, part: Mask) -> frozenset[Space]:
        return frozenset(
            hex_ for hex_, share in zip(geometry.HEXES, self._share(part), strict=True) if share > 0.1
        )
