"""Duel table: both sides with bases and battle zone, the near one below."""

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from ui import theme
from ui.boards import drawing
from ui.games.fabula import small_card
from ui.games.fabula.small_card import Box
from ui.games.fabula.views import Arrow, CardView, SideView
from ui.theme import Rgba
from ui.widgets.painted import Painted

STRIP, BASES, BATTLE = 0.115, 0.15, 0.205
"""Heights of the rows, as shares of the table."""
ASPECT = 1.28
_HOLD_S = 0.55
_TAB_MM = 9.0
_CARD = 0.78
"""Width to height of a small card."""
_GROUND: Rgba = [0.105, 0.14, 0.155, 1]
_ZONE: Rgba = [0.14, 0.185, 0.2, 1]
_ARROWS: dict[str, Rgba] = {
    "attack": theme.BAD, "block": theme.ASK, "influence": theme.ACCENT, "target": theme.GOOD,
}  # fmt: skip


class DuelTable(Painted):
    """Duel table; dispatches `on_card(id)`, `on_pile(player, zone)`, and `on_hold(id)` for a long press.

    `flat`: the far side is turned to the player who sits there. `said` is the text between the sides.
    """

    watched = ("near", "far", "arrows", "said", "flat")
    near = ObjectProperty(SideView())
    far = ObjectProperty(SideView())
    arrows = ListProperty([])
    said = StringProperty("")
    flat = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        for event in ("on_card", "on_pile", "on_hold"):
            self.register_event_type(event)
        self.boxes: dict[str, Box] = {}
        self.piles: dict[tuple[str, str], Box] = {}
        self._touched: Any = None
        super().__init__(**kwargs)
        self._hold = self.lifetime.trigger(self._held, _HOLD_S)

    def on_card(self, card: str) -> None:
        """Handle a tap on a card or a base."""

    def on_pile(self, player: str, zone: str) -> None:
        """Handle a tap on a player's hand, deck, discard pile or banished cards."""

    def on_hold(self, card: str) -> None:
        """Handle a long press on a card."""

    def spot(self, card: str) -> tuple[float, float]:
        """The middle of a card or base."""
        left, bottom, wide, high = self.boxes[card]
        return left + wide / 2, bottom + high / 2

    def paint(self) -> None:
        """Draw both sides, and the arrows between cards."""
        self.boxes, self.piles = {}, {}
        self.box(self.pos, self.size, _GROUND, theme.mm(1.6))
        self._side(self.near, near=True)
        self._side(self.far, near=False)
        if self.said:
            y = self.middle[1]
            self.fitting(
                self.said,
                self.x + theme.mm(3),
                self.right - theme.mm(3),
                y,
                theme.text_mm(3),
                theme.SOFT,
            )
        for arrow in self.arrows:
            self._arrow(arrow)

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a tap or a long press."""
        if self.disabled or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        self._touched = self._at(*touch.pos)
        self._hold.cancel()
        if isinstance(self._touched, str):
            self._hold()
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Dispatch a tap, unless a long press was dispatched or the finger moved away."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._hold.cancel()
        touched, self._touched = self._touched, None
        if touched is None or touched != self._at(*touch.pos):
            return True
        if isinstance(touched, str):
            self.dispatch("on_card", touched)
        else:
            self.dispatch("on_pile", *touched)
        return True

    def _held(self, *_: Any) -> None:
        card, self._touched = self._touched, None
        if isinstance(card, str):
            self.dispatch("on_hold", card)

    def _at(self, x: float, y: float) -> str | tuple[str, str] | None:
        for found in (self.boxes, self.piles):
            for key, (left, bottom, wide, high) in found.items():
                if left <= x <= left + wide and bottom <= y <= bottom + high:
                    return key
        return None

    def _row(self, start: float, share: float, near: bool) -> Box:
        """A row of a side: `start` and `share` of the table's height, from its own edge."""
        high = share * self.height
        bottom = self.y + start * self.height if near else self.top - start * self.height - high
        return self.x, bottom, self.width, high

    def _side(self, side: SideView, near: bool) -> None:
        degrees = 180 if self.flat and not near else 0
        self._strip(side, self._row(0, STRIP, near), degrees)
        self._bases(side, self._row(STRIP, BASES, near), degrees)
        self._battle(side, self._row(STRIP + BASES, BATTLE, near), degrees)

    def _strip(self, side: SideView, row: Box, degrees: int) -> None:
        """Draw name, resources, and the sizes of the piles."""
        left, bottom, wide, high = row
        with small_card.turned(self, degrees, left + wide / 2, bottom + high / 2):
            x, y, pad = left + theme.mm(1.5), bottom + high / 2, theme.mm(0.8)
            if side.acting:
                self.box((left + pad, bottom + pad), (0.34 * wide, high - 2 * pad), theme.SUNK, theme.mm(2))
            if side.person:
                self.draw(side.person, x + 0.4 * high, y, 0.76 * high)
                x += 0.86 * high
            self.fitting(side.shown, x, left + 0.34 * wide, y, theme.text_mm(3.2), theme.INK)
            x = left + 0.36 * wide
            self.draw("fb-cost", x + 0.3 * high, y, 0.62 * high, theme.ACCENT)
            self.text(str(side.resources), x + 0.3 * high, y, 0.4 * high, theme.ON_ACCENT)
            self.text(f"/ {side.most}", x + 0.72 * high, y, theme.text_mm(2.6), theme.SOFT, 0)
            counts = (
                ("hand", "fb-hand", side.hand), ("deck", "fb-deck", side.deck),
                ("discard", "fb-discard", side.discard), ("banished", "cross", side.banished),
            )  # fmt: skip
            step, begin = 0.125 * wide, left + 0.5 * wide
            for number, (_, icon, count) in enumerate(counts):
                at = begin + number * step
                self.draw(icon, at + 0.3 * high, y, 0.5 * high, theme.SOFT)
                self.text(str(count), at + 0.66 * high, y, theme.text_mm(3.2), theme.INK, 0)
        for number, (zone, *_) in enumerate(counts):
            at = begin + number * step
            self.piles[side.player, zone] = (
                (at, bottom, step, high) if not degrees else (2 * left + wide - at - step, bottom, step, high)
            )

    def _bases(self, side: SideView, row: Box, degrees: int) -> None:
        left, bottom, wide, high = row
        gap, count = theme.mm(1.2), max(1, len(side.bases))
        each = (wide - gap * (count + 1)) / count
        ordered = reversed(side.bases) if degrees else side.bases
        for number, view in enumerate(ordered):
            box = (left + gap + number * (each + gap), bottom + gap / 2, each, high - gap)
            small_card.base(self, view, box, degrees)
            self.boxes[view.id] = box

    def _battle(self, side: SideView, row: Box, degrees: int) -> None:
        left, bottom, wide, high = row
        pad = theme.mm(0.5)
        self.box((left + pad, bottom + pad), (wide - 2 * pad, high - 2 * pad), _ZONE, theme.mm(1.2))
        tall = high - theme.mm(2.2)
        ordered = tuple(reversed(side.battle)) if degrees else side.battle
        y = bottom + (high - tall) / 2
        for view, (x, each, tab) in zip(ordered, self._places(ordered, tall), strict=True):
            for number, under in enumerate(view.tabs):
                box = (x + each + number * tab, y, tab, tall)
                small_card.tab(self, under, box, degrees)
                self.boxes[under.id] = box
            small_card.card(self, view, (x, y, each, tall), degrees)
            self.boxes[view.id] = (x, y, each, tall)

    def _places(self, views: Sequence[CardView], tall: float) -> Iterator[tuple[float, float, float]]:
        """Left edge and width of each card of a row, and the width of the visible tabs of attached cards
        on its right; if there are many, all become narrower.
        """
        gap, wide = theme.mm(1.3), self.width - theme.mm(4)
        tabs, gaps = sum(len(view.tabs) for view in views), gap * max(0, len(views) - 1)
        needed = len(views) * tall * _CARD + tabs * theme.mm(_TAB_MM)
        share = min(1.0, (wide - gaps) / max(1.0, needed))
        each, tab = share * tall * _CARD, share * theme.mm(_TAB_MM)
        left = self.x + (self.width - share * needed - gaps) / 2
        for view in views:
            yield left, each, tab
            left += each + len(view.tabs) * tab + gap

    def _arrow(self, arrow: Arrow) -> None:
        if arrow.source in self.boxes and arrow.target in self.boxes:
            points = [self.spot(arrow.source), self.spot(arrow.target)]
            drawing.arrow(self.canvas.before, points, theme.mm(0.5), theme.mm(3), _ARROWS[arrow.kind])
