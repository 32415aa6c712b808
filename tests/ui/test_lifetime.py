"""A page that is left and a window that closes end everything that they have started."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ui.device_scenes import DEVICE_SCENES
from tests.ui.scene import Scene
from tests.ui.scenes import SCENES as TABLE_SCENES
from tests.ui.scenes import start

SCENES = (*TABLE_SCENES, *DEVICE_SCENES)
FAST = ("fae-play", "fate-ways", "check-wrong")
"""Scenes with the most activity of each kind; the others are slow tests."""
WINDOW_EVENTS = (
    "on_touch_down", "on_touch_move", "on_touch_up", "on_textinput", "on_key_down", "on_minimize",
    "size", "focus",
)  # fmt: skip
STARTS = {"schedule_once", "schedule_interval", "create_trigger", "mainthread"}
ALLOWED = {
    "ui/lifetime.py": "registers them",
    "ui/app.py": "runs before and after the window",
}


def going_on() -> Counter[str]:
    """Clock events, animations, bindings and touch filters that are started and not ended."""
    from kivy.animation import Animation
    from kivy.base import EventLoop, ExceptionManager
    from kivy.clock import Clock
    from kivy.core.window import Window

    acts = [act for event in Clock.get_events() if (act := event.get_callback())]
    ours = [act for act in acts if act.__module__.startswith("ui.")]
    found = Counter(f"{act.__module__}.{act.__qualname__}" for act in ours)
    moved = {name for animation in Animation._instances for name in animation.animated_properties}
    found.update(f"animated {name}" for name in moved if not name.startswith("_"))  # not Kivy's own
    for name in WINDOW_EVENTS:
        found[f"window {name}"] = len(list(Window.get_property_observers(name)))
    found["error handlers"] = len(ExceptionManager.handlers)
    found["touch filters"] = len(EventLoop.postproc_modules)
    found["over the window"] = len(Window.canvas.after.children)
    return +found


def listeners(controller: Any) -> list[Any]:
    """Listeners to the game, to the preferences and to the panel beside the board."""
    beside = [name for name in ("help", "hold", "press_seat") if name in vars(controller)]
    return [*controller.listeners, *controller.profiles.preference_listeners, *beside]


def a_frame(running: Any) -> None:
    """Run the calls that wait for the next frame."""
    running.lay_out()
    running.lay_out()


@pytest.mark.parametrize(
    "scene",
    [scene if scene.name in FAST else pytest.param(scene, marks=pytest.mark.slow) for scene in SCENES],
    ids=lambda scene: scene.name,
)
def test_a_window_that_closes_leaves_nothing(open_window: Any, scene: Scene) -> None:
    open_window(start()).close()  # what is made only once is there
    before = going_on()
    running = scene.show(open_window, "en", (800, 480))
    assert listeners(running.controller)
    running.close()
    assert going_on() - before == Counter()
    assert listeners(running.controller) == []


@pytest.mark.slow
def test_a_page_that_is_left_leaves_nothing(open_window: Any) -> None:
    from ui.screens.pages import PAGES

    running = open_window(start())
    a_frame(running)
    more: dict[str, dict[str, Any]] = {
        "new": {"game": "fae"},
        "check": {"game": "fae"},
        "history": {"game": 1},
        "replay": {"game": 1},
        "review": {"game": 1},
        "keep": {"game": 1},
    }
    running.app._tidy.cancel()  # the window's own, some seconds after a page
    before = going_on()
    for page in PAGES:
        running.app.open(page, **more.get(page, {}))
        a_frame(running)
        running.app.home()
        a_frame(running)
        running.app._tidy.cancel()
        assert going_on() - before == Counter(), page


def test_a_game_below_a_page_rests(open_window: Any) -> None:
    scene = next(scene for scene in SCENES if scene.name == "fae-undone")
    running = scene.show(open_window, "en", (800, 480))
    playing = running.screen
    assert playing._refresh.is_triggered and playing.ids.board._breath.is_triggered
    for page in ("menu", "rules", "hint", "settings"):
        running.app.open(page)
        a_frame(running)
        assert not playing._refresh.is_triggered and not playing.ids.board._breath.is_triggered, page
        running.app.back()
        a_frame(running)
        assert playing._refresh.is_triggered and playing.ids.board._breath.is_triggered, page


def test_a_screen_that_fails_at_the_end_keeps_nothing_alive(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_window(start()).close()
    before = going_on()
    running = open_window(start())

    def fails() -> None:
        raise RuntimeError("a screen failed")

    monkeypatch.setattr(running.screen, "stop", fails)
    with pytest.raises(RuntimeError, match="a screen failed"):
        running.close()
    assert going_on() - before == Counter()


def test_an_animation_ended_early_gets_its_last_values(display: str) -> None:
    from kivy.animation import Animation
    from kivy.uix.widget import Widget

    from ui.lifetime import Lifetime

    widget, lifetime, ended = Widget(opacity=0.0), Lifetime(), []
    lifetime.animate(widget, Animation(opacity=0.5, duration=60))
    lifetime.at_end(lambda: ended.append(True))
    lifetime.end()
    lifetime.end()
    assert widget.opacity == 0.5 and ended == [True]


def test_what_is_laid_out_after_the_window_closed_is_not_painted(display: str) -> None:
    """Kivy's own clock events outlive the window."""
    from kivy.clock import Clock

    from ui.lifetime import close
    from ui.widgets.painted import Painted

    class Picture(Painted):
        painted = 0

        def paint(self) -> None:
            self.painted += 1

    picture = Picture()
    picture.repaint_soon.cancel()
    for closed in (False, True):
        if closed:
            close()
        picture.size = (50 + closed, 50)
        Clock.tick_draw()
        assert picture.painted == 1


def test_calls_after_the_window_closed_are_dropped(open_window: Any) -> None:
    from ui.lifetime import in_window

    running = open_window(start())
    heard: list[int] = []
    tell: Callable[..., None] = in_window(heard.append)
    tell(1)
    a_frame(running)
    tell(2)
    running.close()
    a_frame(running)
    assert heard == [1]


def started() -> Iterator[str]:
    """Places that start a clock event or a binding to the window, as `path:line`."""
    for path in sorted(Path("ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            whose, act = ast.unparse(node.func.value), node.func.attr
            direct = (whose, act) in {("Window", "bind"), ("Window", "fbind")} or whose.startswith(
                "Animation("
            )
            if (act in STARTS and whose == "Clock") or direct:
                yield f"{path.as_posix()}:{node.lineno}"


def test_all_is_registered_with_a_lifetime() -> None:
    assert [where for where in started() if where.split(":")[0] not in ALLOWED] == []
