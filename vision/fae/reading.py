"""Read the pieces in one picture: which stand still, which left, which came.

Every pixel has three possible stories: the printed ground, a piece of some colour, or "as before".
Pieces are explained nearest first, each claiming the pixels it covers, so that what stands behind is
judged only by what can be seen of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.arrays import FloatMap, Floats
from vision.base import PlacedPiece
from vision.fae.borders import BEYOND_NATS, Borders
from vision.fae.likelihood_map import LikelihoodMap
from vision.fae.scene import FULL_NATS, NUDGE_MM, clear_of

Flags = npt.NDArray[np.bool_]

POLISH_MM = 0.7 * NUDGE_MM
PIECE_SHARE = 0.30
"""A new piece must have at least this share of the usual support of a whole one."""
NUDGED_SHARE = 0.3
"""A place nearby must explain the picture by that much better before a piece counts as pushed aside."""
VISIBLE_SHARE = 0.45
"""A piece that stays must have this share of what its visible part can give …"""
HIDDEN_SHARE = 0.12
"""… and this of a whole one's, unless less than this share of it can be seen."""
CLEAR_SHARE = 0.8
STILL_SHARE = 0.35
"""Where less of what is visible of a piece's place shows what it did, it does not stand there as it did."""
AS_BEFORE_SHARE, COLOUR_SHARE = 0.9, 0.1
"""Where less of a piece in clear view looks as before it is bare ground that is like it, unless so much of
its colour is seen there."""
WHOLE_SHARE = 0.9
"""What has less of a piece's usual support and seems to stand at the edge of the board is on its frame."""
CLOSE_MM, CLOSE_SHARE = 6.0, 0.5
"""Two pieces may seem to stand that close, as it is not known better where they do; of the second one so much
is seen at least."""
PLAIN_SHARE = 0.75
"""A piece with so much of the usual support is one, whatever its colour."""
UNCHANGED_SHARE = 0.05
"""Where no more of what a piece covers looks otherwise than before none came."""
CHANGED_SHARE, CALM = 0.25, 12
"""Where a piece came so much of what it covers looks otherwise; where more spaces do, that tells nothing."""
IN_VIEW_SHARE = 0.4
"""Of a piece that could be seen that far, something would be seen."""
MOST_MORE = 2
"""Pieces more than left may seem to come, one for every eight that left or spaces that changed on top."""
HIDDEN_NATS = 2.0
"""What it costs to believe in a piece of which hardly anything can be seen."""
COLOUR_NATS = 8.0
"""Colour alone is never stronger evidence: light spoils all pixels of a piece alike."""


@dataclass(eq=False)
class FoundPiece:
    """A piece that was found, and how much the picture speaks for it.

    `nats` is the log likelihood lost if it were not there; `others` what is lost if it were of
    another kind or counted for another space.
    """

    piece: PlacedPiece
    nats: float
    others: dict[tuple[Space, Kind], float]


