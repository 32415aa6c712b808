"""Report and log unexpected errors in a screen, and keep the window open."""

import logging
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.errors import CompanionError
from companion.session.thread import internal

log = logging.getLogger(__name__)

MOST, WITHIN_S = 5, 10.0
"""Maximum number of errors within that many seconds; above it the window ends, to be restarted."""


class ErrorHandler(ExceptionHandler):
    """Handle exceptions of Kivy's event loop between `listen` and `leave`; `tell` gets each error."""

    def __init__(self, tell: Callable[[CompanionError], None]) -> None:
        self._tell = tell
        self._at_s: list[float] = []

    def listen(self) -> None:
        """Begin."""
        ExceptionManager.add_handler(self)

    def leave(self) -> None:
        """End."""
        ExceptionManager.remove_handler(self)

    def handle_exception(self, error: BaseException) -> int:
        """Return PASS to go on with Kivy's loop, RAISE to end it."""
        now_s = Clock.time()
        self._at_s = [at_s for at_s in self._at_s if now_s - at_s < WITHIN_S] + [now_s]
        if not isinstance(error, Exception) or len(self._at_s) > MOST:
            return int(ExceptionManager.RAISE)
        log.error("window", exc_info=error)
        self._tell(error if isinstance(error, CompanionError) else internal(error))
        return int(ExceptionManager.PASS)
