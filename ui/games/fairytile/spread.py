"""The book of a player: closed, and open as a spread of two pages."""

from functools import cache
from pathlib import Path
from typing import Any

from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.basics import text_height
from ui.widgets.secret import HoldToSee, SecretCover

_FADE_PX = 64
_WORDY = 1.4
"""Width of a leaf with words in large letters, compared with the other leaf."""
_SIGN_MM, _LEAST_SIGN_MM = 7.4, 3.4
"""Height of the figure on the closed book, and the least one."""


@cache
def _gutter() -> Texture:
    """White that fades out to the right, to be tinted: the shade of the fold."""
    shades = [255 * (1 - at / (_FADE_PX - 1)) ** 2 for at in range(_FADE_PX)]
    pixels = b"".join(bytes((255, 255, 255, round(shade))) for shade in shades)
    made = Texture.create(size=(_FADE_PX, 1), colorfmt="rgba")
    made.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    return made


class Leaf(BoxLayout):
    """One page of a spread. `open`: its width while it turns, as a share."""

    side = OptionProperty("left", options=["left", "right"])
    open = NumericProperty(1.0)
    gutter = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(gutter=_gutter(), **kwargs)


class Spread(BoxLayout):
    """An open book with a `left` and a `right` leaf; in a portrait window the right one lies below."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.left, self.right_leaf = Leaf(), Leaf(side="right")
        if theme.large_text() and not theme.portrait():
            self.right_leaf.size_hint_x = _WORDY
        self.add_widget(self.left)
        self.add_widget(self.right_leaf)


class BookWords(SecretCover):
    """Print on the closed book: whose it is and, below, `words`; long words stand there alone."""

    figure = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("words", "size"):
            self.fbind(name, self._share)
        self._share()

    def _share(self, *_: Any) -> None:
        high = text_height(self.words, "note", max(1.0, self.width), bold=True) if self.words else 0
        sign = min(theme.mm(_SIGN_MM), self.height - high)
        self.ids.signs.height = sign if sign >= theme.mm(_LEAST_SIGN_MM) else 0


class BookCover(HoldToSee):
    """The closed book of a player, who is the `figure`, opened while a finger holds it."""

    figure = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.remove_widget(self._cover)
        self._cover = cover = BookWords(words=self.words, figure=self.figure)
        self.bind(figure=cover.setter("figure"))
        self.add_widget(cover)


class OpenPage(BoxLayout):
    """The open `book` of one player, over the whole screen, while a finger holds it."""

    figure = StringProperty("")
    title = StringProperty("")

    def __init__(self, book: Widget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.book.add_widget(book)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
