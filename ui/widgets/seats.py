"""The table from above: the board and the players' seats around it."""

from collections.abc import Callable
from math import hypot
from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.settings.people import SIDES, Person, Side
from ui import theme
from ui.boards import art, drawing, people
from ui.boards.geometry import Point
from ui.widgets.basics import FitLabel

_WOOD = [0.33, 0.23, 0.16, 1]
_SPOTS: dict[str, Point] = {
    "top_left": (0.15, 0.82), "top": (0.5, 0.82), "top_right": (0.85, 0.82),
    "left": (0.15, 0.52), "right": (0.85, 0.52),
    "bottom_left": (0.15, 0.18), "bottom": (0.5, 0.18), "bottom_right": (0.85, 0.18),
}  # fmt: skip
"""Seats as shares of the widget, as one looks at the board with its top away from oneself."""
_TOKEN_MM, _REACH_MM, _DRAG_MM = 10.0, 11.0, 3.0


class SeatTable(FloatLayout):
    """Shows `players` (a Person each, with the name to show) on their seats; `first` begins.

    `chosen` is the index of who is being changed, -1 nobody. A person and a seat are tapped one after the
    other, or the person is dragged: `on_person(index)`, `on_seat(index, side)`; a free seat tapped while
    nobody is chosen is `on_free(side)`, and `on_table` is any other tap. `wanted` is a seat to mark, or "".
    """

    players = ListProperty([])
    first = NumericProperty(-1)
    chosen = NumericProperty(-1)
    picture = StringProperty("board")
    wanted = StringProperty("")

    __events__ = ("on_person", "on_seat", "on_free", "on_table")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._finger: Point | None = None
        self._held = -1
        self._labels: list[FitLabel] = []
        for name in ("pos", "size", "players", "first", "chosen", "picture", "wanted"):
            self.fbind(name, self._draw)

    def at(self, side: Side) -> Point:
        """The middle of a seat on the window, in pixels."""
        x, y = _SPOTS[side]
        return self.x + x * self.width, self.y + y * self.height

    def on_person(self, index: int) -> None:
        """Handle a tap on a person."""

    def on_seat(self, index: int, side: Side) -> None:
        """Handle the choice of a seat for a person."""

    def on_free(self, side: Side) -> None:
        """Handle a tap on a free seat."""

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
        elif held >= 0:
            self.dispatch("on_person", held)
        elif side and self.chosen >= 0:
            self.dispatch("on_seat", self.chosen, side)
        elif side and side != self.wanted:
            self.dispatch("on_free", side)
        else:
            self.dispatch("on_table")
        return True

    def _seat_at(self, pos: Point) -> Side | None:
        def far(side: Side) -> float:
            x, y = self.at(side)
            return hypot(pos[0] - x, pos[1] - y)

        nearest = min(SIDES, key=far)
        return nearest if far(nearest) <= theme.mm(_REACH_MM) else None

    def on_players(self, *_: Any) -> None:
        """Write everybody's name."""
        self.clear_widgets()
        self._labels = [
            FitLabel(text=person.name, bold=True, halign="center", max_font_mm=3.6, size_hint=(None, None))
            for person in self.players
        ]
        for label in self._labels:
            self.add_widget(label)

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
        left, bottom = self.x + 0.07 * self.width, self.y + 0.07 * self.height
        add(Color(*_WOOD))
        size = (0.86 * self.width, 0.86 * self.height)
        add(SmoothRoundedRectangle(pos=(left, bottom), size=size, radius=[theme.mm(7)]))
        side = 0.32 * min(self.size)
        pos = (self.center_x - side / 2, self.center_y - side / 2)
        add(Color(*theme.INK))
        rim = theme.mm(0.5)
        add(Rectangle(pos=(pos[0] - rim, pos[1] - rim), size=(side + 2 * rim, side + 2 * rim)))
        add(Color(1, 1, 1, 1))
        add(Rectangle(texture=art.texture(self.picture, side), pos=pos, size=(side, side)))

    def _draw_free(self, x: float, y: float, wanted: bool) -> None:
        lit = self.chosen >= 0 or wanted
        ink = [*theme.INK[:3], 0.9 if lit else 0.45]
        self.canvas.before.add(Color(*ink))
        wide = theme.mm(0.7 if wanted else 0.35)
        self.canvas.before.add(Line(circle=(x, y, theme.mm(_TOKEN_MM * 0.6 if wanted else 3.6)), width=wide))
        drawing.picture(self.canvas.before, "more", x, y, theme.mm(4), ink)

    def _draw_person(self, index: int, person: Person, x: float, y: float) -> None:
        token, canvas = theme.mm(_TOKEN_MM), self.canvas.before
        if index == self.chosen:
            canvas.add(Color(*theme.ACCENT))
            canvas.add(Line(circle=(x, y, token * 0.6), width=theme.mm(0.7)))
        drawing.picture(canvas, people.picture(person.colour), x, y, token)
        inwards = token if x < self.center_x else -token
        if index == self.first:
            drawing.picture(canvas, "quest", x - 0.55 * inwards, y + token * 0.4, token * 0.55, theme.ACCENT)
        if person.role:
            drawing.picture(canvas, person.role, x + 0.8 * inwards, y, token * 0.8)
        wide, high = 0.29 * self.width, theme.mm(6.4)
        above = person.seat.startswith("top")
        label = self._labels[index]
        label.size = wide, high
        label.pos = x - wide / 2, y + 0.5 * token if above else y - 0.5 * token - high
