"""What the window shows from its first moment on, until the start page has been made."""

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui import theme
from ui.boards import art

_SHARE = 0.36
"""Of the window's shorter side."""


def show() -> None:
    """Draw it; the next frame of the window takes its place."""
    side = _SHARE * min(Window.size)
    drawn = InstructionGroup()
    picture = art.texture("board")
    drawn.add(Color(*theme.BACKGROUND))
    drawn.add(Rectangle(size=Window.size))
    drawn.add(Color(*theme.ACCENT))
    drawn.add(
        Rectangle(
            texture=picture,
            size=(side, side),
            pos=((Window.width - side) / 2, (Window.height - side) / 2),
        )
    )
    Window.canvas.add(drawn)
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    Window.canvas.remove(drawn)
