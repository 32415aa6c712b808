from collections.abc import Iterator
from typing import Any


def widgets(root: Any, scrolled: bool = False) -> Iterator[tuple[Any, bool]]:
    """All widgets below one, and whether they may be scrolled out of sight."""
    from kivy.uix.scrollview import ScrollView

    yield root, scrolled
    for child in root.children:
        yield from widgets(child, scrolled or isinstance(root, ScrollView))


def check_layout(running: Any) -> None:
    """Texts fit their boxes and the window, buttons are as large as a finger."""
    from ui import theme
    from ui.widgets.basics import FitLabel, TouchButton

    for root in (running.screen, *running.window.children[:-1]):
        for widget, scrolled in widgets(root):
            if isinstance(widget, FitLabel) and widget.text and widget.height > 1:
                assert widget.fits, f"{widget.text!r} does not fit {widget.size}"
                if not scrolled:
                    assert widget.x >= -1 and widget.right <= running.window.width + 1, widget.text
                    assert widget.y >= -1 and widget.top <= running.window.height + 1, widget.text
            if isinstance(widget, TouchButton):
                assert min(widget.size) >= theme.mm(theme.TOUCH_MM) - 1, (widget.icon, widget.text)
