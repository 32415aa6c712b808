"""The meaning of a picture of a Fate table: as expected, a hero elsewhere, or something to put right."""

from collections.abc import Collection, Mapping

from companion.games.base import Kind, Reason, Space, Table, in_order
from companion.games.fate.acts import Act
from companion.games.fate.position import Position
from companion.session.fate.choices import seen_move
from companion.session.fate.guide_progress import FOLD
from companion.table.compare import SURE, Difference, differences, folded
from companion.table.observation import Observation
from companion.table.verdict import Ask, Settled, Verdict, Wait, Wrong


class FateInterpreter:
    """Compares pictures with the table that is assumed, and remembers the last comparison.

    `differences` and `unsure` spaces are those of the last settled picture; `table` is what it showed, with
    the unsure spaces as they should be.
    """

    def __init__(self) -> None:
        self.unsure: tuple[Space, ...] = ()
        self.forget()

    def forget(self) -> None:
        """Drop the last comparison: something else should lie on the table now."""
        self.differences: tuple[Difference, ...] = ()
        self.table: Table | None = None

    def interpret(
        self,
        position: Position,
        observation: Observation,
        expected: Table,
        busy: Mapping[Space, Collection[Kind]],
    ) -> Verdict[Act]:
        """The meaning of a picture without trouble if `expected` should lie there.

        Hands are still at work on `busy` spaces: there only a piece counts that surely is none of those that
        may lie there meanwhile. A hero on another hex is asked about, as cards move heroes, too.
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
        self.table = {**seen, **{space: expected.get(space, {}) for space in self.unsure}}
        if self.differences:
            choice = seen_move(position, self.differences)
            if choice:
                return Ask(tuple(option.act for option in choice.options if option.act))
            spaces = in_order({difference.space for difference in self.differences})
            return Wrong(Reason("unexplained", spaces), None, None, SURE)
        doubted = [s for s in self.unsure if dict(seen.get(s, {})) != dict(expected.get(s, {}))]
        return Wait("unclear", tuple(doubted)) if doubted else Settled(SURE)
