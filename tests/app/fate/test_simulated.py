"""The simulated table in the running app, from pictures to the journal, with nobody at the screen."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.app.controller.app import App
from companion.app.fate.seeing import simulated
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.app.simulated_people import People


@pytest.mark.slow
def test_rounds_are_played_without_a_touch(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(1), simulated=partial(simulated, realtime=False))
        people = People(app, FateSnapshot)
        app.begin("fate", GameConfig(("Ana", "Bo"), ("bjorn", "alva")), "simulated")
        shown = people.until(lambda shown: shown.position.step > 3 and shown.stage == "heroes", 300.0)
        assert shown.problem is None
        app.close()
