"""A card on its way from the hand to its place on the table."""

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.properties import NumericProperty, ObjectProperty

from ui import theme
from ui.boards.geometry import Point
from ui.games.fabula import card_paint, card_print
from ui.games.fabula.views import CardView
from ui.widgets.painted import Painted

_TO_MIDDLE_S, _TO_PLACE_S = 0.22, 0.18
_NEAR = 1.3
"""Scale of the card in the middle."""


class FlyingCard(Painted):
    """A card that flies over what is below it; nothing while it has no `view`."""

    watched = ("view", "middle_x", "middle_y", "share")
    view = ObjectProperty(None, allownone=True)
    middle_x = NumericProperty(0)
    middle_y = NumericProperty(0)
    share = NumericProperty(1)

    def fly(self, view: CardView, start: Point, place: Point, done: Callable[[], object]) -> None:
        """Fly to the middle, then to a place; call `done` there, also if the motion is ended early."""
        self.middle_x, self.middle_y, self.share = *start, 1
        self.view = view
        x, y = self.middle
        there = card_print.TABLE_MM[0] / card_print.HAND_MM[0]
        near = Animation(middle_x=x, middle_y=y, share=_NEAR, duration=_TO_MIDDLE_S, t="out_quad")
        way = near + Animation(
            middle_x=place[0], middle_y=place[1], share=there, duration=_TO_PLACE_S, t="in_out_quad"
        )

        def landed(*_: Any) -> None:
            self.view = None
            done()

        way.bind(on_complete=landed)
        self.lifetime.animate(self, way)

    def paint(self) -> None:
        """Draw the card."""
        if self.view is None:
            return
        wide, high = (theme.mm(side) for side in card_print.HAND_MM)
        with card_paint.moved(self, self.middle_x, self.middle_y, self.share):
            card_paint.card(self, self.view, (-wide / 2, -high / 2, wide, high), size="hand")
