"""Pictures of the stages of the reader of Fairy Tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.games.fairytile.board import FIGURES, Figure
from companion.games.fairytile.geometry import centre_mm, corner_mm
from tests.bench import fairytile_scenes
from tests.bench.fairytile_scenes import STANDARD, expecting
from tests.bench.stages import drawing
from tests.bench.stages.drawing import GREEN, GREY, ORANGE, RED, WHITE, YELLOW, recorded
from vision import hand_detection
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fairytile import figures as fairytile_figures
from vision.fairytile import read_picture
from vision.fairytile.coverage import Covered
from vision.fairytile.figures import Found, hull
from vision.fairytile.find_lattice import find_lattice, segments
from vision.fairytile.marks import MARKS
from vision.fairytile.match import PlacedFace
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import cut_plane, cut_tile
from vision.fairytile.reader import KingdomReader
from vision.geometry.calibrate import View

DRAGON: Figure = "dragon"
KNIGHT: Figure = "knight"
FAINT = 1e-3
"""Likelihood drawn as dark."""


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its name."""
    (scene,) = fairytile_scenes.find([STANDARD / "day"])
    first, with_hand, later = (load_picture(scene.folder / row["file"]) for row in scene.rows[:3])
    known = fairytile_scenes.taught(scene, 1)
    reader = expecting(known, fairytile_scenes.position(scene))
    shown = drawing.dimmed(first, 0.5)
    lines, found_view = segments(first), find_lattice(first)
    with recorded(read_picture, "covered") as coverage:
        reader.look("first", 0.0, first)
    lattice = drawing.traced(shown, [outline for outline, _ in _in_sight(found_view, coverage[0])], GREY)
    yield "lattice", drawing.traced(lattice, list(lines.ends_px), YELLOW, 2)
    yield "covered", _covered(first, found_view, coverage[0])
    reader.accept(fairytile_scenes.true_table(scene.rows[0]))

    with recorded(read_picture, "match") as matches:
        again = KingdomReader(known)
        again.look("later", 0.0, later)
    yield "tiles", _tiles(later, again, matches[-1])

    with recorded(hand_detection, "reaching_in") as hands:
        reader.look("hand", 1.0, with_hand)
    small = drawing.narrowed(with_hand)
    yield "hand", drawing.veiled(small, hands[0], RED)
    with recorded(fairytile_figures, "find") as found:
        reader.look("later", 2.0, later)
    yield "other_tiles", _lands(later, reader)
    yield "ground", _plane(later, reader, found[-1])
    yield "figures", _figures(later, reader, found[-1])
    yield "reading", drawing.overlaid(later, reader.plan, reader.view, reader.pieces)


def _covered(picture: Picture, view: View, found: Covered) -> Picture:
    """Return the cells with their evidence in nats: green is covered, red is table."""
    cells, shown = _in_sight(view, found), picture
    for outline, nats in cells:
        there = drawing.mask_of([outline], picture.shape)
        shown = drawing.veiled(shown, there, GREEN if nats > PARAMS.covered_nats else RED, 0.35)
    shown = drawing.narrowed(drawing.traced(shown, [outline for outline, _ in cells], WHITE))
    for outline, nats in cells:
        drawing.named(shown, outline.mean(0) * shown.shape[1] / picture.shape[1], f"{nats:.0f}", WHITE, 0.32)
    return shown


def _in_sight(view: View, found: Covered) -> list[tuple[Floats, float]]:
    """Return the outlines in pixels and the evidence of the cells near the picture."""
    cells = [
        (view.project(_outline((int(q), int(r)))), float(nats)) for (q, r), nats in zip(*found, strict=True)
    ]
    near_px = view.size_px[0] / 10
    most = np.array(view.size_px) + near_px
    return [
        (outline, nats) for outline, nats in cells if (-near_px < outline).all() and (outline < most).all()
    ]


def _tiles(picture: Picture, reader: KingdomReader, placements: Sequence[PlacedFace]) -> Picture:
    """Return tiles cut out of the picture, each above its sample."""
    pairs, view = [], reader.view
    assert view is not None
    for each in placements:
        now = cut_tile(picture, view, each.fit.pose)
        shares = " ".join(f"{100 * share:.0f}" for share in each.fit.shares)
        pair = np.concatenate([now, each.face.patch])
        lines = (f"{each.face.tile} turn {each.turn}", GREEN), (f"{shares} %", WHITE)
        pairs.append(drawing.captioned(pair, *lines))
    return drawing.tiled(pairs[:8], 4)


def _lands(picture: Picture, reader: KingdomReader) -> Picture:
    """Return the cells with their land; orange: named by the classifier, with the probability."""
    view, shown = reader.view, picture
    assert view is not None
    cells = reader.reading.cells
    for known, colour in ((True, GREEN), (False, ORANGE)):
        mine = [
            view.project(_outline(cell)) for cell, seen in cells.items() if (seen.tile is not None) == known
        ]
        shown = drawing.traced(shown, mine, colour, 3)
    box = drawing.mask_of([view.project(_outline(cell)) for cell in cells], picture.shape)
    for cell, seen in cells.items():
        land = seen.hex.terrain if seen.hex else "?"
        name = land if seen.tile else f"{land} {seen.chance:.2f}"
        at = view.project(np.array([*centre_mm(cell), 0.0]))
        drawing.named(shown, at, name, WHITE if seen.tile else ORANGE, 0.42)
    return drawing.cropped(shown, box, 20)


def _plane(picture: Picture, reader: KingdomReader, found: Found) -> Picture:
    """Return the plane from above, its likelihood as ground, and as paint of the dragon and of the knight."""
    high, wide = found.plane.ground.shape
    points = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), -1) * PARAMS.plane_mm_per_px
    assert reader.view is not None
    seen = cut_plane(picture, reader.view, points + found.plane.corner_mm)
    ground = drawing.heat(found.plane.ground, 0, 1)
    paints = [np.log(found.plane.colours[figure] + FAINT) for figure in (DRAGON, KNIGHT)]
    heats = [drawing.heat(paint, np.log(FAINT), 1) for paint in paints]
    return np.concatenate([drawing.beside(seen, ground), drawing.beside(*heats)])


def _figures(picture: Picture, reader: KingdomReader, found: Found) -> Picture:
    """Return the best place of each figure: what it covers on the plane, and its foot."""
    view, shown = reader.view, picture
    assert view is not None
    for figure in FIGURES:
        colour = MARKS[figure].bgr
        for number, place in enumerate([*found.places[figure].values()][:3]):
            covers = view.project(drawing.flat(hull(view, place.foot_mm)))
            shown = drawing.traced(shown, [covers], colour if number == 0 else GREY, 3 if number == 0 else 1)
    for figure in FIGURES:
        for place in [*found.places[figure].values()][:3]:
            at = view.project(np.array([*place.foot_mm, 0.0]))
            drawing.named(shown, at, f"{figure[0]} {place.score:.0f}", WHITE, 0.42)
    box = drawing.mask_of([view.project(_outline(cell)) for cell in reader.reading.cells], picture.shape)
    return drawing.cropped(shown, box, 20)


def _outline(cell: tuple[int, int]) -> Floats:
    return drawing.flat(np.array([corner_mm(cell, number) for number in range(6)]))
