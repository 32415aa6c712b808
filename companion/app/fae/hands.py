"""The virtual hands at the simulated table: they play, and do what the app asks for."""

import random
from collections.abc import Callable, Iterator

from companion.games import fae
from companion.games.base import Table
from companion.games.fae import autoplay as autoplay
from companion.session import repair
from companion.session.fae.snapshot import TROUBLE, Snapshot
from companion.table.guide import GuideStep
from vision.simulated import SimulatedTable

PAUSE = GuideStep("confirm")


def acts(
    table: SimulatedTable,
    latest: Callable[[], Snapshot | None],
    chance: random.Random,
    mistakes: float = 0.05,
) -> Iterator[GuideStep]:
    """One act after the other, for ever: put the table right, else play a move, else wait.

    `latest` gives what the app shows now; None lets the hands rest.
    """
    while True:
        shown = latest()
        if shown is None or shown.position is None or shown.choose or shown.doubt or _in_trouble(shown):
            yield PAUSE
        elif todo := repair.steps(_lying(table), fae.table(shown.position)):
            yield todo[0]
        elif shown.status == "finished" or shown.phase != "play":
            yield PAUSE
        else:
            seed = chance.randrange(2**32)
            yield next(autoplay.acts(shown.position, seed, mistakes=mistakes, names=shown.players))


def _lying(table: SimulatedTable) -> Table:
    return {space: counts for space, counts in table.truth.items()}  # noqa: C416 - dict() keeps the key type


def _in_trouble(shown: Snapshot) -> bool:
    return shown.message.pattern in TROUBLE.values()
