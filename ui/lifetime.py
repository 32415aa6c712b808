"""End clock events, animations, bindings and listeners together with their page or window.

All of them are registered with a `Lifetime`; nothing else in the window starts clock events by itself.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from weakref import WeakSet

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.screenmanager import Screen


class Lifetime:
    """Registry of everything that runs for one page, widget or window until `end`.

    A widget keeps its own in `lifetime`, where `LivingScreen` finds it. `go_on` is called when the screen of
    the widget is shown again, to start what `end` has stopped.
    """

    def __init__(self, go_on: Callable[[], object] = lambda: None) -> None:
        self.go_on = go_on
        self._triggers: list[Any] = []
        self._once: list[Any] = []
        self._animations: list[tuple[Any, Any]] = []
        self._undo = ExitStack()
        _lifetimes.add(self)

    def trigger(self, act: Callable[..., object], delay_s: float, repeat: bool = False) -> Any:
        """Return a trigger like `Clock.create_trigger`; it may be called again after `end`."""
        event = Clock.create_trigger(act, delay_s, interval=repeat)
        self._triggers.append(event)
        return event

    def once(self, act: Callable[..., object], delay_s: float = 0) -> Any:
        """Call `act` once, as `Clock.schedule_once`."""
        event = Clock.schedule_once(act, delay_s)
        self._once = [*(other for other in self._once if other.is_triggered), event]
        return event

    def bind(self, dispatcher: Any, **handlers: Callable[..., object]) -> None:
        """Bind handlers to events and properties of an object that may outlive them."""
        dispatcher.bind(**handlers)
        self.at_end(lambda: dispatcher.unbind(**handlers))

    def animate(self, widget: Any, animation: Any) -> None:
        """Start an animation; when it is ended early the widget gets its last values at once.

        With little motion only colours and opacity change slowly.
        """
        if _still["little"] and not _FADES.issuperset(animation.animated_properties):
            _jump(widget, animation)
            animation.dispatch("on_complete", widget)
            return
        running = [(other, its) for other, its in self._animations if its.have_properties_to_animate(other)]
        self._animations = [*running, (widget, animation)]
        animation.start(widget)

    def end_motion(self) -> None:
        """Let every animation jump to its end."""
        animations, self._animations = self._animations, []
        for widget, animation in animations:
            if animation.have_properties_to_animate(widget):
                _jump(widget, animation)
                animation.stop(widget)

    def at_end(self, act: Callable[[], object]) -> None:
        """Call `act` once at the next `end`."""
        self._undo.callback(act)

    def end(self, closed: bool = False) -> None:
        """Stop everything. Pending paints still run; once the window is `closed` nothing runs again."""
        for event in (*self._triggers, *self._once):
            if closed or event.loop or event.timeout > 0:
                event.cancel()
            if closed:  # Kivy may still lay out what was in the window, and that triggers paints
                event.callback = _nothing
        animations, self._animations = self._animations, []
        for widget, animation in animations:
            if animation.have_properties_to_animate(widget):
                animation.cancel(widget)
                if not closed:
                    _jump(widget, animation)
        self._undo.pop_all().close()


def _nothing(_: float) -> None:
    """Do nothing."""


_lifetimes: WeakSet[Lifetime] = WeakSet()
_still = {"little": False}
_FADES = {"opacity", "ink"}
"""Properties that may change slowly with little motion."""


def _jump(widget: Any, animation: Any) -> None:
    for name, value in animation.animated_properties.items():
        setattr(widget, name, value)


def move_little(little: bool) -> None:
    """Let things on the screen move by themselves, or only fade."""
    _still["little"] = little


def end_motions() -> None:
    """Let every animation in the window jump to its end: a touch means what is there when it has ended."""
    for lifetime in list(_lifetimes):
        lifetime.end_motion()


class LivingScreen(Screen):
    """A screen that ends everything that it and its widgets have started when it is left."""

    def __init__(self, **kwargs: Any) -> None:
        self.lifetime = Lifetime()
        super().__init__(**kwargs)

    def on_enter(self, *_: Any) -> None:
        """Start the lifetimes of its widgets again."""
        for lifetime in self._all():
            lifetime.go_on()

    def on_leave(self, *_: Any) -> None:
        """Stop everything."""
        self.stop()

    def stop(self) -> None:
        """Stop everything; called when the screen is left or discarded."""
        for lifetime in self._all():
            lifetime.end()

    def _all(self) -> list[Lifetime]:
        kept = (getattr(widget, "lifetime", None) for widget in self.walk(restrict=True))
        return [lifetime for lifetime in kept if isinstance(lifetime, Lifetime)]


def close() -> None:
    """End every lifetime because the window closes. A failing one does not stop the others."""
    with ExitStack() as ends:
        for lifetime in list(_lifetimes):
            ends.callback(lifetime.end, closed=True)


def in_window(act: Callable[..., object]) -> Callable[..., None]:
    """Wrap `act` for calls from any thread: it runs on the window's thread, not after closing."""
    app = App.get_running_app()

    def tell(*about: Any) -> None:
        Clock.schedule_once(lambda _: act(*about) if App.get_running_app() is app else None)

    return tell
