"""Learn colours and shape of this set from the set-up itself.

Takes the first picture in colour bins; returns a `LearntSetup`. If every group of spaces holds one piece of
each kind, assigning pieces is an assignment problem, and colours, grounds and shape follow from it:
expectation-maximisation from broad priors. The same works for a position that is known.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.base import PlacedPiece
from vision.board import colours
from vision.board.figures import flat_index
from vision.board.likelihood_map import LearntColours, LikelihoodMap
from vision.board.params import PARAMS
from vision.board.piece_kinds import PieceKinds
from vision.board.scene import (
    NUDGE_MM,
    Counts,
    GroundDensities,
    Layout,
    clear_of,
    gains,
    ground_densities,
    support,
)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A set-up in which each group of spaces holds one piece of every kind, one on each space."""

    groups: Mapping[Space, int]


@dataclass(eq=False)
class LearntSetup:
    """Result of learning from one picture of a known or set-up position.

    `palette` (kinds, BIN_COUNT) and `grounds` are log densities, `shape` (kinds, n) the chance that a point
    of the body shows the piece, `foot_mm` as in `Layout`, `usual` the median log likelihood ratio piece :
    ground, `scale` as in `LearntColours`. `pieces` are those found; `missing` those of a known position found
    nowhere. `confidence` is the chance 0..1 that a space of the set-up was read correctly.
    """

    palette: npt.NDArray[np.float32]
    grounds: GroundDensities
    shape: npt.NDArray[np.float32]
    foot_mm: float
    pieces: list[PlacedPiece]
    missing: list[PlacedPiece]
    usual: float
    confidence: dict[Space, float]
    scale: npt.NDArray[np.float32]


def learn(layout: Layout, bins: colours.Bins, known: Counts | Dealt) -> LearntSetup:
    """Learn from a picture of the `known` position, or of a set-up whose pieces were `Dealt`."""
    kinds = layout.kinds.names
    flat, most = bins.ravel(), PARAMS.max_point_nats
    guess = np.stack([colours.expected(kind.colour) for kind in layout.kinds])
    palette, shape = guess, layout.kinds.start_shape
    taken = covered = taken_spaces(layout, known)
    grounds = ground_densities(layout, bins, covered)
    if not known:
        usual = PARAMS.unseen_point_nats * float((shape > PARAMS.solid_share).sum(1).mean())
        return LearntSetup(palette, grounds, shape, 0.0, [], [], usual, {}, np.ones(len(kinds), np.float32))
    ground = grounds.of(layout.labels, flat)
    for round_ in range(PARAMS.learning_rounds):
        shown = palette.take(flat, 1)
        # a pixel unlike any ground supports only kinds of its colour
        least = np.maximum(ground, shown.max(0) - most) if layout.kinds.flat else ground
        gain = gains(np.clip(shown - least, -most, most))
        margins: dict[Space, float] = {}
        if isinstance(known, Dealt):
            pieces, margins, likely = _assign_groups(layout, gain, shape, known)
        else:
            pieces = place(layout, gain, shape, known)
            if round_ == PARAMS.learning_rounds - 1:
                pieces = _swapped(layout, gain, shape, pieces)
            likely = [piece.kind for piece in pieces]
        if round_ == PARAMS.learning_rounds - 1:
            pieces = _refined(layout, gain, shape, pieces)
        index = layout.body_index(np.array([piece.base_mm for piece in pieces]))
        numbers = np.array([kinds.index(piece.kind) for piece in pieces])
        training = [_training_pieces(kind, pieces, likely) for kind in kinds]
        mine = gain[numbers[:, None], index]
        its_shape = shape[numbers]
        chance = its_shape * (mine + 1) / (its_shape * mine + 1)
        covered = _covered(layout, index[its_shape > PARAMS.learnt_cover_share])
        covered |= taken
        last = round_ == PARAMS.learning_rounds - 1
        palette = _palette(layout.kinds, flat[index], chance, training, guess)
        if last or not layout.kinds.flat:  # the form of a flat piece is known; misplaced ones would blur it
            shape = _shape(layout.kinds, chance, numbers, shape)
        # In between pieces hardly move, so that they cover the same ground.
        if round_ in (0, PARAMS.learning_rounds - 1):
            grounds = ground_densities(layout, bins, covered)
            ground = grounds.of(layout.labels, flat)
    foot_mm = 0.0 if layout.kinds.flat else _find_foot_mm(layout, gain, pieces)
    scores = support(mine, shape[numbers])
    usual = float(np.median(scores))
    scale = _scale(layout.kinds, scores, numbers, np.ones(len(kinds), np.float32))
    nats = PARAMS.whole_piece_nats / usual
    confidence = {space: float(1 / (1 + np.exp(-margin * nats))) for space, margin in margins.items()}
    missing: list[PlacedPiece] = []
    if not isinstance(known, Dealt):
        pieces, missing = _relocated(layout, gain, shape, pieces, scores)
    else:
        seen = [_as_seen(layout, gain, shape, piece, nats, PARAMS.other_kind_nats) for piece in pieces]
        counts = Counter(piece.kind for piece in seen if piece)
        groups = len({*known.groups.values()})
        seen = [
            _as_seen(layout, gain, shape, piece, nats, PARAMS.decisive_nats)
            if now and counts[now.kind] > groups
            else now
            for piece, now in zip(pieces, seen, strict=True)
        ]
        confidence |= {p.space: 0.5 for p, s in zip(pieces, seen, strict=True) if s != p}
        pieces = [piece for piece in seen if piece is not None]
    bases = np.array([piece.base_mm for piece in pieces])
    bases = bases + foot_mm * layout.away(bases)
    pieces = [replace(p, base_mm=(float(x), float(y))) for p, (x, y) in zip(pieces, bases, strict=True)]
    return LearntSetup(palette, grounds, shape, foot_mm, pieces, missing, usual, confidence, scale)


