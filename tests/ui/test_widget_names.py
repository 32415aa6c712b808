"""Kv files find widgets by name alone: two widgets of one name would be drawn like each other."""

from collections import defaultdict
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from tests.ui.games.fae.fake import FakeFae


def test_no_two_widgets_share_a_name(open_window: Any) -> None:
    open_window(FakeFae())
    from kivy.uix.widget import Widget

    import ui

    for module in walk_packages(ui.__path__, "ui."):
        if not module.name.startswith("ui.art.make"):
            import_module(module.name)
    places = defaultdict(set)
    waiting = [Widget]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind.__module__.startswith("ui."):
                places[kind.__name__].add(kind.__module__)
            waiting.append(kind)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
