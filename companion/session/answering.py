"""Touches in, answers out: which things may be touched next, what is chosen, and when it is complete.

Pure, and the same for all games; nothing in a screen knows a rule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.session.view import Decision, Thing, Way


class Answered(NamedTuple):
    """A complete answer: id of the decision, and the way."""

    decision: str
    way: Way


@dataclass(frozen=True, slots=True)
class Answering:
    """Touches so far, of the decisions that are open. Two decisions have no way in common.

    A touch goes on with a way, or begins another one if it fits none. The last thing once more means the
    shorter of two ways, or gives up.
    """

    decisions: tuple[Decision, ...] = ()
    chosen: Way = ()

    @property
    def next_things(self) -> frozenset[Thing]:
        """The things that may be touched next."""
        at = len(self.chosen)
        return frozenset(way[at] for _, way in self._beginning(self.chosen) if len(way) > at)

    @property
    def complete(self) -> Answered | None:
        """The answer that the touches mean already; a longer one may exist. None before the first touch."""
        ways = self._beginning(self.chosen) if self.chosen else ()
        return next((each for each in ways if each.way == self.chosen), None)

    def touch(self, thing: Thing) -> "Answering | Answered | None":
        """Return the touches so far, the complete answer, or None if the thing may not be touched."""
        if self.chosen and thing == self.chosen[-1]:
            return self.complete or replace(self, chosen=())
        for way in ((*self.chosen, thing), (thing,)):
            if fits := [*self._beginning(way)]:
                after = replace(self, chosen=way)
                return (len(fits) == 1 and after.complete) or after
        return None

    def _beginning(self, start: Way) -> Iterator[Answered]:
        for decision in self.decisions:
            for way in decision.form.options:
                if way and way[: len(start)] == start:
                    yield Answered(decision.id, way)


def telling(ways: Sequence[Way]) -> tuple[Thing | None, ...]:
    """Return a thing of each way that is on no other one, the last if there are several."""
    others = [{thing for other in ways if other is not way for thing in other} for way in ways]
    return tuple(
        next((thing for thing in reversed(way) if thing not in rest), None)
        for way, rest in zip(ways, others, strict=True)
    )
