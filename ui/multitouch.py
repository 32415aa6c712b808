"""Several fingers at once: Kivy passes SDL's touches on only for phones, elsewhere it sees one mouse.

With `SDL_TOUCH_MOUSE_EVENTS=0` (see `ui.app.configure`) SDL makes no mouse of a touch, and what it tells of
fingers is given to Kivy's own provider for them here.
"""

from typing import Any


class TouchWindow:
    """Kivy's SDL window with an ear for fingers; all else is the window's."""

    def __init__(self, window: Any, heard: Any) -> None:
        self._window, self._heard = window, heard

    def __getattr__(self, name: str) -> Any:
        """Whatever Kivy wants from its window."""
        return getattr(self._window, name)

    def poll(self) -> Any:
        """The next event of the window, as Kivy expects it."""
        event = self._window.poll()
        if event and str(event[0]).startswith("finger"):
            self._heard.appendleft(event)
        return event


def listen(window: Any) -> None:
    """Pass on the fingers of Kivy's window, once; does nothing for windows that are not SDL's."""
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    inner = getattr(window, "_win", None)
    if hasattr(inner, "poll") and not isinstance(inner, TouchWindow):
        window._win = TouchWindow(inner, SDL2MotionEventProvider.q)
