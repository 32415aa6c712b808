"""Splash picture of the window until the start page is ready."""

from kivy.core.window import Window
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate

from ui import theme
from ui.boards import art

_SHARE = 0.36
"""Size of the picture as a share of the window's shorter side."""


def show() -> None:
    """Draw it, straight onto the window; the next frame takes its place."""
    side = _SHARE * min(Window.size)
    drawn = Canvas()
    with drawn:
        Color(*theme.GROUND)
        Rectangle(size=Window.size)
        PushMatrix()
        Translate((Window.width - side) / 2, (Window.height - side) / 2, 0)
        Scale(side, side, 1)
        art.paint(art.BOARD, theme.ACCENT)
        PopMatrix()
    Window.canvas.add(drawn)
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    Window.canvas.remove(drawn)
