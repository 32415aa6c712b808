"""A scene of the gallery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Scene:
    """A moment of the app: `make` gives its controller, `then` opens pages in the running window."""

    name: str
    words: str
    make: Callable[[], Any]
    then: Callable[[Any], None] = lambda running: None
    sheet: bool = False
    """True if a sheet over the page disappears with a change of the language."""
    likes: Mapping[str, Any] = field(default_factory=dict)
    demo: bool = False

    def show(
        self, open_window: Callable[..., Any], language: str, size: tuple[int, int], **liked: Any
    ) -> Any:
        """Open the window at this moment, with these preferences."""
        controller = self.make()
        controller.profiles.prefer(**{**self.likes, **liked})
        running = open_window(controller, language, size, exhibition=self.demo)
        self.then(running)
        running.lay_out()
        running.lay_out()
        return running
