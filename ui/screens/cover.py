"""The cover of a game: its printed picture above a strip with its name; a touch opens it."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.graphics import Color
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.utils import get_color_from_hex

from companion.games import registry
from ui import theme
from ui.boards import art, drawing, patches
from ui.tile import Tile
from ui.widgets.basics import Key
from ui.widgets.painted import Painted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ICON_SHARE = 0.8
"""Side of the icon of a game without a cover, as a share of the shorter side of the picture."""
_UNKNOWN = Tile("wait", strip="57534d")
"""Tile of a game that is still being checked, in grey."""
_PRESSED = 0.8
"""Brightness of a cover under a finger."""


class CoverPicture(Painted):
    """The picture of a cover on the cover's own dark colour, which is seen `strip_px` high below it.

    A game without a cover shows its icon there. One that is `flush` with the screen has no round corners.
    """

    watched = ("tile", "strip_px", "bright", "flush")
    flush = BooleanProperty(False)
    tile = ObjectProperty(None, allownone=True)
    strip_px = NumericProperty(0)
    bright = NumericProperty(1)

    def paint(self) -> None:
        """Draw the cover; by night it is a little darker."""
        if self.tile is None:
            return
        add, radius = self.canvas.before.add, 0 if self.flush else theme.mm(patches.RADII_MM["card"])
        shade = self.bright * (1 - theme.board_veil()[3])
        edge = [*(shade * one for one in get_color_from_hex(self.tile.strip)[:3]), 1]
        add(Color(*theme.SHADE))
        add(patches.drawn("shadow", self.pos, self.size))
        self.box(self.pos, self.size, edge, radius)
        pos, size = (self.x, self.y + self.strip_px), (self.width, self.height - self.strip_px)
        if size[1] < radius:
            return
        tint = [shade, shade, shade, 1]
        if self.tile.cover is None:
            middle = pos[0] + size[0] / 2, pos[1] + size[1] / 2
            self.draw(self.tile.icon, *middle, _ICON_SHARE * min(size), tint)
            return
        picture = art.cover_part(self.tile.cover, self.tile.focus, size)
        lower = 0 if self.strip_px else radius
        drawing.rounded(self.canvas.before, picture, pos, size, (radius, lower), edge, tint)


class Cover(Key):
    """A game: picture, name, and below it for how many, how long and from which age.

    Its own key dispatches `on_learn`. A game without a tile is still being checked: nothing of it is loaded.
    """

    __events__ = ("on_learn",)
    tile = ObjectProperty(None, allownone=True)
    note = StringProperty("")
    bright = NumericProperty(1)

    def __init__(self, game: str, tile: Tile | None, **kwargs: Any) -> None:
        text, note, why_not = game, "", ""
        if tile:
            rules = registry.rules(game)
            text, note = rules.title, _facts(rules.players, tile)
        else:
            tr = App.get_running_app().tr
            note = tr.gettext("being checked")
            why_not = registry.being_checked(game).say(tr)
        shown = tile or _UNKNOWN
        super().__init__(
            text=text, icon=shown.icon, tile=shown, note=note, quiet=True, disabled=not tile, why_not=why_not,
            **kwargs,
        )  # fmt: skip
        self._learn = self.ids.learn.__self__  # `ids` holds it only weakly
        for part in (self, self.ids.strip):
            part.bind(size=lambda *_: self._offer_to_learn())
        self._offer_to_learn()

    def _offer_to_learn(self) -> None:
        """Show the key of a game that teaches where it does not lie on the name."""
        room = self.height - self.ids.strip.height
        wanted = self.tile.teaches and room > self._learn.height + theme.mm(1.2)
        if wanted != bool(self._learn.parent):
            (self.ids.print.add_widget if wanted else self.ids.print.remove_widget)(self._learn)

    def on_learn(self) -> None:
        """Handle a touch of the key that says what the game is about."""

    def on_state(self, *_: Any) -> None:
        """Darken under a finger."""
        self.bright = _PRESSED if self.state == "down" else 1


def _facts(players: tuple[int, int], tile: Tile) -> str:
    fewest, most = players
    facts = [f"{fewest}\N{EN DASH}{most}" if most > fewest else f"{most}"]
    facts += [f"{tile.minutes} min"] if tile.minutes else []
    facts += [f"{tile.age}+"] if tile.age else []
    return " · ".join(facts)
