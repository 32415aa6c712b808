"""Read the pieces in one picture: which stand still, which left, which came.

Every pixel has three possible stories: the printed ground, a piece of some colour, or "as before".
Pieces are explained nearest first, each claiming the pixels it covers, so that what stands behind is
judged only by what can be seen of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.calibrate import Floats
from vision.change import Comparison
from vision.learn import CLIP
from vision.scene import FULL_NATS, Layout, Piece, clear_of, support

FloatMap = npt.NDArray[np.float32]
Index = npt.NDArray[np.int32]

PLATE_SHARE = 0.97
"""Where the bare ground was seen before, so many of its pixels look like then, or like then in a shadow."""
GUESS_SHARE = 0.5
UNKNOWN_WEIGHT = 0.5
"""Where it was not, the ground's usual colours are a weaker witness: they are wrong for whole patches."""
SAME_SHARE = 0.6
NUDGE_MM = 1.5 * np.array([(x, y) for x in range(-4, 5) for y in range(-4, 5) if x * x + y * y <= 16])
PIECE_SHARE = 0.30
"""A piece must have at least this share of the usual support of a whole one, or …"""
NUDGED_SHARE = 0.3
"""A place nearby must explain the picture by that much better before a piece counts as pushed aside."""
VISIBLE_SHARE = 0.45
"""… this share of what its visible part can give."""
HIDDEN_SHARE = 0.12
PLACE_SIGMA_MM = 3.5
HIDDEN_NATS = 2.0
"""What it costs to believe in a piece of which hardly anything can be seen."""
COLOUR_NATS = 8.0
"""Colour alone is never stronger evidence: light spoils all pixels of a piece alike."""
MARGIN_PX = 2
MOST_MORE = 1
"""Pieces more than left may seem to come, one for every eight that left or spaces that changed on top."""


@dataclass(eq=False)
class Sight:
    """One picture in working size, brought to the light of the learnt colours.

    `bins` are the colours, flat over pixels; `ground` compares with the bare ground and `before` with
    the picture before. Where the ground was never seen (not `known`, flat) its surroundings stand in.
    """

    bins: npt.NDArray[np.int32]
    ground: Comparison
    before: Comparison
    known: npt.NDArray[np.bool_]


@dataclass(eq=False)
class Seen:
    """A piece that was found, and how much the picture speaks for it.

    `nats` is the log likelihood lost if it were not there; `others` what is lost if it were of
    another kind or counted for another space.
    """

    piece: Piece
    nats: float
    others: dict[tuple[Space, Kind], float]


