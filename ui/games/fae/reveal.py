"""One player's reveal: a drum roll, the spirit, then the points that add up (rule E-042)."""

from collections.abc import Callable
from math import cos, pi
from typing import Any

from kivy.animation import Animation
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import PanelBox

DRUM_S, COUNT_S = 1.1, 1.3
_DRUM = DRUM_S / (DRUM_S + COUNT_S)
"""Share of the reveal that is the drum roll."""
_TRACK = 0.6
"""Share of the counting for the points on the track; the rest is for the ritual cards."""

Builder.load_string("""
#:import people ui.player_names
#:import theme ui.theme
#:import largest_em ui.widgets.basics.largest_em

<EndRow>:
    padding: [theme.mm(2), theme.mm(0.6)]
    spacing: theme.mm(2)
    Icon:
        name: root.person
        colour: [1, 1, 1, 1]
        size_hint_x: None
        width: 0 if not root.person or theme.portrait() and theme.large_text() else theme.mm(9)
    Text:
        em: largest_em(self.text, self.width, self.height, "title", "body", "note")
        text: people.shown_name(root.player)
    Icon:
        name: root.shown or "eye"
        colour: [1, 1, 1, 1] if root.shown else [*theme.SOFT[:3], root.beat]
        size_hint_x: None
        width: theme.mm(10)
    Label:
        text: root.sum
        color: theme.SOFT
        font_size: theme.em("body")
        size_hint_x: None
        width: theme.text_mm(15)
    Icon:
        name: "ritual" if "+" in root.sum else ""
        colour: theme.SOFT
        size_hint_x: None
        width: theme.mm(5)
    Label:
        text: root.total
        color: theme.INK
        bold: True
        font_size: theme.em("title")
        size_hint_x: None
        width: theme.text_mm(11)
""")


class EndRow(PanelBox):
    """One player. `progress` 0..1 runs from the drum roll to the sum of `track` points and `cards`;
    `spirit` is the art of the spirit and is only `shown` after the drum roll.
    """

    person = StringProperty("")
    player = StringProperty("")
    spirit = StringProperty("")
    track = NumericProperty(0)
    cards = NumericProperty(0)
    progress = NumericProperty(0.0)
    winner = BooleanProperty(False)
    shown = StringProperty("")
    sum = StringProperty("")
    total = StringProperty("")
    beat = NumericProperty(0.5)
    colour = ListProperty(theme.SURFACE)

    def __init__(self, **kwargs: Any) -> None:
        self.lifetime = Lifetime()
        super().__init__(**kwargs)

    def on_progress(self, *_: Any) -> None:
        """Show the state at this progress."""
        if not self.spirit:
            return
        if self.progress < _DRUM:
            self.beat = 0.6 - 0.4 * cos(self.progress / _DRUM * 8 * pi)
            return
        counted = (self.progress - _DRUM) / (1 - _DRUM)
        track = round(self.track * min(1.0, counted / _TRACK))
        cards = round(self.cards * max(0.0, counted - _TRACK) / (1 - _TRACK))
        self.shown = self.spirit
        self.sum = f"{track} + {cards}" if counted > _TRACK else str(track)
        self.total = str(track + cards)

    def on_winner(self, *_: Any) -> None:
        """Highlight a winner's row."""
        self.colour = theme.SUNK if self.winner else theme.SURFACE


class SpiritReveal:
    """Reveal of a row; `unveiled` is called when its spirit shows, `done` at the end."""

    def __init__(self, row: EndRow, unveiled: Callable[[], None], done: Callable[[], None]) -> None:
        self._row, self._unveiled, self._done = row, unveiled, done
        row.bind(shown=self._show)
        self._running = Animation(progress=1.0, duration=DRUM_S + COUNT_S)
        self._running.bind(on_complete=lambda *_: self._end())
        row.lifetime.animate(row, self._running)

    def skip(self) -> None:
        """Jump to the end."""
        self._row.progress = 1.0
        self._running.stop(self._row)

    def cancel(self) -> None:
        """Stop without calling `done`."""
        self._running.cancel(self._row)
        self._row.unbind(shown=self._show)

    def _show(self, *_: Any) -> None:
        self._row.unbind(shown=self._show)
        self._unveiled()

    def _end(self, *_: Any) -> None:
        self._row.progress = 1.0
        self._done()
