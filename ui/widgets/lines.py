"""A text that is as high as its lines."""

from math import isfinite
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
        room = self.width if self.text else 0
        high = text_height(self.text, self.em, room, self.bold) if room > 2 else 0.0
        self.height = high if isfinite(high) else text_height(self.text, self.em, _WIDE_PX, self.bold)
