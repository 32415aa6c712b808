"""A card as large as it is shown."""

from typing import Any

from kivy.animation import Animation
from kivy.properties import NumericProperty

from ui import theme
from ui.boards.geometry import Point
from ui.games.fabula import card_print
from ui.games.fabula.card_paint import card, moved
from ui.games.fabula.views import CardView, FaceView
from ui.widgets.painted import Painted

_ARRIVES_S, _LEAST = 0.3, 0.25
"""How long a card is on its way, and its scale at the start."""


class CardFace(Painted):
    """The card in the middle of its box, slightly turned if it was just laid; never larger than usual.

    It comes from `start` if there is one.
    """

    watched = ("arrived",)
    arrived = NumericProperty(1)
    """Share of the way."""

    def __init__(self, view: FaceView, turn: float = 0, start: Point | None = None, **kwargs: Any) -> None:
        self.view, self._turn, self._start = view, turn, start
        super().__init__(**kwargs)
        if start:
            self.arrived = 0
            self.lifetime.animate(self, Animation(arrived=1, duration=_ARRIVES_S, t="out_quad"))

    @property
    def card_px(self) -> tuple[float, float]:
        """Width and height of the card in this box."""
        wide, high = (theme.mm(side) for side in card_print.LARGE_MM)
        share = min(1.0, self.height / high, self.width / wide)
        return wide * share, high * share

    def paint(self) -> None:
        """Draw the card."""
        wide, high = self.card_px
        x, y = self.middle
        if self._start:
            x, y = (a + (b - a) * self.arrived for a, b in zip(self._start, (x, y), strict=True))
        with moved(self, x, y, _LEAST + (1 - _LEAST) * self.arrived):
            box = (-wide / 2, -high / 2, wide, high)
            card(self, CardView("", self.view.shown), box, self._turn, "large")
