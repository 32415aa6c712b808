"""From pictures to observations: finds the board, learns the set, follows light, camera and pieces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space, Table
from companion.table.observation import Observation, SeenPiece
from vision import colours, find_board, learn, light
from vision.calibrate import Floats, View, refine
from vision.plan import BoardPlan
from vision.reading import PieceReader, Seen, Sight
from vision.scene import Counts, Layout, Piece

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

WORKING_WIDTH_PX = 640
SIGMA_L, SIGMA_AB = 10.0, 5.0
BIN_VOLUME = float(np.log(64.0 / (2 * np.pi) ** 1.5))
SHADOW_SHARE = 0.08
SHADOW_DEPTH = 0.5
SHADOW_DENSITY = float(np.log(64.0 / ((2 * np.pi) ** 1.5 * 60.0 * SIGMA_AB * SIGMA_AB)))
CHANGED_DISTANCE = 3.0
HEIGHTS_MM = (0.0, 10.0, 20.0)
TOUCHED_PX = 12
HAND_PX = 800
HAND_ON_BOARD_PX = 250
"""Square mm a changed thing that reaches in from the picture's edge must cover of the board."""
FINGER_HALF_WIDTH_PX = 7
OTHER_LIGHT = 0.12
STRANGE_PX = 150
USUAL_DENSITY = -9.0
BARE_DISTANCE = 4.0
UNLIKE_SHARE = 0.3
MOST_ARRIVALS = 1


@dataclass(eq=False)
class Memory:
    """The last settled picture, in the reference light: what the next one is compared with."""

    raw: Picture
    grey: Picture
    lab: Picture
    plate: Picture
    known: Mask


