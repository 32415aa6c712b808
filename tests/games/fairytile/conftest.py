"""Registers the game while its tests run."""

import pytest

from companion.games import registry
from tests.offered import offer


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    if "fairytile" not in registry.registered():
        offer(monkeypatch, *registry.registered(), "fairytile")
