"""Children of a box that stay the same widgets while they show the same: making one costs a millisecond."""

from collections.abc import Callable, Hashable, Iterable, Sequence

from kivy.uix.widget import Widget

Made = tuple[Hashable, Callable[[], Widget]]
"""All that a child shows, and how it is made."""


class ReusedWidgets:
    """Widgets by what they show; only those that show something new are made."""

    def __init__(self) -> None:
        self._made: dict[Hashable, list[Widget]] = {}

    def get(self, wanted: Iterable[Made]) -> list[Widget]:
        """Return a widget for each of `wanted`, and forget all others."""
        before, self._made, found = self._made, {}, []
        for key, make in wanted:
            left = before.get(key)
            found.append(left.pop(0) if left else make())
            self._made.setdefault(key, []).append(found[-1])
        return found


def arrange(box: Widget, widgets: Sequence[Widget]) -> None:
    """Make `widgets` the children of `box`, in this order, without touching those in their places."""
    kept = set(widgets)
    for child in [child for child in box.children if child not in kept]:
        box.remove_widget(child)
    for place, widget in enumerate(widgets):
        if place < len(box.children) and box.children[-1 - place] is widget:
            continue
        if widget.parent:
            widget.parent.remove_widget(widget)
        box.add_widget(widget, index=len(box.children) - place)
