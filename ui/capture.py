"""Take a picture of the table: live camera picture before it, background work on it after it."""

import threading
from collections.abc import Callable
from typing import Any

from kivy.app import App

from companion.errors import CompanionError
from companion.games.base import N_
from ui import background
from ui.lifetime import Lifetime
from ui.services import TableLook
from ui.widgets.corners import PictureView

LOOK_EVERY_S = 0.2
LOOKING = N_("Looking …")


class TablePreview:
    """Camera picture of the table; from `open` to `close` each one goes to `shown`, an error to `failed`."""

    def __init__(
        self,
        shown: Callable[[TableLook], object],
        failed: Callable[[CompanionError], object],
        lifetime: Lifetime,
    ) -> None:
        self._shown, self._failed, self._open = shown, failed, False
        self._ticks = lifetime.trigger(self.look, LOOK_EVERY_S, repeat=True)

    def open(self, game: str) -> None:
        """Begin to look at the table of a game. Raises CompanionError."""
        controller = App.get_running_app().controller
        controller.table_check.open(game, not controller.has_camera())
        self._open = True
        self._ticks()

    def close(self) -> None:
        """Release the camera, if it is in use."""
        self._ticks.cancel()
        if self._open:
            self._open = False
            App.get_running_app().controller.table_check.close()

    def look(self, *_: Any) -> None:
        """Report the latest picture."""
        try:
            look = App.get_running_app().controller.table_check.latest()
        except CompanionError as error:
            self._failed(error)
            return
        if look:
            self._shown(look)


class Capture:
    """Picture taken on a page of a game; `show` redraws the page with `status`, `problem` and `busy`."""

    def __init__(self, game: str, show: Callable[[], object]) -> None:
        self._game, self._show = game, show
        self.status = self.problem = ""
        self.busy = False
        self.worker: threading.Thread | None = None
        self._picture: PictureView | None = None
        self._preview = TablePreview(self._live, self._failed, Lifetime())

    def stop(self) -> None:
        """Stop looking at the table."""
        self._picture = None
        self._preview.close()

    def watch(self, picture: PictureView) -> None:
        """Show the camera picture in a view until `stop`."""
        self._picture = picture
        if not self.busy:
            try:
                self._preview.open(self._game)
            except CompanionError as error:
                self._failed(error)

    def work(self, act: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Run slow work in the background, then `then` with its result; its error is the problem.

        Does nothing while it is busy.
        """
        if self.busy:
            return
        self.busy, self.problem, self.status = True, "", ""

        def done(found: Any, refusal: CompanionError | None) -> None:
            self.busy = False
            if refusal is None:
                then(found)
            else:
                self._failed(refusal)
            self._show()

        self.worker = background.run(act, done)
        self._show()

    def _live(self, look: TableLook) -> None:
        if self._picture:
            self._picture.picture = look.picture

    def _failed(self, error: CompanionError) -> None:
        self.problem = App.get_running_app().explain(error, self._game)
