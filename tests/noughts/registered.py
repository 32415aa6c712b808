"""Fixtures that register the game for a test: its name, and its manifest in each layer."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from companion import games
from companion.games.base import Rules
from tests.noughts.rules import OPEN_RULES, RULES

LAYERS = {
    "companion.session": ("SESSION", "tests.noughts.session"),
    "companion.app": ("GAME", "tests.noughts.app"),
    "ui.games": ("UI", "tests.noughts.ui"),
}
Register: TypeAlias = Callable[[Rules[Any, Any]], str]


class LayerPackage(ModuleType):
    """Package of the game in a layer; builds its manifest on first access, like widgets."""

    def __init__(self, name: str, part: str, make: Callable[[], Any]) -> None:
        super().__init__(name)
        self._part, self._make = part, make

    def __getattr__(self, name: str) -> Any:
        if name != self._part:
            raise AttributeError(name)
        setattr(self, name, self._make())
        return getattr(self, name)


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Return a function that registers rules during the test and returns the game's name."""

    def add_package(layer: str, rules: Rules[Any, Any], part: str, make: Callable[[], Any]) -> None:
        name = f"{layer}.{rules.name}"
        monkeypatch.setitem(sys.modules, name, LayerPackage(name, part, make))

    def registered(rules: Rules[Any, Any]) -> str:
        monkeypatch.setattr(games, "NAMES", (*games.NAMES, rules.name))
        add_package("companion.games", rules, "RULES", lambda: rules)
        for layer, (part, module) in LAYERS.items():
            add_package(layer, rules, part, partial(_manifest, module, rules))
        return rules.name

    return registered


def _manifest(module: str, rules: Rules[Any, Any]) -> Any:
    return import_module(module).manifest(rules)


@pytest.fixture
def noughts(register: Register) -> Iterator[str]:
    """Name of the game, registered during the test."""
    yield register(RULES)


@pytest.fixture
def open_noughts(register: Register) -> str:
    """Name of the game without a secret, registered during the test."""
    return register(OPEN_RULES)
