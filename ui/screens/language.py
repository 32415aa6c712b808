"""First page of a new table: its name, the covers, and the languages, each in its own words."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.i18n import LANGUAGES, translator
from ui import all_games
from ui.screens import first_start
from ui.screens.cover import CoverPicture
from ui.screens.page import Page
from ui.widgets.basics import Key

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_COVERS = 4
"""Number of covers shown."""


class LanguageKey(Key):
    """A language: its name, and an invitation in its own words."""

    said = StringProperty("")


class LanguagePage(Page):
    """The languages, the machine's own in orange; a touch speaks one and leads on."""

    def __init__(self, **kwargs: Any) -> None:
        """Show the covers."""
        super().__init__(**kwargs)
        for tile in [*all_games.tiles().values()][:_COVERS]:
            self.ids.covers.add_widget(CoverPicture(tile=tile, flush=True))

    def open(self, **about: Any) -> None:
        """Show the page, which is part of the first start alone."""
        super().open()

    def refresh_text(self) -> None:
        """Show the languages."""
        keys, own = self.ids.languages, App.get_running_app().language
        keys.clear_widgets()
        for code, name in LANGUAGES.items():
            said = translator(code).gettext("Let's play")
            key = LanguageKey(text=name, said=said, primary=code == own)
            key.bind(on_release=partial(self._speak, code))
            keys.add_widget(key)

    def _speak(self, code: str, *_: Any) -> None:
        App.get_running_app().speak(code)
        first_start.go_on(self.name)
