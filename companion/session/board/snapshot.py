"""Snapshot of a board game for a screen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Sentence, Space, Table
from companion.session.board import words
from companion.session.view import Line, Mark, MarkKind, Prompt
from companion.session.watched_snapshot import WatchedSnapshot, which_move
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["play", "ask", "illegal", "put_back", "finished"]

_STEPS: Mapping[str, MarkKind] = {"place": "place", "remove": "remove", "turn_over": "turn_over"}

TOUCH = N_("Touch a marked space.")
NONE = N_("No piece was moved")
PUT_BACK, OR_TOUCH = N_("Put the pieces back."), N_("Put the pieces back, or touch the move that was made.")
CHECK = N_("If all is as shown, press the check mark.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSnapshot(WatchedSnapshot):
    """All that a screen shows of a board game.

    `position`: after the moves that count, `table`: its pieces by space. `last`: spaces that the last move
    changed. `doubt`: moves of which one was made, `asked` the spaces that these change. `log`: the story.
    """

    phase: Phase
    position: Any
    table: Table
    last: tuple[Space, ...] = ()
    doubt: tuple[Any, ...] = ()
    asked: tuple[Space, ...] = ()
    log: tuple[Line, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marked spaces: last, unclear, wrong or next; only wrong ones while a move is in doubt."""
        return tuple(self._marks())

    def _marks(self) -> Iterator[Mark]:
        step = (self.step.space, self.step.target) if self.step else ()
        if self.step is None and not self.doubt:
            yield from (Mark(space, "last") for space in self.last)
        if self.illegal:
            yield from (Mark(space, "wrong") for space in self.illegal.spaces if space not in step)
        elif not self.doubt:
            yield from (Mark(space, "ask") for space in self.unclear)
        if self.step and not self.doubt:
            kind = _STEPS.get(self.step.act, "move")
            yield from (Mark(space, kind) for space in step if space is not None)

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return self.log

    def _question(self) -> Prompt | None:
        return which_move(self.turn, len(self.doubt)) if self.doubt else None

    def _guide(self, step: GuideStep) -> Sentence:
        return words.guide(step)

    def _mend(self) -> Sentence:
        if self.illegal and self.illegal.code == "unexplained":
            return Sentence(OR_TOUCH)
        return self.by_hand or Sentence(PUT_BACK)

    def _clear_up(self) -> Sentence:
        return Sentence(CHECK)
