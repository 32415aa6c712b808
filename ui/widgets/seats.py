"""The table from above: the board and the players' seats around it."""

from collections.abc import Callable
from math import hypot
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line, SmoothEllipse, SmoothRoundedRectangle
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.settings.people import SIDES, Person, Side
from ui import theme
from ui.boards import art, drawing, patches, people
from ui.boards.geometry import Point
from ui.explanation import About

_WOOD, _RIM = get_color_from_hex("8f6240"), get_color_from_hex("6c4527")
_PAPER, _INK = get_color_from_hex("fff8e8"), get_color_from_hex("2a2019")
"""The table, what lies on it and what is written there look the same by day and by night."""
_SPOTS: dict[str, Point] = {
    "top_left": (0.13, 0.88), "top": (0.5, 0.88), "top_right": (0.87, 0.88),
    "left": (0.13, 0.53), "right": (0.87, 0.53),
    "bottom_left": (0.13, 0.18), "bottom": (0.5, 0.18), "bottom_right": (0.87, 0.18),
}  # fmt: skip
"""Seats as shares of the widget, as one looks at the board with its top away from oneself."""
_TOKEN_MM, _FLAG_MM, _REACH_MM, _DRAG_MM = 10.6, 4.8, 11.0, 3.0
_FLAG_AT_MM = 4.4
"""How far the flag is to the right of and above the middle of a figure."""
_FLAG_REACH_MM = 5.0


