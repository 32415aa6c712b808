"""A page over the game or the start, with a way back."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.errors import CompanionError
from ui.lifetime import LivingScreen


class Page(LivingScreen):
    """Opened by `app.open(name, **about)`, left by `app.back()`; `problem` is what was refused last.

    `of_game` is the game that it is about, for pages before a game.
    """

    of_game = ""
    problem = StringProperty("")

    def open(self, **about: Any) -> None:
        """Show the page; called whenever it comes to the top, also with the same `about` again."""
        self.problem = ""
        self.refresh_text()

    def state(self) -> dict[str, Any]:
        """What `open` needs besides to show the same again, when the page is made anew at another size."""
        return {}

    def refresh_text(self) -> None:
        """Texts that the widget file cannot bind; also when the language changes."""

    def attempt(self, act: Callable[[], Any]) -> bool:
        """Do something that may be refused; the refusal is shown. Whether it was done."""
        app = App.get_running_app()
        self.problem = ""
        try:
            act()
        except CompanionError as error:
            self.problem = app.explain(error, self.of_game)
            return False
        return True
