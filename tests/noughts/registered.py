"""Registers the game for a test: its name, and its manifests where the product looks for them."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from companion import games
from tests.noughts.rules import NAME

LAYERS = {
    "companion.games": "tests.noughts.rules",
    "companion.session": "tests.noughts.session",
    "companion.app": "tests.noughts.app",
    "ui.games": "tests.noughts.ui",
}


class Room(ModuleType):
    """The game's package in a layer; what is in it is imported when it is needed, as widgets must be."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(name)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the game, which is there while the test runs."""
    monkeypatch.setattr(games, "NAMES", (*games.NAMES, NAME))
    for layer, module in LAYERS.items():
        monkeypatch.setitem(sys.modules, f"{layer}.{NAME}", Room(f"{layer}.{NAME}", module))
    yield NAME
