"""A moment of the app that the gallery shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Scene:
    """A moment: whose controller `make` gives, and what is opened with `then`, told the running window."""

    name: str
    words: str
    make: Callable[[], Any]
    then: Callable[[Any], None] = lambda running: None
    sheet: bool = False
    """Something lies over the page that is gone when the language changes."""
    likes: Mapping[str, Any] = field(default_factory=dict)
    demo: bool = False

    def show(
        self, open_window: Callable[..., Any], language: str, size: tuple[int, int], **liked: Any
    ) -> Any:
        """The window at this moment, for people who like it that way."""
        controller = self.make()
        controller.profiles.prefer(**{**self.likes, **liked})
        running = open_window(controller, language, size, exhibition=self.demo)
        self.then(running)
        running.lay_out()
        running.lay_out()
        return running
