"""Accuracy on generated sets of Fate whose appearance the piece classifier was not trained on.

    python -m tests.bench.fate_prints OUT                draw the sets at the simulated table, and measure
    python -m tests.bench.fate_prints OUT FOLDER...      also with stickers over the tiles of rendered tables

The sets serve for measuring only, never for training. A seed decides the prints, colours and outlines of
the tiles and the shapes of the figures. Each set is drawn in a game of six settled tables: the set-up, pieces
that move, kinds that enter later, a wrong piece and a missing one.

Columns: `expected table` is the pictures for which the reader knew the expected table; `pieces` are scored as
in `fate_scenes`; `empty wrong` is bare hexes taken for a piece; `found` to `invented` are differences between
the true and the expected table; `processor ms` is the median per picture on one thread.
"""

import colorsys
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import click
import cv2
import numpy as np

from companion.games.base import Table
from companion.games.fate.geometry import GRIMHEIM_HEXES, HEXES
from tests.bench import fate_scenes
from tests.bench.tables import table
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fate import own_set
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import HEROES, LEGENDS, MONSTERS
from vision.fate.samples import KnownPieces
from vision.fate.simulated import SimulatedFateTable, solids
from vision.fate.simulated.table import TILE_MM
from vision.geometry.calibrate import View
from vision.geometry.find_board import from_taps
from vision.simulated.figures import LatheFigure, Layer, piece
from vision.simulated.props import PieceOnTable
from vision.simulated.texture import noise, to_bytes

PrintStyle: TypeAlias = Literal["letters", "symbols", "drawings", "armies", "figures", "army figures"]
Rng: TypeAlias = np.random.Generator
SETS: Mapping[str, tuple[PrintStyle, int]] = {
    "letters": ("letters", 11), "symbols": ("symbols", 12), "drawings": ("drawings", 13),
    "armies": ("armies", 14), "figures": ("figures", 15), "army_figures": ("army figures", 16),
}  # fmt: skip
ART_PX = 288
OUTER_MM = {3: 14.5, 4: 14.5, 5: 13.0, 6: 13.0, 24: 12.0}
LETTERS = "ACFHJKLMNPQRUVWXYZ23456789"
FONTS = (cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_PLAIN)
TILED = (*MONSTERS, *LEGENDS)
STICKER_MM = 9.5


@dataclass(frozen=True, slots=True)
class Design:
    """Appearance of a kind: print, BGR (288, 288, 3), number of corners of its outline, figure if any."""

    art: Picture
    corners: int
    figure: LatheFigure | None
    plastic: Floats


def designs(style: PrintStyle, rng: Rng) -> dict[str, Design]:
    """Draw a set: the appearance of each kind of monster and legend."""
    first_hue = rng.random()
    army_corners = rng.choice([4, 5, 6, 24], 3)
    letters = rng.permutation(list(LETTERS))
    found = {}
    for number, kind in enumerate(TILED):
        army = number // 3 if kind in MONSTERS else number
        shared = style in ("armies", "army figures")
        hue = first_hue + (army / 5 if shared else number / len(TILED)) + rng.normal(0, 0.01)
        value = rng.uniform(0.75, 0.85) if shared else rng.uniform(0.4, 0.95)
        ground = _bgr(hue, rng.uniform(0.3, 0.9), value)
        corners = int(army_corners[army % 3]) if kind in MONSTERS else 6
        art = _printed(style, str(letters[number]), ground, rng)
        figure = _figure(rng) if "figures" in style and kind in MONSTERS else None
        found[kind] = Design(art, corners, figure, ground)
    return found


def _bgr(hue: float, saturation: float, value: float) -> Floats:
    return 255 * np.array(colorsys.hsv_to_rgb(hue % 1, saturation, value)[::-1])