class SeatTable(Widget):
    """Shows `players` (a Person each, with the name to show) on their seats; `first` begins.

    `chosen` is the index of who is being changed, -1 nobody. A person and a seat are tapped one after the
    other, or the person is dragged: `on_person(index)`, `on_seat(index, side)`; a free seat tapped while
    nobody is chosen is `on_free(side)`, a tap on the flag `on_flag`, and `on_table` is any other tap.
    `wanted` is a seat to mark, or "".
    """

    players = ListProperty([])
    first = NumericProperty(-1)
    chosen = NumericProperty(-1)
    picture = StringProperty("board")
    wanted = StringProperty("")

    __events__ = ("on_person", "on_seat", "on_free", "on_flag", "on_table")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._finger: Point | None = None
        self._held = -1
        for name in ("pos", "size", "players", "first", "chosen", "picture", "wanted"):
            self.fbind(name, self._draw)

    def at(self, side: Side) -> Point:
        """The middle of a seat on the window, in pixels."""
        x, y = _SPOTS[side]
        return self.x + x * self.width, self.y + y * self.height

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the flag, a person, or a free seat."""
        tr, side = App.get_running_app().tr, self._seat_at((x, y))
        if self._on_flag((x, y)):
            return About(tr.gettext("Flag"), tr.gettext("Whoever has it begins. Touch it to pass it on."))
        if side is None:
            return None
        name = next((person.name for person in self.players if person.seat == side), "")
        if name:
            return About(name, tr.gettext("Touch to change this person, or drag them to another seat."))
        return About(tr.gettext("Free seat"), tr.gettext("Touch it to let somebody sit here."))

    def on_person(self, index: int) -> None:
        """Handle a tap on a person."""

    def on_seat(self, index: int, side: Side) -> None:
        """Handle the choice of a seat for a person."""

    def on_free(self, side: Side) -> None:
        """Handle a tap on a free seat."""

    def on_flag(self) -> None:
        """Handle a tap on the flag."""

    def on_table(self) -> None:
        """Handle any other tap."""

    def on_touch_down(self, touch: Any) -> bool:
        """Take a person, or tap a seat for the person chosen."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        side = self._seat_at(touch.pos)
        self._held = next((i for i, person in enumerate(self.players) if person.seat == side), -1)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Drag the person."""
        if touch.grab_current is not self:
            return False
        away = hypot(touch.x - touch.ox, touch.y - touch.oy) > theme.mm(_DRAG_MM)
        if self._held >= 0 and (away or self._finger):
            self._finger = touch.pos
            self._draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Drop the person on a seat, or select the tapped one."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        held, dragged = self._held, self._finger is not None
        self._held, self._finger = -1, None
        side = self._seat_at(touch.pos)
        if held >= 0 and dragged:
            if side:
                self.dispatch("on_seat", held, side)
            self._draw()
        elif self._on_flag(touch.pos):
            self.dispatch("on_flag")
        elif held >= 0:
            self.dispatch("on_person", held)
        elif side and self.chosen >= 0:
            self.dispatch("on_seat", self.chosen, side)
        elif side and side != self.wanted:
            self.dispatch("on_free", side)
        else:
            self.dispatch("on_table")
        return True

    def flag(self) -> Point | None:
        """The middle of the flag, if somebody has it."""
        if not 0 <= self.first < len(self.players):
            return None
        x, y = self.at(self.players[int(self.first)].seat)
        return x + theme.mm(_FLAG_AT_MM), y + theme.mm(_FLAG_AT_MM)

    def _on_flag(self, pos: Point) -> bool:
        flag = self.flag()
        return flag is not None and hypot(pos[0] - flag[0], pos[1] - flag[1]) <= theme.mm(_FLAG_REACH_MM)

    def _seat_at(self, pos: Point) -> Side | None:
        def far(side: Side) -> float:
            x, y = self.at(side)
            return hypot(pos[0] - x, pos[1] - y)

        nearest = min(SIDES, key=far)
        return nearest if far(nearest) <= theme.mm(_REACH_MM) else None

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        if min(self.size) < theme.mm(20):
            return
        self._draw_table()
        taken = {person.seat for person in self.players}
        for side in SIDES:
            if side not in taken:
                self._draw_free(*self.at(side), side == self.wanted)
        for index, person in enumerate(self.players):
            place = self._finger if index == self._held else None
            self._draw_person(index, person, *(place or self.at(person.seat)))

    def _draw_table(self) -> None:
        add: Callable[[Any], None] = self.canvas.before.add
        add(Color(*theme.SHADE))
        add(patches.drawn("shadow", self.pos, self.size))
        rim = theme.mm(0.9)
        for inset, colour in ((0, _RIM), (rim, _WOOD)):
            add(Color(*colour))
            pos, size = (self.x + inset, self.y + inset), (self.width - 2 * inset, self.height - 2 * inset)
            add(SmoothRoundedRectangle(pos=pos, size=size, radius=[theme.mm(6) - inset]))
        side = 0.42 * min(self.size)
        pos = (self.center_x - side / 2, self.center_y - side / 2)
        add(Color(*_PAPER))
        edge = theme.mm(0.7)
        size = (side + 2 * edge, side + 2 * edge)
        add(SmoothRoundedRectangle(pos=(pos[0] - edge, pos[1] - edge), size=size, radius=[theme.mm(2.2)]))
        tint = art.WHITE if art.coloured(self.picture) else _INK
        picture, radii = art.texture(self.picture, side), (theme.mm(1.6),) * 2
        drawing.rounded(self.canvas.before, picture, pos, (side, side), radii, _PAPER, tint)

    def _draw_free(self, x: float, y: float, wanted: bool) -> None:
        ink = [*_PAPER[:3], 0.95 if self.chosen >= 0 or wanted else 0.55]
        reach = theme.mm(_TOKEN_MM / 2)
        self.canvas.before.add(Color(*ink))
        for start in range(0, 360, 1 if wanted else 30):
            arc = (x, y, reach, start, start + (1 if wanted else 17))
            self.canvas.before.add(Line(circle=arc, width=theme.mm(0.25)))
        drawing.picture(self.canvas.before, "more", x, y, theme.mm(5), ink)

    def _draw_person(self, index: int, person: Person, x: float, y: float) -> None:
        token, canvas = theme.mm(_TOKEN_MM), self.canvas.before
        if index == self.chosen:
            _disc(canvas, x, y, 1.2 * token, _PAPER)
        drawing.picture(canvas, people.picture(person.colour), x, y, token)
        if person.role:
            inwards = token if x < self.center_x else -token
            drawing.picture(canvas, person.role, x + 0.85 * inwards, y, token * 0.8)
        if index == self.first:
            at_x, at_y = x + theme.mm(_FLAG_AT_MM), y + theme.mm(_FLAG_AT_MM)
            _disc(canvas, at_x, at_y, theme.mm(_FLAG_MM + 0.8), _PAPER)
            _disc(canvas, at_x, at_y, theme.mm(_FLAG_MM), theme.ACCENT)
            drawing.picture(canvas, "quest", at_x, at_y, theme.mm(3.2), theme.ON_ACCENT)
        self._draw_name(person.name, x, y - token / 2 - theme.em("note") * 0.75)

    def _draw_name(self, name: str, x: float, y: float) -> None:
        """A name on a slip of paper that stays on the table."""
        written = drawing.word(name, x, y, theme.em("note"), _INK)
        wide, high = written.size[0] + theme.mm(2.8), theme.em("note") * 1.25
        left = min(max(x - wide / 2, self.x + theme.mm(1)), self.right - theme.mm(1) - wide)
        self.canvas.before.add(Color(*_PAPER))
        self.canvas.before.add(
            SmoothRoundedRectangle(pos=(left, y - high / 2), size=(wide, high), radius=[high / 2])
        )
        written.pos = (left + theme.mm(1.4), written.pos[1])
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(written)


def _disc(canvas: Any, x: float, y: float, across: float, colour: theme.Rgba) -> None:
    canvas.add(Color(*colour))
    canvas.add(SmoothEllipse(pos=(x - across / 2, y - across / 2), size=(across, across)))
