"""Reader of printed boards: find the board, learn the set, follow light, camera and pieces.

Takes camera pictures; returns an `Observation` for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import Kind, Space, Table, in_order
from companion.table.observation import Observation, Trouble
from vision import hand_detection
from vision.arrays import Floats, Mask, Picture
from vision.base import PieceMark, PlacedPiece
from vision.board import colours
from vision.board.differences import Differences, relit_picture
from vision.board.evidence import PictureEvidence
from vision.board.faces import Faces, Seen
from vision.board.fusing import Fusion
from vision.board.learn import Dealt, LearntSetup, density_of, learn, learn_pieces, place, taken_spaces
from vision.board.likelihood_map import LearntColours, LikelihoodMap
from vision.board.memory import BoardMemory
from vision.board.occlusion import OcclusionTracker
from vision.board.params import PARAMS
from vision.board.piece_kinds import PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reading import PieceReader
from vision.board.room_light import find_room_light
from vision.board.scene import Layout, ground_densities, usual_roughness
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.geometry.tracker import Tracker
from vision.light import illumination
from vision.light.change import as_before, to_lab


class ShownBoard(NamedTuple):
    """Outlines and marks for the overlay; `taps_mm` (n, 2) are the places by which people show the board."""

    spaces: Mapping[Space, Floats]
    corners_mm: Floats
    marks: Mapping[Kind, PieceMark]
    taps_mm: Floats


class BoardReader:
    """Reads one board through one camera.

    `locate` finds the board in the first picture. `start` is the position in it; without it the picture must
    show the set-up. No table is reported while covered spaces may have changed before those in clear view:
    after they looked different from the accepted table, after a thing grew over them (nobody moves pieces
    under a thing at rest), and while an arm may have been there for long.
    """

    def __init__(
        self, board: PrintedBoard, kinds: PieceKinds, locate: Locate, start: Table | Dealt | None = None
    ) -> None:
        self.board, self.kinds = board, kinds
        self.start: Table | Dealt = {} if start is None else start
        self.plan = ShownBoard(board.spaces, board.corners_mm, kinds.marks, board.taps_mm)
        self.tracker = Tracker(board, locate)
        self.layout: Layout
        self.memory: BoardMemory | None = None
        self._pending: BoardMemory | None = None
        self._light: illumination.Lighting | None = None
        self._evidence: PictureEvidence | None = None
        self._judged: tuple[Picture, Observation] | None = None
        self._begun = False
        self._occlusion = OcclusionTracker()
        self._faces = Faces(kinds)
        self._picture: Picture
        self._fusion = Fusion()

    @property
    def view(self) -> View | None:
        """View of the last picture, in working pixels; None until the board was found."""
        return None if self.memory is None else self.layout.view

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Pieces of the last accepted picture."""
        return () if self.memory is None else self.memory.pieces

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, shape (h, w, 3).

        Raises VisionError if the first one shows no board, or not the start position.
        """
        self._picture = picture
        if self.memory is None:
            return self._first(frame, time_s, picture)
        work = self.tracker.working(picture)
        if work.shape != self.memory.work.shape:
            return Observation(frame, time_s, trouble="board_lost")
        if self._begun and self._pending is None and as_before(work, self.memory.work):
            self._occlusion.agreed(time_s)
            return Observation(frame, time_s, _table(self.memory.pieces))
        if (
            self._judged is not None
            and not self._occlusion.static.at(time_s)
            and as_before(work, self._judged[0])
        ):
            return replace(self._judged[1], frame=frame, time_s=time_s)
        if self._begun:
            seen = self._next(self.memory, frame, time_s, picture, work)
        else:  # a position against the rules must not be learnt
            seen = self._first(frame, time_s, picture)
        self._judged = work, seen
        return seen

    def accept(self, table: Table) -> None:
        """Accept a table for the last picture: learn from it, compare the next one with it.

        Without this call the next picture is compared with the reference before, as after a question or an
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
                self._learn_light(to_lab(memory.work), pieces, covered)
                self._learn_unseen(memory)
            elif self._light.strength > PARAMS.relearn_strength:
                memory = self._adapt(memory, self._light)
        self._faces.learn(Seen(self._picture, self.tracker.view), pieces)
        self.memory, self._pending, self._light, self._evidence = memory, None, None, None
        self._judged, self._begun = None, True
        self._occlusion.agreed()
        self.tracker.expect(memory.work)

    def teach(self, picture: Picture, table: Table) -> Trouble | None:
        """Learn the pieces from a BGR picture, (h, w, 3), of a table that is known, and accept it.

        The first picture must have been read, of the bare board or another position. Returns the trouble if
        this one cannot be read; nothing is learnt then.
        """
        memory = self.memory
        if memory is None:
            raise ValueError("teach: expected a first picture that was read, found none")
        work = self.tracker.working(picture)
        followed = self.tracker.follow(picture, work, memory.work)
        if followed.trouble is not None:
            return followed.trouble
        if followed.moved is not None:
            memory = self.memory = memory.moved(followed.moved)
            self._set_view(self.tracker.small_view, self.layout.foot_mm)
        now = Differences(self.layout, self.learnt, memory, work, 0.0, self._covered(memory.pieces))
        bins = colours.to_bins(now.lab)
        pieces: list[PlacedPiece] = []
        for _ in range(PARAMS.learning_rounds):
            likelihoods = LikelihoodMap(self.layout, self.learnt, now.relit_picture)
            likelihoods.for_spaces(table)
            pieces = place(self.layout, likelihoods.arrival_gain, self.learnt.shape, table)
            if pieces:
                learn_pieces(self.learnt, likelihoods, bins, pieces)
        self._unlearnt.difference_update(piece.kind for piece in pieces)
        seen, self._picture = np.ones_like(memory.seen), picture
        self._pending = BoardMemory(
            work, now.relit, now.lab, memory.plate, memory.known, tuple(pieces), seen, now.noise
        )
        self._light = None if now.shaded else now.lighting
        self.accept(table)
        return None

    # -- first picture

    def _first(self, frame: str, time_s: float, picture: Picture) -> Observation:
        flaw = self.tracker.begin(picture)
        work, noise = self._fusion.add(self.tracker.working(picture))
        if flaw is not None or noise > PARAMS.max_noise_levels:
            return Observation(frame, time_s, trouble=flaw or "motion")
        self._set_view(self.tracker.small_view)
        lab = to_lab(work)
        learnt = learn(self.layout, colours.to_bins(lab), self.start)
        if not isinstance(self.start, Dealt):
            _check_start(learnt)
        rough = np.zeros(self.layout.label_count, np.float32)
        self.learnt = LearntColours(
            learnt.palette, learnt.grounds, learnt.shape, learnt.usual, rough, None, learnt.scale
        )
        if isinstance(self.start, Dealt) and learnt.usual < PARAMS.min_setup_nats:
            return Observation(frame, time_s, trouble="unclear")
        self.layout = self.layout.with_foot(learnt.foot_mm)
        pieces = tuple(learnt.pieces)
        covered = self._covered(pieces)
        self.memory = BoardMemory(
            work, work, lab, _inpainted(lab, covered), ~covered, pieces, np.ones_like(covered)
        )
        self._learn_light(lab, pieces, covered)
        self._unlearnt = {*self.kinds.names}.difference(piece.kind for piece in pieces)
        self._begun = _table(pieces) == self.start
        return Observation(frame, time_s, _table(pieces), confidence=learnt.confidence)

    # -- later pictures

    def _next(
        self, memory: BoardMemory, frame: str, time_s: float, picture: Picture, work: Picture
    ) -> Observation:
        work, noise = self._fusion.add(work)
        followed = self.tracker.follow(picture, work, memory.work)
        if followed.soft_px is not None:
            return self._soft(memory, frame, time_s, work, noise, followed.soft_px)
        if followed.trouble is not None:
            return Observation(frame, time_s, trouble=followed.trouble)
        if memory.sharp is not None:
            memory = self.memory = memory.sharp
        if followed.moved is not None:
            memory, noise = memory.moved(followed.moved), self._fusion.moved()
            self.memory = memory
            self._set_view(self.tracker.small_view, self.layout.foot_mm)
        if noise > PARAMS.max_noise_levels:
            return Observation(frame, time_s, trouble="motion")
        differences = Differences(self.layout, self.learnt, memory, work, noise, self._covered(memory.pieces))
        return self._read(memory, frame, time_s, work, noise, differences)

    def _soft(
        self,
        memory: BoardMemory,
        frame: str,
        time_s: float,
        work: Picture,
        noise: float,
        soft_px: tuple[float, float],
    ) -> Observation:
        """Read a picture out of focus; only what came or went is taken over from it."""
        soft = memory.softened(soft_px)
        now = Differences(self.layout, self.learnt, soft, work, noise, self._covered(memory.pieces))
        seen = self._read(soft, frame, time_s, work, noise, now)
        if self._pending is not None:
            taken = {*self._pending.pieces} ^ {*memory.pieces}
            same = ~self._covered([piece for piece in taken if piece.seen])
            fresh = self._pending.except_for(same, memory)
            sharp = memory.sharp or memory
            self._pending = replace(fresh, plate=memory.plate, known=memory.known, sharp=sharp)
            self._light = None
        return seen

    def _read(
        self, memory: BoardMemory, frame: str, time_s: float, work: Picture, noise: float, now: Differences
    ) -> Observation:
        touched, foreign = now.touched, now.foreign & memory.known

        @cache
        def likelihoods() -> LikelihoodMap:
            return LikelihoodMap(self.layout, self.learnt, now.relit_picture)

        @cache
        def named(piece: PlacedPiece) -> Mapping[Kind, float]:
            return self._faces.lost_nats(Seen(self._picture, self.tracker.view), piece)

        def read(
            over: Mask, spaces: Iterable[Space] = touched, pushed: bool = True
        ) -> tuple[PieceReader, frozenset[Space]]:
            hidden = self.layout.hidden_by(over)
            clear = [space for space in spaces if space not in hidden]
            return PieceReader(likelihoods(), memory.pieces, clear, over.ravel(), pushed, named), hidden

        parts = hand_detection.large_parts(now.changed, memory.seen)
        over = hand_detection.reaching_in(
            parts,
            now.foreign,
            self.layout.board,
            now.lighting.other,
            now.print_hidden,
            now.only_lit,
            len(touched) * self.layout.piece_px,
        )
        is_static = self._occlusion.static.look(work, time_s)
        if is_static:  # a thing at rest is part of the table, except on spaces whose pieces changed
            nothing = np.zeros_like(over)
            odd = over | hand_detection.unexplained(foreign, nothing)
            unlike = [self.board.numbers[space] for space in _differing_spaces(read(nothing)[0], memory)]
            over = odd & np.isin(self.layout.labels, unlike).reshape(odd.shape)
        hidden, arms = self.layout.hidden_by(over), hand_detection.at_edge(parts, work.shape[:2])
        overtaken = self._occlusion.may_hide_changes(self.layout, over, hidden, arms, now.changed, time_s)
        beside = [space for space in touched if space not in hidden]
        if overtaken or (over.any() and not 0 < len(beside) <= PARAMS.max_beside_spaces):
            return Observation(frame, time_s, trouble="hand", hidden=hidden)
        reader, hidden = read(over)
        if not is_static:
            odd = hand_detection.unexplained(foreign & ~over, reader.explained.reshape(foreign.shape))
            if reader.too_many and parts:  # a thing of their colours
                odd |= hand_detection.largest(parts) & self.layout.board
            if odd.any():
                over |= odd
                reader, hidden = read(over)
            if reader.too_many:
                return Observation(frame, time_s, trouble="hand", hidden=frozenset(touched) | hidden)
        if not over.any() and reader.surplus:  # a piece left or came unseen
            more = now.faint() if reader.surplus > 0 else now.slightly_touched()
            wider, _ = read(over, [space for space in self.board.spaces if space in {*more, *touched}])
            reader = wider if abs(wider.surplus) <= abs(reader.surplus) else reader
        if not over.any() and reader.surplus == -1:  # one left, and no arrival was seen
            touched_now = {*reader.touched}
            more = {*_spaces_hiding_pieces(read(over, self.board.spaces)[0], memory), *touched_now}
            reader, _ = read(over, in_order(more))
            if reader.surplus < 0:  # it was captured: who stands elsewhere was not touched
                reader, _ = read(over, in_order(more - (_differing_spaces(reader, memory) - touched_now)))
        if not over.any() and reader.surplus > 0:  # an arrival may look like a pushed piece
            other, _ = read(over, reader.touched, pushed=False)
            reader = other if abs(other.surplus) < reader.surplus else reader
        clear = frozenset(reader.touched)
        pieces = tuple(p for p in memory.pieces if p.space not in clear) + tuple(s.piece for s in reader.seen)
        fresh = BoardMemory(
            work, now.relit, now.lab, memory.plate, memory.known, pieces, np.ones_like(memory.seen), noise
        )
        passing = [part for part in parts if not (is_static or now.only_lit(part.mask))]
        self._pending = fresh.except_for(over | hand_detection.at_edge(passing, over.shape), memory)
        self._light = None if now.shaded else now.lighting
        self._evidence = PictureEvidence(reader)
        self._occlusion.read(hidden, _differing_spaces(reader, memory), time_s)
        sure = (reader.bare_chance if self.kinds.per_space == 1 else {}) | reader.unsure_chance
        reached = bool((over & arms).any())
        return Observation(
            frame, time_s, _table(pieces), clear, sure, self._evidence, hidden=hidden, reached=reached
        )

    def _set_view(self, view: View, foot_mm: float = 0.0) -> None:
        self.layout = Layout(self.board, self.kinds, view, foot_mm)

    def _adapt(self, memory: BoardMemory, lighting: illumination.Lighting) -> BoardMemory:
        """Return a memory with the light of the last picture as reference; learn its colours again."""
        lab = to_lab(memory.work)
        covered = self._covered(memory.pieces)
        plate = to_lab(
            lighting.apply(np.asarray(cv2.cvtColor(memory.plate, cv2.COLOR_LAB2BGR), dtype=np.uint8))
        )
        bins = colours.to_bins(lab)
        index = self.layout.body_index(_bases_mm(memory.pieces))
        for number, kind in enumerate(self.kinds.names):
            mine = np.array([piece.kind == kind and piece.seen for piece in memory.pieces], bool)
            if mine.any():
                shape = np.broadcast_to(self.learnt.shape[number], index[mine].shape)
                fresh = density_of(bins.ravel()[index[mine]], shape)
                self.learnt.palette[number] = colours.mix(
                    fresh, self.learnt.palette[number], PARAMS.fresh_share
                )
        hidden = covered.ravel() | taken_spaces(self.layout, _table(memory.pieces))
        self.learnt.grounds = ground_densities(self.layout, bins, hidden)
        self._learn_light(lab, memory.pieces, covered)
        return replace(memory, bgr=memory.work, lab=lab, plate=np.where(covered[..., None], plate, lab))

    def _learn_unseen(self, memory: BoardMemory) -> None:
        """Learn the colours and shape of kinds that have just come for the first time."""
        pieces = [piece for piece in memory.pieces if piece.seen]
        if self._unlearnt.isdisjoint(piece.kind for piece in pieces):
            return
        bins = colours.to_bins(memory.lab)
        for _ in range(PARAMS.learning_rounds):
            picture = relit_picture(memory.lab, memory.plate, memory.known)
            likelihoods = LikelihoodMap(self.layout, self.learnt, picture)
            likelihoods.for_spaces({piece.space for piece in pieces})
            learn_pieces(self.learnt, likelihoods, bins, pieces)
        self._unlearnt.difference_update(piece.kind for piece in pieces)

    def _learn_light(self, lab: Picture, pieces: Sequence[PlacedPiece], covered: Mask) -> None:
        """Learn the roughness of grounds and the room light from a Lab picture, (h, w, 3)."""
        bases_mm = _bases_mm([piece for piece in pieces if piece.seen])
        bodies = self._covered(pieces, 3)
        self.learnt.rough = usual_roughness(self.layout, lab, covered)
        self.learnt.room_light = find_room_light(self.layout, lab, bases_mm, bodies, self.learnt.room_light)

    def _corrected(self, memory: BoardMemory, table: Table) -> tuple[PlacedPiece, ...]:
        """Return the pieces read, corrected to match the table; new ones are changed first."""
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
        """Return a spare piece that may have been misread: of another kind, or over the border."""
        likely = self._evidence.taken_for(space, kind) if self._evidence is not None else []
        there = [*likely, *(piece for piece in spare if piece.space == space)]
        return next((piece for piece in there if piece in spare), None)

    def _overlooked(self, space: Space, kind: Kind, standing: list[PlacedPiece]) -> PlacedPiece:
        """Return a piece that was overlooked: at its earlier place, else at the best one."""
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

    def _covered(self, pieces: Sequence[PlacedPiece], margin_px: int = PARAMS.piece_margin_px) -> Mask:
        """Return the pixels that pieces and a margin for their shadows cover, (h, w)."""
        covered = np.zeros(self.layout.labels.size, np.uint8)
        if pieces:
            shape = self.learnt.shape[[self.kinds.numbers[piece.kind] for piece in pieces]]
            covered[self.layout.body_index(_bases_mm(pieces))[shape > PARAMS.cover_share]] = 1
        kernel = np.ones((margin_px, margin_px), np.uint8)
        return np.asarray(cv2.dilate(covered.reshape(self.layout.shape), kernel) > 0)