def _printed(style: PrintStyle, letter: str, ground: Floats, rng: Rng) -> Picture:
    grain = noise((ART_PX, ART_PX), (20, 20), rng)
    art = to_bytes(ground * (1 + 0.05 * grain)[..., None])
    ink = (0.25 * ground if ground.mean() > 110 else 0.3 * ground + 170).tolist()
    middle = ART_PX // 2
    if style == "letters":
        font, scale, thick = FONTS[rng.integers(len(FONTS))], 3.6, 9
        (wide, high), _ = cv2.getTextSize(letter, font, scale, thick)
        spot = middle - wide // 2, middle + high // 2
        cv2.putText(art, letter, spot, font, scale, ink, thick, cv2.LINE_AA)
    elif style == "drawings":
        for _ in range(9):
            colour = _bgr(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.2, 1)).tolist()
            x, y, a, b = *(middle + rng.normal(0, 40, 2)), *rng.uniform(8, 45, 2)
            turn = rng.uniform(0, 180)
            cv2.ellipse(art, ((x, y), (2 * a, b), turn), colour, -1, cv2.LINE_AA)
    else:
        count = int(rng.integers(3, 9))
        radii = np.where(np.arange(2 * count) % 2, rng.uniform(12, 50), rng.uniform(55, 85))
        turns = math.pi * np.arange(2 * count) / count
        star = middle + radii[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        cv2.fillPoly(art, [np.rint(star).astype(np.int32)], ink, cv2.LINE_AA)
        across = round(rng.uniform(6, 26))
        cv2.circle(art, (middle, middle), across, ground.tolist(), -1, cv2.LINE_AA)
    return art


def _figure(rng: Rng) -> LatheFigure:
    tall = rng.uniform(16, 30)
    heights = np.linspace(3, tall, 5)
    outline = [(0.0, 9.5), (2.4, 9.5), *((float(h), float(rng.uniform(2.5, 7.5))) for h in heights)]
    rod = (rng.uniform(6, 9), rng.uniform(0.6, 1.8), 2.0, rng.uniform(0.5, 1) * tall)
    return LatheFigure(outline, [(0, 0), (tall, rng.uniform(0, 3))], rod)


class PrintedTable(SimulatedFateTable):
    """Simulated table whose pieces have the appearance of a drawn set."""

    def __init__(self, table: Table, seed: int, printed: Mapping[str, Design], **options: Any) -> None:
        """Make a simulated table; `printed` is the set."""
        self._printed = printed
        super().__init__(table, seed, **options)
        self._style.plastic.update({kind: design.plastic for kind, design in printed.items()})

    def _lies_flat(self, p: PieceOnTable) -> bool:
        return p.kind in self._printed and self._printed[p.kind].figure is None

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Sequence[Layer]:
        figure = self._printed[p.kind].figure if p.kind in self._printed else None
        if figure is None:
            return list(super()._figure(p, lift_mm))
        return [piece(self._view, self._style, figure, p.kind, p.x_mm, p.y_mm, lift_mm, p.turn)]

    def _faces(self, p: PieceOnTable) -> list[solids.SolidFace]:
        design = self._printed.get(p.kind)
        if design is None:
            return super()._faces(p)
        count = design.corners
        turns = 2 * math.pi * np.arange(count) / count
        outline = OUTER_MM[count] * np.column_stack([np.sin(turns), -np.cos(turns)])
        return solids.prism(outline, TILE_MM, (146.0, 174.0, 192.0), design.art)


@dataclass(frozen=True, slots=True)
class Moment:
    """Actual and expected table of one picture."""

    state: Mapping[str, str]
    expected: Mapping[str, str]


def moments(rng: Rng) -> list[Moment]:
    """Six settled tables of a game: kinds enter, pieces move, one is wrong and one is missing."""
    free = [hex_ for hex_ in rng.permutation(HEXES).tolist() if hex_ not in GRIMHEIM_HEXES]
    kinds = rng.permutation(MONSTERS).tolist()
    legends = rng.permutation(LEGENDS).tolist()
    state = {free.pop(): kind for kind in kinds[:6] for _ in range(4)}
    state |= {free.pop(): kind for kind in (legends[0], *HEROES)}
    found = [Moment(dict(state), dict(state))]

    def moved(count: int) -> None:
        for hex_ in rng.permutation(list(state)).tolist()[:count]:
            state[free.pop(0)] = state.pop(hex_)
            free.append(hex_)

    moved(6)
    found.append(Moment(dict(state), dict(state)))
    state |= {free.pop(): kinds[6] for _ in range(2)}
    found.append(Moment(dict(state), dict(state)))
    moved(8)
    wrong = dict(state)
    one, gone = [hex_ for hex_ in rng.permutation(list(state)).tolist() if state[hex_] in kinds[:6]][:2]
    wrong[one] = next(kind for kind in kinds[:6] if kind != state[one])
    del wrong[gone]
    found.append(Moment(wrong, dict(state)))
    state |= {free.pop(): kind for kind in (kinds[7], kinds[7], legends[1])}
    found.append(Moment(dict(state), dict(state)))
    moved(8)
    state[free.pop()] = kinds[8]
    found.append(Moment(dict(state), dict(state)))
    return found


def record(folder: Path, name: str, evening: int = 0) -> fate_scenes.Scene:
    """Draw a game with the set of that name into a folder; each `evening` has its own table and light."""
    style, first = SETS[name]
    rng, seed = np.random.default_rng(first), first + 100 * evening
    game, printed = moments(rng), designs(style, rng)
    if evening:
        game = moments(np.random.default_rng(seed))
    stage = PrintedTable({}, seed, printed, markers=True, rest_s=0.5, light_drift=True)
    before: Mapping[str, str] = {}
    rows = []
    folder.mkdir(parents=True, exist_ok=True)
    for number, moment in enumerate(game):
        lay(stage, before, moment.state)
        before = moment.state
        *_, seen = stage.frames([], fps=4.0)
        file = f"frame_{number:03}.png"
        cv2.imwrite(str(folder / file), seen.picture)
        rows.append(
            {
                "file": file, "state": moment.state, "expected": moment.expected, "hand": False,
                "edition": "minis" if "figures" in style else "tiles",
                "taps_corner_hexes_px": np.rint(seen.corners_px).tolist(),
            }
        )  # fmt: skip
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return fate_scenes.find([folder])[0]


def lay(stage: SimulatedFateTable, before: Mapping[str, str], now: Mapping[str, str]) -> None:
    """Change the pieces of the simulated table at once, without hands."""
    for hex_, kind in before.items():
        if now.get(hex_) != kind:
            stage.pieces[hex_] = ()
    for hex_, kind in now.items():
        if before.get(hex_) != kind:
            stage._put(hex_, kind)
    stage._still = None


def with_stickers(scene: fate_scenes.Scene, folder: Path, style: PrintStyle, seed: int) -> fate_scenes.Scene:
    """Copy a rendered sequence with other prints over the tiles of its monsters and legends."""
    rng = np.random.default_rng(seed)
    printed = designs(style, rng)
    folder.mkdir(parents=True, exist_ok=True)
    for row in scene.rows:
        picture = load_picture(scene.folder / row["file"]).copy()
        for piece_row in row["pieces"]:
            if piece_row["kind"] in printed and not piece_row["held"] and not row["hand"]:
                _draw_sticker(picture, _view(row["camera"]), piece_row, printed[piece_row["kind"]].art)
        cv2.imwrite(str(folder / Path(row["file"]).with_suffix(".png")), picture)
    rows = [{**row, "file": str(Path(row["file"]).with_suffix(".png"))} for row in scene.rows]
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return fate_scenes.find([folder])[0]


def _view(camera: Mapping[str, Any]) -> View:
    rotation = cv2.Rodrigues(np.array(camera["R"]))[0].ravel().astype(np.float64)
    width, height = camera["size"]
    return View((width, height), camera["K"][0][0], camera["k1"], rotation, np.array(camera["t_mm"]))


def _draw_sticker(picture: Picture, view: View, piece_row: Mapping[str, Any], art: Picture) -> None:
    """Draw a round sticker on a tile, in its light, turned by an angle made from its id."""
    x, y, _ = piece_row["mm"]
    turn = 2.4 * piece_row["id"]
    angles = turn + np.pi / 2 * np.arange(4)
    square = np.column_stack([x + np.cos(angles), y + np.sin(angles)]) * 1.0
    square = np.array([x, y]) + STICKER_MM * math.sqrt(2) * (square - [x, y])
    corners = view.project(np.column_stack([square, np.full(4, -TILE_MM)])).astype(np.float32)
    side = art.shape[0]
    from_art = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    there = cv2.getPerspectiveTransform(from_art, corners)
    disc = np.zeros((side, side), np.float32)
    cv2.circle(disc, (side // 2, side // 2), side // 2 - 2, 1.0, -1, cv2.LINE_AA)
    size = picture.shape[1], picture.shape[0]
    alpha = cv2.warpPerspective(disc, there, size, flags=cv2.INTER_AREA)[..., None]
    colour = cv2.warpPerspective(art.astype(np.float32), there, size, flags=cv2.INTER_AREA)
    under = picture[alpha[..., 0] > 0.5].astype(np.float32)
    light = np.percentile(under.mean(1), 75) / 190 if len(under) else 1.0
    print_ = np.clip(colour * np.clip(light, 0.25, 1.2), 0, 255)
    grain = np.random.default_rng(piece_row["id"]).normal(0, 2.0, picture.shape)
    picture[:] = np.clip(picture * (1 - alpha) + (print_ + grain) * alpha, 0, 255).astype(np.uint8)


def scenes(out: Path, rendered: Sequence[Path] = ()) -> list[fate_scenes.Scene]:
    """Write every set's game into a folder, and rendered sequences of tiles with each style of stickers."""
    found = [record(out / name, name) for name in SETS]
    for scene in fate_scenes.find(rendered):
        if scene.rows[0]["edition"] == "tiles" and "pieces" in scene.rows[0]:
            styles: Sequence[PrintStyle] = ("letters", "symbols", "drawings", "armies")
            for number, style in enumerate(styles):
                found.append(with_stickers(scene, out / f"{scene.folder.name}_{style}", style, 31 + number))
    return found


def measure(scene: fate_scenes.Scene) -> dict[str, fate_scenes.Score]:
    """Score a sequence with the expected table for no picture, for the first one, and for every one.

    A drawn set is also scored with every expected table after one picture of another evening was learnt.
    """
    found = {
        "nothing": fate_scenes.watch_expecting(scene, []),
        "first picture": fate_scenes.watch_expecting(scene, scene.rows[:1]),
        "every picture": fate_scenes.watch_expecting(scene, scene.rows),
    }
    if scene.folder.name in SETS:
        with TemporaryDirectory() as folder:
            learnt = _learnt(record(Path(folder), scene.folder.name, evening=1))
        found["every, learnt before"] = fate_scenes.watch_expecting(scene, scene.rows, learnt)
    return found


def _learnt(scene: fate_scenes.Scene) -> KnownPieces:
    """Pieces learnt from the first picture of a sequence."""
    row = scene.rows[0]
    picture = load_picture(scene.folder / row["file"])
    view = from_taps(fate_plan(), picture, np.array(scene.corners_px))
    table: Table = {hex_: {kind: 1} for hex_, kind in row["state"].items()}
    return own_set.gallery(own_set.take(picture, view, table)[0])


HEADER = ("set", "expected table", "pieces", "right", "unsure", "wrong", "right after the first picture",
          "empty wrong", "found", "in doubt", "missed", "invented", "processor ms")  # fmt: skip
EXPECTATIONS = ("nothing", "first picture", "every picture", "every, learnt before")


def report(measured: Mapping[str, Mapping[str, fate_scenes.Score]]) -> str:
    """A Markdown table."""
    rows = []
    for name, scores in measured.items():
        for given, score in scores.items():
            n = score.counts
            pieces = [n[f"piece {outcome}"] for outcome in ("right", "unsure", "wrong")]
            empty_wrong = n["hex wrong"] - n["piece wrong"]
            share = f"{pieces[0]} ({100 * pieces[0] / max(sum(pieces), 1):.1f} %)"
            later = [n[f"later {outcome}"] for outcome in ("right", "unsure", "wrong")]
            share_later = f"{100 * later[0] / max(sum(later), 1):.1f} %"
            difference_counts = [n[what] for what in ("found", "in doubt", "missed", "invented")]
            time_ms = f"{np.median(score.times_ms):.0f}" if score.times_ms else "-"
            rows.append(
                (
                    name,
                    given,
                    sum(pieces),
                    share,
                    *pieces[1:],
                    share_later,
                    empty_wrong,
                    *difference_counts,
                    time_ms,
                )
            )
    return table(HEADER, rows)


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("rendered", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(out: Path, rendered: tuple[Path, ...]) -> None:
    """Draw the sets into OUT, watch them, and print a table and every failure."""
    measured = {scene.folder.name: measure(scene) for scene in scenes(out, rendered)}
    totals = {
        name: {given: fate_scenes.Score(name, "") for given in EXPECTATIONS}
        for name in ("tiles", "minis", "all")
    }
    for scores in measured.values():
        for given, score in scores.items():
            for total in (totals[score.monsters][given], totals["all"][given]):
                total.counts += score.counts
                total.times_ms += score.times_ms
                total.claims += score.claims
    click.echo(report({**measured, **totals}))
    for given in EXPECTATIONS:
        click.echo(f"\nExpected table for {given}:\n\n{fate_scenes.reliability(totals['all'][given].claims)}")
    for scores in measured.values():
        for given in scores:
            for failure in scores[given].failures:
                click.echo(f"{given}: {failure}")


if __name__ == "__main__":
    main()
