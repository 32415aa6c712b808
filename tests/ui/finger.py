"""Simulated fingers: touches enter Kivy like those of a touchscreen, and the clock needs no waiting."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from time import monotonic, sleep
from typing import Any, TypeAlias

from ui.app import configure

configure()  # before Kivy is imported
from kivy.base import EventLoop  # noqa: E402  # see above
from kivy.clock import Clock  # noqa: E402  # see above
from kivy.input import motionevent  # noqa: E402  # see above
from kivy.input.motionevent import MotionEvent  # noqa: E402  # see above
from kivy.input.provider import MotionEventProvider  # noqa: E402  # see above
from kivy.lang import Builder  # noqa: E402  # see above
from kivy.uix.scrollview import ScrollView  # noqa: E402  # see above

from tests.patience import WAIT_S  # noqa: E402  # see above

FRAME_S = 1 / 30
PAUSE_S = 0.3
"""Seconds between two taps; the app ignores earlier ones after a change of screen."""
_REST = 6
"""Kivy computes the speed of a fling from the last five positions of the finger."""
Place: TypeAlias = Any
"""A widget, for its centre, or (x, y) in pixels from the lower left corner of the window."""


class Contact(MotionEvent):  # type: ignore[misc]  # Kivy has no types
    """One finger on the panel: shares of its width and height."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, is_touch=True, type_id="touch", **kwargs)
        self.profile = ("pos",)

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        super().depack(args)


class Touchscreen(MotionEventProvider):  # type: ignore[misc]  # Kivy has no types
    """Touch events since the last frame."""

    def __init__(self) -> None:
        super().__init__("panel", "")
        self.waiting: deque[tuple[str, Contact, tuple[float, float]]] = deque()

    def update(self, dispatch_fn: Callable[[str, Contact], None]) -> None:
        while self.waiting:
            kind, contact, place = self.waiting.popleft()
            if kind != "begin":
                contact.move(place)
            if kind == "end":
                contact.update_time_end()
            dispatch_fn(kind, contact)


