"""Private view of a spirit (rule E-003)."""

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fae.board import COLOURS
from companion.session.fae import words
from ui import theme
from ui.boards import art
from ui.widgets.basics import FitLabel, Icon


def spirit(colour: str) -> Widget:
    """Widget that shows the spirit of this colour; discard it after use."""
    for each in COLOURS:  # paint all of them, so that no difference reveals the spirit
        for side_px in art.SIDES_PX:
            art.texture(f"druid-{each}", side_px, mipmap=False)
    shown = BoxLayout(orientation="vertical", spacing=theme.mm(2))
    shown.add_widget(Icon(name=f"druid-{colour}", colour=[1, 1, 1, 1]))
    name = words.colour(App.get_running_app().tr, colour)
    label = FitLabel(text=name, bold=True, halign="center", max_font_mm=6, size_hint_y=None)
    label.height = theme.mm(14)
    shown.add_widget(label)
    return shown
