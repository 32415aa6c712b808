"""What is thought to lie on a Fae table, beside what should."""

from collections.abc import Iterable

from companion.games.base import Space, Table
from companion.session import repair
from companion.table.guide import GuideStep
from companion.table.observation import Observation


class KnownTable:
    """`lying` is what is thought to lie there; `leftovers` are disrupted druids that may be part of it.

    `wanted` is what should lie there by the rules, without leftovers.
    """

    def __init__(self) -> None:
        self.lying: Table = {}
        self.leftovers: Table = {}

    def repairs(self, wanted: Table) -> tuple[GuideStep, ...]:
        """What people must do before the game goes on."""
        return repair.steps(self.lying, repair.plus(wanted, self.leftovers))

    def steps(self, wanted: Table) -> tuple[GuideStep, ...]:
        """All that people must do, in a sensible order: repairs, then leftovers."""
        return self.repairs(wanted) + repair.removals(self.leftovers)

    def step_done(self, wanted: Table) -> None:
        """Somebody did the first of the steps, if there is one."""
        if repairs := self.repairs(wanted):
            self.lying = repair.after(self.lying, repairs[0])
        elif self.leftovers:
            self.lying = repair.after(self.lying, repair.removals(self.leftovers)[0])
            first = next(iter(self.leftovers))
            self.leftovers = {space: rest for space, rest in self.leftovers.items() if space != first}

    def is_right(self, wanted: Table) -> None:
        """The table is as it should be, leftovers included."""
        self.lying = repair.plus(wanted, self.leftovers)

    def want_other(self, wanted: Table, removed: Table) -> None:
        """Something else should lie there; leftovers are those druids `removed` so far that lie there."""
        self.leftovers = repair.overlap(removed, repair.surplus(self.lying, wanted))

    def look(self, observation: Observation, spaces: Iterable[Space]) -> None:
        """Believe what was seen on these spaces, to say what is still to be done."""
        seen_now = {space: observation.table.get(space, {}) for space in spaces}
        self.lying = {space: pieces for space, pieces in {**self.lying, **seen_now}.items() if pieces}
