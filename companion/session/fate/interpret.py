"""Interpretation of a picture of Fate: as expected, a hero on another hex, or differences."""

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
    """Interpreter that compares pictures with the assumed table and keeps the last comparison.

    `differences`, `unsure`: result for the last settled picture. `table`: its contents, with unsure spaces as
    expected.
    """

    def __init__(self) -> None:
        self.unsure: tuple[Space, ...] = ()
        self.forget()

    def forget(self) -> None:
        """Drop the last comparison, because the expected table has changed."""
        self.differences: tuple[Difference, ...] = ()
        self.table: Table | None = None

    def interpret(
        self,
        position: Position,
        observation: Observation,
        expected: Table,
        busy: Mapping[Space, Collection[Kind]],
    ) -> Verdict[Act]:
        """Return the meaning of a picture without trouble, given the `expected` table.

        `busy`: spaces of open steps, with the kinds allowed there; only a sure piece of another kind is a
        difference there. A hero on another hex leads to a question, because cards move heroes, too.
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