def taken_spaces(layout: Layout, known: Counts | Dealt) -> npt.NDArray[np.bool_]:
    """Return the pixels, (h * w,), of spaces with as many pieces as may stand there: they show no ground.

    Only those whose ground other spaces show bare.
    """
    if isinstance(known, Dealt) or (most := layout.kinds.per_space) is None:
        return np.zeros(layout.labels.size, bool)
    grounds = layout.plan.grounds
    bare = {ground for space, ground in grounds.items() if not known.get(space)}
    taken = [
        number
        for space, number in layout.plan.numbers.items()
        if sum(known.get(space, {}).values()) >= most and grounds[space] in bare
    ]
    return np.isin(layout.labels, taken)


def _covered(layout: Layout, points: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Return the pixels, (h * w,), that body points cover; between those of a flat piece is no ground."""
    covered = np.zeros(layout.labels.size, np.uint8)
    covered[points] = 1
    if layout.kinds.flat:
        kernel = np.ones((PARAMS.piece_margin_px, PARAMS.piece_margin_px), np.uint8)
        return np.asarray(cv2.dilate(covered.reshape(layout.shape), kernel).ravel() > 0)
    return covered > 0


def learn_pieces(
    learnt: LearntColours, likelihoods: LikelihoodMap, bins: colours.Bins, pieces: Sequence[PlacedPiece]
) -> None:
    """Learn colours and shape from pieces on known ground: one round of expectation-maximisation."""
    layout = likelihoods.layout
    index = layout.body_index(np.array([piece.base_mm for piece in pieces]))
    numbers = np.array([layout.kinds.numbers[piece.kind] for piece in pieces])
    mine, its_shape = likelihoods.arrival_gain[numbers[:, None], index], learnt.shape[numbers]
    chance = its_shape * (mine + 1) / (its_shape * mine + 1)
    training = [numbers == number for number in range(len(layout.kinds))]
    guess = np.stack([colours.expected(kind.colour) for kind in layout.kinds])
    learnt.palette = _palette(layout.kinds, bins.ravel()[index], chance, training, guess)
    learnt.shape = _shape(layout.kinds, chance, numbers, learnt.shape)
    scores = support(mine, learnt.shape[numbers])
    learnt.usual = max(float(np.median(scores)), 1.0)
    learnt.scale = _scale(layout.kinds, scores, numbers, learnt.scale)


def _scale(
    kinds: PieceKinds,
    scores: npt.NDArray[np.float32],
    numbers: npt.NDArray[np.intp],
    before: npt.NDArray[np.float32],
) -> npt.NDArray[np.float32]:
    """Return the factors, (kinds,), by which a whole piece of each kind has the usual support.

    `scores` (pieces,) is the support of pieces of the kinds `numbers`. Pieces that share a space hide each
    other, so that their support says little; then all factors are 1.
    """
    scale = before.copy()
    if kinds.per_space == 1:
        usual = float(np.median(scores))
        for look in {*kinds.looks[numbers].tolist()}:
            own = max(float(np.median(scores[kinds.looks[numbers] == look])), 1.0)
            scale[kinds.looks == look] = np.clip(usual / own, 1 / PARAMS.max_scale, PARAMS.max_scale)
    return scale


def _palette(
    kinds: PieceKinds,
    bins: npt.NDArray[np.int32],
    chance: npt.NDArray[np.float32],
    training: Sequence[npt.NDArray[np.bool_]],
    guess: npt.NDArray[np.float32],
) -> npt.NDArray[np.float32]:
    """Return the densities of the kinds, (kinds, BIN_COUNT), from pieces' points (pieces, n).

    `training` are masks (pieces,) for each kind; one takes those of its look, without any those of its
    material, and keeps its guess if there are none either.
    """
    learnt = []
    for number in range(len(training)):
        mine, same = (
            np.any(np.array(training)[of == of[number]], 0) for of in (kinds.looks, kinds.materials)
        )
        those = mine if mine.any() else same
        fresh = density_of(bins[those], chance[those])
        mixed = colours.mix(fresh, guess[number], 1 - PARAMS.prior_palette_share)
        learnt.append(mixed if those.any() else guess[number])
    return np.stack(learnt)


def _shape(
    kinds: PieceKinds,
    chance: npt.NDArray[np.float32],
    numbers: npt.NDArray[np.intp],
    before: npt.NDArray[np.float32],
) -> npt.NDArray[np.float32]:
    """Return the chance of each point, (kinds, n): the mean over the pieces of one form."""
    shape = before.copy()
    for form in {*kinds.forms[numbers].tolist()}:
        mean = chance[kinds.forms[numbers] == form].mean(0)
        shape[kinds.forms == form] = np.clip(mean, *PARAMS.shape_limits)
    return shape


def _training_pieces(kind: Kind, pieces: list[PlacedPiece], likely: list[Kind]) -> npt.NDArray[np.bool_]:
    """Return a mask (pieces,) to learn `kind` from: those that also look like it, if any."""
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
    """Return the piece as it looks, even against the set-up rule; None if the space is bare."""
    kinds = layout.kinds.names
    best = support(gain.take(layout.index(piece.space), 1), shape[:, None]).max(1) * nats
    likely = int(best.argmax())
    if best[likely] < PARAMS.bare_nats:
        return None
    if best[likely] - best[kinds.index(piece.kind)] > clearer_nats:
        return replace(piece, kind=kinds[likely])
    return piece


def _find_foot_mm(layout: Layout, gain: npt.NDArray[np.float32], pieces: list[PlacedPiece]) -> float:
    """Return the distance in mm, away from the camera, from the best body fit to the base.

    Height and shape leave the position along the line of sight open; the front of the base, where the
    ground begins, fixes it.
    """
    bases = np.array([piece.base_mm for piece in pieces])
    numbers = np.array([layout.kinds.numbers[piece.kind] for piece in pieces])
    before_mm, behind_mm = PARAMS.foot_search_mm
    radius_mm = layout.kinds.radius_mm
    steps_mm = np.arange(-radius_mm - before_mm, behind_mm)
    points = bases[:, None] + steps_mm[None, :, None] * layout.away(bases)[:, None]
    points = np.concatenate([points, np.full((*points.shape[:2], 1), -PARAMS.foot_height_mm)], -1)
    pixels = flat_index(layout.view.project(points), layout.view.size_px)
    inside = np.convolve((gain[numbers[:, None], pixels] > 0).mean(0), np.ones(3) / 3, "same")[1:-1]
    front_mm = steps_mm[1:-1][inside > PARAMS.front_share * inside[-5:].max()]
    if not len(front_mm):
        return 0.0
    return float(np.clip(radius_mm + front_mm.min(), -PARAMS.max_foot_mm, PARAMS.max_foot_mm))


def density_of(bins: npt.NDArray[np.int32], weights: npt.NDArray[np.float32]) -> colours.LogDensity:
    """Return the log density of colour bins, counted with their weights; any shapes alike."""
    counts = np.bincount(bins.ravel(), weights.ravel(), colours.BIN_COUNT)
    return colours.log_density(counts.astype(np.float32))


def _assign_groups(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], dealt: Dealt
) -> tuple[list[PlacedPiece], dict[Space, float], list[Kind]]:
    """Assign one piece to each space, one of each kind per group.

    Returns the best assignment, its margin over the second best for each space, and the kind that each
    piece looks like most.
    """
    kinds = layout.kinds.names
    best: dict[Space, list[tuple[float, int]]] = {}
    for space in layout.plan.spaces:
        scores = support(gain.take(layout.index(space), 1), shape[:, None])
        places = scores.argmax(1)
        best[space] = [(float(scores[n, place]), int(place)) for n, place in enumerate(places)]
    pieces: list[PlacedPiece] = []
    likely: list[Kind] = []
    margins: dict[Space, float] = {}
    for group in sorted({*dealt.groups.values()}):
        spaces = [space for space in layout.plan.spaces if dealt.groups[space] == group]
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


def place(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], known: Counts
) -> list[PlacedPiece]:
    """Find the best places of known pieces, in turn; each explains the pixels that it covers."""
    kinds, apart_mm = layout.kinds, layout.kinds.min_apart_mm
    free = gain.copy()
    pieces: list[PlacedPiece] = []
    for space, counts in known.items():
        todo: list[Kind] = [kind for kind, count in counts.items() for _ in range(count)]
        while todo:
            bases = layout.bases_mm(space)
            places = np.flatnonzero(clear_of(bases, pieces, apart_mm))
            if not len(places):
                places = np.arange(len(bases))
            index = layout.index(space)[places]
            numbers = {kind: kinds.numbers[kind] for kind in todo}
            scores = {kind: support(free[n].take(index), shape[n]) for kind, n in numbers.items()}
            kind = max(scores, key=lambda name: float(scores[name].max()))
            place = int(scores[kind].argmax())
            todo.remove(kind)
            x, y = bases[places][place]
            pieces.append(PlacedPiece(kind, space, (float(x), float(y))))
            _explain_away(layout, free, index[place, shape[numbers[kind]] > 0.5])
    return pieces


def _explain_away(layout: Layout, free: npt.NDArray[np.float32], points: npt.NDArray[np.int32]) -> None:
    """Set the gain (kinds, h * w) of a piece's pixels (n,) and their edge to 0."""
    free[:, layout.around(points, PARAMS.learnt_edge_px)] = 0.0


def _swapped(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], pieces: list[PlacedPiece]
) -> list[PlacedPiece]:
    """Swap known pieces of a space if both fit better together.

    A known position gives the kinds on a space, not the place of each.
    """
    kinds, bases = layout.kinds.names, [piece.base_mm for piece in pieces]
    fits = support(gain.take(layout.body_index(np.array(bases)), 1), shape[:, None])
    place = list(range(len(pieces)))
    for n, m in itertools.combinations(range(len(pieces)), 2):
        if pieces[n].space == pieces[m].space:
            first, second = (fits[kinds.index(pieces[each].kind)] for each in (n, m))
            if first[place[m]] + second[place[n]] > first[place[n]] + second[place[m]]:
                place[n], place[m] = place[m], place[n]
    return [replace(piece, base_mm=bases[n]) for piece, n in zip(pieces, place, strict=True)]


