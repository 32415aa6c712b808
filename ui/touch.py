"""Filter touches before widgets get them: drop invalid and double ones, correct rotated panels.

Positions are shares of the panel's width and height as it is built, 0..1, y up.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, isfinite
from time import monotonic
from typing import Any, Literal, TypeAlias

from companion.settings.preferences import TOUCHES

PanelPoint: TypeAlias = tuple[float, float]
InputEvent: TypeAlias = tuple[str, Any]
"""Kivy's pair of "begin", "update" or "end" and a MotionEvent."""

DOUBLE_S = 0.06
"""Seconds within which a repeated touch is a bounce of the panel; no finger is that fast."""
NEAR_MM = 4.0
"""Minimum distance of two fingertips in mm."""
HASTY_S = 0.3
"""Seconds within which a second tap at the same place was meant for the screen before, if it changed."""
HASTY_MM = 8.0
MOST_TOUCHES = 10
STUCK_S = 5.0
"""Seconds without motion after which a touch is dropped if there are too many."""
EDGE = 0.02
"""Maximum distance outside the panel, in shares of it, that is clamped to its edge."""
MANY = 3
"""Number of invalid events that is reported; fewer occur if a finger rests on the panel during start."""

TURNS: dict[str, tuple[int, int, int, int]] = dict(
    zip(
        TOUCHES,
        ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
         (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0)),
        strict=True,
    )
)  # fmt: skip
"""Correction of each panel orientation: rows of a matrix around the panel's middle."""


def turned(turn: str, x: float, y: float) -> PanelPoint:
    """Position of the finger if a panel that needs this correction sends (x, y)."""
    a, b, c, d = TURNS[turn]
    x, y = x - 0.5, y - 0.5
    return 0.5 + a * x + b * y, 0.5 + c * x + d * y


