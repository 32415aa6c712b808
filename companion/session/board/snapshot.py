"""Snapshot of a board game for a screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Reason, Space
from companion.session.snapshot import Snapshot
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["play", "ask", "illegal", "put_back", "finished"]

TOUCH = N_("Touch a marked space.")
NONE = N_("No piece was moved")
UNCLEAR = N_("I cannot recognise the pieces here.")
THINKS, FOLLOW = N_("{player} is thinking."), N_("{player}'s move: follow the arrow.")
PHASES: Mapping[Phase, str] = {
    "play": N_("{player}, it is your turn."),
    "ask": N_("Which move was it, {player}?"),
    "illegal": N_("This is not a legal move. Put the pieces back."),
    "put_back": N_("Make the table look like the screen."),
    "finished": N_("The game is over."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSnapshot(Snapshot):
    """All that a screen shows of a board game.

    `position`: after the moves that count. `last`: spaces that the last move changed. `step`: the next task
    of the players at the table, and `more_steps` the number after it. `doubt`: moves of which one was made,
    `asked` the spaces that these change. `illegal`: the reason why the table is wrong. `unclear`: spaces that
    are visible, but not understood.
    """

    phase: Phase
    position: Any
    last: tuple[Space, ...] = ()
    step: GuideStep | None = None
    more_steps: int = 0
    doubt: tuple[Any, ...] = ()
    asked: tuple[Space, ...] = ()
    illegal: Reason | None = None
    unclear: tuple[Space, ...] = ()
