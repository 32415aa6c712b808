from typing import Any

import pytest

from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import check_apart, check_layout


def put(running: Any, *labels: Any) -> None:
    for label in labels:
        running.screen.add_widget(label)
    running.lay_out()


@pytest.mark.parametrize(("x", "apart"), [(20, False), (300, True)])
def test_texts_on_each_other_are_found(open_window: Any, x: float, apart: bool) -> None:
    running = open_window(FakeFae())
    running.app.open("too_small")
    from ui.widgets.basics import Text

    running.screen.clear_widgets()
    box: dict[str, Any] = {"size_hint": (None, None), "size": (200, 40), "halign": "left"}
    put(
        running,
        Text(text="On the table", pos=(10, 10), **box),
        Text(text="Above", pos=(x, 15), **box),
    )
    if apart:
        check_apart(running)
    else:
        with pytest.raises(AssertionError, match="lie on each other"):
            check_apart(running)


def test_widgets_outside_the_window_or_too_small_are_found(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("too_small")
    from ui.widgets.basics import Text, TouchButton

    for widget in (
        Text(text="Beside the window", pos=(760, 10), size_hint=(None, None), size=(200, 40)),
        Text(text="Donaudampfschifffahrt", pos=(10, 10), size_hint=(None, None), size=(20, 10)),
        TouchButton(icon="check"),
    ):
        running.screen.clear_widgets()
        put(running, widget)
        if isinstance(widget, TouchButton):
            widget.width = 30
        with pytest.raises(AssertionError):
            check_layout(running)
