"""The tiles that were taught: how each face looks, by whatever names the player gave them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from companion.games import strict
from companion.games.fairytile.board import CLOCK, FIGURES, TERRAINS, Cell, Clock, Figure, Hex, Terrain
from vision import npz
from vision.arrays import FloatMap, Mask, Picture
from vision.fairytile import fit_tile
from vision.fairytile.figure_colours import SHAPE, FigureLooks
from vision.fairytile.patch_cache import TILE_PX, describe, part_of

FORMAT = 1


@dataclass(frozen=True, eq=False)
class Face:
    """One side of a tile that was seen: its patch, (108, 108, 3) BGR, and its cells, all unturned.

    `known`, (54, 54), is what of it no figure hid. `at` and `turn` say where it lay in the picture numbered
    `picture`.
    """

    tile: str
    face: str | None
    hexes: tuple[Hex, Hex, Hex]
    patch: Picture
    known: Mask
    at: Cell
    turn: int
    picture: int = 0

    @cached_property
    def look(self) -> fit_tile.Taught:
        """What it is compared by."""
        return fit_tile.taught(self.patch, self.known)

    @cached_property
    def described(self) -> FloatMap:
        """Its three cells, (3, d)."""
        return describe(np.stack([part_of(self.patch, part) for part in range(3)]))


class TileSamples(tuple[Face, ...]):
    """All faces that are known, some perhaps by several pictures, and how the set's `figures` look."""

    figures: FigureLooks

    def __new__(cls, faces: Iterable[Face] = (), figures: FigureLooks | None = None) -> Self:
        """Faces, and looks of figures."""
        made = super().__new__(cls, faces)
        made.figures = figures or FigureLooks()
        return made

    def knowing(self, figures: FigureLooks) -> TileSamples:
        """The same tiles with other looks of figures."""
        return TileSamples(self, figures)

    @cached_property
    def described(self) -> FloatMap:
        """The cells of all faces, (n, 3, d)."""
        if not self:
            return np.zeros((0, 3, 1), np.float32)
        return np.stack([face.described for face in self])


def encode(known: TileSamples) -> bytes:
    """A set as the content of a file."""
    told = [
        {"tile": f.tile, "face": f.face, "hexes": [[h.terrain, list(h.river)] for h in f.hexes],
         "at": f.at, "turn": f.turn, "picture": f.picture}
        for f in known
    ]  # fmt: skip
    file = io.BytesIO()
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "told": np.array(json.dumps(told)),
        "patches": np.stack([f.patch for f in known]),
        "known": np.stack([f.known for f in known]),
    }
    paint = {PAINT + figure: counts for figure, counts in known.figures.counts.items()}
    np.savez_compressed(file, **arrays, **paint)  # type: ignore[arg-type]  # no key is allow_pickle
    return file.getvalue()


PAINT = "paint_"
"""Before the names of figures whose looks are in a file; older ones have none."""


def decode(content: bytes) -> TileSamples:
    """The set in a file. Raises ValueError when it is no such file, or of another version."""
    with npz.reading(content) as file:
        if int(file["format"]) != FORMAT:
            raise ValueError(f"version {int(file['format'])} where {FORMAT} was expected")
        told = strict.loads(str(file["told"]))
        patches = npz.typed(file["patches"], np.uint8, len(told), TILE_PX, TILE_PX, 3)
        every_known = npz.typed(file["known"], np.bool_, len(told), *fit_tile.WHOLE.shape)
        faces = [
            Face(
                str(each["tile"]),
                None if each["face"] is None else str(each["face"]),
                _three(each["hexes"]),
                patch,
                known,
                (int(each["at"][0]), int(each["at"][1])),
                int(each["turn"]) % 6,
                int(each["picture"]),
            )
            for each, patch, known in zip(told, patches, every_known, strict=True)
        ]
        return TileSamples(faces, FigureLooks(_paint(file)))


def _paint(file: npz.Arrays) -> dict[Figure, FloatMap]:
    paint: dict[Figure, FloatMap] = {
        figure: npz.typed(file[PAINT + figure], np.float32, *SHAPE)
        for figure in FIGURES
        if PAINT + figure in file
    }
    if not all(np.isfinite(counts).all() and (counts >= 0).all() for counts in paint.values()):
        raise ValueError("expected counts of pixels of figures, found others")
    return paint


def _three(written: Sequence[tuple[Terrain, Sequence[int]]]) -> tuple[Hex, Hex, Hex]:
    a, b, c = (Hex(TERRAINS[TERRAINS.index(land)], _river(river)) for land, river in written)
    return a, b, c


def _river(written: Sequence[int]) -> tuple[Clock, ...]:
    return tuple(CLOCK[CLOCK.index(clock)] for clock in written)