def _refined(
    layout: Layout, gain: npt.NDArray[np.float32], shape: npt.NDArray[np.float32], pieces: list[PlacedPiece]
) -> list[PlacedPiece]:
    """Move each piece to its best place nearby, without pixels that others cover."""
    numbers, placed, apart_mm = layout.kinds.numbers, list(pieces), layout.kinds.min_apart_mm
    covered = np.zeros(layout.labels.size, np.int16)

    def count_cover(piece: PlacedPiece, by: int) -> None:
        points = layout.body(piece.base_mm)[shape[numbers[piece.kind]] > 0.5]
        covered[np.unique(layout.around(points, PARAMS.learnt_edge_px))] += by

    for piece in placed:
        count_cover(piece, 1)
    for n in [*range(len(placed))] * PARAMS.polish_rounds:
        piece = placed[n]
        count_cover(piece, -1)
        bases = np.array(piece.base_mm) + NUDGE_MM
        bases = bases[clear_of(bases, placed[:n] + placed[n + 1 :], apart_mm)]
        if len(bases):
            index = layout.body_index(bases)
            number = numbers[piece.kind]
            mine = np.where(covered[index] > 0, np.float32(0), gain[number].take(index))
            x, y = bases[int(support(mine, shape[number]).argmax())]
            placed[n] = replace(piece, base_mm=(float(x), float(y)))
        count_cover(placed[n], 1)
    return placed


