"""From pictures to observations: finds the board, learns the set, follows light, camera and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import Kind, Space, Table, in_order
from companion.table.observation import Observation
from vision import hand_detection
from vision.arrays import Mask, Picture
from vision.base import PlacedPiece
from vision.fae import colours
from vision.fae.board_geometry import FaePlan
from vision.fae.differences import Differences
from vision.fae.evidence import PictureEvidence
from vision.fae.fusing import Fusion
from vision.fae.learn import LearntSetup, density_of, learn
from vision.fae.likelihood_map import Colours, LikelihoodMap
from vision.fae.memory import FaeMemory
from vision.fae.occlusion import OcclusionTracker
from vision.fae.reading import HIDDEN_NATS, PieceReader
from vision.fae.room_light import find_lamp
from vision.fae.scene import Layout, ground_densities, usual_roughness
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.geometry.tracker import Tracker
from vision.light import illumination
from vision.light.change import as_before, to_lab

LEARN_LIGHT = 0.06
PIECE_MARGIN_PX, BODY_MARGIN_PX = 7, 3
"""Kept clear of pieces: them and the edge of their shadows; just them where shadows are looked for."""
FRESH_SHARE = 0.4
MOST_BESIDE = 8
"""Where more spaces than a move can change look otherwise beside a hand, its shadow is in the way too."""
MOST_NOISE = 4.5
"""Grey levels; colours that lie close differ by no more. Further pictures bring it down."""
FEW_NATS = 30.0
"""What a usual piece of a set-up weighs at least; noise on a bare board weighs half of it."""
MOST_MISSING = 2
"""Where more pieces of a start position are found nowhere, it is another one."""


class FaeReader:
    """Reads one board through one camera.

    `locate` finds the board in the first picture. `start`: what lies there in it; without it the
    picture must show the set-up. Nothing is told of the spaces in clear view while what is covered may have
    come first: where it looked otherwise than was agreed on, where a thing has grown (nobody moves pieces
    under one that stands still), and under a hand that may be there for long.
    """

    def __init__(self, plan: FaePlan, locate: Locate, start: Table | None = None) -> None:
        self.plan, self.start = plan, start
        self.tracker = Tracker(plan, locate)
        self.layout: Layout
        self.memory: FaeMemory | None = None
        self._pending: FaeMemory | None = None
        self._light: illumination.Lighting | None = None
        self._evidence: PictureEvidence | None = None
        self._judged: tuple[Picture, Observation] | None = None
        self._begun = False
        self._cover = OcclusionTracker()
        self._fusion = Fusion()

    @property
    def view(self) -> View | None:
        """Where the camera stood at the last picture, in working pixels; None until the board was found."""
        return None if self.memory is None else self.layout.view

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """All that stood there in the last picture that was agreed on."""
        return () if self.memory is None else self.memory.pieces

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, shape (h, w, 3).

        Raises VisionError when the first one shows no board, or not the start position.
        """
        if self.memory is None:
            return self._first(frame, time_s, picture)
        work = self.tracker.working(picture)
        if work.shape != self.memory.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        if self._begun and self._pending is None and as_before(work, self.memory.work):
            self._cover.agreed(time_s)
            return Observation(frame, time_s, _table(self.memory.pieces))
        if self._judged is not None and not self._cover.patient(time_s) and as_before(work, self._judged[0]):
            return replace(self._judged[1], frame=frame, time_s=time_s)
        if self._begun:
            seen = self._next(self.memory, frame, time_s, picture, work)
        else:  # what the rules do not agree with teaches nothing
            seen = self._first(frame, time_s, picture)
        self._judged = work, seen
        return seen

    def accept(self, table: Table) -> None:
        """What the rules say lay there in the last picture: learn from it, compare the next one with it.

        Without this call the next picture is compared with the one before, as after a doubt or an
        illegal move.
        """
        memory = self._pending or self.memory
        if memory is None:
            return
        pieces = self._corrected(memory, table)
        covered = self._covered(pieces)
        plate = np.where(covered[..., None], memory.plate, memory.lab)
        memory = replace(memory, plate=plate, known=memory.known | ~covered, pieces=pieces)
        if self._pending is not None:
            if self._light is None:
                self._light_up(to_lab(memory.work), pieces, covered)
            elif self._light.strength > LEARN_LIGHT:
                memory = self._adapt(memory, self._light)
        self.memory, self._pending, self._light, self._evidence = memory, None, None, None
        self._judged, self._begun = None, True
        self._cover.agreed()
        self.tracker.expect(memory.work)

    # -- first picture

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        flaw = self.tracker.begin(picture)
        work, noise = self._fusion.add(self.tracker.working(picture))
        if flaw is not None or noise > MOST_NOISE:
            return Observation(frame, time_s, trouble=flaw or "motion")
        self._lay_out(self.tracker.small_view)
        lab = to_lab(work)
        learnt = learn(self.layout, colours.to_bins(lab), self.start)
        if self.start is not None:
            _check_start(learnt)
        rough = np.zeros(self.layout.label_count, np.float32)
        self.learnt = Colours(learnt.palette, learnt.grounds, learnt.shape, learnt.usual, rough, None)
        if self.start is None and learnt.usual < FEW_NATS:
            return Observation(frame, time_s, trouble="unclear")
        self.layout = self.layout.on_feet(learnt.foot_mm)
        pieces = tuple(learnt.pieces)
        covered = self._covered(pieces)
        self.memory = FaeMemory(
            work, work, lab, _filled(lab, covered), ~covered, pieces, np.ones_like(covered)
        )
        self._light_up(lab, pieces, covered)
        self._begun = _table(pieces) == self.start
        return Observation(frame, time_s, _table(pieces), confidence=learnt.confidence)

    # -- later pictures

    def _next(
        self, memory: FaeMemory, frame: str, time_s: float, picture: Picture, work: Picture
    ) -> Observation:
        work, noise = self._fusion.add(work)
        followed = self.tracker.follow(picture, work, memory.work)
        if followed.trouble is not None:
            return Observation(frame, time_s, trouble=followed.trouble)
        if followed.moved is not None:
            memory, noise = memory.moved(followed.moved), self._fusion.moved()
            self.memory = memory
            self._lay_out(self.tracker.small_view, self.layout.foot_mm)
        if noise > MOST_NOISE:
            return Observation(frame, time_s, trouble="motion")
        differences = Differences(self.layout, self.learnt, memory, work, noise, self._covered(memory.pieces))
        return self._read(memory, frame, time_s, work, noise, differences)

    def _read(
        self, memory: FaeMemory, frame: str, time_s: float, work: Picture, noise: float, now: Differences
    ) -> Observation:
        touched, foreign = now.touched, now.foreign & memory.known

        @cache
        def field() -> LikelihoodMap:
            return LikelihoodMap(self.layout, self.learnt, now.sight)

        def read(
            over: Mask, spaces: Iterable[Space] = touched, pushed: bool = True
        ) -> tuple[PieceReader, frozenset[Space]]:
            hidden = self.layout.under(over)
            clear = [space for space in spaces if space not in hidden]
            return PieceReader(field(), memory.pieces, clear, over.ravel(), pushed), hidden

        parts = hand_detection.large_parts(now.changed)
        over = hand_detection.reaching_in(
            parts, now.foreign, self.layout.board, now.lamp.other, now.print_hidden
        )
        patient = self._cover.look(work, time_s)
        if patient:  # what lies there that long is part of the table, except where other pieces seem to be
            nothing = np.zeros_like(over)
            odd = over | hand_detection.strange(foreign, nothing)
            unlike = [self.plan.numbers[space] for space in _unlike(read(nothing)[0], memory)]
            over = odd & np.isin(self.layout.labels, unlike).reshape(odd.shape)
        hidden, arms = self.layout.under(over), hand_detection.at_edge(parts, work.shape[:2])
        overtaken = self._cover.overtakes(self.layout, over, hidden, arms, now.changed, time_s)
        beside = [space for space in touched if space not in hidden]
        if overtaken or (over.any() and not 0 < len(beside) <= MOST_BESIDE):
            return Observation(frame, time_s, trouble="hand", hidden=hidden)
        reader, hidden = read(over)
        if not patient:
            odd = hand_detection.strange(foreign & ~over, reader.claimed.reshape(foreign.shape))
            if reader.too_many:
                return Observation(frame, time_s, trouble="hand", hidden=frozenset(touched) | hidden)
            if odd.any():
                over |= odd
                reader, hidden = read(over)
        if not over.any() and reader.more:  # somewhere a piece left unseen, or came
            more = now.faint() if reader.more > 0 else now.slightly_touched()
            wider, _ = read(over, [space for space in self.plan.spaces if space in {*more, *touched}])
            reader = wider if abs(wider.more) <= abs(reader.more) else reader
        if not over.any() and reader.more == -1:  # one left, and none was seen to come
            unseen = _where_unseen(read(over, self.plan.spaces)[0], memory)
            reader, _ = read(over, in_order({*unseen, *reader.touched}))
        if not over.any() and reader.more > 0:  # what seems pushed aside may be all of the one that came
            other, _ = read(over, reader.touched, pushed=False)
            reader = other if abs(other.more) < reader.more else reader
        clear = frozenset(reader.touched)
        pieces = tuple(p for p in memory.pieces if p.space not in clear) + tuple(s.piece for s in reader.seen)
        fresh = FaeMemory(
            work, now.relit, now.lab, memory.plate, memory.known, pieces, np.ones_like(memory.seen), noise
        )
        passing = [part for part in parts if not (patient or now.only_lit(part.mask))]
        self._pending = fresh.except_for(over | hand_detection.at_edge(passing, over.shape), memory)
        self._light = None if now.shaded else now.lamp
        self._evidence = PictureEvidence(reader)
        self._cover.read(hidden, _unlike(reader, memory), time_s)
        return Observation(frame, time_s, _table(pieces), clear, evidence=self._evidence, hidden=hidden)

    def _lay_out(self, view: View, foot_mm: float = 0.0) -> None:
        self.layout = Layout(self.plan, view, foot_mm)

    def _adapt(self, memory: FaeMemory, lamp: illumination.Lighting) -> FaeMemory:
        """Take the light of the last picture as the new reference; learn its colours afresh."""
        lab = to_lab(memory.work)
        covered = self._covered(memory.pieces)
        plate = to_lab(lamp.apply(np.asarray(cv2.cvtColor(memory.plate, cv2.COLOR_LAB2BGR), dtype=np.uint8)))
        bins = colours.to_bins(lab)
        index = self.layout.body_index(np.array([piece.base_mm for piece in memory.pieces]))
        for number, kind in enumerate(self.plan.kinds):
            mine = np.array([piece.kind == kind and piece.seen for piece in memory.pieces])
            if mine.any():
                fresh = density_of(
                    bins.ravel()[index[mine]], np.broadcast_to(self.learnt.shape, index[mine].shape)
                )
                self.learnt.palette[number] = colours.mix(fresh, self.learnt.palette[number], FRESH_SHARE)
        self.learnt.grounds = ground_densities(self.layout, bins, covered.ravel())
        self._light_up(lab, memory.pieces, covered)
        return replace(memory, bgr=memory.work, lab=lab, plate=np.where(covered[..., None], plate, lab))

    def _light_up(self, lab: Picture, pieces: Sequence[PlacedPiece], covered: Mask) -> None:
        """Learn how grounds and shadows look in a Lab picture, (h, w, 3)."""
        bases_mm = np.array([piece.base_mm for piece in pieces if piece.seen])
        bodies = self._covered(pieces, BODY_MARGIN_PX)
        self.learnt.rough = usual_roughness(self.layout, lab, covered)
        self.learnt.lamp = find_lamp(self.layout, lab, bases_mm, bodies, self.learnt.lamp)

    def _corrected(self, memory: FaeMemory, table: Table) -> tuple[PlacedPiece, ...]:
        """The pieces read, with kinds changed, added and dropped where the table differs; those that came
        rather than those that stood there before."""
        assert self.memory is not None
        stood = {*self.memory.pieces}
        wanted = Counter({(space, kind): n for space, kinds in table.items() for kind, n in kinds.items()})
        right: list[PlacedPiece] = []
        spare: list[PlacedPiece] = []
        for piece in sorted(memory.pieces, key=lambda piece: (not piece.seen, piece not in stood)):
            there = wanted[piece.space, piece.kind] > 0
            wanted[piece.space, piece.kind] -= there
            (right if there else spare).append(piece)
        for space, kind in wanted.elements():
            if (taken := self._taken_for(space, kind, spare)) is not None:
                spare.remove(taken)
            right.append(
                self._overlooked(space, kind, right)
                if taken is None
                else replace(taken, kind=kind, space=space)
            )
        return tuple(right)

    def _taken_for(self, space: Space, kind: Kind, spare: list[PlacedPiece]) -> PlacedPiece | None:
        """The piece that was read as another, be it of another kind or over the border of its space."""
        likely = self._evidence.taken_for(space, kind) if self._evidence is not None else []
        there = [*likely, *(piece for piece in spare if piece.space == space)]
        return next((piece for piece in there if piece in spare), None)

    def _overlooked(self, space: Space, kind: Kind, standing: list[PlacedPiece]) -> PlacedPiece:
        """A piece that was overlooked: where it stood before, else where it fits best."""
        assert self.memory is not None
        for piece in self.memory.pieces:
            if (piece.space, piece.kind) == (space, kind) and piece not in standing:
                return piece
        if self._evidence is not None:
            base_mm = self._evidence.best_place(space, kind, standing)
        else:
            x, y = self.layout.bases_mm(space).mean(0)
            base_mm = float(x), float(y)
        return PlacedPiece(kind, space, base_mm, seen=False)

    def _covered(self, pieces: Sequence[PlacedPiece], margin_px: int = PIECE_MARGIN_PX) -> Mask:
        """Pixels that pieces, or so wide an edge, which their shadows may have, cover, shape (h, w)."""
        covered = np.zeros(self.layout.labels.size, np.uint8)
        if pieces:
            index = self.layout.body_index(np.array([piece.base_mm for piece in pieces]))
            covered[index[:, self.learnt.shape > 0.15]] = 1
        kernel = np.ones((margin_px, margin_px), np.uint8)
        return np.asarray(cv2.dilate(covered.reshape(self.layout.shape), kernel) > 0)


