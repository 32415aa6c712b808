"""A finger that picks a place along a line, and drags on to another."""

from collections.abc import Callable
from typing import Any

from ui.widgets.painted import Painted


class Picking(Painted):
    """Dispatches `on_pick` with what `picked_at` says lies below the finger, where there is something."""

    picked_at: Callable[[float], int]
    """What lies at `x`, in pixels of the window."""

    __events__ = ("on_pick",)

    def on_pick(self, number: int) -> None:
        """A finger picked this."""

    def can_pick(self) -> bool:
        """Whether there is something to pick."""
        return not self.disabled

    def on_touch_down(self, touch: Any) -> bool:
        """Pick what lies below the finger."""
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
        """What is picked stays."""
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))
