"""People in front of the running app: they wait until it shows something."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.app.controller.app import App
from companion.session.snapshot import Snapshot
from tests.patience import WAIT_S

ShownT = TypeVar("ShownT", bound=Snapshot)


class People(Generic[ShownT]):
    """People who play one kind of game."""

    def __init__(self, app: App, kind: type[ShownT]) -> None:
        self.app, self._kind = app, kind
        self._news = threading.Condition()
        app.subscribe(self._heard)

    def _heard(self, _: object) -> None:
        with self._news:
            self._news.notify_all()

    def until(self, shown: Callable[[ShownT], bool], wait_s: float = WAIT_S) -> ShownT:
        def there() -> ShownT | None:
            latest = self.app.latest()
            return latest if isinstance(latest, self._kind) and shown(latest) else None

        with self._news:
            found = self._news.wait_for(there, timeout=wait_s)
        assert found
        return found

    def shown(self) -> ShownT:
        return self.until(lambda _: True)