class PieceReader:
    """Explains one picture by pieces; `pieces` are all those of the picture before.

    `seen` are the pieces of the `touched` spaces, `stood` counts those of the picture before on each space,
    `left` those of them that no longer stand where they stood, `gone` those whose place is in clear view,
    `claimed` (h * w,) says which pixels pieces explain, and `too_many` whether so much came that it must be
    something else. What lies under `hidden` (h * w,) pixels is not judged. Pieces may have been `pushed`.
    """

    def __init__(
        self,
        field: LikelihoodMap,
        pieces: Sequence[PlacedPiece],
        touched: Collection[Space],
        hidden: Flags,
        pushed: bool = True,
    ) -> None:
        self.touched, self._pushed = touched, pushed
        self._layout, self._kinds = field.layout, field.layout.plan.kinds
        self._usual = field.learnt.usual
        self._nats = FULL_NATS / self._usual
        self._borders = Borders(field.layout)
        self._others = [piece for piece in pieces if piece.space not in touched]
        self._bare = field.around(touched)
        self._bare.claimed |= hidden
        self._bare.claim(*self._others)
        before = self._before = self._near_first([piece for piece in pieces if piece.space in touched])
        followed = [(piece, self._follow(piece)) for piece in before]
        self._kept = [found for _, found in followed if found is not None]
        most = len(before) - sum(piece.seen for piece in self._kept)
        most += MOST_MORE + (len(touched) + most) // 8
        arrivals = self._arrivals(touched, most)
        self._came = self._settled(arrivals) if arrivals else []
        self._full = self._bare.fork()
        self.seen = self._confirm(self._kept + self._came, self._full)
        self.claimed = self._full.claimed
        stand = [found.piece for found in self.seen]
        lost = [piece for piece, found in followed if found not in stand]
        self.stood = Counter(piece.space for piece in before)
        self.left = Counter(piece.space for piece in lost)
        self.gone = Counter(piece.space for piece in lost if self._in_view(piece))
        self.more = len(self.seen) - len(before)
        self.too_many = len(self.seen) > len(self._kept) + most

    def fit(self, wanted: Mapping[Space, Mapping[Kind, int]]) -> float:
        """Nats for the best arrangement of exactly the `wanted` pieces on the touched spaces.

        Compared with other arrangements on the same spaces only: bare ground everywhere is 0.
        """
        todo = Counter({(space, kind): n for space, counts in wanted.items() for kind, n in counts.items()})
        field = self._bare.fork()
        placed: list[PlacedPiece] = []
        for piece in self._kept:
            if piece.seen and todo[piece.space, piece.kind] > 0:
                todo[piece.space, piece.kind] -= 1
                placed.append(piece)
        field.claim_kept(placed)
        while todo := +todo:
            standing = [*self._others, *placed]
            found = [self._best_place(field, space, kind, standing) for space, kind in todo]
            best = max(found, key=lambda one: one[0])[1]
            todo[best.space, best.kind] -= 1
            placed.append(best)
            field.claim(best)
            self._shade(field, placed)
        field = self._bare.fork()
        total = 0.0
        for piece in self._near_first(placed):
            self._shade(field, placed, piece)
            index, stays = field.index_of(piece), piece in self._before
            scores = np.array([field.support(index, n, stays) for n in range(len(self._kinds))])
            nats = float(self._as_kind(scores, piece.kind)) * self._nats
            total += nats if nats > PIECE_SHARE * FULL_NATS else min(nats, 0.0) - HIDDEN_NATS
            total -= self._borders.beyond(piece.base_mm, piece.space)
            self._claim(field, piece)
        return total

    def addition(self, space: Space) -> dict[Kind, float]:
        """Nats lost if one more piece of each kind stood on the space unseen; little where it may hide."""
        free = self._full.free(space, [*self._others, *(seen.piece for seen in self.seen)])
        best = self._full.scores(space)[:, free].max(1) * self._nats
        return {kind: float(max(0.0, HIDDEN_NATS - best[n])) for n, kind in enumerate(self._kinds)}

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """How many pieces that may well be of these kinds, and the space's, are seen where none stood.

        One that hardly differs from its ground is seen where it fits and something changed, be it that the
        print no longer shows.
        """
        seen = sum(
            found.piece not in self._kept
            and (
                any(_lost(found, space, kind) < COLOUR_NATS for kind in kinds)
                or (found.piece.space == space and found.nats > PLAIN_SHARE * FULL_NATS)
            )
            for found in self.seen
        )
        return seen or int(any(self._faintly(space, kind) for kind in kinds))

    def best_place(self, space: Space, kind: Kind, standing: Sequence[PlacedPiece]) -> PlacedPiece:
        """One more piece of the kind where it stands best among the others."""
        return self._best_place(self._full, space, kind, standing)[1]

    # -- steps

    def _shade(
        self, field: LikelihoodMap, pieces: Sequence[PlacedPiece], but: PlacedPiece | None = None
    ) -> None:
        """Pieces cast their shadows, but for one, and for those that were seen with theirs before."""
        field.cast(*(piece for piece in pieces if piece not in self._before and piece is not but))

    def _faintly(self, space: Space, kind: Kind) -> bool:
        if len(self.touched) > CALM:
            return False
        standing = [*self._others, *(found.piece for found in self.seen)]
        score, piece = self._best_place(self._full, space, kind, standing)
        index = self._full.index_of(piece)
        covered = self._full.kept_share(index) < STILL_SHARE
        changed = covered or self._full.changed_share(index) > CHANGED_SHARE
        return score * self._nats > HIDDEN_NATS and changed

    def _in_view(self, piece: PlacedPiece) -> bool:
        return self._full.visible(self._full.index_of(piece)) > IN_VIEW_SHARE

    def _claim(self, field: LikelihoodMap, piece: PlacedPiece) -> None:
        if piece in self._before:
            field.claim_kept([piece])
        else:
            field.claim(piece)

    def _near_first(self, pieces: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        centre = self._layout.view.centre_mm[:2]
        return sorted(pieces, key=lambda piece: float(np.hypot(*(np.array(piece.base_mm) - centre))))

    def _follow(self, piece: PlacedPiece) -> PlacedPiece | None:
        """The piece where it stands now, pushed aside by a few mm perhaps; None when it left. Of one that was
        never seen nothing tells."""
        if not piece.seen:
            return piece
        number = self._kinds.index(piece.kind)
        index = self._bare.index_of(piece)
        stays = float(self._bare.support(index, number, stays=True))
        bases = np.array(piece.base_mm) + NUDGE_MM
        scores = self._bare.near(bases, number)
        best = int(scores.argmax())
        enough = self._bare.enough(index, number, VISIBLE_SHARE, HIDDEN_SHARE, stays=True)
        still = self._bare.kept_share(index) > STILL_SHARE
        if not (still or self._pushed):
            return None
        alike = self._bare.visible(index) > CLEAR_SHARE and stays < AS_BEFORE_SHARE * self._usual
        if alike and scores[best] < COLOUR_SHARE * self._usual:
            return None
        if not still and scores[best] < VISIBLE_SHARE * self._usual * self._bare.visible(index):
            return None
        if enough and scores[best] < stays + NUDGED_SHARE * self._usual:
            return piece
        if scores[best] > PIECE_SHARE * self._usual:
            bases = bases[best] + POLISH_MM
            return _piece(piece.kind, piece.space, bases[int(self._bare.near(bases, number).argmax())])
        return None

    def _arrivals(self, touched: Collection[Space], most: int) -> list[PlacedPiece]:
        """New pieces, best first, until nothing unexplained looks like one, or one more than `most`."""
        field = self._bare.fork()
        field.claim_kept(self._kept)
        arrivals: list[PlacedPiece] = []
        while touched and len(arrivals) <= most:
            standing = [*self._others, *self._kept, *arrivals]
            likely = []
            for space in touched:
                bases, scores = self._layout.bases_mm(space), field.scores(space)
                clear = clear_of(bases, standing, CLOSE_MM) & (scores > CLOSE_SHARE * self._usual)
                scores = np.where(clear | clear_of(bases, standing), scores, -np.inf).ravel()
                likely.append((float(scores.max()), space, int(scores.argmax())))
            score, space, best = max(likely, key=lambda one: one[0])
            number, place = divmod(best, len(self._layout.bases_mm(space)))
            if score < PIECE_SHARE * self._usual:
                break
            bases = self._layout.bases_mm(space)[place] + POLISH_MM
            bases = bases[clear_of(bases, standing, CLOSE_MM)]
            base_mm = bases[int(field.near(bases, number).argmax())]
            found = _piece(self._kinds[number], space, base_mm)
            on_frame = score < WHOLE_SHARE * self._usual and not self._layout.inside(base_mm)
            if on_frame or field.changed_share(field.index_of(found)) < UNCHANGED_SHARE:
                self._bare.claim(found)
            else:
                arrivals.append(found)
            field.claim(found)
            self._shade(field, [*self._kept, *arrivals])
        return arrivals

    def _settled(self, arrivals: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        """The new pieces that are believed, where they fit best if only what is nearer covers them."""
        believed = [*self._believed([*self._kept, *arrivals], self._bare.fork())]
        field = self._bare.fork()
        settled: list[PlacedPiece] = []
        self._shade(field, believed)
        for piece in self._near_first([*self._kept, *(p for p in believed if p in arrivals)]):
            if piece in arrivals:
                bases = np.array(piece.base_mm) + NUDGE_MM
                bases = bases[clear_of(bases, [*self._others, *self._kept, *settled], CLOSE_MM)]
                if len(bases):
                    scores = field.near(bases, self._kinds.index(piece.kind))
                    piece = _piece(piece.kind, piece.space, bases[int(scores.argmax())])
                    its = self._borders.likeliest(piece.base_mm, piece.space, self.touched)
                    piece = replace(piece, space=its)
                settled.append(piece)
            field.claim(piece)
        return settled

    def _believed(self, pieces: Sequence[PlacedPiece], field: LikelihoodMap) -> Iterator[PlacedPiece]:
        """The pieces, the nearest first, for which something speaks that nearer ones leave visible."""
        for piece in self._near_first(pieces):
            self._shade(field, pieces, piece)
            number, index = self._kinds.index(piece.kind), field.index_of(piece)
            stays = piece in self._before
            share = VISIBLE_SHARE if stays else PIECE_SHARE
            hidden = not piece.seen or field.visible(index) <= HIDDEN_SHARE
            if hidden or field.enough(index, number, share, HIDDEN_SHARE, stays):
                yield piece
                self._claim(field, piece)

    def _confirm(self, pieces: Sequence[PlacedPiece], field: LikelihoodMap) -> list[FoundPiece]:
        """Weigh each piece that is believed, and what else it might be."""
        seen = []
        for piece in self._believed(pieces, field):
            number, index = self._kinds.index(piece.kind), field.index_of(piece)
            stays = piece in self._before
            score = float(field.support(index, number, stays)) if piece.seen else 0.0
            losses = {}
            for other, kind in enumerate(self._kinds):
                loss = (score - float(field.support(index, other))) * self._nats if other != number else 0.0
                losses[kind] = min(max(0.0, loss), COLOUR_NATS)
            spaces = {piece.space: 0.0} | ({} if stays else self._borders.neighbours(piece))
            others = {
                (space, kind): far + loss for space, far in spaces.items() for kind, loss in losses.items()
            }
            del others[piece.space, piece.kind]
            seen.append(FoundPiece(piece, max(0.0, score) * self._nats, others))
        self._shade(field, [found.piece for found in seen])
        return seen

    def _best_place(
        self, field: LikelihoodMap, space: Space, kind: Kind, standing: Sequence[PlacedPiece]
    ) -> tuple[float, PlacedPiece]:
        free = np.flatnonzero(field.free(space, standing))
        bases, scores = self._layout.bases_mm(space)[free], field.scores(space)[:, free]
        lost = np.array([self._borders.beyond(piece.base_mm, space) for piece in self._came])
        came = np.array([piece.base_mm for piece in self._came]).reshape(-1, 2)
        if (near := (lost < BEYOND_NATS) & clear_of(came, standing, CLOSE_MM)).any():
            index = np.array([field.index_of(piece) for piece in self._came])[near]
            there = np.stack([field.support(index, number) for number in range(len(self._kinds))])
            bases = np.concatenate([bases, came[near]])
            scores = np.concatenate([scores, there - lost[near] / self._nats], 1)
        scores = self._as_kind(scores, kind)
        best = int(scores.argmax())
        return float(scores[best]), _piece(kind, space, bases[best])

    def _as_kind(self, scores: FloatMap, kind: Kind) -> FloatMap:
        """Support for a piece of a kind that may look like another in bad light, (kinds, ...) -> (...)."""
        least = scores.max(0) - COLOUR_NATS / self._nats
        return np.asarray(np.maximum(scores[self._kinds.index(kind)], least), dtype=np.float32)


def _lost(found: FoundPiece, space: Space, kind: Kind) -> float:
    """Nats lost if a piece were another one; 0 for itself."""
    itself = (found.piece.space, found.piece.kind) == (space, kind)
    return 0.0 if itself else found.others.get((space, kind), FULL_NATS)


def _piece(kind: Kind, space: Space, base_mm: Floats) -> PlacedPiece:
    return PlacedPiece(kind, space, (float(base_mm[0]), float(base_mm[1])))
