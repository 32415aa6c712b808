"""Private view of a spirit (rule E-003)."""

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fae.board import COLOURS
from companion.session.fae import words
from ui import theme
from ui.boards import art
from ui.widgets.basics import Icon, Text


def spirit(colour: str) -> Widget:
    """Widget that shows the spirit of this colour; discard it after use."""
    for each in COLOURS:  # paint all of them, so that no difference reveals the spirit
        for side_px in art.SIDES_PX:
            art.texture(f"druid-{each}", side_px, mipmap=False)
    tr = App.get_running_app().tr
    shown = BoxLayout(orientation="vertical", spacing=theme.mm(1), padding=[0, theme.mm(2)])
    shown.add_widget(Icon(name=f"druid-{colour}", colour=art.WHITE))
    what = tr.gettext("Every ritual with this colour brings you points.")
    for em, text, high_mm, tint in (
        ("display", words.colour(tr, colour), 12, theme.INK),
        ("body", what, 11, theme.SOFT),
        ("note", tr.gettext("Let go to hide it."), 5, theme.SOFT),
    ):
        label = Text(em=em, text=text, color=tint, halign="center", size_hint_y=None)
        label.height = theme.text_mm(high_mm)
        shown.add_widget(label)
    return shown
