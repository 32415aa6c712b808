"""Kills at a write: the process ends before one of the system calls that change a file."""

import random
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games import registry
from tests.torture import evening, syscalls
from tests.torture.tally import Tally


def torture(times: int, seed: int = 1) -> Tally:
    """Kill `times` processes, spread over all games, old and new journals, and all writes of a game."""
    tally, chance = Tally("kill at a write"), random.Random(seed)
    kinds = [(name, old) for name in registry.registered() for old in (False, True)]
    for number, (name, old) in enumerate(kinds):
        evening.full_game_events(name)
        with TemporaryDirectory() as folder:
            total, reported = _run(Path(folder), name, old, None)
            assert reported, "the evening was not played"
        share = times // len(kinds) + (number < times % len(kinds))
        tally.note(f"writes of an evening of {name}{' after the first version' if old else ''}", total)
        for _ in range(share):
            kill_at = chance.randint(1, total)
            with tally.trying(f"{name}, write {kill_at} of {total}"), TemporaryDirectory() as folder:
                _, reported = _run(Path(folder), name, old, kill_at)
                evening.check(Path(folder), name, reported, old)
                tally.note("events confirmed before the kill", reported[-1][1] if reported else 0)
    return tally


def _run(folder: Path, name: str, old: bool, kill_at: int | None) -> tuple[int, list[tuple[int, int]]]:
    evening.begin(folder, old)
    reported = evening.EventPipe()
    try:
        total = syscalls.writes(partial(evening.play, folder, name, reported.report), kill_at)
        return total, reported.received()
    finally:
        reported.close()
