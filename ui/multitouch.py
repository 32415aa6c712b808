"""Multi-touch: Kivy forwards SDL's touches only on phones; elsewhere it sees one mouse.

With `SDL_TOUCH_MOUSE_EVENTS=0` (see `ui.app.configure`) SDL makes no mouse event of a touch; this module
passes SDL's finger events to Kivy's own provider.
"""

from typing import Any


class TouchWindow:
    """Proxy of Kivy's SDL window that intercepts finger events."""

    def __init__(self, window: Any, heard: Any) -> None:
        self._window, self._heard = window, heard

    def __getattr__(self, name: str) -> Any:
        """Forward everything else to the window."""
        return getattr(self._window, name)

    def poll(self) -> Any:
        """Return the next event of the window, as Kivy expects it."""
        event = self._window.poll()
        if event and str(event[0]).startswith("finger"):
            self._heard.appendleft(event)
        return event


def listen(window: Any) -> None:
    """Install the proxy on Kivy's window once; does nothing if the window is not SDL's."""
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    inner = getattr(window, "_win", None)
    if hasattr(inner, "poll") and not isinstance(inner, TouchWindow):
        window._win = TouchWindow(inner, SDL2MotionEventProvider.q)
