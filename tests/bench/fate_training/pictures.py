"""Pictures of the standard pieces with known content: simulated tables and folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.fate import geometry
from tests.bench.fate_training.designs import Rng
from tests.bench.fate_training.drawn import Grounds
from vision.arrays import Floats, Picture
from vision.fate import patches
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import EMPTY, FIRST_OUTPUT, HEROES, KINDS, LEGENDS, MONSTERS, OUTPUT_KINDS
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.calibrate import View, view_from_points

PIECES, EMPTIES = 14, 6
"""Number of pieces and of bare hexes that a batch takes from each picture."""
FIRST_SEED = 70_000
"""First seed of the simulated tables; no bench uses these seeds."""
STANDING = 90
"""Number of pieces on a simulated table."""
MIRRORED = np.array([output == EMPTY or 10 <= output < 19 or output >= 25 for output in range(29)])
"""True for outputs whose pieces may be mirrored: figures, but not prints."""
HEROES_BY_COLOUR = {
    "hero_green": "bjorn",
    "hero_blue": "alva",
    "hero_orange": "embla",
    "hero_brown": "boldur",
}


class Labelled(NamedTuple):
    """A picture, the transformations and flatness of its patches, and right outputs, (217,)."""

    picture: npt.NDArray[np.uint8]
    maps: Floats
    flatness: Floats
    outputs: npt.NDArray[np.intp]


def read(folder: Path) -> Iterator[Labelled]:
    """Yield the pictures of a folder that show no hand, with their true content."""
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        picture = None if row["hand"] else cv2.imread(str(folder / row["file"]))
        if picture is None:
            continue
        maps, flatness = patches.frames(_view(row["camera"]), fate_plan().centres_mm)
        outputs = [_output(row["state"].get(hex_), row["edition"]) for hex_ in geometry.HEXES]
        yield Labelled(np.asarray(picture, np.uint8), maps, flatness, np.array(outputs))


def _view(camera: dict[str, Any]) -> View:
    rotation = cv2.Rodrigues(np.array(camera["R"]))[0].ravel().astype(np.float64)
    width, height = camera["size"]
    return View((width, height), camera["K"][0][0], camera["k1"], rotation, np.array(camera["t_mm"]))


def _output(kind: str | None, edition: str) -> int:
    if kind is None:
        return EMPTY
    kind = HEROES_BY_COLOUR.get(kind, kind)
    if kind in MONSTERS:
        return FIRST_OUTPUT["minis" if edition == "minis" else "tiles"] + MONSTERS.index(kind)
    return OUTPUT_KINDS.index(KINDS.index(kind) + 1)


def simulated(number: int) -> Labelled:
    """Return simulated table `number` with `STANDING` standard tiles and heroes, in its own style."""
    rng = np.random.default_rng(FIRST_SEED + number)
    table = SimulatedFateTable({}, FIRST_SEED + number, rest_s=0.2, light_drift=True)
    kinds = [*MONSTERS, *MONSTERS, *LEGENDS, *HEROES]
    state = {str(hex_): str(rng.choice(kinds)) for hex_ in rng.permutation(geometry.HEXES)[:STANDING]}
    for hex_, kind in state.items():
        table._put(hex_, kind)
    damage = {hex_: int(rng.integers(1, 7)) for hex_ in state if rng.random() < 0.08}
    table.dress(town=int(rng.integers(10)), step=1, damage=damage, levels={})
    return _labelled(table, state)


def bare(number: int) -> Labelled:
    """Return simulated table `number` without pieces."""
    table = SimulatedFateTable({}, FIRST_SEED + number, rest_s=0.2, light_drift=True)
    table.dress(town=4, step=1, damage={}, levels={})
    return _labelled(table, {})


def grounds(pictures: list[Labelled]) -> Grounds:
    """Return the patches of hexes without a piece of some pictures."""
    cut, flatness = [], []
    for shown in pictures:
        empty = np.flatnonzero(shown.outputs == EMPTY)
        cut.append(patches.cut(shown.picture, shown.maps[empty]))
        flatness.append(shown.flatness[empty])
    return Grounds(np.concatenate(cut), np.concatenate(flatness))


def _labelled(table: SimulatedFateTable, state: dict[str, str]) -> Labelled:
    *_, seen = table.frames([], fps=10.0)
    picture: Picture = seen.picture
    view = view_from_points(fate_plan().taps_mm, seen.corners_px, (picture.shape[1], picture.shape[0]))
    maps, flatness = patches.frames(view, fate_plan().centres_mm)
    outputs = [_output(state.get(hex_), "tiles") for hex_ in geometry.HEXES]
    return Labelled(picture, maps, flatness, np.array(outputs))


def batch(pictures: list[Labelled], rng: Rng) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """Return augmented patches (n, 4, 64, 56) and right outputs (n,) of pieces and bare hexes."""
    blobs, outputs = [], []
    for shown in pictures:
        pieces, empty = np.flatnonzero(shown.outputs != EMPTY), np.flatnonzero(shown.outputs == EMPTY)
        rows = np.concatenate([rng.permutation(pieces)[:PIECES], rng.permutation(empty)[:EMPTIES]])
        cut = patches.cut(shown.picture, _jittered(shown.maps[rows], rng))
        if rng.random() < 0.55:
            sigma = rng.uniform(0.3, 1.15)
            cut = np.stack([np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma), np.uint8) for patch in cut])
        mirrored = MIRRORED[shown.outputs[rows]] & (rng.random(len(rows)) < 0.5)
        cut[mirrored] = cut[mirrored][:, :, ::-1]
        blobs.append(patches.blob(covered(recoloured(cut, rng), rng), shown.flatness[rows]))
        outputs.append(shown.outputs[rows])
    return np.concatenate(blobs), np.concatenate(outputs)


def _jittered(maps: Floats, rng: np.random.Generator) -> Floats:
    """Return the transformations with random errors of the view and of the places of pieces."""
    jittered = maps.copy()
    foot = np.array(patches.FOOT_PX)
    common = rng.normal(0, 1.4, 2)
    for one in jittered:
        angle, scale = rng.normal(0, 0.08), np.exp(rng.normal(0, 0.07))
        turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        one[:, :2] = turn @ one[:, :2]
        one[:, 2] = turn @ (one[:, 2] - foot) + foot + common + rng.normal(0, 1.4, 2)
    return jittered


def covered(cut: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Cover some patches with a rectangle of one colour (cutout: DeVries & Taylor, 2017)."""
    covered = cut.copy()
    for number in np.flatnonzero(rng.random(len(cut)) < 0.12):
        patch = covered[number]
        high, wide = rng.integers(6, 20, 2)
        top, left = rng.integers(0, patches.HEIGHT_PX - high), rng.integers(0, patches.WIDTH_PX - wide)
        patch[top : top + high, left : left + wide] = rng.integers(0, 256, 3)
    return covered


def recoloured(cut: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return patches (n, 64, 56, 3) of one picture in a random light and with random camera noise."""
    colours = cut.astype(np.float32) / 255
    colours *= np.exp(rng.normal(0, 0.13, 3) + rng.normal(0, 0.12))
    colours *= np.exp(rng.normal(0, 0.12, (len(cut), 1, 1, 1)) + rng.normal(0, 0.04, (len(cut), 1, 1, 3)))
    colours = np.clip(colours, 0, 1) ** np.exp(rng.normal(0, 0.15))
    grey = colours.mean(-1, keepdims=True)
    colours = grey + (colours - grey) * np.exp(rng.normal(0, 0.12))
    colours += rng.normal(0, rng.uniform(0, 0.03), colours.shape)
    return np.asarray(np.clip(colours * 255, 0, 255), dtype=np.uint8)