def on_panel(x: float, y: float, rotation: int) -> PanelPoint:
    """Convert a place in the window, in shares of its size, to the panel of a window rotated by `degrees`."""
    return {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[rotation]


def in_window(x: float, y: float, rotation: int) -> PanelPoint:
    """The reverse of `on_panel`."""
    return on_panel(x, y, -rotation % 360)


@dataclass(slots=True)
class _Finger:
    touch: Any
    x: float
    y: float
    stirred_s: float
    shown: PanelPoint


class TouchFilter:
    """A postproc module for Kivy's event loop.

    `turn` is one of `TURNS`; `panel_mm` its width and height. `on_down` is called for each valid touch
    down and returns True to swallow it; `on_raw` for "down", "move" and "up" with the position as sent, also
    of doubles; `on_nonsense` once, when the panel has sent `MANY` invalid events.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.turn = TOUCHES[0]
        self.panel_mm = (155.0, 87.0)
        self.doubles = 0
        self.nonsense = 0
        self.on_down: Callable[[], bool] = lambda: False
        self.on_raw: Callable[[str, float, float], None] = lambda kind, x, y: None
        self.on_nonsense: Callable[[], None] = lambda: None
        self._clock = clock
        self._down: dict[int, _Finger] = {}
        self._lifted: list[_Finger] = []
        self._changed = False

    def changed(self) -> None:
        """Note that another screen is shown now."""
        self._changed = True

    def process(self, events: Sequence[InputEvent]) -> list[InputEvent]:
        """Return the events for widgets; MotionEvents are changed in place."""
        return [kept for event in events for kept in self._one(*event)]

    def _one(self, etype: str, touch: Any) -> Iterable[InputEvent]:
        if not touch.is_touch or getattr(touch, "is_mouse_scrolling", False):
            return ((etype, touch),)
        if etype == "begin":
            return self._begin(touch)
        finger = self._down.get(touch.uid)
        if finger is None:
            if "dropped" not in touch.ud:
                self._nonsense(touch)
            return ()
        return self._update(finger) if etype == "update" else self._end(finger)

    def _begin(self, touch: Any) -> Iterable[InputEvent]:
        now = self._clock()
        x, y = touch.sx, touch.sy
        if touch.uid in self._down or not _good(x, y):
            self._nonsense(touch)
            return ()
        touch.ud["dropped"] = True
        self.on_raw("down", x, y)
        self._lifted = [finger for finger in self._lifted if now - finger.stirred_s < HASTY_S]
        if not self._lifted:
            self._changed = False
        bounced = [finger for finger in self._lifted if now - finger.stirred_s < DOUBLE_S]
        hasty = self._lifted if self._changed else []
        alive = [finger for finger in self._down.values() if now - finger.stirred_s < STUCK_S]
        near = [self._off_mm(finger, x, y) < NEAR_MM for finger in (*alive, *bounced)]
        if any(near) or any(self._off_mm(finger, x, y) < HASTY_MM for finger in hasty):
            self.doubles += 1
            return ()
        freed: list[InputEvent] = []
        if len(self._down) >= MOST_TOUCHES:
            oldest = min(self._down.values(), key=lambda finger: finger.stirred_s)
            if now - oldest.stirred_s < STUCK_S:
                self._nonsense(touch)
                return ()
            freed += self._end(oldest)
        if self.on_down():
            self._lifted.append(_Finger(touch, x, y, now, (x, y)))
            return freed
        del touch.ud["dropped"]
        finger = self._down[touch.uid] = _Finger(touch, x, y, now, (x, y))
        self._place(finger, x, y)
        touch.osx, touch.osy = touch.psx, touch.psy = touch.sx, touch.sy
        touch.dsx = touch.dsy = 0.0
        return [*freed, ("begin", touch)]

    def _update(self, finger: _Finger) -> Iterable[InputEvent]:
        touch = finger.touch
        if not self._follow(finger):
            return ()
        self.on_raw("move", finger.x, finger.y)
        return (("update", touch),)

    def _end(self, finger: _Finger) -> Sequence[InputEvent]:
        touch = finger.touch
        self._follow(finger)
        self.on_raw("up", finger.x, finger.y)
        finger.stirred_s = self._clock()
        del self._down[touch.uid]
        touch.ud["dropped"] = False
        self._lifted.append(finger)
        return (("end", touch),)

    def _follow(self, finger: _Finger) -> bool:
        """Take a touch's new position, else put it back where it was."""
        touch = finger.touch
        x, y = touch.sx, touch.sy
        if not (isfinite(x) and isfinite(y)):
            self._nonsense(touch)
            touch.sx, touch.sy = finger.shown
            return False
        if (x, y) != finger.shown:  # the event may hold a position that was turned before
            self._place(finger, x, y)
            finger.stirred_s = self._clock()
        return True

    def _place(self, finger: _Finger, x: float, y: float) -> None:
        touch = finger.touch
        finger.x, finger.y = min(1.0, max(0.0, x)), min(1.0, max(0.0, y))
        finger.shown = touch.sx, touch.sy = turned(self.turn, finger.x, finger.y)
        if isfinite(touch.psx) and isfinite(touch.psy):
            touch.dsx, touch.dsy = touch.sx - touch.psx, touch.sy - touch.psy

    def _off_mm(self, finger: _Finger, x: float, y: float) -> float:
        width, height = self.panel_mm
        return hypot((finger.x - x) * width, (finger.y - y) * height)

    def _nonsense(self, touch: Any) -> None:
        touch.ud.setdefault("dropped", False)
        self.nonsense += 1
        if self.nonsense == MANY:
            self.on_nonsense()


def _good(x: float, y: float) -> bool:
    return all(isfinite(v) and -EDGE <= v <= 1 + EDGE for v in (x, y))


@dataclass(frozen=True, slots=True)
class Felt:
    """A touch down as the panel sent it, with its time in seconds."""

    x: float
    y: float
    at_s: float


@dataclass(frozen=True, slots=True)
class TouchFinding:
    """Result of a touch test. `turn` is the needed correction; `missing` are targets without any touch.

    "dead": nothing at all was felt; "unclear": the touches fit no way a panel can be turned.
    """

    kind: Literal["straight", "turned", "dead", "unclear"]
    turn: str = TOUCHES[0]
    doubled: bool = False
    missing: tuple[int, ...] = ()


MOST_OFF = 0.25
"""Maximum distance of a touch from its target, in shares of the panel."""


def diagnose(targets: Sequence[PanelPoint], answers: Sequence[Sequence[Felt]]) -> TouchFinding:
    """Find the correction of the panel from the touches felt at each target (places on the panel)."""
    felt = [(target, touches) for target, touches in zip(targets, answers, strict=True) if touches]
    missing = tuple(index for index, touches in enumerate(answers) if not touches)
    if not felt:
        return TouchFinding("dead", missing=missing)
    twice = sum(
        any(b.at_s - a.at_s < DOUBLE_S for a, b in pairwise(touches)) for _target, touches in felt
    )  # fmt: skip
    doubled = 2 * twice >= len(felt)
    fitting = [
        turn
        for turn in TURNS
        if all(_off(turned(turn, touches[0].x, touches[0].y), target) < MOST_OFF for target, touches in felt)
    ]
    if len(fitting) != 1:
        return TouchFinding("unclear", doubled=doubled, missing=missing)
    return TouchFinding("straight" if fitting[0] == TOUCHES[0] else "turned", fitting[0], doubled, missing)


def _off(one: PanelPoint, other: PanelPoint) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
