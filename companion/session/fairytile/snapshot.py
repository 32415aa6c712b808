"""Snapshot of Fairy Tile for a screen: immutable, without the players' pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games import fairytile
from companion.games.base import N_, Reason, Sentence, Table
from companion.games.fairytile.position import Act, Position
from companion.session.events import Illegal, Why
from companion.session.snapshot import Snapshot, SnapshotSource
from companion.session.timeline import Step
from companion.session.words import TROUBLE
from companion.table.guide import GuideStep


@dataclass(frozen=True, slots=True)
class FairyLogEntry:
    """An act of the log; `number` counts from 1, `before`: position before the act."""

    number: int
    player: str
    act: Act
    before: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class FairySnapshot(Snapshot):
    """All that a screen shows.

    `position`: as the seat may see it. `may_go`: an adventure is possible, the second one `with_magic`.
    `may_tell`: an adventure was done and no page narrated yet; only the player knows if the page is
    fulfilled. `may_turn`, `may_end`: a page may be turned, the turn may end. `stuck`: no tile can be placed
    any more, so a page may have become impossible (FT-142). `step`: next step of the players; `more_steps`:
    number of steps after it. `illegal`: violation of the rules on the table; `strange`: pieces beside the
    kingdom. `undone`: acts that can be redone, the next first.
    """

    position: Position
    may_go: bool = False
    with_magic: bool = False
    may_tell: bool = False
    may_turn: bool = False
    may_end: bool = False
    stuck: bool = False
    step: GuideStep | None = None
    more_steps: int = 0
    illegal: Reason | None = None
    strange: Table = field(default_factory=dict)
    log: tuple[FairyLogEntry, ...] = ()
    undone: tuple[FairyLogEntry, ...] = ()

    def of(self, seat: int) -> str:
        """Return the name of a player."""
        return self.players[seat]

    @property
    def winner(self) -> str:
        """Player who has told a whole book; "" if nobody has, or all have given up."""
        return "" if self.position.winner is None else self.players[self.position.winner]


class FairySource(SnapshotSource[Step[Position], Act], Protocol):
    """The part of the session that the snapshot reads."""

    illegal: Illegal | None
    strange: Table
    trouble: Why | None

    @property
    def steps(self) -> Sequence[GuideStep]:
        """Steps that the players still have to do."""


def snapshot(session: FairySource, common: Mapping[str, Any], seat: int | None) -> FairySnapshot:
    """Return the snapshot of a seat; `common`: fields common to all games."""
    timeline = session.timeline
    full = timeline.current.position
    position = fairytile.RULES.view(full, seat)
    step, *more = session.steps or (None,)
    turn = "" if session.over else session.players[position.turn]
    acts = () if session.over else fairytile.adventures(full)
    lines = tuple(
        FairyLogEntry(
            number, session.players[before.position.turn], act, fairytile.RULES.view(before.position, seat)
        )
        for number, (act, before) in enumerate(zip(timeline.moves, timeline.steps, strict=False), 1)
    )
    return FairySnapshot(
        **common,
        message=_message(session, turn),
        turn=turn,
        assumed_table=session.assumed_table,
        position=position,
        may_go=bool(acts),
        with_magic=bool(acts and full.done),
        may_tell=bool(turn and full.done and not full.page_told_this_turn),
        may_turn=bool(turn and not full.done),
        may_end=bool(turn and full.done),
        stuck=bool(turn) and not fairytile.spots(full) and not full.hidden,
        step=step,
        more_steps=len(more),
        illegal=session.illegal.reason if session.illegal else None,
        strange=session.strange,
        log=lines[: timeline.at],
        undone=lines[timeline.at :],
    )


THINKS = N_("{player} is thinking.")
GO, THEN, OVER = (
    N_("{player}, go on an adventure."),
    N_("{player}, tell your page or end your turn."),
    N_("The game is over."),
)
TOLD = N_("{player}, end your turn.")


def _message(session: FairySource, player: str) -> Sentence:
    """Return the sentence that describes the current state."""
    if not player:
        return Sentence(OVER)
    if session.trouble and session.trouble in TROUBLE:
        return Sentence(TROUBLE[session.trouble])
    position = session.timeline.current.position
    pattern = (
        THINKS
        if session.bot_to_move()
        else GO
        if not position.done
        else TOLD
        if position.page_told_this_turn
        else THEN
    )
    return Sentence(pattern, {"player": player})
