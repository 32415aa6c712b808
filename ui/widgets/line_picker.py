"""Mixin: a finger picks an index along a line and drags to others."""

from collections.abc import Callable
from typing import Any

from ui.widgets.painted import Painted


class LinePicker(Painted):
    """Dispatches `on_pick` with the index that `picked_at` finds below the finger, if any."""

    picked_at: Callable[[float], int]
    """Return the index at `x`, in pixels of the window; -1 for none."""

    __events__ = ("on_pick",)

    def on_pick(self, number: int) -> None:
        """Handle a pick."""

    def can_pick(self) -> bool:
        """Return true if there is something to pick."""
        return not self.disabled

    def on_touch_down(self, touch: Any) -> bool:
        """Pick the index below the finger."""
        if not self.collide_point(*touch.pos) or not self.can_pick():
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.dispatch("on_pick", self.picked_at(touch.x))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Pick another."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.dispatch("on_pick", self.picked_at(touch.x))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """End the drag; the pick is kept."""
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))
