"""Camera preview before a picture is taken, and background work on the picture."""

import threading
from collections.abc import Callable
from typing import Any

from kivy.app import App

from companion.errors import CompanionError
from companion.games.base import N_
from ui import background
from ui.lifetime import Lifetime
from ui.widgets.corners import PictureView

LOOK_EVERY_S = 0.2
LOOKING = N_("Looking …")


class CameraPreview:
    """Part of a page with a camera; `show` redraws the page. `status` and `problem` are shown below it."""

    def __init__(self, show: Callable[[], object]) -> None:
        self._show = show
        self.status = self.problem = ""
        self.worker: threading.Thread | None = None
        self._busy = self._looking = False
        self._picture: PictureView | None = None
        self._ticks = Lifetime().trigger(self._look, LOOK_EVERY_S, repeat=True)

    def stop(self) -> None:
        """Stop looking at the table."""
        self._picture = None
        self._ticks.cancel()
        if self._looking:
            self._looking = False
            App.get_running_app().controller.table_check.close()

    def _watch(self, picture: PictureView) -> None:
        """Show the camera picture in a view until `stop`."""
        self._picture = picture
        controller = App.get_running_app().controller
        if self._looking or self._busy:
            return
        try:
            controller.table_check.open("fairytile", not controller.has_camera())
        except CompanionError as error:
            self.problem = App.get_running_app().explain(error, "fairytile")
            return
        self._looking = True
        self._ticks()

    def _look(self, *_: Any) -> None:
        try:
            look = App.get_running_app().controller.table_check.latest()
        except CompanionError as error:
            self.problem = App.get_running_app().explain(error, "fairytile")
            return
        if look and self._picture:
            self._picture.picture = look.picture

    def _work(self, act: Callable[[], Any], then: Callable[[Any], object]) -> None:
        self._busy, self.problem, self.status = True, "", ""

        def done(found: Any, refusal: CompanionError | None) -> None:
            self._busy = False
            if refusal is None:
                then(found)
            else:
                self.problem = App.get_running_app().explain(refusal, "fairytile")
            self._show()

        self.worker = background.run(act, done)
        self._show()
