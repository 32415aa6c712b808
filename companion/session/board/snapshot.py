"""Snapshot of a board game for a screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Sentence, Space
from companion.session.board import words
from companion.session.view import Line, Prompt
from companion.session.watched_snapshot import WatchedSnapshot
from companion.session.words import WAS_IT
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["play", "ask", "illegal", "put_back", "finished"]

TOUCH = N_("Touch a marked space.")
NONE = N_("No piece was moved")
ASK, PLAY = N_("Which move was it, {player}?"), N_("{player}, it is your turn.")
PUT_BACK, OR_TOUCH = N_("Put the pieces back."), N_("Put the pieces back, or touch the move that was made.")
CHECK = N_("If all is as shown, press the check mark.")
THIS_MOVE = N_("Press the check mark, or touch the move that was made.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSnapshot(WatchedSnapshot):
    """All that a screen shows of a board game.

    `position`: after the moves that count. `last`: spaces that the last move changed. `doubt`: moves of which
    one was made, `asked` the spaces that these change. `log`: the story.
    """

    phase: Phase
    position: Any
    last: tuple[Space, ...] = ()
    doubt: tuple[Any, ...] = ()
    asked: tuple[Space, ...] = ()
    log: tuple[Line, ...] = ()

    @property
    def story(self) -> tuple[Line, ...]:
        """What happened, in order."""
        return self.log

    def _question(self) -> Prompt | None:
        player: Mapping[str, object] = {"player": self.turn}
        if len(self.doubt) == 1:
            return Prompt("ask", "help", Sentence(WAS_IT, player), Sentence(THIS_MOVE))
        if self.doubt:
            return Prompt("ask", "help", Sentence(ASK, player), Sentence(N_("Touch the move that was made.")))
        return None

    def _guide(self, step: GuideStep) -> Sentence:
        return words.guide(step)

    def _mend(self) -> Sentence:
        if self.illegal and self.illegal.code == "unexplained":
            return Sentence(OR_TOUCH)
        return self.by_hand or Sentence(PUT_BACK)

    def _clear_up(self) -> Sentence:
        return Sentence(CHECK)

    def _asked_to_move(self) -> Sentence:
        return Sentence(PLAY, {"player": self.turn})
