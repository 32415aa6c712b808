"""Base of pages over the game or the start page."""

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.properties import StringProperty

from companion.errors import CompanionError
from ui import theme
from ui.lifetime import LivingScreen

_APPEAR_MM, _APPEAR_S = 8.0, 0.18
"""How far a page comes from the side, and how long that takes."""


class Page(LivingScreen):
    """A page, opened by `app.open(name, **about)` and left by `app.back()`; `problem` is the last refusal.

    `of_game` names the game of pages that come before a game.
    """

    of_game = ""
    problem = StringProperty("")

    def open(self, **about: Any) -> None:
        """Show the page; called whenever it comes to the top, also with the same `about` again."""
        self.problem = ""
        self.refresh_text()

    def appear(self) -> None:
        """Come in from the side while it becomes visible."""
        self.x, self.opacity = theme.mm(_APPEAR_MM), 0
        self.lifetime.animate(self, Animation(x=0, opacity=1, duration=_APPEAR_S, t="out_cubic"))

    def state(self) -> dict[str, Any]:
        """Arguments for `open` that restore the page when it is rebuilt, e.g. at another size."""
        return {}

    def refresh_text(self) -> None:
        """Write texts that the kv file cannot bind; also called after a change of language."""

    def attempt(self, act: Callable[[], Any]) -> bool:
        """Run `act` and return true if it succeeded; a CompanionError is shown."""
        app = App.get_running_app()
        self.problem = ""
        try:
            act()
        except CompanionError as error:
            self.problem = app.explain(error, self.of_game)
            return False
        return True
