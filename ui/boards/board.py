"""Base of all boards: a map that fingers zoom and move, with taps and long presses."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    ScissorPop,
    ScissorPush,
    Translate,
)
from kivy.properties import ListProperty, NumericProperty

from companion.games.base import Space
from ui import theme
from ui.boards.geometry import Point
from ui.boards.minimap import Minimap
from ui.boards.pulse import Pulsing
from ui.explanation import About
from ui.touch import on_panel

CLOSE, CLOSEST = 2.0, 4.0
"""Zoom factor of a double tap, and maximum zoom factor."""
_CLOSER = 3.2
"""Zoom factor of a picture of one place."""
DOUBLE_S = 0.3
_DRAG_MM = 3.0
_GLIDE_S = 0.2
_WHEEL = 1.25
_EVERYWHERE = 1 << 20


class Board(Pulsing):
    """A map of `aspect` (width to height); places on it are (x, y) in map heights from its lower left.

    Subclasses draw into `layers`, in pixels of the window as if the whole map was visible: `at` converts
    places. The graphics card applies zoom and offset, so that they redraw nothing. Taps
    and long presses call `tapped` and `held`, unless a place explains itself; two fingers zoom, one carries a
    `lifted` piece, else it moves a zoomed map, two quick taps zoom in and out. `zoom` is 1 for the whole map,
    `focus` the place in the middle. A board that is not `guided` shows no minimap. At night all but the last
    layer, that of marks, are dimmed.
    """

    aspect = 1.0
    guided = True
    zoom = NumericProperty(1.0)
    focus = ListProperty([0.5, 0.5])

    def __init__(self, layers: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.focus = [self.aspect / 2, 0.5]
        self._clip, self._move, self._scale = ScissorPush(), Translate(), Scale(1, 1, 1)
        self.layers = [InstructionGroup() for _ in range(layers)]
        self._veil = Rectangle(size=(0, 0))
        last = (Color(*theme.board_veil()), self._veil, self.layers[-1], PopMatrix(), ScissorPop())
        for made in (self._clip, PushMatrix(), self._move, self._scale, *self.layers[:-1], *last):
            self.canvas.add(made)
        self._minimap = Minimap(self.aspect)
        self._minimap.bind(on_release=lambda _: self.whole())
        self._fingers: dict[Any, Point] = {}
        self._pressed: Point | None = None
        self._last_tap: tuple[Point, float] = (0.0, 0.0), -DOUBLE_S
        self._grip: tuple[Point, float, float] | None = None
        self._carries = False
        for name in ("pos", "size", "zoom", "focus"):
            self.fbind(name, self._place)

    @property
    def still_box(self) -> tuple[float, float, float]:
        """Left and bottom of the whole map on the window and its height, in pixels: where it is drawn."""
        height = min(self.height, self.width / self.aspect)
        left = self.x + (self.width - height * self.aspect) / 2
        return left, self.y + (self.height - height) / 2, height

    @property
    def map_box(self) -> tuple[float, float, float]:
        """Left and bottom of the map on the window and its height, in pixels, as it is seen now."""
        height = self.still_box[2] * self.zoom
        left = self.x + self.width / 2 - self.focus[0] * height
        bottom = self.y + self.height / 2 - self.focus[1] * height
        left = _kept(left, height * self.aspect, self.x, self.width)
        return left, _kept(bottom, height, self.y, self.height), height

    def at(self, point: Point) -> Point:
        """Drawing position of a place of the map, in unzoomed pixels."""
        left, bottom, height = self.still_box
        return left + point[0] * height, bottom + point[1] * height

    def seen(self, point: Point) -> Point:
        """Present position of a place of the map in the window, in pixels."""
        left, bottom, height = self.map_box
        return left + point[0] * height, bottom + point[1] * height

    def spot(self, x: float, y: float) -> Point:
        """The place of the map at a pixel of the window; outside 0..`aspect`, 0..1 beside the map."""
        left, bottom, height = self.map_box
        return ((x - left) / height, (y - bottom) / height) if height else (-1.0, -1.0)

    def tapped(self, spot: Point) -> None:
        """Handle a tap on a place."""

    def held(self, spot: Point) -> bool:
        """Handle a long press on a place; return whether it acts."""
        return False

    def about(self, spot: Point) -> About | None:
        """Explain a place to a finger that rests on it."""
        return None

    def about_at(self, x: float, y: float) -> About | None:
        """Explain what is at a pixel of the window."""
        return self.about(self.spot(x, y))

    def long_press(self, x: float, y: float) -> bool:
        """Handle a long press at a pixel of the window."""
        return not self.disabled and self.held(self.spot(x, y))

    def cancel_touch(self, touch: Any) -> None:
        """Forget a touch: it is no tap and moves nothing."""
        self._fingers.pop(touch.uid, None)
        self._pressed, self._carries = None, False
        self._take_grip()

    def lifted(self, spot: Point) -> bool:
        """Return true if a drag from a place carries the piece there."""
        return False

    def carried(self, spot: Point) -> None:
        """Handle a move of the carried piece over a place."""

    def dropped(self, spot: Point) -> None:
        """Handle the drop of the carried piece on a place."""

    def whole(self) -> None:
        """Animate back to the whole map."""
        self.look(1.0, (self.aspect / 2, 0.5))

    def look(self, zoom: float, focus: Point) -> None:
        """Animate to a zoom factor with a place in the middle."""
        Animation.cancel_all(self, "zoom", "focus")
        glide = Animation(zoom=zoom, focus=list(focus), duration=_GLIDE_S, t="out_cubic")
        self.lifetime.animate(self, glide)

    def look_closer(self, spaces: Sequence[Space]) -> None:
        """Bring the place around spaces closer at once; spaces that are not on the map do not count."""
        places = [place for space in spaces if (place := self.centre_of(space))]
        if places:
            self.guided = False
            self.focus = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
            self.zoom = _CLOSER

    def centre_of(self, space: Space) -> Point | None:
        """The place of a space of the game; None if it is not on the map."""
        return None

    def toggle(self, spot: Point | None = None) -> None:
        """Zoom to a place, by default the middle, or back."""
        if self.zoom > 1:
            self.whole()
        else:
            self.look(CLOSE, spot or (self.aspect / 2, 0.5))

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a tap, a long press, a drag or a pinch."""
        if self.disabled or not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        if touch.is_mouse_scrolling:
            self._zoom_to(self.zoom * (_WHEEL if touch.button == "scrolldown" else 1 / _WHEEL), touch.pos)
            return True
        touch.grab(self)
        self._fingers[touch.uid] = touch.pos
        self._pressed = touch.pos if len(self._fingers) == 1 else None
        self._take_grip()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Move or zoom the map."""
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return bool(super().on_touch_move(touch))
        self._fingers[touch.uid] = touch.pos
        if self._pressed and hypot(touch.x - self._pressed[0], touch.y - self._pressed[1]) > theme.mm(
            _DRAG_MM
        ):
            self._carries = self.lifted(self.spot(*self._pressed))
            self._pressed = None
        if self._carries:
            self.carried(self.spot(*touch.pos))
        elif self._pressed is None and self._grip:
            anchor, apart, zoom = self._grip
            middle, now = self._spread()
            self._zoom_to(zoom * now / apart if apart and now else self.zoom, middle, anchor)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """End a tap or a gesture."""
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        del self._fingers[touch.uid]
        pressed, self._pressed = self._pressed, None
        carries, self._carries = self._carries, False
        self._take_grip()
        if carries:
            self.dropped(self.spot(*touch.pos))
        elif pressed and self._second(pressed):
            self.toggle(self.spot(*pressed))
        elif pressed:
            self.tapped(self.spot(*pressed))
        return True

    def _second(self, place: Point) -> bool:
        """Return true if a tap is the second of two quick ones at the same place."""
        (x, y), then_s = self._last_tap
        now_s = Clock.get_time()
        second = now_s - then_s < DOUBLE_S and hypot(place[0] - x, place[1] - y) < theme.mm(_DRAG_MM)
        self._last_tap = place, -DOUBLE_S if second else now_s
        return bool(second)

    def _spread(self) -> tuple[Point, float]:
        """Middle of the fingers and their distance in pixels; 0 for one finger."""
        (ax, ay), (bx, by) = (list(self._fingers.values()) * 2)[:2]
        return ((ax + bx) / 2, (ay + by) / 2), hypot(ax - bx, ay - by)

    def _take_grip(self) -> None:
        """Remember the place below the fingers and their distance."""
        self._grip = None
        if self._fingers:
            middle, apart = self._spread()
            self._grip = self.spot(*middle), apart, self.zoom

    def _zoom_to(self, zoom: float, place: Point, anchor: Point | None = None) -> None:
        """Zoom so that the place `anchor` of the map lies at a pixel; by default the place already there."""
        Animation.cancel_all(self, "zoom", "focus")
        x, y = anchor or self.spot(*place)
        self.zoom = max(1.0, min(CLOSEST, zoom))
        height = self.still_box[2] * self.zoom or 1.0
        mx, my = self.x + self.width / 2, self.y + self.height / 2
        self.focus = [x - (place[0] - mx) / height, y - (place[1] - my) / height]

    def _place(self, *_: Any) -> None:
        left, bottom, height = self.map_box
        still_left, still_bottom, still_height = self.still_box
        scale = height / still_height if still_height else 1.0
        self._scale.xyz = (scale, scale, 1)
        self._move.xy = (left - scale * still_left, bottom - scale * still_bottom)
        zoomed = self.zoom > 1
        self._veil.pos = still_left, still_bottom
        self._veil.size = still_height * self.aspect, still_height
        self._clip.pos, self._clip.size = self._on_panel() if zoomed else ((0, 0), (_EVERYWHERE, _EVERYWHERE))
        if zoomed and self.guided and not self._minimap.parent:
            self.add_widget(self._minimap)
        elif not zoomed and self._minimap.parent:
            self.remove_widget(self._minimap)
        if zoomed and self.guided:
            self._minimap.place(self, self.spot(self.x, self.y), self.spot(self.right, self.top))

    def _on_panel(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Position and size of the board on the panel, undoing the rotation of the window."""
        window = EventLoop.window
        turned = window.rotation % 180 == 90
        wide, high = (window.height, window.width) if turned else window.size
        shares = [(x / window.width, y / window.height) for x, y in (self.pos, (self.right, self.top))]
        (ax, ay), (bx, by) = [on_panel(x, y, window.rotation) for x, y in shares]
        place = int(min(ax, bx) * wide), int(min(ay, by) * high)
        return place, (round(abs(ax - bx) * wide), round(abs(ay - by) * high))


def _kept(start: float, length: float, low: float, room: float) -> float:
    """Start of the map on one axis so that it fills the widget, or is centred in it."""
    if length <= room:
        return low + (room - length) / 2
    return min(low, max(low + room - length, start))