def _unlike(reader: PieceReader, memory: FaeMemory) -> frozenset[Space]:
    """The spaces that were read on which other pieces are seen than before."""
    now, before = _table(tuple(seen.piece for seen in reader.seen)), _table(memory.pieces)
    return frozenset(space for space in reader.touched if now.get(space) != before.get(space))


def _where_unseen(reader: PieceReader, memory: FaeMemory) -> list[Space]:
    """The spaces that were read where a piece that is not seen may stand on a ground of its own colour."""
    before, now = (piece.kind for piece in memory.pieces), (seen.piece.kind for seen in reader.seen)
    lost = Counter(before) - Counter(now)
    price = {space: reader.addition(space) for space in reader.touched}
    return [space for space, nats in price.items() if any(nats[kind] < HIDDEN_NATS for kind in lost)]


def _filled(picture: Picture, covered: Mask) -> Picture:
    """A picture, (h, w, 3), whose covered part is guessed from around it, at half the size."""
    size = (picture.shape[1], picture.shape[0])
    half = (size[0] // 2, size[1] // 2)
    holes = cv2.dilate(covered.astype(np.uint8), np.ones((7, 7), np.uint8))
    small = cv2.resize(picture, half, interpolation=cv2.INTER_AREA)
    guess = cv2.inpaint(small, cv2.resize(holes, half, interpolation=cv2.INTER_NEAREST), 3, cv2.INPAINT_TELEA)
    return np.where(holes[..., None] > 0, cv2.resize(guess, size), picture)


def _check_start(learnt: LearntSetup) -> None:
    """Raise VisionError `start_not_seen` when the picture lacks several of the pieces it should show."""
    if len(learnt.missing) > MOST_MISSING:
        counts = Counter((piece.space, piece.kind) for piece in learnt.missing)
        names = ", ".join(f"{n} {kind} on {space}" for (space, kind), n in counts.items())
        raise VisionError(
            "start_not_seen",
            f"the first picture does not show the start position: expected {names}, found no such pieces "
            "there; set the table up like the start file, or give the file of the present position",
            missing=names,
        )


def _table(pieces: tuple[PlacedPiece, ...]) -> dict[Space, dict[Kind, int]]:
    table: dict[Space, dict[Kind, int]] = {}
    for piece in pieces:
        counts = table.setdefault(piece.space, {})
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
    return table
