"""The moves of a game: those that stand, and those that were undone and may be redone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.errors import RuleError
from companion.games.base import N_, MoveT, PositionT, Sentence, rule_error
from companion.storage.journal import Journal


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT]):
    """What a move led to; a game adds what else it must not work out again."""

    position: PositionT


StepT = TypeVar("StepT", bound=Step[Any])


class Timeline(Generic[StepT, MoveT]):
    """Moves from a start; the first `at` of them stand, and `steps[n]` is what the first n led to.

    In a journal every change is on disk before it counts: an error while storing (StorageError) leaves the
    game as it was, and the same call can be made again. `write` turns a move into its JSON object.
    """

    def __init__(
        self,
        start: StepT,
        write: Callable[[MoveT], Mapping[str, Any]],
        journal: Journal | None = None,
        stored_as: int | None = None,
    ) -> None:
        """Begin with no moves."""
        self.steps = [start]
        self.moves: list[MoveT] = []
        self.at = 0
        self.stored_as = stored_as
        self._write, self._journal = write, journal

    @property
    def current(self) -> StepT:
        """What the moves that stand led to."""
        return self.steps[self.at]

    @property
    def undone(self) -> int:
        """How many moves may be redone."""
        return len(self.moves) - self.at

    def store(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Put something that happened on disk."""
        if self._journal and self.stored_as is not None:
            self._journal.append(self.stored_as, kind, payload)

    def play(self, move: MoveT, after: StepT) -> None:
        """Store a move, which is legal, and count it; undone ones are forgotten."""
        self.store("move", self._write(move))
        self.count(move, after)

    def undo(self, moves: int) -> None:
        """Take moves back. Raises RuleError `nothing_to_undo`."""
        if not 1 <= moves <= self.at:
            pattern = N_("Expected 1 to {most} moves to undo, found {found}.")
            raise refusal("nothing_to_undo", pattern, most=self.at, found=moves)
        self.store("undo", {"moves": moves})
        self.shift(-moves)

    def redo(self, moves: int) -> None:
        """Let undone moves count again. Raises RuleError `nothing_to_redo`."""
        if not 1 <= moves <= self.undone:
            pattern = N_("Expected 1 to {most} moves to redo, found {found}.")
            raise refusal("nothing_to_redo", pattern, most=self.undone, found=moves)
        self.store("redo", {"moves": moves})
        self.shift(moves)

    def count(self, move: MoveT, after: StepT) -> None:
        """Add a move that is stored."""
        self.moves[self.at :] = [move]
        self.steps[self.at + 1 :] = [after]
        self.at += 1

    def shift(self, moves: int) -> None:
        """Count a redo (positive) or undo (negative) that is stored."""
        assert 0 <= self.at + moves <= len(self.moves)
        self.at += moves


def refusal(code: str, pattern: str, **values: object) -> RuleError:
    """What a session does not do, in one sentence."""
    return rule_error(code, [Sentence(pattern, values)])
