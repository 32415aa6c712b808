"""Fixtures that register the game for a test: its name, and its manifest in each layer."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from companion.games import registry
from companion.games.base import Rules
from tests.noughts.rules import OPEN_RULES, RULES
from tests.offered import offer

MODULES = (
    ("companion.session.{}.manifest", "SESSION", "tests.noughts.session", "manifest"),
    ("companion.app.{}.history", "PAST", "tests.noughts.app", "past"),
    ("companion.app.{}.game", "GAME", "tests.noughts.app", "GAME"),
    ("ui.games.{}.tile", "TILE", "tests.noughts.ui", "TILE"),
    ("ui.games.{}.game_ui", "UI", "tests.noughts.ui", "manifest"),
)
Register: TypeAlias = Callable[[Rules[Any, Any]], str]


class GameModule(ModuleType):
    """Module of the game in a layer; builds its manifest on first access, like widgets."""

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

    def add(name: str, part: str, make: Callable[[], Any]) -> None:
        monkeypatch.setitem(sys.modules, name, GameModule(name, part, make))

    def registered(rules: Rules[Any, Any]) -> str:
        offer(monkeypatch, *registry.registered(), rules.name)
        add(f"companion.games.{rules.name}", "RULES", lambda: rules)
        for package in ("companion.session", "companion.app", "ui.games"):
            monkeypatch.setitem(sys.modules, f"{package}.{rules.name}", ModuleType(rules.name))
        for name, part, module, made in MODULES:
            add(name.format(rules.name), part, partial(_manifest, module, made, rules))
        return rules.name

    return registered


def _manifest(module: str, made: str, rules: Rules[Any, Any]) -> Any:
    """Return a manifest, or what `manifest` or `past` makes of these rules."""
    found = getattr(import_module(module), made)
    return found(rules) if made in ("manifest", "past") else found


@pytest.fixture
def noughts(register: Register) -> Iterator[str]:
    """Name of the game, registered during the test."""
    yield register(RULES)


@pytest.fixture
def open_noughts(register: Register) -> str:
    """Name of the game without a secret, registered during the test."""
    return register(OPEN_RULES)
