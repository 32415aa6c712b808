"""Snapshot of Fae for a screen: immutable, without the others' spirits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from companion.games import fae
from companion.games.base import N_, Kind, Reason, Sentence, Space, Table
from companion.games.fae.board import RITUAL_CARDS, RitualCard
from companion.session.events import Illegal, Why
from companion.session.fae.events import End, InDoubt, Status
from companion.session.fae.pending import OrderDue, Pending, PutBack
from companion.session.fae.step import FaeStep
from companion.session.snapshot import Snapshot, SnapshotSource
from companion.session.words import TROUBLE as TROUBLE
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["setup", "play", "ask", "choose", "illegal", "put_back", "finished"]


@dataclass(frozen=True, slots=True)
class FaeLogEntry:
    """One move of the log; `number` counts from 1, `before`: position before the move."""

    number: int
    player: str
    move: fae.Move
    rituals: tuple[fae.Ritual, ...]
    before: fae.Position


@dataclass(frozen=True, slots=True, kw_only=True)
class FaeSnapshot(Snapshot):
    """All that a screen shows.

    `position`: None before the set-up is known; all other fields are empty then. `table`: expected table
    after all steps. `unclear`: spaces that are visible, but not understood; a confirmation declares them as
    expected. `next_card`: card of the next ritual. `more_steps`: number of steps after `step`. `undone`:
    moves that can be redone, the next first. `revealed` and `result` are set after the spirits were shown.
    """

    phase: Phase
    position: fae.Position | None = None
    table: Table = field(default_factory=dict)
    status: Status = "playing"
    scores: Mapping[Kind, int] = field(default_factory=dict)
    ritual_cards: Mapping[str, int] = field(default_factory=dict)
    cards_left: int = len(RITUAL_CARDS)
    next_card: RitualCard | None = RITUAL_CARDS[0]
    log: tuple[FaeLogEntry, ...] = ()
    undone: tuple[FaeLogEntry, ...] = ()
    step: GuideStep | None = None
    more_steps: int = 0
    doubt: tuple[fae.Move, ...] = ()
    choose: tuple[int, ...] = ()
    illegal: Reason | None = None
    unclear: tuple[Space, ...] = ()
    result: Mapping[str, Any] | None = None


class FaeSource(SnapshotSource[FaeStep, fae.Move], Protocol):
    """The part of the session that the snapshot reads."""

    waiting: Pending
    illegal: Illegal | None
    trouble: Why | None
    unclear: tuple[Space, ...]

    @property
    def steps(self) -> Sequence[GuideStep]:
        """Steps that the players still have to do."""

    def end(self) -> End:
        """Return the current scores, table and result."""


def snapshot(session: FaeSource, common: Mapping[str, Any], seat: int | None) -> FaeSnapshot:
    """Return the snapshot of a seat; `common`: fields common to all games."""
    phase = _phase(session)
    if not session.begun:
        return FaeSnapshot(**common, phase=phase, message=_message(session, phase))
    timeline, end = session.timeline, session.end()
    position = fae.RULES.view(timeline.current.position, seat)
    step, *more = session.steps or (None,)
    turns = tuple(
        FaeLogEntry(number, session.players[before.position.turn], move, after.rituals, before.position)
        for number, (move, before, after) in enumerate(
            zip(timeline.moves, timeline.steps, timeline.steps[1:], strict=False), 1
        )
    )
    return FaeSnapshot(
        **common,
        phase=phase,
        message=_message(session, phase),
        turn="" if session.over else session.players[position.turn],
        assumed_table=session.assumed_table,
        position=position,
        table=end.table,
        status=end.status,
        scores=end.scores,
        ritual_cards=dict(zip(session.players, position.ritual_cards, strict=True)),
        cards_left=len(RITUAL_CARDS) - position.cards_used,
        next_card=next(iter(RITUAL_CARDS[position.cards_used :]), None),
        log=turns[: timeline.at],
        undone=turns[timeline.at :],
        step=step,
        more_steps=len(more),
        doubt=session.waiting.moves if isinstance(session.waiting, InDoubt) else (),
        choose=session.waiting.spaces if isinstance(session.waiting, OrderDue) else (),
        illegal=session.illegal.reason if session.illegal else None,
        unclear=session.unclear,
        result=end.result,
    )


def _phase(session: FaeSource) -> Phase:
    match session.waiting:
        case PutBack():
            return "put_back"
        case InDoubt():
            return "ask"
        case OrderDue():
            return "choose"
    if session.illegal:
        return "illegal"
    if not session.begun:
        return "setup"
    return "finished" if session.over else "play"


UNCLEAR = N_("I cannot recognise the pieces here.")
THINKS, FOLLOW = N_("{player} is thinking."), N_("{player}'s move: follow the arrow.")
PHASES: Mapping[Phase, str] = {
    "setup": N_("Set up the board: one druid on every space, every region with one of each colour."),
    "play": N_("{player}, it is your turn."),
    "ask": N_("Which move was it, {player}?"),
    "choose": N_("{player}, choose the order of the rituals."),
    "illegal": N_("This is not a legal move. Put the druids back."),
    "put_back": N_("Make the table look like the screen."),
    "finished": N_("The game is over."),
}


def _message(session: FaeSource, phase: Phase) -> Sentence:
    """Return the sentence that describes the current state."""
    if session.unclear:
        return Sentence(UNCLEAR)
    if session.trouble:
        return Sentence(TROUBLE[session.trouble])
    if phase == "play" and session.bot_to_move():
        bot = session.players[session.timeline.current.position.turn]
        return Sentence(FOLLOW if session.suggested_move else THINKS, {"player": bot})
    player = session.players[session.timeline.current.position.turn] if session.begun else ""
    return Sentence(PHASES[phase], {"player": player} if "{player}" in PHASES[phase] else {})
