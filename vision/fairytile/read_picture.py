"""Read one picture of a kingdom whose lattice is known.

Takes the smoothed picture, the view of its lattice, its line segments, the known set and the memory of
earlier pictures; returns a `Reading` (cells, figures, doubts) and the memory for the next picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import (
    FIGURES,
    PARTS,
    TILE,
    Cell,
    Figure,
    Hex,
    Terrain,
    neighbours,
    tile_cells,
    turned_clock,
)
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import Floats, Mask, Picture
from vision.fairytile import figures, unknown_tiles
from vision.fairytile.coverage import covered
from vision.fairytile.figure_colours import FigurePaint
from vision.fairytile.figure_tracking import FigureTrack, track_figure
from vision.fairytile.fit_tile import GRID, WHOLE, Fit, evaluate, fit
from vision.fairytile.fit_tile import PARTS as PART_MASKS
from vision.fairytile.kingdom_reading import Reading, SeenCell, SeenFigure
from vision.fairytile.lattice import Segments, groups
from vision.fairytile.match import PlacedFace, match
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import channels, cut_tile, rotation, tones
from vision.fairytile.samples import TileSamples
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.geometry.calibrate import View


class LastPicture(NamedTuple):
    """The last picture, smoothed, its view, and the places of figures found in it."""

    picture: Picture
    view: View
    found: figures.Found


@dataclass(frozen=True, eq=False)
class Memory:
    """State that one picture of a kingdom hands to the next.

    `placements` are the matched tiles, `unknown` the appearance of covered cells of other tiles, `tracks` the
    places of figures, `full_nats` the evidence of each figure when wholly visible. `expected` and `lands` are
    the figures' cells and the lands of the accepted position. `last` is None once it was learnt from.
    """

    placements: Sequence[PlacedFace] = ()
    unknown: Mapping[Cell, unknown_tiles.CellAppearance] = field(default_factory=dict)
    tracks: Mapping[Figure, FigureTrack] = field(default_factory=dict)
    full_nats: Mapping[Figure, float] = field(default_factory=dict)
    expected: Mapping[Figure, Cell] = field(default_factory=dict)
    lands: Mapping[Cell, Hex] = field(default_factory=dict)
    last: LastPicture | None = None

    def seen_whole(self, cell: Cell) -> bool:
        """Return whether a cell without a known tile was seen with nothing on it."""
        return cell in self.unknown and self.unknown[cell].known_share >= 1

    @property
    def cells(self) -> set[Cell]:
        """The covered cells."""
        return {cell for each in self.placements for cell in each.cells} | self.unknown.keys()

    def without_places(self) -> Memory:
        """The part that stays valid if the lattice is found anew."""
        return Memory(full_nats=self.full_nats, expected=self.expected, lands=self.lands)


@dataclass(frozen=True, eq=False)
class KnownSet:
    """Knowledge of the printed set.

    Sampled tiles, a classifier of terrain, and the paint of its figures.
    """

    samples: TileSamples = field(default_factory=TileSamples)
    classifier: TerrainClassifier | None = None
    figures: FigurePaint = field(default_factory=FigurePaint)


def read(
    smooth: Picture, view: View, lines: Segments, known: KnownSet, memory: Memory
) -> tuple[Reading, Memory]:
    """Read a `smoothed` BGR picture, (h, w, 3).

    Return the reading and the memory for the next picture.

    The reading is empty if no cell is covered.
    """
    nats = _coverage(smooth, view, lines, memory)
    kept = _still_there(smooth, view, memory.placements, nats)
    placements = [*kept, *_new_tiles(smooth, view, known.samples, kept, nats)]
    matched = {cell for each in placements for cell in each.cells}
    rest = _unmatched(matched, nats, memory.lands)
    if not matched | rest:
        return Reading(), memory
    before = {cell: appearance for cell, appearance in memory.unknown.items() if cell in rest}
    fits = unknown_tiles.unchanged(smooth, view, before)
    unknown = {cell: before[cell] for cell in fits}
    accepted = {cell: land for cell, land in memory.lands.items() if cell not in before or cell in unknown}
    grounds = [
        *((each.face.appearance, each.fit) for each in placements),
        *((each.appearance, fits[cell]) for cell, each in unknown.items()),
    ]
    terrains = _terrains(placements, rest, memory)
    places = figures.find(smooth, view, terrains, grounds, known.figures, _priors(smooth, view, memory))
    standing = _standing(places, memory, _unchanged(placements, fits))
    standing = _behind(view, standing, memory.tracks)
    hidden = _hidden(view, standing, matched | rest)
    unknown = unknown_tiles.update_appearances(
        smooth, view, rest, unknown, fits, hidden, known.classifier, _light(placements)
    )
    reading = Reading(
        {**_known_cells(view, placements), **unknown_tiles.seen_cells(view, rest, unknown, accepted)},
        standing,
        _doubted(matched, rest, nats),
        frozenset(_covered_up(kept) - hidden.keys()),
    )
    tracks = {
        figure: track_figure(smooth, view, s.cell, s.foot_mm)
        for figure, s in standing.items()
        if s.sure and s.chance != PARAMS.accepted_chance  # an accepted place was not seen
    }
    return reading, replace(
        memory,
        placements=[each for each in placements if each.sure],
        unknown=unknown,
        tracks={**memory.tracks, **tracks},
        last=LastPicture(smooth, view, places),
    )


def learn(known: KnownSet, memory: Memory) -> tuple[KnownSet, Memory]:
    """Learn from the last picture if all figures stand in it where the accepted position has them.

    Learns the paint of the figures, and the parts of tiles that figures hid when the tiles were sampled.
    """
    last, expected = memory.last, memory.expected
    if last is None or len(expected) < len(FIGURES):
        return known, memory
    places = last.found.places
    if any(next(iter(places[figure]), None) != cell for figure, cell in expected.items()):
        return known, memory
    paint = known.figures
    for figure in FIGURES:
        paint = last.found.learnt_paint(paint, figure)
    best = {figure: places[figure][cell] for figure, cell in expected.items()}
    hulls = [figures.hull(last.view, place.foot_mm) for place in best.values()]
    placements = [_completed(last.picture, last.view, each, hulls) for each in memory.placements]
    tracks = {f: track_figure(last.picture, last.view, expected[f], p.foot_mm) for f, p in best.items()}
    full = {f: min(p.full_nats, memory.full_nats.get(f, np.inf)) for f, p in best.items()}
    return replace(known, figures=paint), replace(
        memory, placements=placements, tracks=tracks, full_nats=full, last=None
    )


def _coverage(smooth: Picture, view: View, lines: Segments, memory: Memory) -> dict[Cell, float]:
    """Return the evidence that cells are covered; cells of the accepted position start with more."""
    cover = covered(smooth, view, lines, memory.cells | memory.lands.keys())
    nats = {(int(q), int(r)): float(n) for (q, r), n in zip(cover.cells, cover.nats, strict=True)}
    return nats | {cell: nats[cell] + PARAMS.covered_nats for cell in memory.lands.keys() & nats.keys()}


def _new_tiles(
    picture: Picture,
    view: View,
    samples: TileSamples,
    kept: Sequence[PlacedFace],
    nats: Mapping[Cell, float],
) -> list[PlacedFace]:
    """Match sampled tiles to the cells that may be covered and that no kept tile explains."""
    taken = {cell for each in kept for cell in each.cells}
    free = [cell for cell, n in nats.items() if n > -PARAMS.doubted_nats and cell not in taken]
    new = match(picture, view, free, samples, {each.face.tile for each in kept})
    return [each for each in new if each.sure or _all_covered(each.cells, nats)]


def _unmatched(matched: Collection[Cell], nats: Mapping[Cell, float], lands: Mapping[Cell, Hex]) -> set[Cell]:
    """Return the covered cells of tiles without a sample.

    Accepted ones, and others in threes as tiles are.
    """
    others = {cell: n for cell, n in nats.items() if n > PARAMS.covered_nats and cell not in matched}
    accepted = lands.keys() & others.keys()
    fresh = _in_tiles({cell: n for cell, n in others.items() if cell not in accepted})
    return _joined(matched, accepted | fresh, lands)


def _doubted(
    matched: Collection[Cell], rest: Collection[Cell], nats: Mapping[Cell, float]
) -> frozenset[Cell]:
    """Return the cells beside known tiles that may be covered and were not read."""
    taken, known = {*matched, *rest}, {*matched}
    return frozenset(
        cell
        for cell, n in nats.items()
        if n > PARAMS.doubted_nats and cell not in taken and not known.isdisjoint(neighbours(cell))
    )


def _still_there(
    picture: Picture, view: View, placements: Sequence[PlacedFace], nats: Mapping[Cell, float]
) -> list[PlacedFace]:
    """Return the earlier tiles, except those on whose cells the bare table shows.

    A tile that something hides is kept.
    """
    found = []
    for each in placements:
        now = evaluate(picture, view, each.face.appearance, each.fit.pose)
        if now.shares.mean() < PARAMS.mostly_share:
            now = fit(picture, view, each.face.appearance, each.fit.pose)
        seen = (
            now.shares.max() > PARAMS.still_there_share and now.shares.mean() > PARAMS.still_there_share / 2
        )
        if seen or min(nats.get(cell, 0.0) for cell in each.cells) > -PARAMS.doubted_nats:
            found.append(each._replace(fit=now))
    return found


def _covered_up(placements: Sequence[PlacedFace]) -> set[Cell]:
    """Return the cells of known tiles that show something else."""
    return {
        cell
        for each in placements
        for cell, share in zip(each.cells, each.fit.shares, strict=True)
        if share < PARAMS.changed_share
    }


def _all_covered(cells: Iterable[Cell], nats: Mapping[Cell, float]) -> bool:
    return all(nats[cell] > PARAMS.covered_nats for cell in cells)


def _in_tiles(nats: Mapping[Cell, float]) -> set[Cell]:
    """Return the covered cells that can belong to tiles of three.

    Of each group the least sure are left out.
    """
    found = set[Cell]()
    for group in groups(_in_threes(nats)):
        surest = sorted(group, key=lambda cell: -nats[cell])
        found |= _in_threes(surest[: len(group) // 3 * 3])
    return found


def _in_threes(cells: Collection[Cell]) -> set[Cell]:
    """Return the cells that some tile within `cells` can cover."""
    tiles = (tile_cells(cell, turn) for cell in cells for turn in (0, 1))
    return {cell for tile in tiles if all(cell in cells for cell in tile) for cell in tile}


def _joined(
    matched: Collection[Cell], covered_cells: Collection[Cell], accepted: Collection[Cell]
) -> set[Cell]:
    """Return the groups of covered cells that touch known tiles or accepted cells.

    Without known tiles and such groups, the largest group.
    """
    left, there = groups(set(covered_cells) - set(matched)), {*matched, *accepted}
    joined = [g for g in left if any(not there.isdisjoint((c, *neighbours(c))) for c in g)]
    return set().union(*joined) if matched or joined else max(left, key=len, default=set())


def _terrains(
    placements: Sequence[PlacedFace], rest: Collection[Cell], memory: Memory
) -> dict[Cell, Terrain | None]:
    """Return the terrain of each covered cell; None if it is unknown."""
    accepted = {cell: memory.lands[cell].terrain if cell in memory.lands else None for cell in rest}
    return accepted | {
        c: hex_.terrain for each in placements for c, hex_ in zip(each.cells, each.face.hexes, strict=True)
    }


def _priors(picture: Picture, view: View, memory: Memory) -> dict[tuple[Figure, Cell], float]:
    """Return the evidence, before the search, for figures on their last or accepted cells."""
    accepted = {
        place: PARAMS.stays_nats for place in memory.expected.items() if place[0] not in memory.tracks
    }
    return accepted | {
        (figure, before.cell): before.nats(picture, view) for figure, before in memory.tracks.items()
    }


def _standing(found: figures.Found, memory: Memory, unchanged: Collection[Cell]) -> dict[Figure, SeenFigure]:
    """Return the cell of each figure, and its probability beside its other places and no place.

    A figure that was never seen is assumed on its accepted cell while that cell is `unchanged`: the ground
    was sampled, or first seen, with the figure on it.
    """
    standing = {}
    for figure, places in found.places.items():
        accepted = memory.expected.get(figure)
        shown = max((place.score for place in places.values()), default=0.0)
        never = figure not in memory.tracks and shown < PARAMS.figure_min_nats
        if never and accepted is not None and accepted in unchanged:
            standing[figure] = SeenFigure(accepted, centre_mm(accepted), PARAMS.accepted_chance)
        elif places:
            standing[figure] = _likeliest(places, PARAMS.part_share * memory.full_nats.get(figure, 0.0))
    return standing


def _behind(
    view: View, standing: Mapping[Figure, SeenFigure], before: Mapping[Figure, FigureTrack]
) -> dict[Figure, SeenFigure]:
    """Assume that a figure without a sure place stays where another figure now hides it."""
    hulls = {figure: figures.hull(view, s.foot_mm) for figure, s in standing.items() if s.sure}
    found = dict(standing)
    for figure in FIGURES:
        track = before.get(figure)
        if figure in hulls or not hulls or track is None:
            continue
        points = track.points[track.hidden]
        hidden = np.mean([figures.inside(points, hull) for hull in hulls.values()], 1).max(initial=0)
        if hidden > PARAMS.behind_share:
            found[figure] = SeenFigure(track.cell, track.foot_mm, PARAMS.accepted_chance)
    return found


def _likeliest(places: Mapping[Cell, figures.Place], least: float) -> SeenFigure:
    """Return the first place with its probability beside the others and no place.

    It is in doubt if a second figure of its kind shows, or its evidence is less than `least` nats.
    """
    (cell, best), *rest = places.items()
    less = {other: best.lead(place) for other, place in rest}
    nats = [best.score - PARAMS.figure_min_nats, *less.values()]
    chance = 1 / (1 + float(np.exp(-np.clip(nats, -30, 30)).sum()))
    twice = tuple(other for other, place in rest if figures.is_second(best, place))
    if twice or best.full_nats < least:
        chance = min(chance, PARAMS.doubted_chance)
    return SeenFigure(cell, best.foot_mm, chance, less, twice)


def _completed(picture: Picture, view: View, each: PlacedFace, hulls: Sequence[Floats]) -> PlacedFace:
    """Return a tile with the parts added that were hidden when it was sampled and are visible now."""
    known = each.face.known & WHOLE
    if known[WHOLE].all() or each.fit.shares.mean() < PARAMS.mostly_share:
        return each
    pose = each.fit.pose
    bare = WHOLE & ~known & ~_under(GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm], hulls)
    if not bare.any():
        return each
    shown = cut_tile(picture, view, pose)
    light = cv2.resize(each.fit.light, shown.shape[1::-1])
    fresh = channels(tones(shown) - light)
    there = cv2.resize(bare.astype(np.uint8), shown.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0
    patch = np.where(there[..., None], fresh, each.face.patch).astype(np.uint8)
    return each._replace(face=replace(each.face, patch=patch, known=known | bare))


def _under(points: Floats, hulls: Sequence[Floats]) -> Mask:
    """Return the points (..., 2) that figures or their arms may hide."""
    hidden = np.zeros(points.shape[:-1], bool)
    for hull in hulls:
        hidden |= figures.inside(points, hull, PARAMS.outline_wide_scale)
    return hidden


def _unchanged(placements: Sequence[PlacedFace], fits: Mapping[Cell, Fit]) -> set[Cell]:
    """Return the cells that match their sample, or first appearance, everywhere."""
    shares = {c: s for each in placements for c, s in zip(each.cells, each.fit.shares, strict=True)}
    shares |= {cell: fit.shares[0] for cell, fit in fits.items()}
    return {cell for cell, share in shares.items() if share > PARAMS.unchanged_share}


def _hidden(
    view: View, standing: Mapping[Figure, SeenFigure], cells: Collection[Cell]
) -> dict[Cell, list[Floats]]:
    """Return the cells that figures partly hide, with the outlines of those figures, (n, 2) mm each."""
    hulls = [figures.hull(view, s.foot_mm) for s in standing.values() if s.chance >= PARAMS.doubted_chance]
    hidden: dict[Cell, list[Floats]] = {}
    for cell in cells:
        for hull in hulls:
            if figures.inside(_IN_CELL + centre_mm(cell), hull).mean() > PARAMS.hidden_cell_share:
                hidden.setdefault(cell, []).append(hull)
    return hidden


_IN_CELL = (GRID[PART_MASKS[0]] - GRID[PART_MASKS[0]].mean(0))[::5]


def _light(placements: Sequence[PlacedFace]) -> Floats:
    """Return the change of tones by light since the tiles were sampled, (3,).

    The median over the tiles.
    """
    added = [each.fit.light.mean((0, 1)) for each in placements if each.sure]
    return np.median(added, 0) if added else np.zeros(3)


def _known_cells(view: View, placements: Sequence[PlacedFace]) -> dict[Cell, SeenCell]:
    found = {}
    for each in placements:
        middles = each.fit.pose.parts_mm()
        px = view.project(np.concatenate([middles, np.zeros((3, 1))], 1))
        chance = PARAMS.known_tile_chance if each.sure else PARAMS.doubted_chance
        for part in range(len(TILE)):
            terrain, river = each.face.hexes[part]
            hex_ = Hex(terrain, tuple(sorted(turned_clock(clock, each.turn) for clock in river)))
            place = (float(px[part][0]), float(px[part][1]))
            name, face = each.face.tile, each.face.face
            found[each.cells[part]] = SeenCell(place, hex_, chance, name, face, PARTS[part])
    return found
