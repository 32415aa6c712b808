"""Page of the languages, each in its own words."""

from functools import partial

from kivy.app import App

from companion.i18n import LANGUAGES
from ui.screens.list_page import ListPage
from ui.widgets.rows import Row


class LanguagePage(ListPage):
    """The languages; a touch speaks one at once."""

    icon = "voice"

    def refresh_text(self) -> None:
        """Show the languages."""
        app = App.get_running_app()
        rows = [
            Row(name, partial(self.choose, code), chosen=code == app.language)
            for code, name in LANGUAGES.items()
        ]
        self.show(app.tr.gettext("Language"), app.tr.gettext("Choose your language."), rows=rows)

    def choose(self, code: str) -> None:
        """Speak a language from now on."""
        App.get_running_app().speak(code)
        self.done()
