"""A stored game that was put away, and is deleted once the notice that offers it back has gone."""

from collections.abc import Callable
from functools import partial

from kivy.app import App

from companion.errors import CompanionError
from ui.overlay import NoticeKey


class DeletedGame:
    """The game that pages leave out; `id` is None without one."""

    def __init__(self) -> None:
        self.id: int | None = None

    def put_away(self, game: int, show: Callable[[], object]) -> None:
        """Hide a game; `show` shows the page again, now and if it is brought back."""
        app = App.get_running_app()
        self.settle()
        self.id = game
        undo = NoticeKey(app.tr.gettext("Bring it back"), partial(self._back, show), self._delete)
        app.overlay.notice(app.tr.gettext("The game is deleted."), undo)
        show()

    def settle(self) -> None:
        """Delete the hidden game now: its page is left."""
        if self.id is not None:
            App.get_running_app().overlay.unnotice()

    def _back(self, show: Callable[[], object]) -> None:
        self.id = None
        show()

    def _delete(self) -> None:
        app, game = App.get_running_app(), self.id
        self.id = None
        if game is None:
            return
        try:
            app.controller.archive.delete(game)
        except CompanionError as error:
            app.overlay.notice(app.explain(error))