class PieceReader:
    """Explains a picture by pieces on a layout, with learnt colours and shape."""

    def __init__(
        self, layout: Layout, palette: FloatMap, grounds: FloatMap, shape: FloatMap, usual: float
    ) -> None:
        self.layout, self.palette, self.grounds, self.shape = layout, palette, grounds, shape
        self.usual = usual
        self.kinds = layout.plan.kinds
        self.solid = shape > 0.4
        width = layout.view.size_px[0]
        reach = range(-MARGIN_PX, MARGIN_PX + 1)
        self.margin = np.array([y * width + x for x in reach for y in reach if x * x + y * y <= 5], np.int32)

    def read(self, sight: Sight, pieces: Sequence[Piece], touched: Collection[Space]) -> list[Seen]:
        """The pieces of the `touched` spaces; `pieces` are all those of the picture before.

        Afterwards `claimed` says of each pixel whether a piece explains it, and `too_many` whether so much
        came that it must be something else.
        """
        self._weigh(sight, touched)
        self.claimed = np.zeros(sight.bins.size, bool)
        for piece in pieces:
            if piece.space not in touched:
                self._claim(self._own_index(piece))
        before = [piece for piece in pieces if piece.space in touched]
        kept = [found for piece in self._near_first(before) if (found := self._follow(piece)) is not None]
        self.left = Counter(p.space for p in before) - Counter(p.space for p in kept)
        outside = self.claimed.copy()
        for piece in kept:
            self._claim(self._own_index(piece))
        others = [piece for piece in pieces if piece.space not in touched]
        gone = len(before) - len(kept)
        most = gone + MOST_MORE + (len(touched) + gone) // 8
        self.kept, self.others, self.outside = kept, others, outside.copy()
        arrivals = self._arrivals(touched, [*others, *kept], most)
        self.claimed = outside
        seen = self._confirm(kept + arrivals)
        self.standing = others + [s.piece for s in seen]
        self.too_many = len(seen) > len(kept) + most
        return seen

    def fit(self, wanted: Mapping[Space, Mapping[Kind, int]]) -> float:
        """Nats for the best arrangement of exactly the `wanted` pieces on the touched spaces.

        Compared with other arrangements on the same spaces only: bare ground everywhere is 0.
        """
        todo = [
            (space, kind) for space, counts in wanted.items() for kind, n in counts.items() for _ in range(n)
        ]
        self.claimed = self.outside.copy()
        placed: list[Piece] = []
        for piece in self.kept:
            if (piece.space, piece.kind) in todo:
                todo.remove((piece.space, piece.kind))
                placed.append(piece)
                self._claim(self._own_index(piece))
        while todo:
            best: tuple[float, Piece] | None = None
            for space, kind in set(todo):
                score, base = self._best_place(space, kind, [*self.others, *placed])
                if best is None or score > best[0]:
                    best = score, Piece(kind, space, base)
            assert best is not None
            todo.remove((best[1].space, best[1].kind))
            placed.append(best[1])
            self._claim(self._own_index(best[1]))
        self.claimed = self.outside.copy()
        total = 0.0
        for piece in self._near_first(placed):
            index = self._own_index(piece)
            score = float(self._as_kind(index, piece.kind, stays=piece in self.kept)) * FULL_NATS / self.usual
            total += score if score > PIECE_SHARE * FULL_NATS else min(score, 0.0) - HIDDEN_NATS
            self._claim(index)
        return total

    def _best_place(
        self, space: Space, kind: Kind, standing: Sequence[Piece]
    ) -> tuple[float, tuple[float, float]]:
        free = self._free_places(space, standing)
        if not free.any():
            free[:] = True
        scores = self._as_kind(self.layout.index(space)[free], kind)
        best = int(scores.argmax())
        x, y = self.layout.bases_mm(space)[free][best]
        return float(scores[best]), (float(x), float(y))

    def _as_kind(self, index: Index, kind: Kind, stays: bool = False) -> FloatMap:
        """Support for a piece of a kind that may look like another in bad light, at places (..., n)."""
        scores = np.stack(
            [support(self._ratios(index, n, stays), self.shape) for n in range(len(self.kinds))]
        )
        most = COLOUR_NATS * self.usual / FULL_NATS
        own = scores[self.kinds.index(kind)]
        return np.asarray(np.maximum(own, scores.max(0) - most), dtype=np.float32)

    def best_addition(self, space: Space) -> dict[Kind, float]:
        """Nats lost if one more piece of each kind stood on the space unseen; little where it may hide."""
        free = self._free_places(space, self.standing)
        if not free.any():
            free[:] = True
        best = self._scores(self.layout.index(space)[free]).max(1)
        return {
            kind: float(max(0.0, HIDDEN_NATS - best[n] * FULL_NATS / self.usual))
            for n, kind in enumerate(self.kinds)
        }

    def best_place(self, space: Space, kind: Kind, standing: Sequence[Piece]) -> tuple[float, float]:
        """Where one more piece of the kind stands best among the others, in board mm."""
        return self._best_place(space, kind, standing)[1]

    # -- steps

    def _near_first(self, pieces: list[Piece]) -> list[Piece]:
        centre = self.layout.view.centre_mm[:2]
        return sorted(pieces, key=lambda piece: float(np.hypot(*(np.array(piece.base_mm) - centre))))

    def _follow(self, piece: Piece) -> Piece | None:
        """The piece where it stands now, pushed aside by a few mm perhaps; None when it left."""
        number = self.kinds.index(piece.kind)
        ratios = self._ratios(self._own_index(piece), number, stays=True)
        stays = float(support(ratios, self.shape))
        bases = np.array(piece.base_mm) + NUDGE_MM
        scores = support(self._ratios(self.layout.body_index(bases), number), self.shape)
        best = int(scores.argmax())
        if self._enough(stays, ratios) and scores[best] < stays + NUDGED_SHARE * self.usual:
            return piece
        if scores[best] > PIECE_SHARE * self.usual:
            return Piece(piece.kind, piece.space, (float(bases[best, 0]), float(bases[best, 1])))
        return None

    def _arrivals(self, touched: Collection[Space], standing: Sequence[Piece], most: int) -> list[Piece]:
        """New pieces, best first, until nothing unexplained looks like one."""
        arrivals: list[Piece] = []
        places = {space: self._free_places(space, standing) for space in touched}
        scores = {
            space: self._scores(self.layout.index(space)[free])
            for space, free in places.items()
            if free.any()
        }
        while scores:
            space = max(scores, key=lambda s: float(scores[s].max()))
            number, place = np.unravel_index(int(scores[space].argmax()), scores[space].shape)
            if scores[space][number, place] < PIECE_SHARE * self.usual or len(arrivals) > most:
                break
            x, y = self._polish(
                self.layout.bases_mm(space)[places[space]][place], int(number), [*standing, *arrivals]
            )
            arrivals.append(Piece(self.kinds[number], space, (x, y)))
            mine = self._own_index(arrivals[-1])
            self._claim(mine)
            changed = np.zeros(self.claimed.size, bool)
            changed[mine] = True
            for other in list(scores):
                if changed[self.layout.index(other)].any():
                    places[other] = self._free_places(other, [*standing, *arrivals])
                    del scores[other]
                    if places[other].any():
                        scores[other] = self._scores(self.layout.index(other)[places[other]])
        return arrivals

    def _free_places(self, space: Space, standing: Sequence[Piece]) -> npt.NDArray[np.bool_]:
        return clear_of(self.layout.bases_mm(space), standing)

    def _polish(self, base_mm: Floats, number: int, standing: Sequence[Piece]) -> tuple[float, float]:
        """The best place near a candidate, still clear of the pieces that stand there."""
        bases = base_mm + NUDGE_MM * 0.7
        clear = clear_of(bases, standing)
        if clear.any():
            bases = bases[clear]
        scores = support(self._ratios(self.layout.body_index(bases), number), self.shape)
        x, y = bases[int(scores.argmax())]
        return float(x), float(y)

    def _confirm(self, pieces: list[Piece]) -> list[Seen]:
        """Weigh each piece by what the nearer ones leave visible of it; drop what nothing speaks for."""
        seen = []
        for piece in self._near_first(pieces):
            number = self.kinds.index(piece.kind)
            index = self._own_index(piece)
            ratios = self._ratios(index, number, stays=True)
            score = float(support(ratios, self.shape))
            visible = self._visible(index)
            if visible > HIDDEN_SHARE and not self._enough(score, ratios):
                continue
            others: dict[tuple[Space, Kind], float] = {}
            for other in range(len(self.kinds)):
                if other != number:
                    loss = score - float(support(self._ratios(index, other), self.shape))
                    others[piece.space, self.kinds[other]] = min(
                        max(0.0, loss) * FULL_NATS / self.usual, COLOUR_NATS
                    )
            if piece not in self.kept:
                for space, loss in self._neighbours(piece).items():
                    others[space, piece.kind] = loss
                    others |= {
                        (space, k): loss + others[piece.space, k] for k in self.kinds if k != piece.kind
                    }
            seen.append(Seen(piece, max(0.0, score) * FULL_NATS / self.usual, others))
            self._claim(index)
        return seen

    def _neighbours(self, piece: Piece) -> dict[Space, float]:
        """Nats lost if a new piece near a border stood on its other side, for each space there."""
        losses: dict[Space, float] = {}
        for space, polygon in self.layout.plan.spaces.items():
            outside_mm = -cv2.pointPolygonTest(polygon.astype(np.float32), piece.base_mm, True)
            if space != piece.space and outside_mm < 3 * PLACE_SIGMA_MM:
                losses[space] = 0.5 * (outside_mm / PLACE_SIGMA_MM) ** 2
        return losses

    # -- pixels

    def _own_index(self, piece: Piece) -> Index:
        return np.asarray(self.layout.body_index(np.array([piece.base_mm]))[0], dtype=np.int32)

    def _claim(self, index: Index) -> None:
        points = (index[self.solid][:, None] + self.margin).ravel()
        self.claimed[np.clip(points, 0, self.claimed.size - 1)] = True

    def _visible(self, index: Index) -> float:
        solid = index[self.solid]
        return float(1 - self.claimed[solid].mean())

    def _enough(self, score: float, ratios: FloatMap) -> bool:
        reachable = self.usual * float((ratios[self.solid] != 0).mean())
        return score > max(VISIBLE_SHARE * reachable, HIDDEN_SHARE * self.usual)

    def _scores(self, index: Index) -> FloatMap:
        """Support for a new piece of every kind at every place, shape (kinds, places)."""
        return np.stack([support(self._ratios(index, n), self.shape) for n in range(len(self.kinds))])

    def _ratios(self, index: Index, number: int, stays: bool = False) -> FloatMap:
        """Log likelihood ratio piece : ground at pixels `index`; 0 where another piece claims them."""
        ratios = (self.stays if stays else self.comes)[number][index]
        ratios[self.claimed[index]] = 0.0
        return np.asarray(ratios, dtype=np.float32)

    def _weigh(self, sight: Sight, touched: Collection[Space]) -> None:
        """Ratios of every kind : ground for all pixels the touched spaces' pieces may cover.

        `comes` for pieces that may have come, `stays` for those that stood there in the picture before.
        """
        area = np.zeros(sight.bins.size, np.uint8)
        for space in touched:
            area[self.layout.index(space).ravel()] = 1
        image = area.reshape(self.layout.view.size_px[1], -1)
        pixels = np.flatnonzero(cv2.dilate(image, np.ones((15, 15), np.uint8)))
        bins, known = sight.bins[pixels], sight.known[pixels]
        plate, same = sight.ground.ground_density(pixels), sight.before.same_density(pixels)
        share = np.where(known, np.float32(PLATE_SHARE), np.float32(GUESS_SHARE))
        ground = self.grounds[self.layout.labels[pixels], bins]
        ground = np.logaddexp(ground + np.log(1 - share), plate + np.log(share))
        weight = np.where(known, np.float32(1), np.float32(UNKNOWN_WEIGHT))
        self.comes = np.zeros((len(self.kinds), sight.bins.size), np.float32)
        self.stays = np.zeros_like(self.comes)
        for number, density in enumerate(self.palette):
            piece = density[bins]
            self.comes[number, pixels] = weight * np.clip(piece - ground, -CLIP, CLIP)
            piece = np.logaddexp(piece + np.log(1 - SAME_SHARE), same + np.log(SAME_SHARE))
            self.stays[number, pixels] = np.clip(piece - ground, -CLIP, CLIP)
