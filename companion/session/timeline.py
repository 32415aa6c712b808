"""Timeline: the moves that count, and the undone ones that may be redone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.errors import RuleError
from companion.games.base import N_, MoveT, PositionT, Sentence, rule_error
from companion.storage.journal import Journal


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT]):
    """Result of a move, and its sentences if the log has any.

    A game adds further results that are expensive to compute again.
    """

    position: PositionT
    log: tuple[Sentence, ...] = ()


StepT = TypeVar("StepT", bound=Step[Any])


class Timeline(Generic[StepT, MoveT]):
    """Moves from a start; the first `at` of them count, `steps[n]` is the result of the first n.

    With a journal every change is on disk before it counts: a StorageError leaves the game unchanged, and the
    call can be repeated. `write` turns a move into its JSON object.
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
        """Result of the moves that count."""
        return self.steps[self.at]

    @property
    def undone(self) -> int:
        """Number of moves that may be redone."""
        return len(self.moves) - self.at

    def store(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Store an event in the journal, if there is one."""
        if self._journal and self.stored_as is not None:
            self._journal.append(self.stored_as, kind, payload)

    def play(self, move: MoveT, after: StepT) -> None:
        """Store a legal move and count it; undone moves are dropped."""
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
        """Count undone moves again. Raises RuleError `nothing_to_redo`."""
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
    """Return a RuleError with one sentence."""
    return rule_error(code, [Sentence(pattern, values)])
