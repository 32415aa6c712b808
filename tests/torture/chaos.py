"""Broken cameras: at a still table no damaged picture changes the game.

After two damaged pictures the camera works again, and the game is unchanged.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from companion.storage.journal import Journal
from tests.torture.spoiled_pictures import SPOILS
from tests.torture.tally import Tally
from tests.torture.watched import Watched, with_camera

IN_A_ROW = 2


def torture(times: int, seed: int = 1) -> Tally:
    """Show two damaged pictures in a row `times` times, in all kinds and games."""
    tally, chance = Tally("broken pictures"), np.random.default_rng(seed)
    with ExitStack() as stack:
        tables = {name: _started(stack, name) for name in with_camera()[:times]}
        for number in range(times):
            name = [*tables][number % len(tables)]
            kind = str(chance.choice([*SPOILS]))
            with tally.trying(f"{kind} in {name}"):
                try:
                    _spoiled(tables[name], kind, chance, tally)
                except AssertionError:
                    tables[name] = _started(stack, name)
                    raise
    return tally


def _started(stack: ExitStack, name: str) -> Watched:
    folder = stack.enter_context(TemporaryDirectory())
    table = Watched(name, stack.enter_context(Journal(Path(folder) / "journal.sqlite3")))
    for _ in range(2):
        assert table.look() is None
    return table


def _spoiled(table: Watched, kind: str, chance: np.random.Generator, tally: Tally) -> None:
    before, stored = table.shown(), table.stored()
    for _ in range(IN_A_ROW):
        trouble = table.look(lambda picture: SPOILS[kind](picture, chance))
        tally.note("not read" if trouble else "read all the same")
        _same(table, before, stored)
    for _ in range(2):
        table.look()
        _same(table, before, stored)


def _same(table: Watched, before: Mapping[str, Any], stored: int) -> None:
    now = table.shown()
    changed = {key: (before[key], now[key]) for key in now if now[key] != before[key]}
    assert not changed, f"believed: {changed}"
    assert table.stored() == stored, "an event was stored"
