"""What takes a while happens beside the window."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.session.thread import internal
from ui.lifetime import in_window

log = logging.getLogger(__name__)


def work(act: Callable[[], Any], then: Callable[[Any, CompanionError | None], object]) -> threading.Thread:
    """Do `act` in a thread; the window then tells `then` what it found, or why it was refused."""

    tell = in_window(then)

    def run() -> None:
        found, refusal = None, None
        try:
            found = act()
        except CompanionError as error:
            refusal = error
        except Exception as error:  # must not leave a page waiting
            log.exception("beside the window")
            refusal = internal(error)
        tell(found, refusal)

    thread = threading.Thread(target=run, name="beside", daemon=True)
    thread.start()
    return thread
