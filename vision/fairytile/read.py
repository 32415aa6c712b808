"""One picture of a kingdom whose lattice is known: tiles, cells that no taught tile explains, and figures."""

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
    around,
    tile_cells,
    turned_clock,
)
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import Floats, Mask, Picture
from vision.fairytile import figures, unknown_tiles
from vision.fairytile.coverage import covered
from vision.fairytile.figure_colours import FigureLooks
from vision.fairytile.figure_tracking import Stood, stood
from vision.fairytile.fit_tile import GRID, WHOLE, Fit, Taught, fit, judged
from vision.fairytile.fit_tile import PARTS as PART_MASKS
from vision.fairytile.lattice import Segments, groups
from vision.fairytile.match import PlacedFace, match
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import Pose, channels, cut_tile, rotation, tones
from vision.fairytile.reading import Reading, SeenCell, SeenFigure
from vision.fairytile.samples import TileSamples
from vision.fairytile.terrain_classifier import TerrainClassifier
from vision.geometry.calibrate import View


class Seen(NamedTuple):
    """The last picture as it was looked at, from where, and where figures were found in it."""

    picture: Picture
    view: View
    found: figures.Found


@dataclass(frozen=True, eq=False)
class Memory:
    """What earlier pictures of the same kingdom told, also nats that figures show at least; where those are
    said to stand, what lands to be; and the last picture, as long as nothing was learnt of it.
    """

    lying: Sequence[PlacedFace] = ()
    own: Mapping[Cell, unknown_tiles.OwnLook] = field(default_factory=dict)
    stood: Mapping[Figure, Stood] = field(default_factory=dict)
    whole: Mapping[Figure, float] = field(default_factory=dict)
    expected: Mapping[Figure, Cell] = field(default_factory=dict)
    lands: Mapping[Cell, Hex] = field(default_factory=dict)
    seen: Seen | None = None

    def clear(self, cell: Cell) -> bool:
        """Whether a cell that no taught tile explains was seen with nothing on it."""
        return cell in self.own and self.own[cell].known_share >= 1

    @property
    def cells(self) -> set[Cell]:
        """Those that tiles lie on."""
        return {cell for each in self.lying for cell in each.cells} | self.own.keys()

    def of_figures(self) -> Memory:
        """What of it stays true of a lattice that is found anew."""
        return Memory(whole=self.whole, expected=self.expected, lands=self.lands)


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of the set: the taught tiles, their kin, and its figures."""

    gallery: TileSamples = field(default_factory=TileSamples)
    kin: TerrainClassifier | None = None
    figures: FigureLooks = field(default_factory=FigureLooks)


def read(
    smooth: Picture, view: View, lines: Segments, known: Known, memory: Memory
) -> tuple[Reading, Memory]:
    """What a `soft` BGR picture, (h, w, 3), shows, and what is remembered of it for the next."""
    cover = covered(smooth, view, lines, memory.cells | memory.lands.keys())
    nats = {(int(q), int(r)): float(n) for (q, r), n in zip(cover.cells, cover.nats, strict=True)}
    nats.update({cell: nats[cell] + PARAMS.covered_nats for cell in memory.lands.keys() & nats.keys()})
    kept = _still_there(smooth, view, memory.lying, nats)
    mine = {cell for each in kept for cell in each.cells}
    open_cells = [cell for cell, n in nats.items() if n > -PARAMS.doubted_nats and cell not in mine]
    new = match(smooth, view, open_cells, known.gallery, {each.face.tile for each in kept})
    new = [each for each in new if each.sure or _all_covered(each.cells, nats)]
    lying = [*kept, *new]
    mine |= {cell for each in new for cell in each.cells}
    others = {cell: n for cell, n in nats.items() if n > PARAMS.covered_nats and cell not in mine}
    there = memory.lands.keys() & others.keys()
    fresh = _in_tiles({cell: n for cell, n in others.items() if cell not in there})
    rest = _joined(mine, there | fresh, memory.lands)
    doubted = {
        cell
        for cell, n in nats.items()
        if n > PARAMS.doubted_nats and cell not in mine | rest and not mine.isdisjoint(around(cell))
    }
    if not mine | rest:
        return Reading(), memory
    before = {cell: look for cell, look in memory.own.items() if cell in rest}
    own = unknown_tiles.alike(smooth, view, before)
    said = {cell: land for cell, land in memory.lands.items() if cell not in before or cell in own}
    grounds = _grounds(smooth, view, lying, own)
    lands = _terrains(lying, rest, memory)
    places = figures.find(smooth, view, lands, grounds, known.figures, _likelier(smooth, view, memory))
    standing = _standing(places, memory, _unchanged(lying, smooth, view, own))
    standing = _behind(view, standing, memory.stood)
    hidden = _hidden(view, standing, mine | rest)
    own = unknown_tiles.looked_at(smooth, view, rest, own, hidden, known.kin, _light(lying))
    reading = Reading(
        {**_taught_cells(view, lying), **unknown_tiles.told(view, rest, own, said)},
        standing,
        frozenset(doubted),
        frozenset(_covered_up(kept) - hidden.keys()),
    )
    feet = {
        figure: stood(smooth, view, s.cell, s.foot_mm)
        for figure, s in standing.items()
        if s.sure and s.chance != PARAMS.accepted_chance
    }
    lying = [each for each in lying if each.sure]
    seen = Seen(smooth, view, places)
    return reading, replace(memory, lying=lying, own=own, stood={**memory.stood, **feet}, seen=seen)


def learn(known: Known, memory: Memory) -> tuple[Known, Memory]:
    """What a picture teaches in which the figures stand where they are said to: how they look, and what they
    hid when tiles were taught.
    """
    seen, said = memory.seen, memory.expected
    if seen is None or len(said) < len(FIGURES):
        return known, memory
    places = seen.found.places
    if any(next(iter(places[figure]), None) != cell for figure, cell in said.items()):
        return known, memory
    looks = known.figures
    for figure in FIGURES:
        looks = seen.found.seen(looks, figure)
    hulls = [figures.hull(seen.view, places[figure][cell].foot_mm) for figure, cell in said.items()]
    lying = [_completed(seen.picture, seen.view, each, hulls) for each in memory.lying]
    feet = {f: stood(seen.picture, seen.view, cell, places[f][cell].foot_mm) for f, cell in said.items()}
    whole = {f: min(places[f][cell].whole, memory.whole.get(f, np.inf)) for f, cell in said.items()}
    return replace(known, figures=looks), replace(memory, lying=lying, stood=feet, whole=whole, seen=None)


def _still_there(
    picture: Picture, view: View, lying: Sequence[PlacedFace], nats: Mapping[Cell, float]
) -> list[PlacedFace]:
    """The tiles of before, unless the table shows where they lay, or something else covers it."""
    found = []
    for each in lying:
        now = judged(picture, view, each.face.look, each.fit.pose)
        if now.shares.mean() < PARAMS.mostly_share:
            now = fit(picture, view, each.face.look, each.fit.pose)
        seen = (
            now.shares.max() > PARAMS.still_there_share and now.shares.mean() > PARAMS.still_there_share / 2
        )
        if seen or min(nats.get(cell, 0.0) for cell in each.cells) > -PARAMS.doubted_nats:
            found.append(each._replace(fit=now))
    return found


def _covered_up(lying: Sequence[PlacedFace]) -> set[Cell]:
    """The cells of known tiles that look like something else."""
    return {
        cell
        for each in lying
        for cell, share in zip(each.cells, each.fit.shares, strict=True)
        if share < PARAMS.changed_share
    }


def _all_covered(cells: Iterable[Cell], nats: Mapping[Cell, float]) -> bool:
    return all(nats[cell] > PARAMS.covered_nats for cell in cells)


def _in_tiles(nats: Mapping[Cell, float]) -> set[Cell]:
    """Of the covered cells those that lie in threes as tiles do, without the least sure ones over."""
    found = set[Cell]()
    for group in groups(_in_threes(nats)):
        surest = sorted(group, key=lambda cell: -nats[cell])
        found |= _in_threes(surest[: len(group) // 3 * 3])
    return found


def _in_threes(cells: Collection[Cell]) -> set[Cell]:
    """Those of the cells on which some tile may lie."""
    tiles = (tile_cells(cell, turn) for cell in cells for turn in (0, 1))
    return {cell for tile in tiles if all(cell in cells for cell in tile) for cell in tile}


def _joined(mine: Collection[Cell], covered_cells: Collection[Cell], said: Collection[Cell]) -> set[Cell]:
    """The covered cells beside tiles or where tiles are said to lie, and beside those; without any the
    largest such group.
    """
    left, there = groups(set(covered_cells) - set(mine)), {*mine, *said}
    joined = [g for g in left if any(not there.isdisjoint((c, *around(c))) for c in g)]
    return set().union(*joined) if mine or joined else max(left, key=len, default=set())


def _grounds(
    picture: Picture, view: View, lying: Sequence[PlacedFace], own: Mapping[Cell, unknown_tiles.OwnLook]
) -> list[tuple[Taught, Fit]]:
    cells = [(each.look, judged(picture, view, each.look, Pose.laid(cell, 0))) for cell, each in own.items()]
    return [*((each.face.look, each.fit) for each in lying), *cells]


def _terrains(
    lying: Sequence[PlacedFace], rest: Collection[Cell], memory: Memory
) -> dict[Cell, Terrain | None]:
    """What land each covered cell is, as far as that is known."""
    said = {cell: memory.lands[cell].terrain if cell in memory.lands else None for cell in rest}
    return said | {
        c: hex_.terrain for each in lying for c, hex_ in zip(each.cells, each.face.hexes, strict=True)
    }


def _likelier(picture: Picture, view: View, memory: Memory) -> dict[tuple[Figure, Cell], float]:
    """Nats for figures to stand where they stood, or are said to stand."""
    said = {place: PARAMS.stays_nats for place in memory.expected.items() if place[0] not in memory.stood}
    return said | {
        (figure, before.cell): before.nats(picture, view) for figure, before in memory.stood.items()
    }


def _standing(found: figures.Found, memory: Memory, unchanged: Collection[Cell]) -> dict[Figure, SeenFigure]:
    """Where the figures stand; each place of one counts beside its best place elsewhere, and beside nothing.

    One that was never seen stands where it is said to while that cell is `unchanged`, unless it shows
    elsewhere: the ground was taught, or first seen, with the figure on it.
    """
    standing = {}
    for figure, places in found.places.items():
        said = memory.expected.get(figure)
        shown = max((place.score for place in places.values()), default=0.0)
        never = figure not in memory.stood and shown < PARAMS.figure_min_nats
        if never and said is not None and said in unchanged:
            standing[figure] = SeenFigure(said, centre_mm(said), PARAMS.accepted_chance)
        elif places:
            standing[figure] = _likeliest(places, PARAMS.part_share * memory.whole.get(figure, 0.0))
    return standing


def _behind(
    view: View, standing: Mapping[Figure, SeenFigure], before: Mapping[Figure, Stood]
) -> dict[Figure, SeenFigure]:
    """A figure that is seen nowhere for sure still stands where another one now hides it."""
    hulls = {figure: figures.hull(view, s.foot_mm) for figure, s in standing.items() if s.sure}
    found = dict(standing)
    for figure in FIGURES:
        stood_there = before.get(figure)
        if figure in hulls or not hulls or stood_there is None:
            continue
        points = stood_there.points[stood_there.hidden]
        hidden = np.mean([figures.inside(points, hull) for hull in hulls.values()], 1).max(initial=0)
        if hidden > PARAMS.behind_share:
            found[figure] = SeenFigure(stood_there.cell, stood_there.foot_mm, PARAMS.accepted_chance)
    return found


def _likeliest(places: Mapping[Cell, figures.Place], least: float) -> SeenFigure:
    """The first place, beside others and nothing; in doubt where a second figure of its kind stands, or what
    is seen of it are fewer nats than `least`.
    """
    (cell, best), *rest = places.items()
    less = {other: best.above(place) for other, place in rest}
    nats = [best.score - PARAMS.figure_min_nats, *less.values()]
    chance = 1 / (1 + float(np.exp(-np.clip(nats, -30, 30)).sum()))
    twice = tuple(other for other, place in rest if figures.another(best, place))
    if twice or best.whole < least:
        chance = min(chance, PARAMS.doubted_chance)
    return SeenFigure(cell, best.foot_mm, chance, less, twice)


def _completed(picture: Picture, view: View, each: PlacedFace, hulls: Sequence[Floats]) -> PlacedFace:
    """A tile with what is seen of it now that was hidden when it was taught."""
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
    """Which points (..., 2) figures may hide, or parts of them that reach far out."""
    hidden = np.zeros(points.shape[:-1], bool)
    for hull in hulls:
        hidden |= figures.inside(points, hull, PARAMS.outline_wide_scale)
    return hidden


def _unchanged(
    lying: Sequence[PlacedFace], picture: Picture, view: View, own: Mapping[Cell, unknown_tiles.OwnLook]
) -> set[Cell]:
    """The cells that look just as they were taught, or first seen."""
    shares = {c: s for each in lying for c, s in zip(each.cells, each.fit.shares, strict=True)}
    for cell, each in own.items():
        shares[cell] = judged(picture, view, each.look, Pose.laid(cell, 0)).shares[0]
    return {cell for cell, share in shares.items() if share > PARAMS.unchanged_share}


def _hidden(
    view: View, standing: Mapping[Figure, SeenFigure], cells: Collection[Cell]
) -> dict[Cell, list[Floats]]:
    """The cells of which figures hide much, and the outlines of what they hide."""
    hulls = [figures.hull(view, s.foot_mm) for s in standing.values() if s.chance >= PARAMS.doubted_chance]
    hidden: dict[Cell, list[Floats]] = {}
    for cell in cells:
        for hull in hulls:
            if figures.inside(_IN_CELL + centre_mm(cell), hull).mean() > PARAMS.hidden_cell_share:
                hidden.setdefault(cell, []).append(hull)
    return hidden


_IN_CELL = (GRID[PART_MASKS[0]] - GRID[PART_MASKS[0]].mean(0))[::5]


def _light(lying: Sequence[PlacedFace]) -> Floats:
    """What the light adds to tones since the tiles were taught, (3,)."""
    added = [each.fit.light.mean((0, 1)) for each in lying if each.sure]
    return np.median(added, 0) if added else np.zeros(3)


def _taught_cells(view: View, lying: Sequence[PlacedFace]) -> dict[Cell, SeenCell]:
    found = {}
    for each in lying:
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
