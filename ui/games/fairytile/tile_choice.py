"""Choice of the tile drawn from a real stack: every side of the tiles not placed yet."""

from collections.abc import Callable, Iterator
from functools import partial

from kivy.uix.widget import Widget

from companion.games.fairytile.board import FaceUpTile
from companion.games.fairytile.position import Position
from ui import theme
from ui.games.fairytile.scoreboard import StackView

_HIGH_MM = 20.0


def tiles(position: Position) -> Iterator[FaceUpTile]:
    """Tiles that may come from a face-down stack."""
    lying = {laid.tile for laid in position.kingdom.placed_tiles}
    for name, sides in position.box.tiles.items():
        if name not in lying and not any(face.start for face in sides.values()):
            yield from (FaceUpTile(name, side) for side in sides)


def rows(position: Position, take: Callable[[FaceUpTile], object]) -> list[Widget]:
    """A picture of each tile to touch."""
    made = []
    for tile in tiles(position):
        shown = StackView(face=position.box.face(tile), title=tile.tile, size_hint_y=None)
        shown.height = theme.mm(_HIGH_MM)
        shown.bind(on_release=partial(_taken, take, tile))
        made.append(shown)
    return made


def _taken(take: Callable[[FaceUpTile], object], tile: FaceUpTile, shown: StackView) -> None:
    take(tile)
    sheet = shown.parent
    while sheet is not None and not hasattr(sheet, "shut"):
        sheet = sheet.parent
    if sheet is not None:
        sheet.shut()
