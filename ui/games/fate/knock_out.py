"""A hero falls: the whole screen says so, until the town pieces are taken off."""

from collections.abc import Callable
from functools import cache

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.utils import get_color_from_hex

from companion.games.fate.heroes import NAMES
from companion.games.fate.position import Hero
from companion.session.fate.pieces import counts
from companion.session.fate.snapshot import FateSnapshot
from ui import theme
from ui.boards import art, drawing
from ui.games.fate import film, icons
from ui.widgets.basics import Text, TouchButton, text_height
from ui.widgets.painted import Painted

_DARK = get_color_from_hex("#2a0d0af5")
_PALE = get_color_from_hex("#fff3dc")
_TURN = 7.0


def fallen(snapshot: FateSnapshot) -> Hero | None:
    """Hero who falls in the present step."""
    if snapshot.stage != "guide" or snapshot.steps[snapshot.done].what != "fallen":
        return None
    return film.hurt(snapshot, snapshot.steps[snapshot.done])


@cache
def _grey(hero: str) -> Texture:
    """A hero's portrait without colour."""
    coloured = art.texture(f"portrait-{hero}")
    pixels = coloured.pixels
    shades = bytes(
        (3 * r + 6 * g + b) // 10 for r, g, b in zip(*(pixels[i::4] for i in range(3)), strict=True)
    )
    grey = bytearray(pixels)
    for channel in range(3):
        grey[channel::4] = shades
    texture = Texture.create(size=coloured.size, colorfmt="rgba")
    texture.blit_buffer(bytes(grey), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class FallenPortrait(Painted):
    """The portrait of a fallen hero, tilted and grey, with a red band across it."""

    def __init__(self, hero: str, words: str) -> None:
        self._hero = hero
        super().__init__(size_hint=(None, None), size=(theme.mm(43), theme.mm(50)))
        wide = text_height(words, "title", self.width) < 2 * theme.em("title")
        self._words = Text(text=words, em="title" if wide else "body", bold=not wide, halign="center")
        self._words.color = _PALE
        self.add_widget(self._words)

    def paint(self) -> None:
        """Draw the portrait."""
        canvas, rim = self.canvas.before, theme.mm(1.2)
        canvas.add(PushMatrix())
        canvas.add(Rotate(angle=_TURN, origin=self.middle))
        sheet = self.width + 2 * rim, self.height + 2 * rim
        self.box((self.x - rim, self.y - rim), sheet, icons.PARCHMENT, theme.mm(4))
        whole = _grey(self._hero)
        part = whole.width * self.width / self.height
        seen = whole.get_region((whole.width - part) / 2, 0, part, whole.height)
        drawing.rounded(canvas, seen, self.pos, self.size, (theme.mm(3),) * 2, icons.EDGE)
        lines = 1 if self._words.em == "title" else 2
        high = (lines + 0.5) * theme.em(self._words.em)
        band = (self.x - rim, self.y + 0.34 * self.height - high / 2), (sheet[0], high)
        canvas.add(Color(*icons.RED))
        canvas.add(Rectangle(pos=band[0], size=band[1]))
        self._words.pos, self._words.size = band
        self.canvas.after.clear()
        self.canvas.after.add(PopMatrix())


class Houses(Painted):
    """Town pieces that are left, and those that are lost now, crossed out."""

    def __init__(self, left: int, lost: int) -> None:
        self._left, self._lost = left, lost
        super().__init__(size_hint_y=None, height=theme.mm(11))

    def paint(self) -> None:
        """Draw a plate for each."""
        count = self._left + self._lost
        pitch = min(theme.mm(13), self.width / max(1, count))
        side = 0.86 * pitch
        for i in range(count):
            x, y = self.x + pitch * i + side / 2, self.middle[1]
            self.box((x - side / 2, y - side / 2), (side, side), [1, 1, 1, 0.12], theme.mm(2))
            lost = i >= self._left
            self.draw("town", x, y, 0.72 * side, icons.DAMAGE if lost else icons.PARCHMENT)
            if lost:
                self.draw("cross", x, y, 0.7 * side, _PALE)


class KnockOutPage(FloatLayout):
    """Who fell, what that costs, and the key that goes on; it covers the whole screen."""

    def __init__(self, snapshot: FateSnapshot, hero: Hero, done: Callable[[], None]) -> None:
        super().__init__()
        tr = App.get_running_app().tr
        step = snapshot.steps[snapshot.done]
        lost = step.n
        name = NAMES[hero.id]
        with self.canvas.before:
            Color(*_DARK)
            self._ground = Rectangle()
        self.bind(pos=self._lay, size=self._lay)
        upright = theme.portrait()
        box = BoxLayout(
            orientation="vertical" if upright else "horizontal", spacing=theme.mm(7 if upright else 6)
        )
        box.padding = [theme.mm(7), theme.mm(6)]
        picture = FallenPortrait(hero.id, tr.gettext("knocked out"))
        picture.pos_hint = {"center_x": 0.5} if upright else {"center_y": 0.5}
        box.add_widget(picture)
        column = BoxLayout(orientation="vertical", spacing=theme.mm(2.4), size_hint_y=None)
        column.bind(minimum_height=column.setter("height"))
        column.pos_hint = {"center_y": 0.5}
        wide = theme.mm(76)
        texts: tuple[tuple[str, theme.TextSize], ...] = (
            (tr.gettext("{hero} falls.").format(hero=name), "display"),
            (
                tr.gettext("{hero} goes back to Grimheim. The town loses {n} pieces.").format(
                    hero=name, n=lost
                ),
                "body",
            ),
        )
        for words, em in texts:
            text = Text(text=words, em=em, color=icons.PARCHMENT, size_hint_y=None)
            text.height = min(text_height(words, em, wide), 4 * theme.em(em))
            column.add_widget(text)
        column.add_widget(Houses(counts(snapshot).town, lost))
        done_text = tr.gettext("Town pieces taken off") if snapshot.at_table else tr.gettext("Go on")
        key = TouchButton(icon="next", text=done_text, primary=True)
        key.size = theme.mm(66), theme.mm(12)
        key.bind(on_release=lambda _: done())
        column.add_widget(key)
        box.add_widget(column)
        self.add_widget(box)

    def _lay(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size

    def on_touch_down(self, touch: object) -> bool:
        """Keep touches from what is below."""
        super().on_touch_down(touch)
        return True
