"""Large view of a card: drawn face, numbers with icons, and its text."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.games.fabula.emblem import emblem
from ui.games.fabula.icons import INK, PAPER, TYPES, colour_of, sign_of
from ui.games.fabula.views import FaceView
from ui.widgets.basics import FitLabel
from ui.widgets.painted import Painted

_RARITY = {"common": 1, "rare": 2, "legendary": 3}
"""Number of stars by rarity."""


class CardFace(BoxLayout):
    """The face above its text; `open` shows another card."""

    def __init__(self, view: FaceView, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(0.8), **kwargs)
        self.view = view
        self.add_widget(_Picture(view, size_hint_y=1.6))
        words = BoxLayout(orientation="vertical", size_hint_y=1)
        words.add_widget(FitLabel(text=view.text, valign="top", max_font_mm=3.6, color=theme.INK))
        for line in view.small:
            words.add_widget(
                FitLabel(text=line, color=theme.SOFT, max_font_mm=2.9, size_hint_y=None, height=theme.mm(4.2))
            )
        self.add_widget(words)


class _Picture(Painted):
    """Name, cost, colours, emblem and numbers."""

    def __init__(self, view: FaceView, **kwargs: Any) -> None:
        self._view = view
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Draw the upper part of the card."""
        view, (x, y), (wide, high) = self._view, self.pos, self.size
        gap = theme.mm(0.7)
        self.box((x, y), (wide, high), INK, theme.mm(2))
        self.box((x + gap, y + gap), (wide - 2 * gap, high - 2 * gap), PAPER, theme.mm(1.6))
        head = min(0.24 * high, theme.mm(9))
        top = y + high - gap
        shown = view.colours or ("",)
        for number, colour in enumerate(shown):
            part = (wide - 2 * gap) / len(shown)
            self.box((x + gap + number * part, top - head), (part, head), colour_of(colour), theme.mm(1.2))
        at = x + gap + 0.6 * head
        for colour in shown:
            self.draw("shadow", at, top - head / 2, 0.86 * head, PAPER)
            self.draw(sign_of(colour), at, top - head / 2, 0.58 * head)
            at += 0.8 * head
        right = x + wide - 2 * gap
        if view.cost is not None:
            self.draw("fb-cost", right - 0.45 * head, top - head / 2, 0.95 * head, INK)
            self.text(str(view.cost), right - 0.45 * head, top - head / 2, 0.6 * head, theme.INK)
            right -= head
        self.fitting(view.name, at - 0.2 * head, right, top - head / 2, theme.text_mm(4.2), theme.INK)
        foot = min(0.24 * high, theme.mm(9)) if view.numbers else 0
        line = theme.mm(5)
        room = high - 2 * gap - head - foot - line
        side = min(room * 0.96, wide - 4 * gap)
        middle = top - head - room / 2
        self.draw(emblem(view.id, view.colours), x + wide / 2, middle, side)
        self._kind(x + 2 * gap, x + wide - 2 * gap, y + gap + foot + line / 2, line)
        for number, shown_number in enumerate(view.numbers):
            each = (wide - 2 * gap) / len(view.numbers)
            at = x + gap + each * (number + 0.5)
            ink = {0: INK, 1: [0.1, 0.42, 0.2, 1], -1: [0.72, 0.1, 0.06, 1]}[shown_number.change]
            self.draw(shown_number.icon, at - 0.34 * foot, y + gap + foot / 2, 0.7 * foot, ink)
            self.text(str(shown_number.value), at + 0.12 * foot, y + gap + foot / 2, 0.72 * foot, ink, 0)

    def _kind(self, left: float, right: float, y: float, line: float) -> None:
        view = self._view
        self.draw(TYPES.get(view.kind, "fb-card"), left + line / 2, y, 0.8 * line, INK)
        stars = _RARITY.get(view.rarity, 0)
        self.fitting(view.kind_name, left + 1.2 * line, right - stars * line, y, theme.text_mm(3), INK)
        for number in range(stars):
            self.draw("star", right - (number + 0.5) * line, y, 0.75 * line, INK)
