"""What the last picture of the table told, beside what should lie there."""

from collections.abc import Collection, Mapping

from companion.games.base import Kind, Space, Table
from companion.session.fate.guide_progress import FOLD
from companion.table.compare import Difference, differences, folded
from companion.table.observation import Observation, Trouble


class Sight:
    """`differences` and `unsure` spaces of the last settled picture; `table` is what it showed, what was
    unsure as it should be. `trouble` is why the last picture told nothing.
    """

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.unsure: tuple[Space, ...] = ()
        self.forget()

    def forget(self) -> None:
        """Something else should lie there now."""
        self.differences: tuple[Difference, ...] = ()
        self.table: Table | None = None

    def compare(
        self, observation: Observation, expected: Table, busy: Mapping[Space, Collection[Kind]]
    ) -> bool:
        """Whether a settled picture shows what is `expected`, but for where hands are `busy`: there only a
        piece counts that surely is none of those that may lie there meanwhile.
        """
        found, self.unsure = differences(expected, observation, FOLD)
        self.differences = tuple(
            difference
            for difference in found
            if difference.space not in busy
            or (
                difference.space not in self.unsure and difference.seen not in {None, *busy[difference.space]}
            )
        )
        seen = folded(observation.table, FOLD)
        doubted = any(dict(seen.get(s, {})) != dict(expected.get(s, {})) for s in self.unsure)
        self.table = {**seen, **{s: expected.get(s, {}) for s in self.unsure}}
        return not self.differences and not doubted
