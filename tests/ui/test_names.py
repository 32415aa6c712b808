"""Kivy finds the widgets of its language files by their name alone: no two may share one."""

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages
from typing import Any


def below(kind: type[Any]) -> set[type[Any]]:
    return {kind}.union(*(below(one) for one in kind.__subclasses__()))


def test_every_widget_has_a_name_of_its_own(open_window: Any) -> None:
    from kivy.uix.widget import Widget

    import ui

    for module in walk_packages(ui.__path__, "ui."):
        if not module.name.startswith("tests.art"):  # needs what only makers of pictures have
            import_module(module.name)
    ours = {kind for kind in below(Widget) if kind.__module__.startswith("ui.")}
    assert len(ours) > 50
    assert [name for name, count in Counter(kind.__name__ for kind in ours).items() if count > 1] == []
