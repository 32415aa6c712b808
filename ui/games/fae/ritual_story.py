"""A ritual in pictures: terrain and card, removed druids, value, scores."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games import fae
from companion.games.fae import board
from companion.session.fae.snapshot import FaeLogEntry
from ui import theme
from ui.games.fae import art as fae_art
from ui.widgets.painted import Painted


def there(turn: FaeLogEntry, ritual: fae.Ritual) -> Mapping[str, int]:
    """Druids on the space of a ritual when it began."""
    if ritual.space == turn.move.target:
        return fae.changed(turn.before, turn.move)[ritual.space]
    return fae.contents(turn.before, ritual.space)


class RitualStory(Painted):
    """One ritual with a line per step; `counts` are the druids at its beginning."""

    watched = ("ritual", "counts")
    ritual = ObjectProperty(None)
    counts = ObjectProperty({})

    def paint(self) -> None:
        """Draw the steps."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        step = self.height / 4
        lines = (self._terrain, self._druids, self._value, self._scores)
        for i, draw in enumerate(lines):
            draw(self.y + self.height - (i + 0.5) * step, min(step * 0.84, theme.mm(9)))

    def _terrain(self, y: float, side: float) -> None:
        ritual, terrain = self.ritual, board.TERRAIN_OF[self.ritual.space]
        left = self.x + theme.mm(1.6)
        self.box((left, y - side / 2), (side * 1.3, side), fae_art.TERRAIN_COLOURS[terrain], theme.mm(1))
        self.draw(terrain, left + side * 0.65, y, side * 0.85, fae_art.TERRAIN_INKS[terrain])
        x = left + side * 2.1
        self.draw("ritual", x, y, side * 0.7, theme.INK)
        x += side
        if ritual.cursed:
            self.draw("cross", x, y, side * 0.8, theme.BAD)
        elif ritual.blessed:
            self.text(f"+{ritual.card}", x, y, max(side * 0.62, theme.em("note")), theme.GOOD)
        else:
            self.text("0", x, y, max(side * 0.55, theme.em("note")), theme.SOFT)

    def _druids(self, y: float, side: float) -> None:
        """Draw all druids of the space; removed ones are crossed out."""
        ritual, x = self.ritual, self.x + theme.mm(1.6)
        pieces = [
            (colour, n, lost)
            for colour in board.COLOURS
            if (all_ := self.counts.get(colour, 0))
            for n, lost in (
                (all_ - ritual.removed.get(colour, 0), False), (ritual.removed.get(colour, 0), True)
            )
            if n
        ]  # fmt: skip
        side = min(side, (self.width - theme.mm(3.2)) / max(1, len(pieces)))
        for colour, n, lost in pieces:
            self.draw(f"druid-{colour}", x + side / 2, y, side * 0.92, [1, 1, 1, 0.5 if lost else 1])
            if n > 1:
                ink = fae_art.COUNT_ON_DRUID.get(colour, theme.INK)
                self.text(str(n), x + side / 2, y, max(side * 0.46, theme.em("note")), ink)
            if lost:
                self.draw("cross", x + side / 2, y, side * 0.9, theme.BAD)
            x += side

    def _value(self, y: float, side: float) -> None:
        ritual = self.ritual
        left = sum(self.counts.values()) - sum(ritual.removed.values())
        words = f"{left} + {ritual.card} = {ritual.value}" if ritual.blessed and left else f"= {ritual.value}"
        self.text(words, self.x + theme.mm(2.4), y, max(side * 0.62, theme.em("note")), theme.INK, align=0)

    def _scores(self, y: float, side: float) -> None:
        x = self.x + theme.mm(1.6)
        if not self.ritual.scored:
            self.text("0", x + side / 2, y, max(side * 0.6, theme.em("note")), theme.SOFT)
        room = (self.width - theme.mm(3.2)) / max(1, len(self.ritual.scored))
        side = min(side, room * 0.5)
        for colour in self.ritual.scored:
            self.draw(f"druid-{colour}", x + side / 2, y, side)
            self.text(
                f"+{self.ritual.value}", x + side * 1.5, y, max(side * 0.6, theme.em("note")), theme.GOOD
            )
            x += min(room, side * 2.3)


class StoryCard(ButtonBehavior, BoxLayout):
    """Rituals of a move, one per tap; `done` is called after the last."""

    def __init__(self, turn: FaeLogEntry, done: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._turn, self._done = turn, done
        self._left: Sequence[fae.Ritual] = turn.rituals
        self.on_release()

    def on_release(self) -> None:
        """Show the next ritual."""
        self.clear_widgets()
        if not self._left:
            self._done()
            return
        ritual, *self._left = self._left
        self.add_widget(RitualStory(ritual=ritual, counts=dict(there(self._turn, ritual))))
