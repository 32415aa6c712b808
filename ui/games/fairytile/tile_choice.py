"""Choice of the tile drawn from a real stack: every side of the tiles not placed yet."""

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.fairytile.position import Position
from companion.session.fairytile.decisions import tiles
from companion.session.view import Thing
from ui import theme
from ui.games.fairytile.scoreboard import StackView

_HIGH_MM = 20.0


def rows(position: Position, take: Callable[[Thing], object]) -> list[Widget]:
    """A picture of each tile to touch."""
    made = []
    for thing, tile in tiles(position).items():
        shown = StackView(face=position.box.face(tile), title=tile.tile, size_hint_y=None)
        shown.height = theme.mm(_HIGH_MM)
        shown.bind(on_release=partial(_taken, take, thing))
        made.append(shown)
    return made


def _taken(take: Callable[[Thing], object], tile: Thing, shown: StackView) -> None:
    take(tile)
    sheet = shown.parent
    while sheet is not None and not hasattr(sheet, "shut"):
        sheet = sheet.parent
    if sheet is not None:
        sheet.shut()
