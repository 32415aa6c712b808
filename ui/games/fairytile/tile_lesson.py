"""Lesson of own tiles: recognised tiles and the user's corrections; no widgets here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.fairytile.board import (
    Cell,
    Figure,
    Hex,
    Sheet,
    Shown,
    TileFace,
    Tiles,
    TileSide,
    tile_cells,
    turned_clock,
)
from companion.session.fairytile.own_sets import OwnSet
from ui.screens.teach_state import around, cropped, within
from ui.services import PicturePoint, RgbPicture

REACH = 1.9
"""Distance from the middle of a tile to its ends, in distances to the middles of its cells."""


@dataclass
class Lesson:
    """One picture of tiles that all show the same `side`; `places` are the middles of their cells in the
    `close_up` of it. `middles` are those, in the whole picture, of the tiles whose front was taught last, to
    know their backs by.
    """

    side: TileSide = "front"
    picture: RgbPicture | None = None
    tiles: list[Shown] = field(default_factory=list)
    cells_px: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)
    close_up: RgbPicture | None = None
    places: Mapping[Cell, PicturePoint] = field(default_factory=dict)
    starts: dict[str, Figure | None] = field(default_factory=dict)
    middles: dict[str, PicturePoint] = field(default_factory=dict)
    chosen: int | None = None

    def taken(self, picture: RgbPicture, sheet: Sheet, own: OwnSet) -> None:
        """Set the picture and the tiles recognised in it; unknown tiles get generated names."""
        self.picture, self.tiles, self.cells_px, self.chosen = (
            picture,
            list(sheet.tiles),
            sheet.cells_px,
            None,
        )
        box = around([corner for shown in self.tiles for corner in self._corners(shown)])
        self.close_up = cropped(picture, box)
        cells_px = {cell: self._share(px) for cell, px in self.cells_px.items()}
        self.places = dict(zip(cells_px, within(box, list(cells_px.values())), strict=True))
        used = {shown.placed.tile for shown in self.tiles}
        for at, shown in enumerate(self.tiles):
            if not shown.placed.tile:
                name = self._turned_over(shown, used) or _free({*own.tiles, *used})
                used.add(name)
                self.tiles[at] = shown._replace(placed=shown.placed._replace(tile=name), face=self.side)
        for shown in self.tiles:
            faces = own.tiles.get(shown.placed.tile, {})
            face = faces.get(self.side)
            self.starts.setdefault(shown.placed.tile, face.start if face else None)

    def face(self, at: int) -> TileFace:
        """A tile in the form of a set."""
        shown = self.tiles[at]
        start = self.starts.get(shown.placed.tile) if shown.face == "front" else None
        return TileFace(shown.hexes, start)

    def correct(self, at: int, face: TileFace) -> None:
        """Correct a tile."""
        self.tiles[at] = self.tiles[at]._replace(hexes=face.hexes)
        self.starts[self.tiles[at].placed.tile] = face.start

    def first_land(self, at: int) -> None:
        """Make the next land clockwise the tile's first one, which carries the symbol of a figure."""
        shown = self.tiles[at]
        laid, (b, c, a) = shown.placed, (shown.hexes[part] for part in (1, 2, 0))
        turned = laid._replace(at=tile_cells(laid.at, laid.turn)[1], turn=(laid.turn + 2) % 6)
        hexes = (_back(b), _back(c), _back(a))
        self.tiles[at] = shown._replace(placed=turned, hexes=hexes)

    def leave_out(self, at: int) -> None:
        """Leave a tile out of the lesson."""
        del self.tiles[at]
        self.chosen = None

    def at(self, place: PicturePoint) -> int | None:
        """The tile at a place of the close-up."""
        near = {cell: (place[0] - x) ** 2 + (place[1] - y) ** 2 for cell, (x, y) in self.places.items()}
        cell = min(near, key=lambda cell: near[cell], default=None)
        return next((n for n, each in enumerate(self.tiles) if cell in cells(each)), None)

    def sheet(self) -> Sheet:
        """Labels of the lesson for the learner."""
        return Sheet(tuple(self.tiles), self.cells_px)

    def kept(self, own: OwnSet) -> OwnSet:
        """Set with these tiles; the next picture shows their other side."""
        tiles: dict[str, Mapping[TileSide, TileFace]] = dict(own.tiles)
        for at, shown in enumerate(self.tiles):
            side: TileSide = "back" if shown.face == "back" else "front"
            tiles[shown.placed.tile] = {**tiles.get(shown.placed.tile, {}), side: self.face(at)}
        return own._replace(tiles=_sorted(tiles))

    def over(self) -> None:
        """Go on from the fronts to their backs, or from the backs to other tiles."""
        self.middles = {s.placed.tile: self._middle(s) for s in self.tiles} if self.side == "front" else {}
        self.side = "back" if self.side == "front" else "front"
        self.picture, self.tiles, self.chosen = None, [], None

    def seen(self, at: int) -> RgbPicture:
        """A tile as it lies in the picture."""
        assert self.picture
        return cropped(self.picture, around(self._corners(self.tiles[at])))

    def _corners(self, shown: Shown) -> list[PicturePoint]:
        """The three corners of a tile."""
        x, y = self._middle(shown)
        ends = [self._share(self.cells_px[cell]) for cell in cells(shown)]
        return [(x + REACH * (ex - x), y + REACH * (ey - y)) for ex, ey in ends]

    def _middle(self, shown: Shown) -> PicturePoint:
        places = [self._share(self.cells_px[cell]) for cell in cells(shown)]
        return sum(x for x, _ in places) / 3, sum(y for _, y in places) / 3

    def _share(self, px: tuple[float, float]) -> PicturePoint:
        assert self.picture
        return px[0] / self.picture.width, px[1] / self.picture.height

    def _turned_over(self, shown: Shown, used: Collection[str]) -> str:
        """Tile whose front was seen at about this place; "" for none."""
        x, y = self._middle(shown)
        left = {
            name: (x - mx) ** 2 + (y - my) ** 2 for name, (mx, my) in self.middles.items() if name not in used
        }
        return min(left, key=lambda name: left[name], default="")


def cells(shown: Shown) -> tuple[Cell, Cell, Cell]:
    """Cells of its parts A, B and C."""
    return tile_cells(shown.placed.at, shown.placed.turn)


def lying(hex_: Hex, turn: int) -> Hex:
    """A land of a tile, rotated by the tile's turn."""
    return hex_._replace(river=tuple(sorted(turned_clock(clock, turn) for clock in hex_.river)))


def _back(hex_: Hex) -> Hex:
    return lying(hex_, -2)


def _free(used: Collection[str]) -> str:
    return next(name for number in range(1, 999) if (name := f"T{number}") not in used)


def _sorted(tiles: dict[str, Any]) -> Tiles:
    return dict(sorted(tiles.items(), key=lambda named: (len(named[0]), named[0])))
