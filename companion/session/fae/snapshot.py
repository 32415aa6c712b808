"""What a screen may show of a game of Fae: one frozen picture, without the others' spirits."""

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
    """One move of the log; `number` counts from 1, `before` is where it was made."""

    number: int
    player: str
    move: fae.Move
    rituals: tuple[fae.Ritual, ...]
    before: fae.Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FaeSnapshot(Snapshot):
    """Everything a screen shows.

    `position` is None and the rest empty before the set-up is known. `table` is what should lie on the table
    once all steps are done. `unclear` are spaces that can be seen, but not understood; to confirm says that
    the table is as it should be. `next_card` is the card of the next ritual. `more_steps` counts those after
    `step`. `undone` are moves that can be redone, the next first. `revealed` spirits and `result` are there
    once the spirits were shown.
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
        """Steps that hands have still to do."""

    def end(self) -> End:
        """The scores, the table and the result so far."""


def snapshot(session: FaeSource, common: Mapping[str, Any], seat: int | None) -> FaeSnapshot:
    """The session as a seat may see it; `common` is what the snapshots of all games hold."""
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


UNCLEAR = N_("It is hard to see what stands here.")
THINKS, FOLLOW = N_("{player} is thinking."), N_("It is {player}'s move: follow the arrow.")
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
    """The one sentence that says what goes on."""
    if session.unclear:
        return Sentence(UNCLEAR)
    if session.trouble:
        return Sentence(TROUBLE[session.trouble])
    if phase == "play" and session.bot_to_move():
        bot = session.players[session.timeline.current.position.turn]
        return Sentence(FOLLOW if session.suggested_move else THINKS, {"player": bot})
    player = session.players[session.timeline.current.position.turn] if session.begun else ""
    return Sentence(PHASES[phase], {"player": player} if "{player}" in PHASES[phase] else {})