class Reader:
    """Reads one board through one camera.

    `corners_px`: the outer corners in the first picture, (4, 2), to about 6 px; without them the
    corner markers are looked for. `start`: what lies there in the first picture; without it the
    picture must show the set-up.
    """

    def __init__(self, plan: BoardPlan, corners_px: Floats | None = None, start: Counts | None = None) -> None:
        self.plan, self.corners_px, self.start = plan, corners_px, start
        self.pieces: list[Piece] = []
        self.memory: Memory | None = None

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, shape (h, w, 3). Raises VisionError when there is no board in the first."""
        if self.memory is None:
            return self._first(frame, time_s, picture)
        return self._next(frame, time_s, picture)

    # -- first picture

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        if self.corners_px is not None:
            view = find_board.from_corners(self.plan, picture, self.corners_px)
        else:
            found = find_board.from_markers(self.plan, picture)
            if found is None:
                raise find_board.no_board("fewer than three corner markers are in view")
            view = found
        self.scale = WORKING_WIDTH_PX / picture.shape[1]
        work = self._working(picture)
        self._lay_out(view.scaled(self.scale))
        lab = cv2.cvtColor(work, cv2.COLOR_BGR2LAB)
        bins = colours.to_bins(lab)
        self.learnt = learn.learn(self.layout, bins, self.start)
        self.usual = float(np.median(self.learnt.support))
        self.plastic = self.learnt.palette.max(0) > USUAL_DENSITY
        self.pieces = self.learnt.pieces
        covered = self._covered()
        self.light = light.same_light(lab.shape[:2])
        holes = covered.reshape(lab.shape[:2]).astype(np.uint8)
        plate = cv2.inpaint(lab, cv2.dilate(holes, np.ones((5, 5), np.uint8)), 5, cv2.INPAINT_TELEA)
        self.memory = Memory(work, light.flat_grey(work), lab, plate, ~covered)
        return Observation(frame, time_s, self.table())

    # -- later pictures

    def _next(self, frame: str, time_s: float, picture: Picture) -> Observation:
        assert self.memory is not None
        work = self._working(picture)
        if self._idle(work):
            return Observation(frame, time_s, self.table())
        grey = light.flat_grey(work)
        moved = light.shift(grey, self.memory.grey, self.board_mask)
        if moved is None:
            return Observation(frame, time_s, trouble="board_lost")
        if not np.array_equal(moved, np.eye(3)):
            self._follow_camera(moved, work)
        usable = self.memory.known.reshape(work.shape[:2])
        relit, now = light.relight(work, self.memory.raw, usable)
        light_change = now.differs(self.light)
        lab = cv2.cvtColor(relit, cv2.COLOR_BGR2LAB)
        same = distance(lab, self.memory.lab)
        changed = same > CHANGED_DISTANCE
        if light_change > OTHER_LIGHT:
            changed &= (shadow_distance(lab, self.memory.lab) > CHANGED_DISTANCE) | self._covered().reshape(changed.shape)
        self.light_change = light_change
        self.debug = (relit, same, changed)
        bins = colours.to_bins(lab).ravel()
        bare = distance(lab, self.memory.plate)
        shaded = shadow_distance(lab, self.memory.plate)
        foreign = changed & self._foreign(np.minimum(bare, shaded), bins)
        hidden = self._hand(changed, foreign)
        if hidden is not None:
            return Observation(frame, time_s, trouble="hand", hidden=hidden)
        touched = self._touched(changed)
        plate = np.logaddexp(
            density(bare, self.memory.plate) + np.log(1 - SHADOW_SHARE),
            SHADOW_DENSITY + np.log(SHADOW_SHARE) - 0.5 * shaded**2,
        ).ravel()
        sight = Sight(bins, plate, self.memory.known, density(same, self.memory.lab).ravel())
        self.piece_reader = PieceReader(self.layout, self.learnt.palette, self.learnt.grounds, self.learnt.shape, self.usual)
        seen, claimed = self.piece_reader.read(sight, self.pieces, touched)
        strange = self._strange(foreign, claimed)
        before = sum(piece.space in touched for piece in self.pieces)
        more = len(seen) - before
        self.debug2 = (strange, more, int(foreign.sum()), len(touched))
        if strange or more > MOST_ARRIVALS + (len(touched) + self.piece_reader.gone) // 8:
            return Observation(frame, time_s, trouble="hand", hidden=frozenset(touched))
        self.pieces = [p for p in self.pieces if p.space not in touched] + [s.piece for s in seen]
        evidence = PictureEvidence(self.piece_reader, seen)
        covered = self._covered()
        free = ~covered
        keep = free.reshape(lab.shape[:2])
        new_plate = np.where(keep[..., None], lab, self.memory.plate)
        self.memory = Memory(work, grey, lab, new_plate, self.memory.known | free)
        self.light = now
        self.memory = Memory(relit, grey, lab, new_plate, self.memory.known)
        return Observation(frame, time_s, self.table(), frozenset(touched), evidence=evidence)

    def accept(self, table: Table) -> None:
        """What the rules say lies there now: correct the reading where it differs."""
        for space in self.plan.spaces:
            want = [k for k, n in table.get(space, {}).items() for _ in range(n)]
            have = [p for p in self.pieces if p.space == space]
            if sorted(want) == sorted(p.kind for p in have):
                continue
            keep = []
            for p in have:
                if p.kind in want:
                    want.remove(p.kind); keep.append(p)
            rest = [p for p in have if p not in keep]
            for kind in want:
                if rest:
                    keep.append(Piece(kind, space, rest.pop().base_mm))
                else:
                    keep.append(Piece(kind, space, self.piece_reader.best_place(space, kind, self.pieces) if hasattr(self,'piece_reader') else tuple(self.layout.bases_mm(space).mean(0))))
            self.pieces = [p for p in self.pieces if p.space != space] + keep

    def table(self) -> dict[Space, dict[str, int]]:
        out: dict[Space, dict[str, int]] = {}
        for p in sorted(self.pieces, key=lambda p: str(p.space)):
            out.setdefault(p.space, {})
            out[p.space][p.kind] = out[p.space].get(p.kind, 0) + 1
        return out

    def _working(self, picture: Picture) -> Picture:
        return np.asarray(cv2.resize(picture, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _idle(self, work: Picture) -> bool:
        assert self.memory is not None
        difference = cv2.absdiff(work, self.memory.raw)
        return bool(cv2.boxFilter(difference, -1, (5, 5)).max() < 8)

    def _lay_out(self, view: View) -> None:
        self.view = view
        self.layout = Layout(self.plan, view)
        height, width = view.size_px[1], view.size_px[0]
        self.board_mask = (self.layout.labels > 0).astype(np.uint8).reshape(height, width)
        self.labels_at = [self.layout.labels_at(h) for h in HEIGHTS_MM]

    def _follow_camera(self, moved: Floats, work: Picture) -> None:
        assert self.memory is not None
        size = (work.shape[1], work.shape[0])
        points = self.plan.lines[0][::7]
        then = self.view.project(points)
        now = cv2.perspectiveTransform(then[None], moved)[0]
        view = refine(self.view, points, now, rounds=4)
        view = find_board.align(self.plan, work, view, (3, 2))
        now = view.project(points)
        moved, _ = cv2.findHomography(then, now)
        m = self.memory
        warp = lambda im: cv2.warpPerspective(im, moved, size, borderMode=cv2.BORDER_REPLICATE)
        known = warp(m.known.reshape(size[1], size[0]).astype(np.uint8) * 255).ravel() > 250
        self._lay_out(view)
        self.memory = Memory(warp(m.raw), warp(m.grey), warp(m.lab), warp(m.plate), known)

    def _covered(self) -> Mask:
        covered = np.zeros(self.layout.labels.size, np.uint8)
        index = self.layout.body_index(np.array([p.base_mm for p in self.pieces]))
        covered[index[:, self.learnt.shape > 0.15]] = 1
        image = covered.reshape(self.view.size_px[1], self.view.size_px[0])
        return np.asarray(cv2.dilate(image, np.ones((5, 5), np.uint8)).ravel() > 0)

    def _foreign(self, from_ground: npt.NDArray[np.float32], bins: npt.NDArray[np.int32]) -> Mask:
        """Pixels of the board that look like no piece and no ground, lit or in shadow, shape (h, w)."""
        usual = (self.learnt.grounds[self.layout.labels, bins] > USUAL_DENSITY) | self.plastic[bins]
        return np.asarray(
            (from_ground > BARE_DISTANCE) & ~usual.reshape(from_ground.shape) & (self.board_mask > 0)
        )

    def _hand(self, changed: Mask, foreign: Mask) -> frozenset[Space] | None:
        """Spaces under something large that reaches over the board; None when there is no such thing."""
        image = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        image = cv2.morphologyEx(image, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, parts, stats, _ = cv2.connectedComponentsWithStats(image)
        height, width = image.shape
        for number in range(1, count):
            left, top, wide, high, area = stats[number]
            part = parts == number
            over = part & (self.board_mask > 0)
            on_board = int(over.sum())
            if area < HAND_PX or on_board < HAND_ON_BOARD_PX:
                continue
            edge = left <= 1 or top <= 1 or left + wide >= width - 1 or top + high >= height - 1
            unlike = float(foreign[over].mean())
            thick = cv2.distanceTransform(part.astype(np.uint8), cv2.DIST_L2, 3).max()
            certain = edge and thick > FINGER_HALF_WIDTH_PX and self.light_change < OTHER_LIGHT
            if certain or (thick > FINGER_HALF_WIDTH_PX and on_board * unlike > HAND_ON_BOARD_PX and unlike > UNLIKE_SHARE):
                self.why = (edge, float(thick), int(area), on_board, unlike)
                return self._spaces(part)
        return None

    def _strange(self, foreign: Mask, claimed: Mask) -> bool:
        """Whether something foreign lies on ground that was seen bare before, beside all pieces."""
        assert self.memory is not None
        mine = cv2.dilate(claimed.reshape(foreign.shape).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        odd = (foreign & ~mine & self.memory.known.reshape(foreign.shape)).astype(np.uint8)
        odd = cv2.morphologyEx(odd, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        stats = cv2.connectedComponentsWithStats(odd)[2]
        self.debug3 = int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
        return bool(stats[1:, cv2.CC_STAT_AREA].max(initial=0) > STRANGE_PX)

    def _spaces(self, part: Mask) -> frozenset[Space]:
        labels = set(np.unique(self.layout.labels[part.ravel()]).tolist())
        return frozenset(space for space, number in self.layout.numbers.items() if number in labels)

    def _touched(self, changed: Mask) -> list[Space]:
        small = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).ravel() > 0
        total = np.zeros(self.layout.label_count, np.int64)
        for labels in self.labels_at:
            total = np.maximum(total, np.bincount(labels[small], minlength=self.layout.label_count))
        return [s for s, n in self.layout.numbers.items() if total[n] > TOUCHED_PX]


class PictureEvidence:
    def __init__(self, reader, seen):
        self.reader, self.seen = reader, seen
        self.cache = {}
    def pieces(self, space):
        return tuple(SeenPiece(s.piece.space, s.piece.kind, s.nats, s.others, s.wandered) for s in self.seen if s.piece.space == space)
    def fit(self, wanted):
        return self.reader.fit(wanted)
    def addition(self, space, kind):
        if space not in self.cache:
            self.cache[space] = self.reader.best_addition(space)
        return self.cache[space][kind]


def distance(lab: Picture, reference: Picture) -> npt.NDArray[np.float32]:
    """Colour distance in standard deviations to the nearest of the reference's 3 x 3 neighbours, (h, w)."""
    kernel = np.ones((3, 3), np.uint8)
    over = cv2.subtract(lab, cv2.dilate(reference, kernel))
    under = cv2.subtract(cv2.erode(reference, kernel), lab)
    excess = cv2.max(over, under).astype(np.float32)
    sigma_l, sigma_ab = sigmas(reference)
    miss = (excess[..., 0] / sigma_l) ** 2 + (excess[..., 1] ** 2 + excess[..., 2] ** 2) / sigma_ab**2
    return np.asarray(np.sqrt(miss), dtype=np.float32)