def _relocated(
    layout: Layout,
    gain: npt.NDArray[np.float32],
    shape: npt.NDArray[np.float32],
    known: list[PlacedPiece],
    scores: npt.NDArray[np.float32],
) -> tuple[list[PlacedPiece], list[PlacedPiece]]:
    """Split known pieces into those found, perhaps on another space, and those found nowhere.

    `scores` (pieces,) is the support of each at its expected place.
    """
    usual = float(np.median(scores))
    gone = max(PARAMS.trace_share * usual, PARAMS.bare_nats)
    crowd = Counter(piece.space for piece in known)
    free = gain.copy()
    standing: list[PlacedPiece] = []
    doubtful: list[tuple[PlacedPiece, float]] = []
    for piece, score in zip(known, scores, strict=True):
        if score < (PARAMS.doubtful_share * usual if crowd[piece.space] < PARAMS.crowd else PARAMS.bare_nats):
            doubtful.append((piece, float(score)))
        else:
            standing.append(piece)
            _explain_away(layout, free, _solid(layout, shape, piece))
    missing: list[PlacedPiece] = []
    for piece, score in doubtful:
        least = PARAMS.contested_share * usual + max(score, 0.0)
        if found := _elsewhere(layout, free, shape, piece, standing, least):
            standing.append(found)
            _explain_away(layout, free, _solid(layout, shape, found))
        else:
            (missing if score < gone else standing).append(piece)
    return standing, missing


