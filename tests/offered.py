"""Registers games for a test, as if they were built in: a package of that name in every layer."""

import pytest

from companion import games
from companion.games import registry
from companion.games.package import InstalledGame


def offer(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Offer these games only, in this order, until the test ends."""
    found = [InstalledGame(name=name, version="", package=games.built_in(name)) for name in names]
    monkeypatch.setattr(registry, "_found", tuple(found))
