"""Run slow work on a background thread."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.session.thread import internal
from ui.lifetime import in_window

log = logging.getLogger(__name__)


def run(act: Callable[[], Any], then: Callable[[Any, CompanionError | None], object]) -> threading.Thread:
    """Run `act` on a thread, then call `then(result, error)` on the window's thread; one of both is None."""

    report = in_window(then)

    def work() -> None:
        found, refusal = None, None
        try:
            found = act()
        except CompanionError as error:
            refusal = error
        except Exception as error:  # a page would wait for ever
            log.exception("background work failed")
            refusal = internal(error)
        report(found, refusal)

    thread = threading.Thread(target=work, name="background", daemon=True)
    thread.start()
    return thread
