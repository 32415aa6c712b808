"""A table whose phones are served."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.phones import phones
from tests.app.phones.table import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(phones, "seat_form", lambda _: None)  # the snapshots are no game's
    made = Table(tmp_path)
    yield made
    made.phones.turn_off()
