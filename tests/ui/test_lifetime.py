"""A page that is left and a window that closes take all that they have started with them."""

import ast
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.ui.device_scenes import DEVICE_SCENES
from tests.ui.scene import Scene
from tests.ui.scenes import SCENES as TABLE_SCENES

SCENES = (*TABLE_SCENES, *DEVICE_SCENES)
STARTED = (
    "fae-play", "fate-turn", "fairytile-play", "fabula-play", "fae-demo", "check-wrong", "set-up-camera",
    "fairytile-camera", "touch-test", "machine", "hint", "password", "diagnostics",
)  # fmt: skip
ELSEWHERE = {"schedule_once", "schedule_interval", "create_trigger", "mainthread"}
"""What starts a clock event."""


def events() -> Counter[str]:
    """Clock events that go on, by what they call; Kivy's own among them."""
    from kivy.clock import Clock

    found = (event.get_callback() for event in Clock.get_events())
    return Counter(f"{act.__module__}.{act.__qualname__}" for act in found if act is not None)


def ours(counted: Counter[str]) -> Counter[str]:
    """Those of this app; an `Animation` is one that a widget of the app has started."""
    return Counter({name: n for name, n in counted.items() if name.startswith(("ui.", "kivy.animation."))})


def handlers() -> Counter[str]:
    """Handlers of the app that are bound to the window."""
    from kivy.core.window import Window

    bound: Counter[str] = Counter()
    for event in ("on_touch_down", "on_touch_move", "on_touch_up", "on_textinput", "on_key_down", "on_minimize"):
        bound.update({event: sum(1 for _ in Window.get_property_observers(event, args=True))})
    for name in ("size", "focus"):
        bound.update({name: sum(1 for _ in Window.get_property_observers(name, args=True))})
    return bound


def modules() -> int:
    from kivy.base import EventLoop

    return len(EventLoop.postproc_modules)
