"""Layer over every screen: dimming, black while asleep, and a notice."""

from collections.abc import Callable

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton

_NOTICE_S = 12.0
_NOTICE_MM = (125.0, 18.0)
_LONG_LETTERS, _LONG_MM = 160, 30.0
"""Number of characters from which a notice gets a higher box, and that height in mm."""
_MOST_LETTERS = 420
_MOST_VEILED = 0.8


class Notice(PanelBox):
    """A sentence at the top of the window, until its cross is tapped or time has passed."""

    def __init__(self, text: str, gone: Callable[[], None]) -> None:
        width_mm, height_mm = _NOTICE_MM
        if len(text) > _LONG_LETTERS:
            height_mm = _LONG_MM
        wide = min(theme.mm(width_mm), Window.width - theme.mm(4))
        super().__init__(
            colour=theme.LINE, padding=theme.mm(2), spacing=theme.mm(2), size_hint=(None, None),
            size=(wide, theme.mm(height_mm)),
            pos=((Window.width - wide) / 2, Window.height - theme.mm(height_mm + 2)),
        )  # fmt: skip
        self.add_widget(Icon(name="warn", colour=theme.INK, size_hint_x=None, width=theme.mm(8)))
        short = text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "…"
        self.add_widget(Text(text=short, em="note"))
        self.add_widget(TouchButton(icon="cross", on_release=lambda _: gone()))


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
        self._lifetime = Lifetime()
        self._timer = self._lifetime.trigger(self._sleep, 0)
        self._end_notice = self._lifetime.trigger(lambda _: self.unnotice(), _NOTICE_S)
        self.asleep = False

    def lay(self) -> None:
        """Begin."""
        Window.canvas.after.add(self._veil)
        self._lifetime.at_end(lambda: Window.canvas.after.remove(self._veil))
        self._lifetime.at_end(self.unnotice)

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

    def notice(self, text: str) -> None:
        """Show a notice that blocks nothing."""
        self.unnotice()
        self._notice = Notice(text, self.unnotice)
        Window.add_widget(self._notice)
        self._end_notice()

    def unnotice(self) -> None:
        """Take the notice away."""
        self._end_notice.cancel()
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
