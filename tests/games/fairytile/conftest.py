"""Registers the game while its tests run."""

import pytest

from companion import games


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    if "fairytile" not in games.NAMES:
        monkeypatch.setattr(games, "NAMES", (*games.NAMES, "fairytile"))
