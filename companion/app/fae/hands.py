"""The virtual people at the simulated table: they play, and do or answer what the app asks."""

import random
from collections.abc import Callable, Iterator

from companion.app.base import Latest
from companion.app.fae import players as people
from companion.games import fae
from companion.games.base import Table
from companion.session import repair
from companion.session.fae.messages import Answer, ChooseOrder
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Confirm, Message
from companion.session.words import TROUBLE
from companion.table.guide import GuideStep
from vision.fae.simulated import SimulatedFaeTable

PAUSE = GuideStep("confirm")
PATIENCE = 4
"""How many rests people are left to answer what the app asks."""


def acts(
    table: SimulatedFaeTable,
    latest: Latest,
    chance: random.Random,
    mistakes: float = 0.05,
    tell: Callable[[Message], None] = lambda _: None,
) -> Iterator[GuideStep]:
    """One act after the other, for ever: put the table right, else play a move, else wait.

    `latest` gives what the app shows now, None lets the hands rest; `tell` is a touch.
    """
    done, rests = PAUSE, 0
    while True:
        shown = latest()
        if not isinstance(shown, FaeSnapshot) or shown.position is None or _blind(shown):
            yield PAUSE
            continue
        todo = repair.steps(_lying(table), fae.table(shown.position))
        answer = _answer(shown, done)
        if todo and (answer is None or isinstance(answer, Confirm)):
            yield todo[0]
        elif shown.suggested_move and shown.step:
            yield (done := shown.step)
        elif shown.status == "finished" or shown.thinking or (shown.doubt and not answer):
            yield PAUSE
        elif answer:
            rests += 1
            if rests % PATIENCE == 0:
                tell(answer)
            yield PAUSE
        else:
            rests, seed = 0, chance.randrange(2**32)
            done = next(people.acts(shown.position, seed, mistakes=mistakes, names=shown.players))
            yield done


def _answer(shown: FaeSnapshot, done: GuideStep) -> Message | None:
    """What people say who did this last: which order, which move, or that the table is right."""
    if shown.choose:
        return ChooseOrder(shown.game, shown.choose)
    if shown.doubt:
        return next((Answer(shown.game, m) for m in shown.doubt if m[:2] == (done.space, done.target)), None)
    return None if shown.phase == "play" else Confirm(shown.game)


def _lying(table: SimulatedFaeTable) -> Table:
    return {space: counts for space, counts in table.truth.items()}  # noqa: C416 - dict() keeps the key type


def _blind(shown: FaeSnapshot) -> bool:
    """Whether nothing can be seen now."""
    return shown.message.pattern in TROUBLE.values()
