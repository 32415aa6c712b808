"""Layer over every screen: dimming, black while asleep, and a notice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.lang import Builder
from kivy.properties import ListProperty
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import Key, TouchButton, text_width
from ui.widgets.page_parts import WrapLabel

Builder.load_string("""
#:import theme ui.theme
<Notice>:
    canvas.before:
        Color:
            rgba: self.colour
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [min(self.height / 2, theme.mm(5.75))]
""")

_SHORT_S, _LONG_S = 2.5, 12.0
_SHORT_LETTERS = 40
"""Number of characters up to which a notice is read at a glance; it goes soon, and has no cross."""
_HIGH_MM, _WIDE_MM, _CROSS_MM, _KEY_MM = 11.5, 118.0, 9.0, 6.4
_STEP_MM = 3.0
_MOST_LETTERS = 420
_MOST_VEILED = 0.8


@dataclass(frozen=True, slots=True)
class NoticeKey:
    """The key of a notice: its words and what it does.

    `left` is called when the notice goes without it, but not when the window is rebuilt or closes.
    """

    words: str
    act: Callable[[], object]
    left: Callable[[], object]


class Notice(BoxLayout):
    """A sentence at the bottom of the window that covers no key, until its time has passed.

    A long one may be sent away before. `key` is called as the key of the notice, if it has one.
    """

    colour = ListProperty(theme.INK)

    def __init__(self, text: str, gone: Callable[[], None], key: str = "") -> None:
        super().__init__(spacing=theme.mm(2), size_hint=(None, None))
        self.padding = theme.mm(4), theme.mm(1.2), theme.mm(2), theme.mm(1.2)
        self.short = len(text) <= _SHORT_LETTERS
        said = text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "…"
        em: theme.TextSize = "body" if self.short else "note"
        most = min(theme.mm(_WIDE_MM), Window.width - theme.mm(6))
        wide_key = text_width(key) + theme.mm(_KEY_MM) if key else theme.mm(_CROSS_MM)
        beside = theme.mm(6) if self.short and not key else theme.mm(8) + wide_key
        words = WrapLabel(text=said, em=em, bold=self.short, color=theme.SURFACE, pos_hint={"center_y": 0.5})
        words.text_size = (None, None)
        words.texture_update()
        wide = min(most - beside, words.texture_size[0] + theme.mm(1))
        words.text_size = (wide, None)
        words.texture_update()
        self.size = (wide + beside, max(theme.mm(_HIGH_MM), words.texture_size[1] + theme.mm(3)))
        self.add_widget(words)
        if key or not self.short:
            button = TouchButton(text=key, icon="" if key else "cross", quiet=True, ink_of=theme.SURFACE)
            button.size_hint, button.pos_hint = (None, None), {"center_y": 0.5}
            button.size = wide_key, theme.mm(_CROSS_MM)
            button.bind(on_release=lambda _: gone())
            self.add_widget(button)
        self._place()

    def _place(self) -> None:
        """Stand in the middle of the bottom, or where the nearest place without a key is."""
        taken = [
            key for child in Window.children for key in child.walk() if isinstance(key, Key) and key.opacity
        ]
        boxes = [(*key.to_window(*key.pos), *key.size) for key in taken]
        last = Window.height - self.height - theme.mm(_STEP_MM)
        steps = [theme.mm(_STEP_MM) * step for step in range(1, int(last / theme.mm(_STEP_MM)) + 1)]
        middle, right = (Window.width - self.width) / 2, Window.width - self.width - theme.mm(_STEP_MM)
        places = [(x, y) for y in steps for x in (middle, theme.mm(_STEP_MM), right)]
        free = (at for at in places if not any(_over((*at, *self.size), box) for box in boxes))
        self.pos = next(free, (middle, last))


_Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, width and height on the window."""


def _over(one: _Box, other: _Box) -> bool:
    """Return true if two boxes overlap."""
    return all(one[i] < other[i] + other[i + 2] and other[i] < one[i] + one[i + 2] for i in (0, 1))


class Overlay:
    """Layer over the window from `lay` until the window closes.

    `dim` sets the backlight, 0..1, and says whether there is one; without it a veil makes the window darker.
    After `sleep_min` minutes without `stir` the window is black; 0 never.
    """

    def __init__(self, dim: Callable[[float], bool]) -> None:
        self._dim = dim
        self._veil = InstructionGroup()
        self._brightness = 1.0
        self._minutes = 0
        self._notice: Notice | None = None
        self._key: NoticeKey | None = None
        self._lifetime = Lifetime()
        self._timer = self._lifetime.trigger(self._sleep, 0)
        self._end_notice = self._lifetime.trigger(lambda _: self.unnotice(), _LONG_S)
        self.asleep = False

    def lay(self) -> None:
        """Begin."""
        Window.canvas.after.add(self._veil)
        self._lifetime.at_end(lambda: Window.canvas.after.remove(self._veil))
        self._lifetime.at_end(self.drop_notice)

    def set(self, brightness: float, sleep_min: int) -> None:
        """Set the brightness, 0..1, and the minutes before sleep. Raises CompanionError of the backlight."""
        self._brightness = brightness
        self._set_timer(sleep_min)
        self._shade()

    def stir(self) -> bool:
        """Restart the sleep timer; return true if that woke the window."""
        self._timer.cancel()
        if self._minutes:
            self._timer()
        if not self.asleep:
            return False
        self.asleep = False
        self._shade()
        return True

    def notice(self, text: str, key: NoticeKey | None = None) -> None:
        """Show a notice that blocks nothing."""
        self.unnotice()
        self._notice = Notice(text, self._pressed, key.words if key else "")
        self._key = key
        Window.add_widget(self._notice)
        self._end_notice.timeout = _SHORT_S if self._notice.short and not key else _LONG_S
        self._end_notice()

    def unnotice(self) -> None:
        """Take the notice away; one with a key has not been answered."""
        key = self._key
        self.drop_notice()
        if key:
            key.left()

    def _pressed(self) -> None:
        key = self._key
        self.drop_notice()
        if key:
            key.act()

    def drop_notice(self) -> None:
        """Take the notice away as if it had never been shown."""
        self._end_notice.cancel()
        self._key = None
        if self._notice:
            Window.remove_widget(self._notice)
            self._notice = None

    def _set_timer(self, minutes: int) -> None:
        self._timer.cancel()
        self._minutes, self._timer.timeout = minutes, 60 * minutes
        if minutes:
            self._timer()

    def _sleep(self, _: float) -> None:
        self.asleep = True
        self._shade()

    def _shade(self) -> None:
        lit = self._dim(0.0 if self.asleep else self._brightness)
        dark = 1.0 if self.asleep else 0.0 if lit else min(_MOST_VEILED, 1 - self._brightness)
        self._veil.clear()
        if dark:
            self._veil.add(Color(0, 0, 0, dark))
            self._veil.add(Rectangle(pos=(0, 0), size=(max(Window.size), max(Window.size))))
