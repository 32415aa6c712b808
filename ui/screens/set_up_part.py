"""Base classes of the parts of a table set-up."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.page_parts import PictureButton, WrapLabel


class Part(BoxLayout):
    """One part of a set-up. `chosen` holds the user's choices as long as the page exists."""

    title: ClassVar[str] = ""
    icon: ClassVar[str] = ""

    def __init__(self, chosen: dict[str, Any], attempt: Callable[[Callable[[], object]], bool]) -> None:
        super().__init__(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(2.4))
        self.chosen, self.attempt = chosen, attempt
        self.app = App.get_running_app()
        self.setup = self.app.controller.table_setup
        self.build()

    def build(self) -> None:
        """Build the widgets."""

    def look(self) -> None:
        """Show what changed; called a few times a second."""

    def leave(self) -> None:
        """Clean up; another part, or none, is shown now."""

    def tr(self, text: str) -> str:
        """Translate a text."""
        return str(self.app.tr.gettext(text))

    def anew(self) -> None:
        """Rebuild all widgets."""
        self.clear_widgets()
        self.build()

    def choose(self, **what: Any) -> None:
        """Remember what was chosen, and show it."""
        self.chosen.update(what)
        self.anew()

    def say(self, text: str) -> WrapLabel:
        """A sentence, as high as it needs to be."""
        return WrapLabel(text=text, em="body")


class PressPart(Part):
    """Part with things to press; pressed ones get a check mark."""

    def tiles(
        self,
        things: Sequence[tuple[str, str, str]],
        wanted: Callable[[str, str], bool],
        touched: Callable[[str], None] = lambda name: None,
    ) -> Widget:
        """One tile per thing: name, icon and text; ticked once it was pressed as `wanted`."""
        heard = {name for name, how in self.setup.pressed() if wanted(name, how)}
        self._heard = heard
        grid = GridLayout(cols=2 if theme.portrait() else min(4, len(things)), spacing=theme.mm(2))
        for name, icon, words in things:
            tile = PictureButton(
                text=self.tr(words), icon="check" if name in heard else icon, size_hint=(1, 1)
            )
            tile.chosen, tile.em = name in heard, "note" if len(things) > 4 else "body"
            tile.bind(on_release=lambda _, name=name: touched(name))
            grid.add_widget(tile)
        return grid

    def look(self) -> None:
        """Update the check marks."""
        if len(self.setup.pressed()) != self._count:
            self.anew()

    def build(self) -> None:
        """Build the widgets and ignore earlier presses."""
        self._count = len(self.setup.pressed())
        self.orientation = "vertical"
