"""Art with colours of its own looks the same everywhere."""

from typing import Any

from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets


def test_a_chosen_button_keeps_the_colours_of_its_picture(open_window: Any) -> None:
    open_window(FakeFae())
    from kivy.clock import Clock
    from kivy.graphics import Color

    from ui import theme
    from ui.boards import art
    from ui.widgets.basics import Icon, TouchButton

    def tint(name: str, **about: Any) -> list[float]:
        button = TouchButton(icon=name, **about)
        Clock.tick_draw()
        (icon,) = [widget for widget, _ in widgets(button) if isinstance(widget, Icon)]
        (colour,) = [made for made in icon.canvas.children if isinstance(made, Color)]
        return list(colour.rgba)

    assert tint("druid-blue", chosen=True) == art.WHITE
    assert tint("druid-black", chosen=True) == art.WHITE
    assert tint("gear", chosen=True) == theme.SURFACE
    assert tint("check") == theme.INK
