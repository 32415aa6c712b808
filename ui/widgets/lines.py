"""A text that is as high as its lines."""

from typing import Any

from ui.widgets.basics import Text, text_height

_WIDE_PX = 1e4


class Lines(Text):
    """A text as high as it needs to be at the width it has; no height without words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        for name in ("width", "text", "em", "bold"):
            self.fbind(name, self._set_height)
        self._set_height()

    def _set_height(self, *_: Any) -> None:
        if self.width < 2 or not self.text:
            self.height = 0
            return
        high = text_height(self.text, self.em, self.width, self.bold)
        self.height = high if high < _WIDE_PX else text_height(self.text, self.em, _WIDE_PX, self.bold)
