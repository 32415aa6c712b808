"""Duel table: both sides with bases and battle zone, the near one below or at the hand's side."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from ui import theme
from ui.boards import drawing
from ui.explanation import About
from ui.games.fabula import card_paint, card_print
from ui.games.fabula.card_paint import Box
from ui.games.fabula.views import Arrow, BaseView, CardView, SideView
from ui.theme import Rgba
from ui.widgets.painted import Painted

STRIP_MM, NAME_MM = 10.6, 36.0
"""Height of a player's strip, and the width of what stands before the bases in it."""
_UNDER_MM = 9.0
"""How far a card attached under another one shows."""
_GAP_MM, _ZONE_MM = 2.0, 0.8
_MOST = 1.4
"""How much larger than usual a card on the table may be."""
_LEAST_MM, _LEAST_WIDE_MM = 9.0, 40.0
_BEFORE_NOTE_MM = 4.2
"""How far before the middle of a card an arrow ends that must not cover what is said over it."""
_ARROWS: dict[str, Rgba] = {
    "attack": theme.BAD, "block": theme.ASK, "influence": theme.ACCENT, "target": theme.GOOD,
}  # fmt: skip


class DuelTable(Painted):
    """Duel table; dispatches `on_card(id)` and `on_pile(player, zone)`. `explain` explains a card or a place.

    `flat`: the far side is turned to the player who sits there. `said` is a line of text below the zone.
    `low` pixels stay free at the bottom for the hand. `column` is the width of the column in which the near
    side stands, 0 if it stands below, and its lower `foot` pixels stay free. `stack` are cards that wait to
    happen, `flying` is the id of one that is still on its way to its place.
    """

    watched: tuple[str, ...] = (
        "near",
        "far",
        "arrows",
        "said",
        "flat",
        "low",
        "column",
        "foot",
        "stack",
        "flying",
    )
    near = ObjectProperty(SideView())
    far = ObjectProperty(SideView())
    arrows = ListProperty([])
    stack = ListProperty([])
    said = StringProperty("")
    flat = BooleanProperty(False)
    low = NumericProperty(0)
    column = NumericProperty(0)
    foot = NumericProperty(0)
    flying = StringProperty("")
    explain = ObjectProperty(lambda _: None)

    def __init__(self, **kwargs: Any) -> None:
        for event in ("on_card", "on_pile"):
            self.register_event_type(event)
        self.boxes: dict[str, Box] = {}
        self.piles: dict[tuple[str, str], Box] = {}
        self._touched: Any = None
        super().__init__(**kwargs)

    def on_card(self, card: str) -> None:
        """Handle a tap on a card or a base."""

    def on_pile(self, player: str, zone: str) -> None:
        """Handle a tap on a player's hand, deck, discard pile or banished cards."""

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the card or the pile at a place, else the zone."""
        found = self._at(x, y)
        about: About | None = self.explain(found[1] if isinstance(found, tuple) else found or "zone")
        return about

    def cancel_touch(self, touch: Any) -> None:
        """Forget what a touch began."""
        self._touched = None

    def spot(self, card: str) -> tuple[float, float]:
        """A point of a card or base that no other one covers."""
        left, bottom, wide, high = self.boxes[card]
        return left + wide / 2, bottom + high / 2

    def paint(self) -> None:
        """Draw both sides, and the arrows between cards."""
        self.boxes, self.piles = {}, {}
        strip, line = theme.mm(STRIP_MM), theme.mm(5) if self.said else 0
        margin = theme.mm(2)
        left = self.x + (self.column if theme.left_handed() else 0) + margin
        wide = self.width - self.column - 2 * margin
        low = self.y + max(self.low, margin) + line
        if wide < theme.mm(_LEAST_WIDE_MM) or self.top - low < (1 if self.column else 2) * strip + margin:
            return  # not laid out yet
        if self.column:
            edge = self.x if theme.left_handed() else self.right - self.column
            self._column(self.near, (edge, self.y, self.column, self.height))
        else:
            self._strip(self.near, (left, low, wide, strip), 0)
            low += strip
        high = self.top - strip - low
        self._strip(self.far, (left, self.top - strip, wide, strip), 180 if self.flat else 0)
        self._zone((left, low, wide, high))
        if self.said:
            em = theme.em("note")
            self.text(
                self.said, self.x + self.width / 2, self.y + max(self.low, margin) + em / 2, em, theme.SOFT
            )
        bases = (*self.near.bases, *self.far.bases)
        notes = {view.id: view.note for view in (*self._cards(), *bases) if view.note}
        for arrow in self.arrows:
            self._arrow(arrow, _BEFORE_NOTE_MM if arrow.target in notes else 0)
        for id_, words in notes.items():
            if id_ in self.boxes:
                card_paint.note(self, words, *self.spot(id_))

    def _cards(self) -> Iterator[CardView]:
        """All cards that lie on the table, also under others."""
        for view in (*self.near.battle, *self.far.battle, *self.stack):
            yield from (view, *view.under)

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a tap."""
        if self.disabled or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        self._touched = self._at(*touch.pos)
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Dispatch a tap, unless the finger moved away."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        touched, self._touched = self._touched, None
        if touched is None or touched != self._at(*touch.pos):
            return True
        if isinstance(touched, str):
            self.dispatch("on_card", touched)
        else:
            self.dispatch("on_pile", *touched)
        return True

    def _at(self, x: float, y: float) -> str | tuple[str, str] | None:
        for found in (self.boxes, self.piles):
            for key, (left, bottom, wide, high) in found.items():
                if left <= x <= left + wide and bottom <= y <= bottom + high:
                    return key
        return None

    def _zone(self, zone: Box) -> None:
        """Both rows of allies, and what waits to happen at their end."""
        left, bottom, wide, high = zone
        self.box((left, bottom), (wide, high), theme.LINE, theme.mm(4))
        rim = theme.mm(0.3)
        self.box((left + rim, bottom + rim), (wide - 2 * rim, high - 2 * rim), theme.SUNK, theme.mm(3.7))
        gap = theme.mm(_ZONE_MM)
        usual_wide, usual_high = (theme.mm(side) for side in card_print.TABLE_MM)
        tall = max(theme.mm(_LEAST_MM), min((high - 3 * gap) / 2, _MOST * usual_high))
        each = tall * usual_wide / usual_high
        middle = bottom + high / 2
        piles = theme.mm(12)
        end = each * 1.4 if self.stack else 0
        for side, near in ((self.far, False), (self.near, True)):
            y = middle - gap / 2 - tall if near else middle + gap / 2
            self._caption(side, left + wide, bottom if near else bottom + high, near)
            used = self._piles(side, (left + theme.mm(1), y, piles, tall))
            start = left + (piles if used else 0) + theme.mm(1.5)
            self._battle(side, (start, y, left + wide - start - end - theme.mm(1.5), tall), each, near)
        self._stack((left + wide - end - theme.mm(1), middle - tall / 2, each, tall))

    def _caption(self, side: SideView, right: float, edge: float, near: bool) -> None:
        """Write whose row it is into its outer corner; cards of a full row lie over it."""
        em = theme.em("note")
        y = edge + (em if near else -em)
        self.text(side.shown or side.player, right - theme.mm(3), y, em, theme.SOFT, 1)

    def _stack(self, last: Box) -> None:
        """Draw the stack of waiting cards, the next one on top."""
        left, bottom, wide, high = last
        step = min(theme.mm(_UNDER_MM), high / max(1, len(self.stack)))
        for number, view in enumerate(self.stack):
            up = (len(self.stack) - 1) * step / 2 - number * step
            box = (left, bottom + up, wide, high)
            if view.id != self.flying:
                card_paint.card(self, view, box)
            last_one = number == len(self.stack) - 1
            self.boxes[view.id] = box if last_one else (left, bottom + up + high - step, wide, step)

    def _piles(self, side: SideView, room: Box) -> bool:
        """Discarded and banished cards, if there are any."""
        left, bottom, wide, high = room
        shown = [
            (zone, icon, count)
            for zone, icon, count in (
                ("discard", "fb-discard", side.discard),
                ("banished", "cross", side.banished),
            )
            if count
        ]
        each = high / 2
        for number, (zone, icon, count) in enumerate(shown):
            y = bottom + high - (number + 0.5) * each
            self.draw(icon, left + theme.mm(3.2), y, theme.mm(4.4), theme.SOFT)
            self.text(str(count), left + theme.mm(6), y, theme.em("note"), theme.SOFT, 0)
            self.piles[side.player, zone] = (left, y - each / 2, wide, each)
        return bool(shown)

    def _person(self, side: SideView, box: Box) -> None:
        """Figure, name, resources, and the number of cards in hand and deck."""
        left, bottom, wide, high = box
        y = bottom + high / 2
        note, body = theme.em("note"), theme.em("body")
        x = left
        if side.person:
            if side.acting:
                self.draw("shadow", x + theme.mm(4.2), y, theme.mm(9.8), theme.INK)
            self.draw(side.person, x + theme.mm(4.2), y, theme.mm(8.4))
            x += theme.mm(9.6)
        above, below = y + 0.23 * high, y - 0.23 * high
        room = left + wide - x
        counts = (("fb-hand", side.hand), ("fb-deck", side.deck))
        name = side.shown or side.player
        wide_px = max(1.0, card_print.width_of(name, body, card_print.BOLD))
        end = x + self.text(name, x, above, body * min(1.0, room / wide_px), theme.INK, 0)
        rest = theme.text_mm(7.6)
        self._gems(side, x, below, room)
        for icon, count in counts if end + theme.mm(1) + rest * len(counts) <= left + wide else ():
            self.draw(icon, end + theme.mm(2.8), above, theme.mm(3.6), theme.SOFT)
            self.text(str(count), end + theme.mm(4.9), above, note, theme.SOFT, 0)
            end += rest
        self.piles[side.player, "hand"] = box

    def _gems(self, side: SideView, left: float, y: float, room: float) -> None:
        """Resources as stones, as many as there could be; a number if these are too many."""
        gem = theme.mm(3.2)
        many = side.most * gem > room
        for number in range(1 if many else side.most):
            at = left + (number + 0.5) * gem
            self.draw("fb-cost", at, y, 1.06 * gem, theme.INK)
            self.draw("fb-cost", at, y, 0.76 * gem, theme.ACCENT if number < side.resources else theme.GROUND)
        if many:
            em = theme.em("body")
            self.text(f"{side.resources}/{side.most}", left + 1.3 * gem, y, em, theme.INK, 0)

    def _strip(self, side: SideView, row: Box, degrees: int) -> None:
        """A player and the bases beside each other."""
        left, bottom, wide, high = row
        name = min(theme.mm(NAME_MM), 0.42 * wide)
        with card_paint.turned(self, degrees, left + wide / 2, bottom + high / 2):
            self._person(side, (left, bottom, name, high))
        if degrees:
            self.piles[side.player, "hand"] = (left + wide - name, bottom, name, high)
        start = left + (theme.mm(1) if degrees else name)
        room = wide - name - theme.mm(1)
        count = max(1, len(side.bases))
        usual_wide, usual_high = (theme.mm(length) for length in card_print.BASE_MM)
        gap = theme.mm(_GAP_MM)
        each = min(usual_wide, (room - (count - 1) * gap) / count)
        at = start + (room - count * each - (count - 1) * gap) / 2
        for view in reversed(side.bases) if degrees else side.bases:
            box = (at, bottom + (high - usual_high) / 2, each, usual_high)
            self._base(view, box, degrees)
            at += each + gap

    def _column(self, side: SideView, room: Box) -> None:
        """The near side, from the top: player, centre, and the other bases two by two."""
        left, bottom, wide, high = room
        pad, strip = theme.mm(1.5), theme.mm(STRIP_MM)
        top = bottom + high - strip
        self._person(side, (left + pad, top, wide - 2 * pad, strip))
        gap, rows = theme.mm(1.4), self._rows_of_bases(side.bases, wide - 2 * pad)
        full = sum(max(high_px for _, _, high_px in row) + gap for row in rows)
        share = min(1.0, (high - strip - self.foot) / max(1.0, full))
        for row in rows:
            top -= share * (max(high_px for _, _, high_px in row) + gap)
            x = left + (wide - sum(share * wide_px for _, wide_px, _ in row) - (len(row) - 1) * gap) / 2
            for view, wide_px, high_px in row:
                self._base(view, (x, top, share * wide_px, share * high_px), 0, grow=gap / 2)
                x += share * wide_px + gap

    def _rows_of_bases(
        self, bases: Sequence[BaseView], room: float
    ) -> list[list[tuple[BaseView, float, float]]]:
        """The centre, then the other bases, with their sizes: as many in a row as there is room for."""
        rows: list[list[tuple[BaseView, float, float]]] = []
        free = 0.0
        for view in sorted(bases, key=lambda view: not view.shown.centre):
            lengths = card_print.BASE_MM if view.shown.centre else card_print.SMALL_BASE_MM
            wide, high = theme.mm(lengths[0]), theme.mm(lengths[1])
            if wide > free:
                rows.append([])
                free = room
            rows[-1].append((view, wide, high))
            free -= wide + theme.mm(1.4)
        return rows

    def _base(self, view: BaseView, box: Box, degrees: int, grow: float = 0) -> None:
        card_paint.base(self, view, box, degrees)
        left, bottom, wide, high = box
        self.boxes[view.id] = (left - grow, bottom - grow, wide + 2 * grow, high + 2 * grow)

    def _battle(self, side: SideView, row: Box, each: float, near: bool) -> None:
        """A row of allies; many lie closer, each over the one before."""
        left, bottom, wide, high = row
        degrees = 180 if self.flat and not near else 0
        ordered = tuple(reversed(side.battle)) if degrees else side.battle
        places = list(self._places(ordered, left, wide, each))
        for number, (view, x) in enumerate(zip(ordered, places, strict=True)):
            step = theme.mm(_UNDER_MM)
            for place, under in reversed(list(enumerate(view.under, 1))):
                box = (x + place * step, bottom, each, high)
                card_paint.card(self, under, box, degrees)
                self.boxes[under.id] = (x + each + (place - 1) * step, bottom, step, high)
            if view.id != self.flying:
                card_paint.card(self, view, (x, bottom, each, high), degrees)
            follows = places[number + 1] if number + 1 < len(places) else x + each
            self.boxes[view.id] = (x, bottom, min(each, follows - x), high)

    def _places(self, views: Sequence[CardView], left: float, wide: float, each: float) -> Iterator[float]:
        """Left edge of each card of a row."""
        if not views:
            return
        under = theme.mm(_UNDER_MM)
        widths = [each + under * len(view.under) for view in views]
        gap = theme.mm(_GAP_MM)
        free = wide - sum(widths)
        if len(views) > 1:
            gap = max(theme.mm(_LEAST_MM) - each, min(gap, free / (len(views) - 1)))
        at = left + max(0.0, (free - gap * (len(views) - 1)) / 2)
        for width in widths:
            yield at
            at += width + gap

    def _arrow(self, arrow: Arrow, short_mm: float) -> None:
        """Draw an arrow; it ends `short_mm` before the middle of its target."""
        if arrow.source in self.boxes and arrow.target in self.boxes:
            (x, y), (to_x, to_y) = self.spot(arrow.source), self.spot(arrow.target)
            share = max(0.5, 1 - theme.mm(short_mm) / max(1.0, hypot(to_x - x, to_y - y)))
            points = [(x, y), (x + share * (to_x - x), y + share * (to_y - y))]
            drawing.arrow(self.canvas.before, points, theme.mm(0.5), theme.mm(3), _ARROWS[arrow.kind])
