"""The teacher: what to do next in large letters, in the place of the message bar, and its steps."""

from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.boards import people as people  # has the raven
from ui.widgets.basics import Text, text_height

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SEGMENT_MM, _GAP_MM = 1.1, 0.8
"""Height of a step, and room between two."""
_AROUND_MM, _STEPS_MM = 3.4, 1.6
"""Height of the strip without its words, and what the steps of a lesson take of it."""
_OFF = 0.33
"""Opacity of a step that is not done on a coloured sheet."""


class Said(NamedTuple):
    """Words of the teacher: what to do, one line more, `at` of so many `steps`; `well`: a success."""

    text: str
    detail: str = ""
    at: int = 0
    steps: int = 0
    well: bool = False


class TeacherStrip(BoxLayout):
    """The raven and what it says; its cross dispatches `on_leave`.

    It is `least_px` high; `needed_px` is more only for words that need it.
    """

    least_px = NumericProperty(0)
    needed_px = NumericProperty(0)
    well = BooleanProperty(False)
    steps_mm = NumericProperty(0)
    colour = ListProperty(theme.SURFACE)
    ink = ListProperty(theme.INK)
    soft_ink = ListProperty(theme.SOFT)
    __events__ = ("on_menu", "on_leave")

    def __init__(self, **kwargs: Any) -> None:
        self._said: Said | None = None
        super().__init__(**kwargs)
        self.fbind("least_px", self._lay)
        self.ids.words.bind(size=self._lay, pos=self._lay)

    def on_menu(self) -> None:
        """Handle a touch of the key of the menu."""

    def on_leave(self) -> None:
        """Handle a touch of the cross."""

    def say(self, said: Said) -> None:
        """Show what the teacher says."""
        self._said, self.well = said, said.well
        self.steps_mm = _STEPS_MM if said.steps else 0
        self.colour = theme.GOOD if said.well else theme.SURFACE
        self.ink = theme.ON_SIGNAL if said.well else theme.INK
        self.soft_ink = theme.ON_SIGNAL if said.well else theme.SOFT
        self._lay()

    def _lay(self, *_: Any) -> None:
        """Choose the largest letters that hold the words, and draw the steps."""
        words, said = self.ids.words, self._said
        if said is None or words.width < 2:
            return
        around = theme.mm(_AROUND_MM + self.steps_mm)
        self.needed_px = around + lay_words(words, said.text, said.detail, self.least_px - around, keep=True)
        self._draw_steps(said)

    def _draw_steps(self, said: Said) -> None:
        canvas, words = self.ids.words.canvas.after, self.ids.words
        canvas.clear()
        gap, high = theme.mm(_GAP_MM), theme.mm(_SEGMENT_MM)
        wide = (words.width - gap * (said.steps - 1)) / max(1, said.steps)
        for step in range(said.steps):
            done = theme.ON_SIGNAL if said.well else theme.ACCENT
            left = [*theme.ON_SIGNAL[:3], _OFF] if said.well else theme.LINE
            canvas.add(Color(*(done if step < said.at else left)))
            pos = words.x + step * (wide + gap), words.y - high - theme.mm(0.3)
            canvas.add(SmoothRoundedRectangle(pos=pos, size=(wide, high), radius=[high / 2]))


def lay_words(words: Any, text: str, detail: str, most_px: float, keep: bool = False) -> float:
    """Show a sentence and a line below it in the largest letters that fit; the second line goes first.

    To `keep` it, the letters of the sentence become smaller before. `words` has the texts `title` and
    `under`, from above. Returns the height that they need.
    """
    under, title = words.children[:2]
    assert isinstance(title, Text) and isinstance(under, Text)
    sizes: tuple[tuple[theme.TextSize, str], ...] = (
        ("title", detail),
        ("title", ""),
        ("body", detail),
        ("body", ""),
        ("note", ""),
    )
    for em, line in sorted(sizes, key=lambda size: not size[1]) if keep else sizes:
        title.em, under.text = em, line
        title.text = in_halves(text, em, words.width)
        under.height = text_height(line, "note", words.width) if line else 0
        high = text_height(title.text, em, words.width, bold=em == "body")
        if high + under.height <= most_px + 1:
            break
    spare = max(0.0, words.height - high - under.height) if line and isfinite(high) else 0.0
    words.padding = [0, spare / 2, 0, spare / 2]
    return high + under.height if isfinite(high) else 0.0


def in_halves(text: str, em: theme.TextSize, width_px: float) -> str:
    """Break a text of two lines after its first sentence, else near its middle."""
    bold = em == "body"
    one = text_height("E", em, width_px, bold)
    if text_height(text, em, width_px, bold) < 1.5 * one:
        return text
    places = [at for at, letter in enumerate(text) if letter == " "]
    ends = [at for at in places if text[at - 1] in ".!?:"]
    for at in [*ends[:1], *sorted(places, key=lambda at: abs(at - len(text) / 2))]:
        broken = f"{text[:at]}\n{text[at + 1 :]}"
        if text_height(broken, em, width_px, bold) < 2.5 * one:
            return broken
    return text