def _bases_mm(pieces: Sequence[PlacedPiece]) -> Floats:
    return np.array([piece.base_mm for piece in pieces], np.float64).reshape(-1, 2)


def _differing_spaces(reader: PieceReader, memory: BoardMemory) -> frozenset[Space]:
    """Return the examined spaces whose pieces differ from the memory."""
    now, before = _table(tuple(seen.piece for seen in reader.seen)), _table(memory.pieces)
    return frozenset(space for space in reader.touched if now.get(space) != before.get(space))


def _spaces_hiding_pieces(reader: PieceReader, memory: BoardMemory) -> list[Space]:
    """Return the examined spaces that may hide a lost piece on a ground of its own colour."""
    before, now = (piece.kind for piece in memory.pieces), (seen.piece.kind for seen in reader.seen)
    lost = Counter(before) - Counter(now)
    added_nats = {space: reader.addition(space) for space in reader.touched}
    return [
        space for space, nats in added_nats.items() if any(nats[kind] < PARAMS.hidden_nats for kind in lost)
    ]


def _inpainted(picture: Picture, covered: Mask) -> Picture:
    """Return a picture, (h, w, 3), whose covered part is inpainted at half size."""
    size = (picture.shape[1], picture.shape[0])
    half = (size[0] // 2, size[1] // 2)
    holes = cv2.dilate(
        covered.astype(np.uint8), np.ones((PARAMS.piece_margin_px, PARAMS.piece_margin_px), np.uint8)
    )
    small = cv2.resize(picture, half, interpolation=cv2.INTER_AREA)
    guess = cv2.inpaint(small, cv2.resize(holes, half, interpolation=cv2.INTER_NEAREST), 3, cv2.INPAINT_TELEA)
    return np.where(holes[..., None] > 0, cv2.resize(guess, size), picture)


_MOST_NAMED = 5
"""Missing pieces that an error names; the picture of another game would have dozens."""


def _check_start(learnt: LearntSetup) -> None:
    """Raise VisionError `start_not_seen` if too many pieces of the start position are missing."""
    if len(learnt.missing) > PARAMS.max_miscount:
        counts = Counter((piece.space, piece.kind) for piece in learnt.missing)
        each = [f"{n} {kind} on {space}" for (space, kind), n in counts.items()]
        names = ", ".join(each[:_MOST_NAMED] + ["…"] * (len(each) > _MOST_NAMED))
        raise VisionError(
            "start_not_seen",
            f"the first picture does not show the start position: expected {names}, found no such pieces "
            "there; set the table up like the start file, or give a file with the current position",
            missing=names,
        )


def _table(pieces: tuple[PlacedPiece, ...]) -> dict[Space, dict[Kind, int]]:
    table: dict[Space, dict[Kind, int]] = {}
    for piece in pieces:
        counts = table.setdefault(piece.space, {})
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
    return table
