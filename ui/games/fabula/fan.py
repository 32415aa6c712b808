"""Cards of a hand as a fan."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any, NamedTuple

from kivy.animation import Animation
from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from ui import theme
from ui.explanation import About
from ui.games.fabula import card_paint, card_print
from ui.widgets.painted import Painted

FAN_MM = 28.6
"""Height of a fan of cards of the usual size."""
_PITCH, _TURN_DEG, _MOST_DEG = 0.95, 2.2, 13.0
_BELOW = 0.2
"""Point around which a card is turned, below it, as a share of its height."""
_LIFT_MM, _SAG_MM = 3.0, 0.22
_DENSE = 0.95
"""Pitch of a fan that is as large as its box allows."""
_MOST_WIDE_MM = 30.0
_CLOSES_S = 0.15


class Place(NamedTuple):
    """Place of a card of a fan: the middle of its lower edge before it is turned, and its turn."""

    x: float
    y: float
    degrees: float


class HandFan(Painted):
    """Cards from the left, each over the one before; dispatches `on_card(number)` from 1 on.

    What can be played lies higher. A card without a name lies face down. `large`: cards fill the box.
    """

    watched = ("cards", "closed")
    cards = ListProperty([])
    explain = ObjectProperty(lambda _: None)
    """Explains a card by its name, which is empty for one that lies face down."""
    closed = NumericProperty(1)
    """How far the cards have moved to their places since one of them left."""

    def __init__(self, large: bool = False, **kwargs: Any) -> None:
        self.register_event_type("on_card")
        self._large = large
        self._lay: dict[str, Place] = {}
        self._before: dict[str, Place] = {}
        super().__init__(**kwargs)
        self.bind(cards=self._close)

    def _close(self, *_: Any) -> None:
        """Close the gap of a card that has left."""
        kept = {view.id for view in self.cards}
        self._before = self._lay if len(kept) < len(self._lay) and kept <= set(self._lay) else {}
        if self._before:
            self.closed = 0
            self.lifetime.animate(self, Animation(closed=1, duration=_CLOSES_S, t="out_quad"))

    def on_card(self, number: int) -> None:
        """Handle a tap on a card."""

    def size_px(self) -> tuple[float, float]:
        """Width and height of a card."""
        usual_wide, usual_high = (theme.mm(side) for side in card_print.HAND_MM)
        wide = usual_wide
        if self._large:
            fitting = self.width / (_DENSE * max(1, len(self.cards) - 1) + 1.2)
            tall = (self.height - theme.mm(5)) * usual_wide / usual_high
            wide = min(theme.mm(_MOST_WIDE_MM), max(usual_wide, fitting), tall)
        return wide, wide * usual_high / usual_wide

    def places(self) -> Iterator[Place]:
        """Return the places of the cards."""
        wide, high = self.size_px()
        count = len(self.cards)
        room = self.width - 1.16 * wide
        pitch = min(_PITCH * wide, room / (count - 1)) if count > 1 else 0.0
        turn = min(_TURN_DEG, _MOST_DEG / max(1, count))
        low = self.y + theme.mm(2.6)
        if self._large:
            low = self.y + (self.height - high) / 2
        for number, view in enumerate(self.cards):
            off = number - (count - 1) / 2
            lift = theme.mm(_LIFT_MM) if view.mark == "chosen" else -theme.mm(_LIFT_MM) if view.dim else 0
            y = low + lift - off * off * theme.mm(_SAG_MM)
            yield Place(self.x + self.width / 2 + off * pitch, y, -off * turn)

    def seen_px(self, number: int) -> float:
        """Width of the part of a card, from 1 on, that the next one does not cover."""
        wide, places = self.size_px()[0], list(self.places())
        return min(wide, places[number].x - places[number - 1].x) if number < len(places) else wide

    def spot(self, number: int) -> tuple[float, float]:
        """The middle of the part of a card, from 1 on, that no other one covers."""
        place = list(self.places())[number - 1]
        wide, high = self.size_px()
        return self._out(place, (self.seen_px(number) - wide) / 2, high / 2)

    def paint(self) -> None:
        """Draw the cards."""
        wide, high = self.size_px()
        self._lay = dict(zip((view.id for view in self.cards), self.places(), strict=True))
        for view, place in zip(self.cards, self.places(), strict=True):
            old = self._before.get(view.id, place)
            place = Place(*(a + (b - a) * self.closed for a, b in zip(old, place, strict=True)))
            with card_paint.turned(self, place.degrees, place.x, place.y - _BELOW * high):
                box = (place.x - wide / 2, place.y, wide, high)
                card_paint.card(self, view, box, size="hand")

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the card at a place."""
        number = self._at(x, y)
        about: About | None = self.explain(self.cards[number - 1].shown.card) if number else None
        return about

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch of a card."""
        number = 0 if self.disabled else self._at(*touch.pos)
        if not number:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        touch.ud[self] = number
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Dispatch a tap, unless the finger moved to another card."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch.ud[self] == self._at(*touch.pos):
            self.dispatch("on_card", touch.ud[self])
        return True

    def _at(self, x: float, y: float) -> int:
        """Number of the card at a point, 0 for none; the last of several lies on top."""
        wide, high = self.size_px()
        for number, place in reversed(list(enumerate(self.places(), 1))):
            right, up = self._in(place, x, y)
            if abs(right) <= wide / 2 and 0 <= up <= high:
                return number
        return 0

    def _out(self, place: Place, right: float, up: float) -> tuple[float, float]:
        """A point of a card, from the middle of its lower edge, in the widget."""
        below = _BELOW * self.size_px()[1]
        turn = radians(place.degrees)
        up += below
        return (
            place.x + right * cos(turn) - up * sin(turn),
            place.y - below + right * sin(turn) + up * cos(turn),
        )

    def _in(self, place: Place, x: float, y: float) -> tuple[float, float]:
        """A point of the widget, seen from the middle of a card's lower edge."""
        below = _BELOW * self.size_px()[1]
        turn = radians(-place.degrees)
        dx, dy = x - place.x, y - place.y + below
        return dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn) - below
