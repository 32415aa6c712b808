"""Small picture of a part of the Fae board, without touch."""

from collections.abc import Collection
from typing import Any

from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty

from ui.games.fae import board_map
from ui.games.fae.board import FaeBoard

_PICTURE_PX = 320
_MARGIN = 0.025
_CLOSEST = 5.0


class FaePopup(FaeBoard):
    """Board around the spaces `around`, or all of it; touches pass through to the widget below."""

    guided = False
    around = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "around"):
            self.fbind(name, self._frame)
        self._frame()

    def picture(self) -> tuple[Texture, Texture]:
        """Map texture in one size for all popups, because they are small."""
        return board_map.painted(_PICTURE_PX)

    def on_touch_down(self, touch: Any) -> bool:
        """Take no touch."""
        return False

    def _frame(self, *_: Any) -> None:
        spaces: Collection[int] = self.around
        height = self.still_box[2]
        points = [point for space in spaces for point in board_map.RINGS[space]]
        if not points or not height:
            self.zoom, self.focus = 1.0, [self.aspect / 2, 0.5]
            return
        left, right = min(x for x, _ in points) - _MARGIN, max(x for x, _ in points) + _MARGIN
        bottom, top = min(y for _, y in points) - _MARGIN, max(y for _, y in points) + _MARGIN
        zoom = min(self.width / (right - left), self.height / (top - bottom)) / height
        self.zoom = max(1.0, min(_CLOSEST, zoom))
        self.focus = [(left + right) / 2, (bottom + top) / 2]
