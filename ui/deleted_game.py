"""A stored game that was put away, and is deleted once what offers it back has gone."""

from collections.abc import Callable

from kivy.app import App

from companion.errors import CompanionError
from ui.lifetime import Lifetime
from ui.overlay import NoticeKey

_OFFERED_S = 8.0
"""Seconds for which a row of a list offers a game back."""


class DeletedGame:
    """The game that pages leave out or show as deleted; `id` is None without one."""

    def __init__(self) -> None:
        self.id: int | None = None
        self._show: Callable[[], object] = lambda: None
        self._listed = False
        self._late = Lifetime().trigger(lambda _: self._run_out(), _OFFERED_S)

    def put_away(self, game: int, show: Callable[[], object], listed: bool = False) -> None:
        """Hide a game; `show` shows the page again, now and if it is brought back.

        A notice offers it back, unless a row of the page does, where it is `listed`.
        """
        app = App.get_running_app()
        self.settle()
        self.id, self._show, self._listed = game, show, listed
        if listed:
            self._late()
        else:
            undo = NoticeKey(app.tr.gettext("Bring it back"), self.bring_back, self._delete)
            app.overlay.notice(app.tr.gettext("The game is deleted."), undo)
        show()

    def bring_back(self) -> None:
        """Show the game again."""
        self.keep()
        self._show()

    def keep(self) -> None:
        """Let the hidden game stay."""
        self._late.cancel()
        self.id = None

    def settle(self) -> None:
        """Delete the hidden game now: its page is left."""
        if self.id is None:
            return
        if self._listed:
            self._delete()
        else:
            App.get_running_app().overlay.unnotice()

    def _run_out(self) -> None:
        self._delete()
        self._show()

    def _delete(self) -> None:
        app, game = App.get_running_app(), self.id
        self.keep()
        if game is None:
            return
        try:
            app.controller.archive.delete(game)
        except CompanionError as error:
            app.overlay.notice(app.explain(error))
