"""Simulated players: they do what the app asks for, answer it, play, and wait for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, cast

from companion.games.base import Table
from companion.session import repair
from companion.session.messages import Message
from companion.simulation.base import Latest, Tell
from companion.simulation.terminal import SnapshotT
from companion.table.guide import GuideStep
from vision.simulated import SimulatedStage

Acts: TypeAlias = Sequence[GuideStep]
"""Movements of the hands without a rest between them."""
PAUSE: Acts = (GuideStep("confirm"),)
PATIENCE = 3
"""Number of rests players wait for the app before they touch the screen."""


def movements_to(stage: SimulatedStage[Any], wanted: Table) -> Acts:
    """Return the fewest movements after which the simulated table is as wanted."""
    return repair.steps(stage.truth, wanted)


def wait(
    done: Callable[[], bool], rests: int = PATIENCE, touch: Callable[[], object] | None = None
) -> Generator[Acts, None, bool]:
    """Rest until `done`, at most `rests` times; return whether it was done.

    With `touch` players then touch the screen once and wait as long again.
    """
    for rest in range(rests if touch is None else 2 * rests):
        if done():
            return True
        if touch and rest == rests:
            touch()
        yield PAUSE
    return False


class SimulatedPlayer(ABC, Generic[SnapshotT]):
    """One player for all seats at a simulated table; a game adds its rules.

    `latest` is what the screen shows, `tell` a touch, `mistakes` the chance (0..1) of an error.
    """

    snapshot: ClassVar[type[Any]]

    def __init__(
        self, table: SimulatedStage[Any], latest: Latest, tell: Tell, chance: Random, mistakes: float = 0.0
    ) -> None:
        self._table, self._latest, self._tell = table, latest, tell
        self._chance, self._mistakes = chance, mistakes

    @abstractmethod
    def acts(self) -> Iterator[Acts]:
        """Yield what hands do next, given the newest snapshot."""

    def _shown(self) -> SnapshotT | None:
        shown = self._latest()
        return cast(SnapshotT, shown) if isinstance(shown, self.snapshot) else None


class FollowingPlayer(SimulatedPlayer[SnapshotT]):
    """Follows the app until the camera stops; a game says what to do in three methods."""

    patience: ClassVar[int] = 1
    """Number of rests before an answer: people at the screen may answer first."""

    def acts(self) -> Iterator[Acts]:
        """Do what the app asks for, else answer it, else play, else rest."""
        rests = 0
        while True:
            shown = self._shown()
            if shown is None or shown.trouble:
                yield PAUSE
            elif todo := self._todo(shown):
                yield todo
            elif shown.over or shown.thinking:
                yield PAUSE
            elif answer := self._answer(shown):
                rests += 1
                if rests % self.patience == 0:
                    self._tell(answer)
                yield PAUSE
            elif move := self._move(shown):
                rests = 0
                yield move
            else:
                yield PAUSE

    @abstractmethod
    def _todo(self, shown: SnapshotT) -> Acts:
        """Return the movements that the app asks for; none if the table is as it should be."""

    @abstractmethod
    def _answer(self, shown: SnapshotT) -> Message | None:
        """Return the true answer to what the app asks, or None."""

    @abstractmethod
    def _move(self, shown: SnapshotT) -> Acts:
        """Return the movements of the next move, or of a mistake; none if nothing can be played."""
