"""Kill at every write: the program ends before one of the calls that change a file, whichever."""

import random
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import games
from tests.torture import evening, syscalls
from tests.torture.tally import Tally


def torture(times: int, seed: int = 1) -> Tally:
    """So many kills, spread over all games, journals old and new, and all writes of an evening."""
    tally, chance = Tally("kill at a write"), random.Random(seed)
    kinds = [(name, old) for name in games.NAMES for old in (False, True)]
    for number, (name, old) in enumerate(kinds):
        evening.whole(name)
        with TemporaryDirectory() as folder:
            total, told = _run(Path(folder), name, old, None)
            assert told, "the evening was not played"
        share = times // len(kinds) + (number < times % len(kinds))
        tally.note(f"writes of an evening of {name}{' after the first version' if old else ''}", total)
        for _ in range(share):
            kill_at = chance.randint(1, total)
            with tally.trying(f"{name}, write {kill_at} of {total}"), TemporaryDirectory() as folder:
                _, told = _run(Path(folder), name, old, kill_at)
                evening.check(Path(folder), name, told, old)
                tally.note("events confirmed before the kill", told[-1][1] if told else 0)
    return tally


def _run(folder: Path, name: str, old: bool, kill_at: int | None) -> tuple[int, list[tuple[int, int]]]:
    evening.begin(folder, old)
    told = evening.Told()
    try:
        total = syscalls.writes(partial(evening.play, folder, name, told.tell), kill_at)
        return total, told.heard()
    finally:
        told.close()