class Finger:
    """Touches the window; each touch lasts some frames, as real ones do.

    Kivy's clock moves by `FRAME_S` with every frame, whatever the time of day.
    """

    def __init__(self, window: Any) -> None:
        self.window = window
        self._panel = Touchscreen()
        self._ids = count(1)
        self._now_s = 0.0
        self.touches = 0

    @property
    def now_s(self) -> float:
        """Time on the window's clock in seconds: frames, and a pause after every tap."""
        return self._now_s

    @contextmanager
    def ready(self) -> Iterator["Finger"]:
        """Plug in the panel and control the clock, until the end."""
        EventLoop.add_input_provider(self._panel)
        before, fps = (Clock.time, motionevent.time), Clock._max_fps
        self._now_s = Clock.time()
        Clock.time = motionevent.time = lambda: self._now_s
        Clock._max_fps = 0.0  # no waiting between frames
        try:
            yield self
        finally:
            EventLoop.remove_input_provider(self._panel)
            Clock.time, motionevent.time = before
            Clock.tick()  # back to the time of day, without waiting for it
            Clock._max_fps = fps

    def frames(self, number: int = 1, draw: bool = False) -> None:
        """Run some frames; drawing takes longest and is left out unless `draw`."""
        for _ in range(number):
            self._now_s += FRAME_S
            if draw:
                EventLoop.idle()
                continue
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def until(self, there: Callable[[], Any], what: str | Callable[[], str] = "") -> Any:
        """Run frames until the condition holds; AssertionError with `what` after `WAIT_S` of real time."""
        end_s = monotonic() + WAIT_S
        while not (found := there()):
            assert monotonic() < end_s, f"never came: {what() if callable(what) else what}"
            sleep(0.001)  # the app works beside us
            self.frames()
        return found

    def tap(self, *places: Place) -> None:
        """Tap once, with one finger for each place."""
        self.hold(*places, frames=1)
        self.frames(3)  # where a scrolled list had to wait whether it is a drag
        self._now_s += PAUSE_S

    def hold(self, *places: Place, frames: int = 24, meanwhile: Callable[[], None] | None = None) -> None:
        """Keep a finger on every place for some frames; `meanwhile` is called before they leave."""
        ways = [[self._spot(place)] for place in places]
        self._touch(ways, frames, meanwhile)

    def drag(self, start: Place, end: Place, frames: int = 6, rest: int = 0) -> None:
        """Drag from one place to another; with `rest` frames at the end there is no fling."""
        way = _way(self._spot(start), self._spot(end), frames)
        self._touch([[*way, *way[-1:] * rest]])

    def pinch(self, middle: Place, before_px: float, after_px: float, frames: int = 6) -> None:
        """Pinch with two fingers: change their distance."""
        x, y = self._spot(middle)
        ways = [_way((x + side * before_px / 2, y), (x + side * after_px / 2, y), frames) for side in (-1, 1)]
        self._touch(ways)

    def show(self, widget: Any) -> None:
        """Drag the list that a widget is in until the widget can be seen."""
        lists = [parent for parent in _parents(widget) if isinstance(parent, ScrollView)]
        for box in reversed(lists):
            for _ in range(60):
                if not (way := _out_of_sight(widget, box)):
                    break
                x, y = box.to_window(box.right - 4, box.center_y)
                far = max(-box.height * 0.45, min(box.height * 0.45, way))
                self.drag((x, y), (x, y + far), rest=_REST)
                self.until(partial(_at_rest, box), "a list at rest")

    def _spot(self, place: Place) -> tuple[float, float]:
        if isinstance(place, tuple | list):
            return float(place[0]), float(place[1])
        self.show(place)
        x, y = place.to_window(*place.center)
        return float(x), float(y)

    def _touch(
        self,
        ways: Sequence[Sequence[tuple[float, float]]],
        frames: int = 1,
        meanwhile: Callable[[], None] | None = None,
    ) -> None:
        self.touches += len(ways)
        contacts = [Contact("panel", next(self._ids), self._share(way[0])) for way in ways]
        for contact, way in zip(contacts, ways, strict=True):
            self._panel.waiting.append(("begin", contact, self._share(way[0])))
        self.frames(frames)
        for step in range(1, max(len(way) for way in ways)):
            for contact, way in zip(contacts, ways, strict=True):
                self._panel.waiting.append(("update", contact, self._share(way[step])))
            self.frames()
        if meanwhile:
            meanwhile()
        for contact, way in zip(contacts, ways, strict=True):
            self._panel.waiting.append(("end", contact, self._share(way[-1])))
        self.frames(2)

    def _share(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Position on the panel of a place of the window, which may be turned on it."""
        width, height = (max(1, side - 1) for side in self.window.system_size)
        x, y = spot
        return {
            0: (x / width, y / height),
            90: (1 - y / width, x / height),
            180: (1 - x / width, 1 - y / height),
            270: (y / width, 1 - x / height),
        }[self.window.rotation]


def _way(start: tuple[float, float], end: tuple[float, float], frames: int) -> list[tuple[float, float]]:
    return [
        (start[0] + (end[0] - start[0]) * i / frames, start[1] + (end[1] - start[1]) * i / frames)
        for i in range(frames + 1)
    ]


def _out_of_sight(widget: Any, box: Any) -> float:
    """Pixels by which a list must be dragged up to show a widget in it; 0 if it is visible."""
    low, high = (widget.to_window(widget.x, y)[1] for y in (widget.y, widget.top))
    bottom = box.to_window(*box.pos)[1]
    seen = low >= bottom - 1 and high <= bottom + box.height + 1
    return 0 if seen else float(bottom + box.height / 2 - (low + high) / 2)


def _at_rest(box: Any) -> bool:
    return bool(abs(box.effect_y.velocity) < 1)


def _parents(widget: Any) -> Iterator[Any]:
    while (parent := widget.parent) is not None and parent is not widget:
        yield parent
        widget = parent
