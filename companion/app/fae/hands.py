"""The virtual hands at the simulated table: they play, and do what the app asks for."""

import random
from collections.abc import Iterator

from companion.app.base import Latest
from companion.app.fae import players as people
from companion.games import fae
from companion.games.base import Table
from companion.session import repair
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.words import TROUBLE
from companion.table.guide import GuideStep
from vision.fae.simulated import SimulatedFaeTable

PAUSE = GuideStep("confirm")


def acts(
    table: SimulatedFaeTable,
    latest: Latest,
    chance: random.Random,
    mistakes: float = 0.05,
) -> Iterator[GuideStep]:
    """One act after the other, for ever: put the table right, else play a move, else wait.

    `latest` gives what the app shows now; None lets the hands rest.
    """
    while True:
        shown = latest()
        if not isinstance(shown, FaeSnapshot) or shown.position is None or _asked(shown):
            yield PAUSE
        elif todo := repair.steps(_lying(table), fae.table(shown.position)):
            yield todo[0]
        elif shown.told and shown.step:
            yield shown.step
        elif shown.status == "finished" or shown.phase != "play" or shown.thinking:
            yield PAUSE
        else:
            seed = chance.randrange(2**32)
            yield next(people.acts(shown.position, seed, mistakes=mistakes, names=shown.players))


def _lying(table: SimulatedFaeTable) -> Table:
    return {space: counts for space, counts in table.truth.items()}  # noqa: C416 - dict() keeps the key type


def _asked(shown: FaeSnapshot) -> bool:
    """Whether people are asked something, or nothing can be seen now."""
    return bool(shown.choose or shown.doubt) or shown.message.pattern in TROUBLE.values()
