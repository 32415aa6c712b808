"""From pictures of a Fate table to observations: finds the board, then tells what stands on each hex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.base import Space, Table
from companion.games.fate import geometry
from companion.table.observation import Observation
from vision import find_board, hands, light
from vision.arrays import Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.calibrate import View, refine
from vision.change import Comparison, as_before, to_lab
from vision.fate import classifier, patches
from vision.fate.classifier import OwnPieces
from vision.fate.kinds import EMPTY, KINDS, SINGLE, Edition
from vision.fate.plan import FatePlan, fate_plan
from vision.find_board import Locate

WORKING_WIDTH_PX = 640
"""Hands, camera and light are followed at this width: about a pixel a millimetre."""
CHANGED_DISTANCE = 3.0
OTHER_LIGHT = 0.15
TOUCHED_DISTANCE = 2.0
TOUCHED_SHARE = 0.004
"""A hex is read again when so much of what its piece may cover looks a little different."""
BODY_MM = 13.0
HEIGHTS_MM = (0.0, 12.0, 24.0)
SHIFTS_PX = ((0.0, 0.0), (2.0, 1.0), (-2.0, 1.0), (0.0, -2.0))
"""A patch in doubt is read at several places; what holds for all of them is certain."""
SURE_AT_ONCE = 0.995
EXPECTED_ODDS = 10.0
"""How much likelier the expected piece is a priori than any other."""
RULED_OUT_NATS = 3.5
"""Where something else explains the picture so much better, what was expected counts no more."""
SINGLE_MARGIN = 0.5


@dataclass(frozen=True, eq=False)
class FateMemory:
    """The last picture without a hand, at working size, and what was read in it."""

    work: Picture
    grey: Picture
    lab: Picture
    scores: Floats


class FateReader:
    """Reads one board through one camera.

    `locate` finds the board in the first picture. `edition` says whether monsters are tiles or
    miniatures, None that both may lie there. `learnt`: how the pieces of one's own set look. `pieces` is
    the best reading of the last picture.
    """

    def __init__(
        self,
        locate: Locate,
        edition: Edition | None = None,
        learnt: OwnPieces | None = None,
    ) -> None:
        self.locate, self.edition, self.learnt = locate, edition, learnt
        self.plan: FatePlan = fate_plan()
        self.memory: FateMemory | None = None
        self.pieces: tuple[PlacedPiece, ...] = ()
        self._view: View
        self._expected: dict[int, int] = {}

    @property
    def view(self) -> View | None:
        """Where the camera stood at the last picture, in its pixels; None until the board was found."""
        return None if self.memory is None else self._view

    def accept(self, table: Table) -> None:
        """What should lie there, somewhat likelier than anything else in the pictures to come.

        On which hex of Grimheim somebody stands is open unless the table names it.
        """
        named = {str(space): KINDS.index(kind) + 1 for space, kinds in table.items() for kind in kinds}
        open_hexes = {*geometry.GRIMHEIM_HEXES} - {*named}
        self._expected = {
            row: named.get(hex_, EMPTY)
            for row, hex_ in enumerate(geometry.HEXES)
            if named and hex_ not in open_hexes
        }

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3). Raises VisionError when the first one shows no board."""
        if self.memory is None:
            return self._first(frame, time_s, picture)
        return self._next(self.memory, frame, time_s, picture)

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        self._view = self.locate(picture)
        self.scale = WORKING_WIDTH_PX / picture.shape[1]
        self._lay_out()
        work = self._working(picture)
        scores = self._tell(picture, range(len(geometry.HEXES)))
        self.memory = FateMemory(work, light.flat_grey(work), to_lab(work), scores)
        return self._observation(frame, time_s, frozenset(geometry.HEXES))

    def _next(self, memory: FateMemory, frame: str, time_s: float, picture: Picture) -> Observation:
        work = self._working(picture)
        if work.shape != memory.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        if as_before(work, memory.work):
            return self._observation(frame, time_s, frozenset())
        grey = light.flat_grey(work)
        moved = light.shift(grey, memory.grey, self.board.astype(np.uint8))
        if moved is None:
            return Observation(frame, time_s, trouble="board_lost")
        everything = not np.array_equal(moved, np.eye(3))
        if everything:
            memory = self._follow_camera(memory, moved, picture)
        relit, lamp = light.relight(work, memory.work, np.ones(work.shape[:2], bool))
        lab = to_lab(relit)
        same = Comparison(lab, memory.lab)
        changed = same.changed(CHANGED_DISTANCE).reshape(lab.shape[:2])
        light_changed = lamp.strength > OTHER_LIGHT
        if light_changed:
            pixels = np.flatnonzero(changed)
            changed.ravel()[pixels[same.shadow_distance(pixels) <= CHANGED_DISTANCE]] = False
        hand = hands.reaching_in(
            hands.large_parts(changed), np.zeros_like(changed), self.board, light_changed
        )
        if hand is not None:
            self.memory = memory
            return Observation(frame, time_s, trouble="hand", hidden=self._under(hand))
        again = range(len(geometry.HEXES)) if everything or light_changed else self._touched(same)
        scores, rows = memory.scores.copy(), list(again)
        scores[rows] = self._tell(picture, rows)
        self.memory = FateMemory(work, grey, to_lab(work), scores)
        return self._observation(frame, time_s, frozenset(geometry.HEXES[row] for row in rows))

    def _tell(self, picture: Picture, rows: Sequence[int]) -> Floats:
        """Log probabilities (n, 20) of hexes; those in doubt are looked at from several places."""
        scores = self._tell_at(SHIFTS_PX[0], picture, rows)
        doubtful = np.flatnonzero(scores.max(1) < np.log(SURE_AT_ONCE))
        if len(doubtful):
            again = [rows[row] for row in doubtful.tolist()]
            others = [self._tell_at(shift, picture, again) for shift in SHIFTS_PX[1:]]
            scores[doubtful] = np.mean([scores[doubtful], *others], 0)
        return scores

    def _tell_at(self, shift_px: tuple[float, float], picture: Picture, rows: Sequence[int]) -> Floats:
        maps, flatness = patches.frames(self._view, self.plan.centres_mm[list(rows)])
        maps[:, :, 2] += shift_px
        return classifier.with_learnt(classifier.tell(picture, maps, flatness, self.edition), self.learnt)

    def _chances(self, scores: Floats) -> Floats:
        """Probabilities (217, 20) with what is expected and with pieces that exist once."""
        prior = np.zeros_like(scores)
        for row, kind in self._expected.items():
            if not self._ruled_out(scores[row], kind):
                prior[row, kind] = np.log(EXPECTED_ODDS)
        posterior = scores + prior
        posterior -= np.logaddexp.reduce(posterior, axis=1, keepdims=True)
        chances = np.exp(posterior)
        for single in SINGLE:
            output = KINDS.index(single) + 1
            claims = np.flatnonzero(chances.argmax(1) == output)
            if len(claims) > 1:
                best = claims[chances[claims, output].argmax()]
                others = claims[claims != best]
                chances[others] = np.minimum(chances[others], SINGLE_MARGIN)
        return np.asarray(chances)

    @staticmethod
    def _ruled_out(scores: Floats, kind: int) -> bool:
        return bool(scores[kind] < scores.max() - RULED_OUT_NATS)

    def _best(self, chances: Floats) -> tuple[PlacedPiece, ...]:
        return tuple(
            PlacedPiece(KINDS[kind - 1], hex_, geometry.centre_mm(hex_))
            for hex_, kind in zip(geometry.HEXES, chances.argmax(1), strict=True)
            if kind != EMPTY
        )

    def _observation(self, frame: str, time_s: float, changed: frozenset[Space]) -> Observation:
        assert self.memory is not None
        chances = self._chances(self.memory.scores)
        confidence: dict[Space, float] = dict(zip(geometry.HEXES, chances.max(1).tolist(), strict=True))
        self.pieces = self._best(chances)
        table: Table = {piece.space: {piece.kind: 1} for piece in self.pieces}
        other = frozenset(
            geometry.HEXES[row]
            for row, kind in self._expected.items()
            if self._ruled_out(self.memory.scores[row], kind)
        )
        return Observation(frame, time_s, table, changed, confidence, other=other)

    # -- where things are at working size

    def _working(self, picture: Picture) -> Picture:
        size = (WORKING_WIDTH_PX, round(picture.shape[0] * self.scale))
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _lay_out(self) -> None:
        """Where the board and, at the heights a piece reaches, every hex appear."""
        view = self._view.scaled(self.scale)
        shape = (view.size_px[1], view.size_px[0])
        board = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(board, np.rint(view.project(self.plan.corners_mm)).astype(np.int32), 1)
        self.board: Mask = board > 0
        angles = np.arange(0, 2 * np.pi, np.pi / 6)
        ring = BODY_MM * np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], -1)
        canvas = np.zeros(shape, np.uint8)
        self._bodies: list[Mask] = []
        self._boxes: list[tuple[slice, slice]] = []
        for centre in self.plan.centres_mm:
            outline = np.concatenate([view.project(centre + ring - [0, 0, high]) for high in HEIGHTS_MM])
            hull = cv2.convexHull(np.rint(outline).astype(np.int32))
            left, top, wide, high_px = cv2.boundingRect(hull)
            bottom, right = np.clip([top + high_px, left + wide], 0, shape)
            box = slice(max(top, 0), bottom), slice(max(left, 0), right)
            cv2.fillConvexPoly(canvas, hull, 1)
            self._boxes.append(box)
            self._bodies.append(canvas[box] > 0)
            canvas[box] = 0

    def _share(self, mask: Mask) -> Floats:
        """How much of what each hex's piece may cover lies in a mask (h, w); (217,)."""
        return np.array(
            [
                (mask[box] & body).sum() / max(body.sum(), 1)
                for box, body in zip(self._boxes, self._bodies, strict=True)
            ]
        )

    def _touched(self, same: Comparison) -> list[int]:
        changed = same.changed(TOUCHED_DISTANCE).reshape(self.board.shape)
        return [int(row) for row in np.flatnonzero(self._share(changed) > TOUCHED_SHARE)]

    def _under(self, part: Mask) -> frozenset[Space]:
        return frozenset(
            hex_ for hex_, share in zip(geometry.HEXES, self._share(part), strict=True) if share > 0.1
        )

    def _follow_camera(self, memory: FateMemory, moved: Floats, picture: Picture) -> FateMemory:
        """The memory as the camera sees it from where it is now."""
        points = self.plan.lines[0][::3]
        small = self._view.scaled(self.scale)
        then = small.project(points)
        now = cv2.perspectiveTransform(then[None], moved)[0]
        rough = refine(self._view, points, now / self.scale, rounds=4)
        self._view = find_board.align(self.plan, picture, rough, find_board.FOLLOW_REACH_PX)
        self._lay_out()
        homography, _ = cv2.findHomography(then, self._view.scaled(self.scale).project(points))
        there = np.asarray(homography, dtype=np.float64)
        work, grey, lab = (light.warped(kept, there) for kept in (memory.work, memory.grey, memory.lab))
        return FateMemory(work, grey, lab, memory.scores)
