"""A card as large as it is shown."""

from typing import Any

from ui import theme
from ui.games.fabula import card_print
from ui.games.fabula.card_paint import card
from ui.games.fabula.views import CardView, FaceView
from ui.widgets.painted import Painted


class CardFace(Painted):
    """The card in the middle of its box, slightly turned if it was just laid; never larger than usual."""

    def __init__(self, view: FaceView, turn: float = 0, **kwargs: Any) -> None:
        self.view, self._turn = view, turn
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Draw the card."""
        wide, high = (theme.mm(side) for side in card_print.LARGE_MM)
        share = min(1.0, self.height / high, self.width / wide)
        wide, high = wide * share, high * share
        x, y = self.middle
        box = (x - wide / 2, y - high / 2, wide, high)
        card(self, CardView("", self.view.shown), box, self._turn, "large")
