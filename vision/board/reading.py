"""Reading of one picture: pieces that stayed, left and came.

Takes a `LikelihoodMap` and the previous pieces; returns pieces with evidence. Every pixel shows the
printed ground, a piece of some colour, or the same as before. Pieces are explained nearest first, so that
a piece behind another is judged by its visible part only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.arrays import FloatMap, Floats
from vision.base import PlacedPiece
from vision.board.borders import Borders
from vision.board.likelihood_map import Index, LikelihoodMap
from vision.board.params import PARAMS
from vision.board.scene import NUDGE_MM, clear_of

Flags = npt.NDArray[np.bool_]

Named = Callable[[PlacedPiece], Mapping[Kind, float]]
"""The nats lost, by kind, for what is printed on a piece; {} if it does not tell its kind."""
POLISH_MM = PARAMS.polish_scale * NUDGE_MM


@dataclass(eq=False)
class FoundPiece:
    """Piece that was found, with its evidence.

    `nats` is the log likelihood lost if it were absent; `others` the loss for each other kind or space.
    """

    piece: PlacedPiece
    nats: float
    others: dict[tuple[Space, Kind], float]


class PieceReader:
    """Explains one picture by pieces; `pieces` are all those of the previous picture.

    `seen` are the pieces of the `touched` spaces, `stood` counts those of the previous picture on each space,
    `left` those that left their place, `gone` those whose place is in clear view, `explained` (h * w,) marks
    the pixels of pieces, `surplus` is the change in number, and `too_many` is true if so many came that they
    must be something else. Pixels `hidden` (h * w,) are not judged. Pieces may have been `pushed`. What is
    printed on pieces that look alike is `named`.
    """

    def __init__(
        self,
        likelihoods: LikelihoodMap,
        pieces: Sequence[PlacedPiece],
        touched: Collection[Space],
        hidden: Flags,
        pushed: bool = True,
        named: Named = lambda _: {},
    ) -> None:
        self.touched, self._pushed = touched, pushed
        self._layout, self._kinds = likelihoods.layout, likelihoods.layout.kinds.names
        self._usual, self._apart_mm = likelihoods.learnt.usual, likelihoods.layout.kinds.min_apart_mm
        self._nats = PARAMS.whole_piece_nats / self._usual
        self._borders, self._named = Borders(likelihoods.layout), named
        self._others = [piece for piece in pieces if piece.space not in touched]
        self._bare = likelihoods.for_spaces(touched)
        self._bare.explained |= hidden
        self._bare.explain_away(*self._others)
        before = self._before = self._nearest_first([piece for piece in pieces if piece.space in touched])
        followed = [(piece, self._follow(piece)) for piece in before]
        self._kept = [found for _, found in followed if found is not None]
        most = len(before) - sum(piece.seen for piece in self._kept)
        most += PARAMS.max_miscount + (len(touched) + most) // PARAMS.pieces_per_extra
        arrivals = self._arrivals(touched, most)
        self._came = self._refined(arrivals) if arrivals else []
        self._full = self._bare.fork()
        self.seen = self._confirm(self._kept + self._came, self._full)
        self.explained = self._full.explained
        stand = [found.piece for found in self.seen]
        lost = [piece for piece, found in followed if found not in stand]
        self.stood = Counter(piece.space for piece in before)
        self.left = Counter(piece.space for piece in lost)
        self.gone = Counter(piece.space for piece in lost if self._in_view(piece))
        self.surplus = len(self.seen) - len(before)
        self.too_many = len(self.seen) > len(self._kept) + most

    def fit(self, wanted: Mapping[Space, Mapping[Kind, int]]) -> float:
        """Return the nats of the best arrangement of exactly these pieces on the touched spaces.

        Comparable only between arrangements on the same spaces: bare ground everywhere is 0.
        """
        todo = Counter({(space, kind): n for space, counts in wanted.items() for kind, n in counts.items()})
        likelihoods = self._bare.fork()
        placed: list[PlacedPiece] = []
        for piece in self._kept:
            names = [replace(piece, kind=kind) for kind in self._layout.kinds.alike(piece.kind)]
            names = [one for one in names if one.seen and todo[one.space, one.kind] > 0]
            if names:
                named = min(names, key=lambda one: (self._face_nats(one), one != piece))
                todo[named.space, named.kind] -= 1
                placed.append(named)
        likelihoods.explain_away_kept(placed)
        while todo := +todo:
            standing = [*self._others, *placed]
            found = [self._best_place(likelihoods, space, kind, standing) for space, kind in todo]
            best = max(found, key=lambda one: one[0])[1]
            todo[best.space, best.kind] -= 1
            placed.append(best)
            likelihoods.explain_away(best)
            self._cast_shadows(likelihoods, placed)
        likelihoods = self._bare.fork()
        total = 0.0
        for piece in self._nearest_first(placed):
            self._cast_shadows(likelihoods, placed, piece)
            index, persists = likelihoods.index_of(piece), self._persists(piece)
            scores = np.array([likelihoods.support(index, n, persists) for n in range(len(self._kinds))])
            nats = float(self._as_kind(scores, piece.kind)) * self._nats
            total += (
                nats
                if nats > PARAMS.piece_share * PARAMS.whole_piece_nats
                else min(nats, 0.0) - PARAMS.hidden_nats
            )
            total -= self._borders.outside_nats(piece.base_mm, piece.space) + self._face_nats(piece)
            self._explain_away(likelihoods, piece)
        return total

    def addition(self, space: Space) -> dict[Kind, float]:
        """Return the nats lost, by kind, if one more piece is on the space unseen."""
        free = self._full.free(space, [*self._others, *(seen.piece for seen in self.seen)])
        best = self._full.scores(space)[:, free].max(1) * self._nats
        return {kind: float(max(0.0, PARAMS.hidden_nats - best[n])) for n, kind in enumerate(self._kinds)}

    @property
    def bare_chance(self) -> dict[Space, float]:
        """Chance 0..1 that a space without pieces is bare, for each examined one.

        A piece that shows only a part of its usual evidence may still be there.
        """
        standing = [*self._others, *(found.piece for found in self.seen)]
        taken = {piece.space for piece in standing}
        found_nats = PARAMS.piece_share * PARAMS.whole_piece_nats
        chances = {}
        for space in self.touched:
            if space not in taken:
                free = self._full.free(space, standing)
                nats = float(self._full.scores(space)[:, free].max()) * self._nats
                chances[space] = float(1 / (1 + np.exp(nats - found_nats)))
        return chances

    @property
    def unsure_chance(self) -> dict[Space, float]:
        """Chance 0..1 that the space is read correctly, where a face does not tell one kind for sure."""
        chances: dict[Space, float] = {}
        for found in self.seen:
            piece, alike = found.piece, self._layout.kinds.alike(found.piece.kind)
            lost = [found.others.get((piece.space, kind), 0.0) for kind in alike]
            if sum(nats < PARAMS.decisive_nats for nats in lost) > 1:
                chances[piece.space] = float(1 / np.exp(-np.array(lost)).sum()) / 2
        return chances

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """Return the number of new pieces that may be of these kinds and on this space.

        A piece that hardly differs from its ground counts if it fits and the place or its print changed.
        """
        seen = sum(
            found.piece not in self._kept
            and (
                any(_lost_nats(found, space, kind) < PARAMS.decisive_nats for kind in kinds)
                or (found.piece.space == space and found.nats > PARAMS.plain_share * PARAMS.whole_piece_nats)
            )
            for found in self.seen
        )
        return seen or int(any(self._faint_arrival(space, kind) for kind in kinds))

    def best_place(self, space: Space, kind: Kind, standing: Sequence[PlacedPiece]) -> PlacedPiece:
        """Return one more piece of the kind at its best place among the others."""
        return self._best_place(self._full, space, kind, standing)[1]

    # -- steps

    def _cast_shadows(
        self, likelihoods: LikelihoodMap, pieces: Sequence[PlacedPiece], but: PlacedPiece | None = None
    ) -> None:
        """Predict shadows of new pieces, except one; those of earlier pieces are in the reference."""
        likelihoods.cast_shadows(
            *(piece for piece in pieces if not self._persists(piece) and piece is not but)
        )

    def _faint_arrival(self, space: Space, kind: Kind) -> bool:
        if len(self.touched) > PARAMS.max_calm_spaces:
            return False
        standing = [*self._others, *(found.piece for found in self.seen)]
        score, piece = self._best_place(self._full, space, kind, standing)
        index = self._full.index_of(piece)
        number = self._kinds.index(kind)
        covered = self._full.kept_share(index, number) < PARAMS.still_share
        changed = covered or self._full.changed_share(index, number) > PARAMS.changed_share
        return score * self._nats > PARAMS.hidden_nats and changed

    def _persists(self, piece: PlacedPiece) -> bool:
        """Return whether a piece stands where one of its look stood in the previous picture."""
        others = (kind for kind in self._layout.kinds.alike(piece.kind) if kind != piece.kind)
        return piece in self._before or any(replace(piece, kind=kind) in self._before for kind in others)

    def _in_view(self, piece: PlacedPiece) -> bool:
        number = self._kinds.index(piece.kind)
        return self._full.visible(self._full.index_of(piece), number) > PARAMS.in_view_share

    def _explain_away(self, likelihoods: LikelihoodMap, piece: PlacedPiece) -> None:
        if self._persists(piece):
            likelihoods.explain_away_kept([piece])
        else:
            likelihoods.explain_away(piece)

    def _nearest_first(self, pieces: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        centre = self._layout.view.centre_mm[:2]
        return sorted(pieces, key=lambda piece: float(np.hypot(*(np.array(piece.base_mm) - centre))))

    def _follow(self, piece: PlacedPiece) -> PlacedPiece | None:
        """Return the piece at its place now, perhaps pushed by a few mm; None if it left.

        A piece that was never seen is kept, as there is no evidence about it.
        """
        if not piece.seen:
            return piece
        number = self._kinds.index(piece.kind)
        index = self._bare.index_of(piece)
        persists = float(self._bare.support(index, number, persists=True))
        bases = np.array(piece.base_mm) + NUDGE_MM
        scores = self._bare.near(bases, number)
        best = int(scores.argmax())
        if self._outdone(index, number) > max(persists, scores[best]) + self._usual:
            return None
        enough = self._bare.has_support(
            index, number, PARAMS.visible_share, PARAMS.hidden_share, persists=True
        )
        still = self._bare.kept_share(index, number) > PARAMS.still_share
        if not (still or self._pushed):
            return None
        visible = self._bare.visible(index, number)
        alike = visible > PARAMS.clear_share and persists < PARAMS.whole_share * self._usual
        if alike and scores[best] < PARAMS.trace_share * self._usual:
            return None
        if not still and scores[best] < PARAMS.visible_share * self._usual * visible:
            return None
        if enough and scores[best] < persists + PARAMS.piece_share * self._usual:
            return piece
        if scores[best] > PARAMS.piece_share * self._usual:
            bases = bases[best] + POLISH_MM
            return _piece(piece.kind, piece.space, bases[int(self._bare.near(bases, number).argmax())])
        return None

    def _outdone(self, index: Index, number: int) -> float:
        """Return the most support of a piece of another kind at a place: it was exchanged or turned over."""
        others = (kind for kind in range(len(self._kinds)) if kind != number)
        return max((float(self._bare.support(index, kind)) for kind in others), default=-np.inf)

    def _arrivals(self, touched: Collection[Space], most: int) -> list[PlacedPiece]:
        """Return new pieces, best first, until none is left or there is one more than `most`."""
        likelihoods = self._bare.fork()
        likelihoods.explain_away_kept(self._kept)
        arrivals: list[PlacedPiece] = []
        limit = self._layout.kinds.per_space
        while touched and len(arrivals) <= most:
            standing = [*self._others, *self._kept, *arrivals]
            crowd = Counter(piece.space for piece in standing)
            likely = []
            for space in touched:
                if limit is not None and crowd[space] >= limit:
                    continue
                bases, scores = self._layout.bases_mm(space), likelihoods.scores(space)
                clear = clear_of(bases, standing, PARAMS.place_reach_mm) & (
                    scores > PARAMS.contested_share * self._usual
                )
                scores = np.where(clear | clear_of(bases, standing, self._apart_mm), scores, -np.inf).ravel()
                likely.append((float(scores.max()), space, int(scores.argmax())))
            if not likely:
                break
            score, space, best = max(likely, key=lambda one: one[0])
            number, place = divmod(best, len(self._layout.bases_mm(space)))
            if score < PARAMS.piece_share * self._usual:
                break
            bases = self._layout.bases_mm(space)[place] + POLISH_MM
            bases = bases[clear_of(bases, standing, PARAMS.place_reach_mm)]
            base_mm = bases[int(likelihoods.near(bases, number).argmax())]
            found = _piece(self._kinds[number], space, base_mm)
            on_frame = score < PARAMS.whole_share * self._usual and not self._layout.inside(base_mm)
            if (
                on_frame
                or likelihoods.changed_share(likelihoods.index_of(found), number) < PARAMS.unchanged_share
            ):
                self._bare.explain_away(found)
            else:
                arrivals.append(found)
            likelihoods.explain_away(found)
            self._cast_shadows(likelihoods, [*self._kept, *arrivals])
        return arrivals

    def _refined(self, arrivals: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        """Return accepted new pieces at their best places, occluded only by nearer ones."""
        accepted = [*self._accepted([*self._kept, *arrivals], self._bare.fork())]
        likelihoods = self._bare.fork()
        settled: list[PlacedPiece] = []
        self._cast_shadows(likelihoods, accepted)
        for piece in self._nearest_first([*self._kept, *(p for p in accepted if p in arrivals)]):
            if piece in arrivals:
                bases = np.array(piece.base_mm) + NUDGE_MM
                bases = bases[clear_of(bases, [*self._others, *self._kept, *settled], PARAMS.place_reach_mm)]
                if len(bases):
                    scores = likelihoods.near(bases, self._kinds.index(piece.kind))
                    piece = _piece(piece.kind, piece.space, bases[int(scores.argmax())])
                    its = self._borders.likeliest(piece.base_mm, piece.space, self.touched)
                    piece = replace(piece, space=its)
                settled.append(piece)
            likelihoods.explain_away(piece)
        return settled

    def _accepted(self, pieces: Sequence[PlacedPiece], likelihoods: LikelihoodMap) -> Iterator[PlacedPiece]:
        """Yield pieces, nearest first, that have enough support in what nearer ones leave visible."""
        for piece in self._nearest_first(pieces):
            self._cast_shadows(likelihoods, pieces, piece)
            number, index = self._kinds.index(piece.kind), likelihoods.index_of(piece)
            persists = self._persists(piece)
            share = PARAMS.visible_share if persists else PARAMS.piece_share
            hidden = not piece.seen or likelihoods.visible(index, number) <= PARAMS.hidden_share
            if hidden or likelihoods.has_support(index, number, share, PARAMS.hidden_share, persists):
                yield piece
                self._explain_away(likelihoods, piece)

    def _confirm(self, pieces: Sequence[PlacedPiece], likelihoods: LikelihoodMap) -> list[FoundPiece]:
        """Return accepted pieces with their evidence and alternatives."""
        seen = []
        for piece in self._accepted(pieces, likelihoods):
            number, index = self._kinds.index(piece.kind), likelihoods.index_of(piece)
            persists = self._persists(piece)
            score = float(likelihoods.support(index, number, persists)) if piece.seen else 0.0
            losses = {}
            for other, kind in enumerate(self._kinds):
                loss = (
                    (score - float(likelihoods.support(index, other))) * self._nats
                    if other != number
                    else 0.0
                )
                losses[kind] = min(max(0.0, loss), PARAMS.decisive_nats)
            spaces = {piece.space: 0.0} | ({} if persists else self._borders.neighbours(piece))
            others = {
                (space, kind): far + loss for space, far in spaces.items() for kind, loss in losses.items()
            }
            del others[piece.space, piece.kind]
            seen.append(self._by_face(FoundPiece(piece, max(0.0, score) * self._nats, others)))
        self._cast_shadows(likelihoods, [found.piece for found in seen])
        return seen

    def _by_face(self, found: FoundPiece) -> FoundPiece:
        """Return the piece with the kind, and the alternatives, that its face tells."""
        piece = found.piece
        lost = self._named(piece) if piece.seen else {}
        if not lost:
            return found
        others = {(piece.space, piece.kind): 0.0, **found.others}
        far = {space: nats for (space, kind), nats in others.items() if kind == piece.kind}
        for space, kind in others:
            if kind in lost:  # the colour says nothing
                others[space, kind] = lost[kind] + far[space]
        kind = min(lost, key=lost.__getitem__)
        del others[piece.space, kind]
        return FoundPiece(replace(piece, kind=kind), found.nats, others)

    def _face_nats(self, piece: PlacedPiece) -> float:
        """Return the nats lost if the piece found at this place is of this kind, by its face."""
        here = [
            lost
            for found in self.seen
            if np.hypot(*np.subtract(found.piece.base_mm, piece.base_mm)) < self._apart_mm
            and (lost := self._lost_by_face(found, piece.kind)) is not None
        ]
        return min(here, default=0.0)

    def _lost_by_face(self, found: FoundPiece, kind: Kind) -> float | None:
        if kind not in self._layout.kinds.alike(found.piece.kind):
            return None
        return found.others.get((found.piece.space, kind), 0.0)

    def _best_place(
        self, likelihoods: LikelihoodMap, space: Space, kind: Kind, standing: Sequence[PlacedPiece]
    ) -> tuple[float, PlacedPiece]:
        free = np.flatnonzero(likelihoods.free(space, standing))
        bases, scores = self._layout.bases_mm(space)[free], likelihoods.scores(space)[:, free]
        lost = np.array([self._borders.outside_nats(piece.base_mm, space) for piece in self._came])
        came = np.array([piece.base_mm for piece in self._came]).reshape(-1, 2)
        if (near := (lost < PARAMS.decisive_nats) & clear_of(came, standing, PARAMS.place_reach_mm)).any():
            index = np.array([likelihoods.index_of(piece) for piece in self._came])[near]
            there = np.stack([likelihoods.support(index, number) for number in range(len(self._kinds))])
            bases = np.concatenate([bases, came[near]])
            scores = np.concatenate([scores, there - lost[near] / self._nats], 1)
        scores = self._as_kind(scores, kind)
        best = int(scores.argmax())
        return float(scores[best]), _piece(kind, space, bases[best])

    def _as_kind(self, scores: FloatMap, kind: Kind) -> FloatMap:
        """Return support for a kind that may look like another in bad light, (kinds, ...) -> (...)."""
        least = scores.max(0) - PARAMS.decisive_nats / self._nats
        return np.asarray(np.maximum(scores[self._kinds.index(kind)], least), dtype=np.float32)


def _lost_nats(found: FoundPiece, space: Space, kind: Kind) -> float:
    """Return the nats lost if a piece were another one; 0 for itself."""
    itself = (found.piece.space, found.piece.kind) == (space, kind)
    return 0.0 if itself else found.others.get((space, kind), PARAMS.whole_piece_nats)


def _piece(kind: Kind, space: Space, base_mm: Floats) -> PlacedPiece:
    return PlacedPiece(kind, space, (float(base_mm[0]), float(base_mm[1])))
