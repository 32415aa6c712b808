"""Samples of tiles, by the player's own names, and their file."""

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
from vision.fairytile.figure_colours import SHAPE, FigurePaint
from vision.fairytile.patch_cache import TILE_PX, describe, part_of

FORMAT = 1
"""Version of the file; its array "told" holds a JSON list of the faces."""


@dataclass(frozen=True, eq=False)
class Face:
    """One side of a sampled tile: patch, (108, 108, 3) BGR, and its cells, both unturned.

    `known`, (54, 54), is the part that no figure hid. `at` and `turn` are its placement in the picture
    numbered `picture`.
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
    def appearance(self) -> fit_tile.Appearance:
        """Appearance used by `fit_tile`."""
        return fit_tile.appearance_of(self.patch, self.known)

    @cached_property
    def described(self) -> FloatMap:
        """Descriptors of its three cells, (3, d)."""
        return describe(np.stack([part_of(self.patch, part) for part in range(3)]))


class TileSamples(tuple[Face, ...]):
    """All sampled faces, several per face possible, and the paint of the set's `figures`."""

    figures: FigurePaint

    def __new__(cls, faces: Iterable[Face] = (), figures: FigurePaint | None = None) -> Self:
        """Create samples of faces with the paint of figures."""
        made = super().__new__(cls, faces)
        made.figures = figures or FigurePaint()
        return made

    def knowing(self, figures: FigurePaint) -> TileSamples:
        """Return the same faces with other paint."""
        return TileSamples(self, figures)

    @cached_property
    def described(self) -> FloatMap:
        """Descriptors of all faces, (n, 3, d)."""
        if not self:
            return np.zeros((0, 3, 1), np.float32)
        return np.stack([face.described for face in self])


def encode(known: TileSamples) -> bytes:
    """Return the content of a file."""
    rows = [
        {"tile": f.tile, "face": f.face, "hexes": [[h.terrain, list(h.river)] for h in f.hexes],
         "at": f.at, "turn": f.turn, "picture": f.picture}
        for f in known
    ]  # fmt: skip
    file = io.BytesIO()
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "told": np.array(json.dumps(rows)),
        "patches": np.stack([f.patch for f in known]),
        "known": np.stack([f.known for f in known]),
    }
    paint = {PAINT + figure: counts for figure, counts in known.figures.counts.items()}
    np.savez_compressed(file, **arrays, **paint)  # type: ignore[arg-type]  # no key is allow_pickle
    return file.getvalue()


PAINT = "paint_"
"""Prefix of the histograms of figures in a file; older files have none."""


def decode(content: bytes) -> TileSamples:
    """Return the samples in a file.

    Raises ValueError if the content is invalid or of another version.
    """
    with npz.reading(content) as file:
        if int(file["format"]) != FORMAT:
            raise ValueError(f"version {int(file['format'])} where {FORMAT} was expected")
        rows = strict.loads(str(file["told"]))
        patches = npz.typed(file["patches"], np.uint8, len(rows), TILE_PX, TILE_PX, 3)
        every_known = npz.typed(file["known"], np.bool_, len(rows), *fit_tile.WHOLE.shape)
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
            for each, patch, known in zip(rows, patches, every_known, strict=True)
        ]
        return TileSamples(faces, FigurePaint(_paint(file)))


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