def _solid(layout: Layout, shape: npt.NDArray[np.float32], piece: PlacedPiece) -> npt.NDArray[np.int32]:
    """Return the pixels that a piece covers, (n,)."""
    solid = shape[layout.kinds.numbers[piece.kind]] > 0.5
    return np.asarray(layout.body(piece.base_mm)[solid], dtype=np.int32)


def _elsewhere(
    layout: Layout,
    free: npt.NDArray[np.float32],
    shape: npt.NDArray[np.float32],
    piece: PlacedPiece,
    standing: list[PlacedPiece],
    least: float,
) -> PlacedPiece | None:
    """Return the piece on the other space with most support, clear of others, if above `least`."""
    number = layout.kinds.numbers[piece.kind]
    best, found = least, None
    for space in layout.plan.spaces:
        bases = layout.bases_mm(space)
        places = np.flatnonzero(
            clear_of(bases, standing, layout.kinds.min_apart_mm)
            & layout.inside(bases, layout.kinds.radius_mm)
        )
        if space == piece.space or not len(places):
            continue
        scores = support(free[number].take(layout.index(space)[places]), shape[number])
        place = int(scores.argmax())
        if scores[place] > best:
            x, y = bases[places][place]
            best, found = float(scores[place]), replace(piece, space=space, base_mm=(float(x), float(y)))
    return found
