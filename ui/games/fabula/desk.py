"""Parts of the play screen: the desk, which may be rotated, and the veil under sheets and large cards."""

from math import inf
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.floatlayout import FloatLayout

from ui import theme
from ui.games.fabula.duel_table import DuelTable as DuelTable  # for the kv file
from ui.games.fabula.flight import FlyingCard as FlyingCard  # for the kv file
from ui.games.fabula.phases import Phases as Phases  # for the kv file
from ui.widgets.basics import TouchButton, text_height

_KEY_MM = 11.0

Builder.load_file(str(Path(__file__).with_name("play.kv")))


class FabulaDesk(FloatLayout):
    """Content of the screen. `beside`: the near side stands in a column at the hand, above the keys;
    `aside`: something else does.
    """

    screen = ObjectProperty(None)
    beside = BooleanProperty(True)
    aside = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.beside = not theme.portrait()
        super().__init__(**kwargs)

    def make_room(self) -> None:
        """Let something else stand above the keys."""
        self.beside, self.aside = False, not theme.portrait()


class DeskKey(TouchButton):
    """A key as high as its words need at the width it has."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._measure, text=self._measure)
        self._measure()

    def _measure(self, *_: Any) -> None:
        left, top, right, bottom = self.padding
        high = text_height(self.text, self.em, self.width - left - right, bold=True) + top + bottom
        least = theme.text_mm(_KEY_MM)
        self.height = max(least, high) if high < inf else 2 * least


class DuelVeil(AnchorLayout):
    """Covers the table, or all below the bar if `whole`, while it has a child; a touch beside it is
    `on_close`.
    """

    whole = BooleanProperty(False)

    __events__ = ("on_close",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(anchor_x="left" if theme.left_handed() else "right", **kwargs)

    def on_close(self) -> None:
        """Handle a touch beside."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Cover as much as the child needs."""
        self.whole = widget.whole
        super().add_widget(widget, *args, **kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what is covered."""
        if not self.children or not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch) and not any(
            child.collide_point(*touch.pos) for child in self.children
        ):
            self.dispatch("on_close")
        return True
