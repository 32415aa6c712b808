"""Screen shown while the window is too small for all others."""

from pathlib import Path

from kivy.app import App
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import StringProperty

from ui.screens.page import Page
from ui.sizes import LEAST_PX

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def too_small(width_px: float, height_px: float) -> bool:
    """Return true if a window is too small for the screens."""
    return max(width_px, height_px) < LEAST_PX[0] or min(width_px, height_px) < LEAST_PX[1]


class TooSmallScreen(Page):
    """Shows the present and the minimum size of the window until it is large enough."""

    text = StringProperty("")

    def refresh_text(self) -> None:
        """Write the sentence."""
        pattern = App.get_running_app().tr.gettext(
            "This screen is too small: {width} by {height} pixels. Expected at least {long} by {short}. Make "
            "the window larger or connect a larger screen."
        )
        long, short = LEAST_PX
        self.text = pattern.format(
            width=round(Window.width), height=round(Window.height), long=long, short=short
        )
