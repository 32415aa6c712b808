"""Window for an app that cannot start: the reason and one button, never a black screen."""

from typing import Any

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label

from ui import theme

_WIDTH, _TEXT_MM, _BUTTON_MM = 0.9, 4.0, 14.0


class StartErrorApp(App):
    """Show the reason until the button is touched."""

    def __init__(self, why: str, button: str) -> None:
        super().__init__()
        self.why, self.button = why, button

    def build(self) -> Any:
        """Build the page: the sentence above, the button below."""
        page = BoxLayout(orientation="vertical", padding=theme.mm(5), spacing=theme.mm(4))
        with page.canvas.before:
            Color(*theme.GROUND)
            behind = Rectangle(size=page.size)
        page.bind(size=lambda _, size: setattr(behind, "size", size))
        said = Label(text=self.why, font_size=theme.mm(_TEXT_MM), color=theme.INK)
        said.bind(width=lambda label, width: setattr(label, "text_size", (width * _WIDTH, None)))
        again = Button(text=self.button, size_hint_y=None, height=theme.mm(_BUTTON_MM))
        again.font_size = said.font_size
        again.bind(on_release=lambda _: self.stop())
        page.add_widget(said)
        page.add_widget(again)
        return page
