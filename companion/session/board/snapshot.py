"""Snapshot of a board game for a screen."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Sentence, Space, Table
from companion.session.board import words
from companion.session.view import Line, Prompt
from companion.session.watched_snapshot import WatchedSnapshot, which_move
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["play", "ask", "illegal", "put_back", "finished"]

TOUCH = N_("Touch a marked space.")
NONE, PASS = N_("No piece was moved"), N_("Miss this turn")
PUT_BACK, OR_TOUCH = N_("Put the pieces back."), N_("Put the pieces back, or touch the move that was made.")
CHECK = N_("If all is as shown, press the check mark.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSnapshot(WatchedSnapshot):
    """All that a screen shows of a board game.

    `position`: after the moves that count, `table`: its pieces by space. `last`: spaces that the last move
    changed. `doubt`: moves of which one was made. `log`: the story.
    """

    phase: Phase
    position: Any
    table: Table
    last: tuple[Space, ...] = ()
    doubt: tuple[Any, ...] = ()
    log: tuple[Line, ...] = ()

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return self.log

    def _last_spaces(self) -> Iterable[Space]:
        return self.last

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