def sigmas(lab: Picture) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Spread of lightness and of a and b of one thing seen twice, (h, w) each: brighter varies more."""
    lightness = lab[..., 0].astype(np.float32)
    return SIGMA_L * (0.25 + lightness / 170), SIGMA_AB * (0.4 + lightness / 200)


def shadow_distance(lab: Picture, reference: Picture) -> npt.NDArray[np.float32]:
    """Distance in standard deviations to the reference in a shadow: all its channels dimmed alike, (h, w)."""
    now, then = cv2.blur(lab, (3, 3)).astype(np.float32), cv2.blur(reference, (3, 3)).astype(np.float32)
    dimmed = np.clip((now[..., 0] + 4) / (then[..., 0] + 4), 0.05, 3.0)
    miss = ((now[..., 1:] - 128 - (then[..., 1:] - 128) * dimmed[..., None]) / SIGMA_AB) ** 2
    return np.asarray(np.sqrt(miss.sum(-1) + (np.log(dimmed) / SHADOW_DEPTH) ** 2), dtype=np.float32)


def density(deviations: npt.NDArray[np.float32], lab: Picture) -> npt.NDArray[np.float32]:
    """Log density per colour bin, (h, w), at colour distances from `lab` in standard deviations."""
    sigma_l, sigma_ab = sigmas(lab)
    return np.asarray(BIN_VOLUME - np.log(sigma_l * sigma_ab**2) - 0.5 * deviations**2, dtype=np.float32)
