"""Learn this set's colours and shape from the set-up itself.

Every region holds one piece of each colour (E-002), so which piece is which is an assignment problem,
and colours, grounds and shape follow from it: expectation-maximisation, from broad guesses to what
really lies there. The same works for a position that is known already.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.base import PlacedPiece
from vision.fae import colours
from vision.fae.figures import RADIUS_MM, flat_index
from vision.fae.scene import (
    FULL_NATS,
    NUDGE_MM,
    START_SHAPE,
    Counts,
    Layout,
    clear_of,
    gains,
    ground_densities,
    support,
)

ROUNDS = 4
CLIP = 6.0
GUESS_SHARE = 0.15
FRONT_SHARE = 0.65
MOST_FOOT_MM = 5.0
UNLIKELY = 0.5
BARE_NATS = 1.0
OTHER_KIND_NATS, ONE_MORE_NATS = 5.0, 8.0
"""A space of the set-up that shows less is bare; another colour must be that much clearer to be believed, and
so much if there are not as many of it: who puts one too many of a colour here has too few elsewhere."""
LEAST_NATS = 1.0
GONE_SHARE = 0.1
"""A known piece that shows less, or by itself less than that share of what is usual, does not stand there."""
DOUBT_SHARE = 0.6
FOUND_SHARE = 0.5
"""One that shows less than the first share has gone if on another space one of its kind, which nobody knew
of, shows more by the second."""
EDGE_PX, SWEEPS = 1, 2
"""So wide an edge shows more of a piece; all are polished so often, as those nearby move, too."""
CROWD = 3
"""Where so many stand close together one hides another: what a single one shows says little."""


@dataclass(eq=False)
class LearntSetup:
    """What one picture of a known or set-up position taught.

    `palette` (kinds, BIN_COUNT) and `grounds` (labels, BIN_COUNT) are log densities, `shape` (n,) the
    chance that a point of the body is piece, `foot_mm` what `Layout` says, `usual` the log likelihood
    ratio piece : ground of a usual piece. `pieces` are those that were found; of a known position `missing`
    are found nowhere. `confidence` is the chance 0..1 that a space of the set-up was read right.
    """

    palette: npt.NDArray[np.float32]
    grounds: npt.NDArray[np.float32]
    shape: npt.NDArray[np.float32]
    foot_mm: float
    pieces: list[PlacedPiece]
    missing: list[PlacedPiece]
    usual: float
    confidence: dict[Space, float]


def learn(layout: Layout, bins: colours.Bins, known: Counts | None = None) -> LearntSetup:
    """Learn from a picture of the set-up, or of the `known` position."""
    kinds = layout.plan.kinds
    flat = bins.ravel()
    guess = np.stack([colours.plastic(kind) for kind in kinds])
    palette, shape = guess, START_SHAPE
    covered = np.zeros(flat.size, bool)
    grounds = ground_densities(layout, bins, covered)
    for round_ in range(ROUNDS):
        gain = gains(np.clip(palette.take(flat, 1) - grounds[layout.labels, flat], -CLIP, CLIP))
        margins: dict[Space, float] = {}
        if known is None:
            pieces, margins, likely = _assign_regions(layout, gain, shape)
        else:
            pieces = _place_known(layout, gain, shape, known)
            if round_ == ROUNDS - 1:
                pieces = _exchanged(layout, gain, shape, pieces)
            likely = [piece.kind for piece in pieces]
        if round_ == ROUNDS - 1:
            pieces = _polished(layout, gain, shape, pieces)
        index = layout.body_index(np.array([piece.base_mm for piece in pieces]))
        numbers = np.array([kinds.index(piece.kind) for piece in pieces])
        teachers = [_teachers(kind, pieces, likely) for kind in kinds]
        mine = gain[numbers[:, None], index]
        chance = shape * (mine + 1) / (shape * mine + 1)
        covered[:] = False
        covered[index[:, shape > 0.2]] = True
        palette = np.stack(
            [
                colours.mix(density_of(flat[index[those]], chance[those]), guess[n], 1 - GUESS_SHARE)
                for n, those in enumerate(teachers)
            ]
        )
        shape = np.clip(chance.mean(0), 0.02, 0.95).astype(np.float32)
        if round_ in (0, ROUNDS - 1):  # between them pieces hardly move: what they cover stays the same
            grounds = ground_densities(layout, bins, covered)
    foot_mm = _foot_mm(layout, gain, pieces)
    scores = support(mine, shape)
    usual = float(np.median(scores))
    nats = FULL_NATS / usual
    confidence = {space: float(1 / (1 + np.exp(-margin * nats))) for space, margin in margins.items()}
    missing: list[PlacedPiece] = []
    if known is not None:
        pieces, missing = _moved(layout, gain, shape, pieces, scores)
    else:
        seen = [_as_seen(layout, gain, shape, piece, nats, OTHER_KIND_NATS) for piece in pieces]
        counts, most = Counter(piece.kind for piece in seen if piece), len({*layout.plan.regions.values()})
        seen = [
            _as_seen(layout, gain, shape, piece, nats, ONE_MORE_NATS)
            if now and counts[now.kind] > most
            else now
            for piece, now in zip(pieces, seen, strict=True)
        ]
        confidence |= {p.space: UNLIKELY for p, s in zip(pieces, seen, strict=True) if s != p}
        pieces = [piece for piece in seen if piece is not None]
    bases = np.array([piece.base_mm for piece in pieces])
    bases = bases + foot_mm * layout.away(bases)
    pieces = [replace(p, base_mm=(float(x), float(y))) for p, (x, y) in zip(pieces, bases, strict=True)]
    return LearntSetup(palette, grounds, shape, foot_mm, pieces, missing, usual, confidence)


def _teachers(kind: Kind, pieces: list[PlacedPiece], likely: list[Kind]) -> npt.NDArray[np.bool_]:
    """The pieces (pieces,) to learn `kind` from: one that looks like another kind has none to teach."""
    wanted = np.array([piece.kind == kind for piece in pieces])
    sure = wanted & (np.array(likely) == kind)
    return sure if sure.any() else wanted


def _as_seen(
    layout: Layout,
    gain: npt.NDArray[np.float32],
    shape: npt.NDArray[np.float32],
    piece: PlacedPiece,
    nats: float,
    clearer_nats: float,
) -> PlacedPiece | None:
    """The piece that stands there even if a set-up wants another one; None when the space is bare."""
    kinds = layout.plan.kinds
    best = support(gain.take(layout.index(piece.space), 1), shape).max(1) * nats
    likely = int(best.argmax())
    if best[likely] < BARE_NATS:
        return None
    if best[likely] - best[kinds.index(piece.kind)] > clearer_nats:
        return replace(piece, kind=kinds[likely])
    return piece


def _foot_mm(layout: Layout, gain: npt.NDArray[np.float32], pieces: list[PlacedPiece]) -> float:
    """How much farther from the camera the pieces stand than where the body fits them best.

    Where along the line of sight a figure stands is what its height and shape leave open; the front
    of its base, where the ground begins, settles it.
    """
    bases = np.array([piece.base_mm for piece in pieces])
    numbers = np.array([layout.plan.kinds.index(piece.kind) for piece in pieces])
    steps_mm = np.arange(-16.0, 3.0)
    points = bases[:, None] + steps_mm[None, :, None] * layout.away(bases)[:, None]
    points = np.concatenate([points, np.full((*points.shape[:2], 1), -0.7)], -1)
    pixels = flat_index(layout.view.project(points), layout.view.size_px)
    inside = np.convolve((gain[numbers[:, None], pixels] > 0).mean(0), np.ones(3) / 3, "same")[1:-1]
    front_mm = steps_mm[1:-1][inside > FRONT_SHARE * inside[-5:].max()]
    if not len(front_mm):
        return 0.0
    return float(np.clip(RADIUS_MM + front_mm.min(), -MOST_FOOT_MM, MOST_FOOT_MM))


def density_of(bins: npt.NDArray[np.int32], weights: npt.NDArray[np.float32]) -> colours.LogDensity:
    """Log density of colour bins, each counted with its weight; any shapes alike."""
    counts = np.bincount(bins.ravel(), weights.ravel(), colours.BIN_COUNT)
    return colours.log_density(counts.astype(np.float32))


def _assign_regions(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32]
) -> tuple[list[PlacedPiece], dict[Space, float], list[Kind]]:
    """One piece a space, one of each kind a region: the best assignment, how clearly it is best, and the
    kind that each of the pieces looks like most."""
    kinds = layout.plan.kinds
    best: dict[Space, list[tuple[float, int]]] = {}
    for space in layout.plan.spaces:
        scores = support(gain.take(layout.index(space), 1), shape)
        places = scores.argmax(1)
        best[space] = [(float(scores[n, place]), int(place)) for n, place in enumerate(places)]
    pieces: list[PlacedPiece] = []
    likely: list[Kind] = []
    margins: dict[Space, float] = {}
    for region in sorted(set(layout.plan.regions.values())):
        spaces = [space for space in layout.plan.spaces if layout.plan.regions[space] == region]
        ranked = sorted(
            (
                (sum(best[space][n][0] for space, n in zip(spaces, order, strict=True)), order)
                for order in itertools.permutations(range(len(kinds)))
            ),
            reverse=True,
        )
        margins |= dict.fromkeys(spaces, ranked[0][0] - ranked[1][0])
        for space, n in zip(spaces, ranked[0][1], strict=True):
            x, y = layout.bases_mm(space)[best[space][n][1]]
            pieces.append(PlacedPiece(kinds[n], space, (float(x), float(y))))
            likely.append(kinds[max(range(len(kinds)), key=lambda kind: best[space][kind][0])])
    return pieces, margins, likely


def _place_known(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], known: Counts
) -> list[PlacedPiece]:
    """The best places for pieces that are known to be there; each claims the pixels it explains."""
    kinds = layout.plan.kinds
    free = gain.copy()
    pieces: list[PlacedPiece] = []
    for space, counts in known.items():
        todo: list[Kind] = [kind for kind, count in counts.items() for _ in range(count)]
        while todo:
            bases = layout.bases_mm(space)
            places = np.flatnonzero(clear_of(bases, pieces))
            if not len(places):
                places = np.arange(len(bases))
            index = layout.index(space)[places]
            scores = {kind: support(free[kinds.index(kind)].take(index), shape) for kind in set(todo)}
            kind = max(scores, key=lambda name: float(scores[name].max()))
            place = int(scores[kind].argmax())
            todo.remove(kind)
            x, y = bases[places][place]
            pieces.append(PlacedPiece(kind, space, (float(x), float(y))))
            _explain(layout, free, index[place, shape > 0.5])
    return pieces


def _explain(layout: Layout, free: npt.NDArray[np.float32], points: npt.NDArray[np.int32]) -> None:
    """Take pixels (n,) of a piece, and its edge, from what speaks for further ones, (kinds, h * w)."""
    free[:, layout.around(points, EDGE_PX)] = 0.0


def _exchanged(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], pieces: list[PlacedPiece]
) -> list[PlacedPiece]:
    """Known pieces; two of a space have changed places where both together fit better so: that they stand
    there was told, not which is which."""
    kinds, bases = layout.plan.kinds, [piece.base_mm for piece in pieces]
    fits = support(gain.take(layout.body_index(np.array(bases)), 1), shape)
    place = list(range(len(pieces)))
    for n, m in itertools.combinations(range(len(pieces)), 2):
        if pieces[n].space == pieces[m].space:
            first, second = (fits[kinds.index(pieces[each].kind)] for each in (n, m))
            if first[place[m]] + second[place[n]] > first[place[n]] + second[place[m]]:
                place[n], place[m] = place[m], place[n]
    return [replace(piece, base_mm=bases[n]) for piece, n in zip(pieces, place, strict=True)]


def _polished(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], pieces: list[PlacedPiece]
) -> list[PlacedPiece]:
    """The pieces where they fit best nearby, each beside what all others cover."""
    kinds, placed = layout.plan.kinds, list(pieces)
    covered = np.zeros(layout.labels.size, np.int16)

    def cover(piece: PlacedPiece, more: int) -> None:
        covered[np.unique(layout.around(layout.body(piece.base_mm)[shape > 0.5], EDGE_PX))] += more

    for piece in placed:
        cover(piece, 1)
    for n in [*range(len(placed))] * SWEEPS:
        piece = placed[n]
        cover(piece, -1)
        bases = np.array(piece.base_mm) + NUDGE_MM
        bases = bases[clear_of(bases, placed[:n] + placed[n + 1 :])]
        if len(bases):
            index = layout.body_index(bases)
            mine = gain[kinds.index(piece.kind)].take(index)
            x, y = bases[int(support(np.where(covered[index] > 0, np.float32(0), mine), shape).argmax())]
            placed[n] = replace(piece, base_mm=(float(x), float(y)))
        cover(placed[n], 1)
    return placed


def _moved(
    layout: Layout,
    gain: npt.NDArray[np.float32],
    shape: npt.NDArray[np.float32],
    known: list[PlacedPiece],
    scores: npt.NDArray[np.float32],
) -> tuple[list[PlacedPiece], list[PlacedPiece]]:
    """The known pieces where they stand, be it elsewhere, and those that stand nowhere.

    `scores` (pieces,) is the support of each where it should be.
    """
    usual = float(np.median(scores))
    gone = max(GONE_SHARE * usual, LEAST_NATS)
    crowd = Counter(piece.space for piece in known)
    free = gain.copy()
    standing: list[PlacedPiece] = []
    doubtful: list[tuple[PlacedPiece, float]] = []
    for piece, score in zip(known, scores, strict=True):
        if score < (DOUBT_SHARE * usual if crowd[piece.space] < CROWD else LEAST_NATS):
            doubtful.append((piece, float(score)))
        else:
            standing.append(piece)
            _explain(layout, free, layout.body(piece.base_mm)[shape > 0.5])
    missing: list[PlacedPiece] = []
    for piece, score in doubtful:
        least = FOUND_SHARE * usual + max(score, 0.0)
        if found := _elsewhere(layout, free, shape, piece, standing, least):
            standing.append(found)
            _explain(layout, free, layout.body(found.base_mm)[shape > 0.5])
        else:
            (missing if score < gone else standing).append(piece)
    return standing, missing


def _elsewhere(
    layout: Layout,
    free: npt.NDArray[np.float32],
    shape: npt.NDArray[np.float32],
    piece: PlacedPiece,
    standing: list[PlacedPiece],
    least: float,
) -> PlacedPiece | None:
    """Where on another space such a piece shows most, clear of the others, if it is more than `least`."""
    mine = free[layout.plan.kinds.index(piece.kind)]
    best, found = least, None
    for space in layout.plan.spaces:
        bases = layout.bases_mm(space)
        places = np.flatnonzero(clear_of(bases, standing) & layout.inside(bases, RADIUS_MM))
        if space == piece.space or not len(places):
            continue
        scores = support(mine.take(layout.index(space)[places]), shape)
        place = int(scores.argmax())
        if scores[place] > best:
            x, y = bases[places][place]
            best, found = float(scores[place]), replace(piece, space=space, base_mm=(float(x), float(y)))
    return found
