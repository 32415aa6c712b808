"""Layout of board and controls: one row, or one column in a portrait window."""

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from ui import theme

_MOST_WIDE, _MOST_HIGH = 0.72, 0.6
"""The largest share of the window that the board may take, in landscape and in portrait."""


class Split(BoxLayout):
    """Its first child holds the board, its second the controls.

    `aspect` is the board's width to height, `rim` its margin on each side in pixels. Controls are on
    the side of the preferred hand; below the board they are at least `least` pixels high, beside it
    at least `least_wide` wide.
    """

    aspect = NumericProperty(1.0)
    rim = NumericProperty(0)
    least = NumericProperty(0)
    least_wide = NumericProperty(0)

    def on_kv_post(self, base_widget: Any) -> None:
        """Put the parts where they belong."""
        self._board, controls = self.children[1], self.children[0]
        if theme.portrait():
            self.orientation = "vertical"
        elif theme.left_handed():
            self.clear_widgets()
            self.add_widget(controls)
            self.add_widget(self._board)
        for name in ("size", "aspect", "rim", "least", "least_wide"):
            self.fbind(name, self._share)
        self._share()

    def _share(self, *_: Any) -> None:
        left, top, right, bottom = self.padding
        width, height = self.width - left - right, self.height - top - bottom
        if theme.portrait():
            wanted = (width - 2 * self.rim) / self.aspect + 2 * self.rim
            most = min(height * _MOST_HIGH, height - self.spacing - self.least)
            self._board.size_hint_y, self._board.height = None, max(1, min(wanted, most))
        else:
            wanted = (height - 2 * self.rim) * self.aspect + 2 * self.rim
            most = min(width * _MOST_WIDE, width - self.spacing - self.least_wide)
            self._board.size_hint_x, self._board.width = None, max(1, min(wanted, most))
